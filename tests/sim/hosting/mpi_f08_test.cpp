// Programs in Fortran that use the module mpi_f08: handles and statuses are types, buffers are described to the call,
// and what the compiler can refuse it does.
#include "tests/sim/hosting/workbench.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace daruma::hosting::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

const std::string build = "darumaf90 -O2 p.f90 -o p";

TEST(MpiF08, MessagesStatusesAndPartsOfArrays) {
  const Workbench bench;
  bench.write("p.f90", R"(program p
  use mpi_f08
  implicit none
  integer :: rank, size, ierr, n, index, flag_of, numbers(6), row(3), position, room(8), list(2), done
  integer :: f_status(MPI_STATUS_SIZE)
  real :: matrix(3, 4)
  logical :: flag
  type(MPI_Request) :: request, requests(2)
  type(MPI_Status) :: status, statuses(2), copy
  type(MPI_Message) :: message
  type(MPI_Comm) :: comm
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  comm = MPI_COMM_WORLD
  if (comm /= MPI_COMM_WORLD .or. .not. comm == MPI_COMM_WORLD .or. comm == MPI_COMM_NULL) print *, 'handles'
  if (rank == 0) then
    numbers = (/ 1, 2, 3, 4, 5, 6 /)
    call MPI_Send(buf=numbers(1:5:2), count=3, datatype=MPI_INTEGER, dest=1, tag=7, comm=comm)
    call MPI_Isend(numbers(6:1:-1), 6, MPI_INTEGER, 1, 8, comm, request)
    numbers(1) = 1
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    if (request /= MPI_REQUEST_NULL) print *, 'a request is left'
    matrix = reshape((/ (real(n), n = 1, 12) /), (/ 3, 4 /))
    call MPI_Ssend(matrix(2, :), 4_MPI_COUNT_KIND, MPI_REAL, 1, 9, comm)
    call MPI_Send(MPI_BOTTOM, 0, MPI_INTEGER, 1, 10, comm)
    call MPI_Send(42, 1, MPI_INTEGER, 1, 11, comm)
  else
    call MPI_Recv(row, 3, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, status)
    call MPI_Get_count(status, MPI_INTEGER, n)
    print '(a,6i3)', 'one of two', row, status%MPI_SOURCE, status%MPI_TAG, n
    call MPI_Status_f082f(status, f_status)
    call MPI_Status_f2f08(f_status, copy)
    if (f_status(MPI_TAG) /= 7 .or. copy%MPI_SOURCE /= 0 .or. copy%MPI_TAG /= 7) print *, 'status', f_status
    numbers = -1
    call MPI_Irecv(numbers(6:1:-1), 6, MPI_INTEGER, 0, 8, comm, requests(1))
    call MPI_Irecv(list, 0, MPI_INTEGER, MPI_PROC_NULL, 8, comm, requests(2))
    call MPI_Waitall(2, requests, statuses)
    print '(a,7i3)', 'backwards twice', numbers, statuses(1)%MPI_TAG
    matrix = 0
    call MPI_Irecv(matrix(:, 3:4:1), 1, MPI_REAL, MPI_PROC_NULL, 0, comm, requests(1))
    call MPI_Testsome(1, requests, done, list, MPI_STATUSES_IGNORE)
    if (done /= 1 .or. list(1) /= 1) print *, 'indices begin with one'
    call MPI_Irecv(matrix(3, 1:4), 4, MPI_REAL, 0, 9, comm, requests(1))
    call MPI_Waitany(1, requests, index, status)
    print '(a,4f5.1,a,f5.1)', 'a row', matrix(3, :), ' rest', sum(matrix(1:2, :))
    call MPI_Mprobe(0, 10, comm, message, status)
    call MPI_Mrecv(room, 8, MPI_INTEGER, message, status)
    if (message /= MPI_MESSAGE_NULL) print *, 'a message is left'
    call MPI_Iprobe(0, 11, comm, flag, MPI_STATUS_IGNORE)
    call MPI_Probe(0, 11, comm, status)
    call MPI_Recv(n, 1, MPI_INTEGER, 0, 11, comm, MPI_STATUS_IGNORE, ierror=ierr)
    print '(a,i3,i3)', 'a value', n, ierr
  end if
  n = rank
  call MPI_Sendrecv(n, 1, MPI_INTEGER, 1 - rank, 3, index, 1, MPI_INTEGER, 1 - rank, 3, comm, MPI_STATUS_IGNORE)
  call MPI_Sendrecv_replace(n, 1, MPI_INTEGER, 1 - rank, 3, 1 - rank, 3, comm, status)
  if (index /= 1 - rank .or. n /= 1 - rank) print *, 'exchanged', index, n
  position = 0
  call MPI_Pack(numbers(1:5:4), 2, MPI_INTEGER, room, 32, position, comm)
  list = 0
  n = 0
  call MPI_Unpack(room, position, n, list, 2, MPI_INTEGER, comm)
  if (any(list /= numbers(1:5:4)) .or. n /= 8) print *, 'packed', list, n
  call MPI_Finalize()
end program
)");
  EXPECT_THAT(printed(bench, build, 2),
              ElementsAre("a row  2.0  5.0  8.0 11.0 rest  0.0", "a value 42  0",
                          "backwards twice  1  2  3  4  5  6  8", "one of two  1  3  5  0  7  3"));
}

TEST(MpiF08, RequestsKnowWhatLiesApart) {
  const Workbench bench;
  bench.write("p.f90", R"(program p
  use mpi_f08
  implicit none
  integer :: rank, i, data(8), ones(8), ierr
  type(MPI_Request) :: request
  type(MPI_Comm) :: comm
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  data = 0
  if (rank == 0) then
    call MPI_Send_init(data(1::2), 4, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request)
  else
    call MPI_Recv_init(data(2::2), 4, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, request)
  end if
  do i = 1, 2
    if (rank == 0) data(1::2) = 10 * i + (/ 1, 2, 3, 4 /)
    call MPI_Start(request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    if (rank == 1) print '(8i3)', data
  end do
  call MPI_Request_free(request)
  ones = 1
  ones(1::2) = rank + 1
  call MPI_Iallreduce(ones(1::2), data(2::2), 4, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, request)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  if (any(data(2::2) /= 3)) print *, 'sum', data
  call MPI_Allreduce(MPI_IN_PLACE, ones(1::2), 4, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  if (any(ones(1::2) /= 3) .or. any(ones(2::2) /= 1)) print *, 'in place', ones
  call MPI_Ialltoall(ones(8:1:-1), 4, MPI_INTEGER, data(8:1:-1), 4, MPI_INTEGER, MPI_COMM_WORLD, request)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  if (any(data /= ones)) print *, 'to all', data
  call MPI_Comm_idup(MPI_COMM_WORLD, comm, request)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  call MPI_Comm_size(comm, i)
  if (i /= 2) print *, 'duplicate', i
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN)
  call MPI_Psend_init(data(1::2), 2, 2_MPI_COUNT_KIND, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, request, ierr)
  if (ierr /= MPI_ERR_TYPE) print *, 'partitions', ierr
  call MPI_Finalize()
end program
)");
  EXPECT_THAT(printed(bench, build, 2), ElementsAre("  0 11  0 12  0 13  0 14", "  0 21  0 22  0 23  0 24"));
}

TEST(MpiF08, CollectivesAndOperators) {
  const Workbench bench;
  bench.write("p.f90", R"(module operations
  use mpi_f08
  use, intrinsic :: iso_c_binding
contains
  subroutine longest(invec, inoutvec, len, datatype)
    type(c_ptr), value :: invec, inoutvec
    integer :: len
    type(MPI_Datatype) :: datatype
    integer, pointer :: a(:), b(:)
    call c_f_pointer(invec, a, (/ len /))
    call c_f_pointer(inoutvec, b, (/ len /))
    if (datatype /= MPI_INTEGER) return
    where (abs(a) > abs(b)) b = a
  end subroutine
  subroutine longest_c(invec, inoutvec, len, datatype)
    type(c_ptr), value :: invec, inoutvec
    integer(MPI_COUNT_KIND) :: len
    type(MPI_Datatype) :: datatype
    integer, pointer :: a(:), b(:)
    call c_f_pointer(invec, a, (/ len /))
    call c_f_pointer(inoutvec, b, (/ len /))
    where (abs(a) > abs(b)) b = a
  end subroutine
end module
program p
  use operations
  implicit none
  integer :: rank, size, i, mine, got, all(3), table(2, 3), counts(3), places(3), mixed(6), zero(3)
  integer(MPI_COUNT_KIND) :: wide(3)
  integer(MPI_ADDRESS_KIND) :: far(3)
  type(MPI_Op) :: op
  type(MPI_Datatype) :: types(3)
  type(MPI_Request) :: request
  logical :: commutes
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  mine = merge(-1, 1, rank == 1) * (rank + 1)
  call MPI_Op_create(longest, .true., op)
  call MPI_Op_commutative(op, commutes)
  call MPI_Allreduce(mine, got, 1, MPI_INTEGER, op, MPI_COMM_WORLD)
  if (got /= 3 .or. .not. commutes) print *, 'operator', got
  call MPI_Op_free(op)
  if (op /= MPI_OP_NULL) print *, 'an operator is left'
  call MPI_Op_create_c(longest_c, .true., op)
  call MPI_Reduce(mine, got, 1_MPI_COUNT_KIND, MPI_INTEGER, op, 0, MPI_COMM_WORLD)
  if (rank == 0 .and. got /= 3) print *, 'wide operator', got
  call MPI_Gather(mine, 1, MPI_INTEGER, table(2, :), 1, MPI_INTEGER, 0, MPI_COMM_WORLD)
  if (rank == 0) print '(a,3i3)', 'a row gathered', table(2, :)
  counts = 1
  places = (/ 4, 2, 0 /)
  mixed = 0
  call MPI_Allgatherv(mine, 1, MPI_INTEGER, mixed(6:1:-1), counts, places, MPI_INTEGER, MPI_COMM_WORLD)
  if (any(mixed /= (/ 0, 1, 0, -2, 0, 3 /))) print *, 'allgatherv', mixed
  wide = 1
  far = places
  mixed = 0
  call MPI_Iallgatherv(mine, 1_MPI_COUNT_KIND, MPI_INTEGER, mixed(6:1:-1), wide, far, MPI_INTEGER, MPI_COMM_WORLD, request)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  if (any(mixed /= (/ 0, 1, 0, -2, 0, 3 /))) print *, 'iallgatherv', mixed
  types = MPI_INTEGER
  places = (/ 0, 4, 8 /)
  all = 10 * rank + (/ 1, 2, 3 /)
  call MPI_Alltoallw(all, counts, places, types, zero, counts, places, types, MPI_COMM_WORLD)
  if (any(zero /= (/ 1, 11, 21 /) + rank)) print *, 'alltoallw', zero
  zero = 0
  call MPI_Ialltoallw(all, counts, places, types, zero, counts, places, types, MPI_COMM_WORLD, request)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  if (any(zero /= (/ 1, 11, 21 /) + rank)) print *, 'ialltoallw', zero
  call MPI_Bcast(all(3:1:-2), 2, MPI_INTEGER, 2, MPI_COMM_WORLD)
  if (any(all /= (/ 21, 10 * rank + 2, 23 /))) print *, 'bcast', all
  call MPI_Scan(1, got, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  if (got /= rank + 1) print *, 'scan', got
  call MPI_Barrier(MPI_COMM_WORLD)
  call MPI_Ibarrier(MPI_COMM_WORLD, request)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  call MPI_Finalize()
end program
)");
  EXPECT_THAT(printed(bench, build, 3), ElementsAre("a row gathered  1 -2  3"));
}

TEST(MpiF08, Datatypes) {
  const Workbench bench;
  bench.write("p.f90", R"(program p
  use mpi_f08
  use, intrinsic :: iso_c_binding
  implicit none
  type, bind(C) :: particle
    integer(c_int) :: id
    real(c_double) :: at(2)
  end type
  type(particle) :: particles(3), got(3)
  type(MPI_Datatype) :: vector, made, resized, old(2), inner(2)
  type(MPI_Status) :: status
  integer :: rank, n, lengths(2), integers, addresses, types, combiner, of(4), length, elements
  integer(MPI_ADDRESS_KIND) :: places(2), base, lower, extent, none(1)
  integer(MPI_COUNT_KIND) :: wide
  character(len=MPI_MAX_OBJECT_NAME) :: name
  integer :: matrix(4, 4)
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Type_vector(3, 1, 2, MPI_INTEGER, vector)
  call MPI_Type_get_envelope(vector, integers, addresses, types, combiner)
  call MPI_Type_get_contents(vector, integers, addresses, types, of, none, inner)
  if (combiner /= MPI_COMBINER_VECTOR .or. any(of(1:3) /= (/ 3, 1, 2 /)) .or. inner(1) /= MPI_INTEGER) print *, 'contents', of
  call MPI_Type_size(vector, n)
  call MPI_Type_size(vector, wide)
  if (n /= 12 .or. wide /= 12) print *, 'sizes', n, wide
  call MPI_Get_address(particles(1), base)
  call MPI_Get_address(particles(1)%id, places(1))
  call MPI_Get_address(particles(1)%at, places(2))
  places = (/ MPI_Aint_diff(places(1), base), MPI_Aint_diff(places(2), base) /)
  lengths = (/ 1, 2 /)
  old = (/ MPI_INTEGER, MPI_DOUBLE_PRECISION /)
  call MPI_Type_create_struct(2, lengths, places, old, made)
  extent = storage_size(particles(1)) / 8
  lower = 0
  call MPI_Type_create_resized(made, lower, extent, resized)
  call MPI_Type_commit(resized)
  call MPI_Type_get_extent(resized, lower, extent)
  if (extent /= 24) print *, 'extent', extent
  call MPI_Type_set_name(resized, 'particle')
  call MPI_Type_get_name(resized, name, length)
  if (name(1:length) /= 'particle') print *, 'name', name
  if (rank == 0) then
    do n = 1, 3
      particles(n) = particle(n, (/ n + 0.5d0, n + 0.25d0 /))
    end do
    call MPI_Send(particles(3:1:-1), 3, resized, 1, 0, MPI_COMM_WORLD)
    matrix = reshape((/ (n, n = 1, 16) /), (/ 4, 4 /))
    call MPI_Type_create_subarray(2, (/ 4, 4 /), (/ 2, 2 /), (/ 1, 1 /), MPI_ORDER_FORTRAN, MPI_INTEGER, vector)
    call MPI_Type_commit(vector)
    call MPI_Send(matrix, 1, vector, 1, 1, MPI_COMM_WORLD)
  else
    call MPI_Recv(got, 3, resized, 0, 0, MPI_COMM_WORLD, status)
    call MPI_Get_elements(status, resized, elements)
    print '(3i2,3f6.2,i3)', got%id, got%at(2), elements
    call MPI_Recv(of, 4, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, status, n)
    print '(4i3)', of
  end if
  call MPI_Type_free(resized)
  if (resized /= MPI_DATATYPE_NULL) print *, 'a datatype is left'
  call MPI_Finalize()
end program
)");
  EXPECT_THAT(printed(bench, build, 2), ElementsAre("  6  7 10 11", " 3 2 1  3.25  2.25  1.25  9"));
}

TEST(MpiF08, HandlersAttributesGroupsAndGrids) {
  const Workbench bench;
  bench.write("p.f90", R"(module callbacks
  use mpi_f08
  integer :: errors = 0, copies = 0, deleted = 0, ended = 0
contains
  subroutine on_error(comm, error_code)
    type(MPI_Comm) :: comm
    integer :: error_code, class
    call MPI_Error_class(error_code, class)
    if (comm == MPI_COMM_WORLD .and. class == MPI_ERR_RANK) errors = errors + 1
  end subroutine
  subroutine on_window(win, error_code)
    type(MPI_Win) :: win
    integer :: error_code
    if (win /= MPI_WIN_NULL .and. error_code /= MPI_SUCCESS) errors = errors + 10
  end subroutine
  subroutine copy(oldcomm, comm_keyval, extra_state, attribute_val_in, attribute_val_out, flag, ierror)
    type(MPI_Comm) :: oldcomm
    integer :: comm_keyval, ierror
    integer(MPI_ADDRESS_KIND) :: extra_state, attribute_val_in, attribute_val_out
    logical :: flag
    copies = copies + int(extra_state)
    attribute_val_out = attribute_val_in + 1
    flag = .true.
    ierror = MPI_SUCCESS
  end subroutine
  subroutine delete(comm, comm_keyval, attribute_val, extra_state, ierror)
    type(MPI_Comm) :: comm
    integer :: comm_keyval, ierror
    integer(MPI_ADDRESS_KIND) :: attribute_val, extra_state
    deleted = deleted + int(attribute_val)
    ierror = MPI_SUCCESS
  end subroutine
  subroutine query(extra_state, status, ierror)
    integer(MPI_ADDRESS_KIND) :: extra_state
    type(MPI_Status) :: status
    integer :: ierror
    call MPI_Status_set_elements(status, MPI_INTEGER, int(extra_state), ierror)
    call MPI_Status_set_cancelled(status, .false.)
    status%MPI_SOURCE = 5
    status%MPI_TAG = 6
  end subroutine
  subroutine release(extra_state, ierror)
    integer(MPI_ADDRESS_KIND) :: extra_state
    integer :: ierror
    ended = ended + int(extra_state)
    ierror = MPI_SUCCESS
  end subroutine
  subroutine cancel(extra_state, complete, ierror)
    integer(MPI_ADDRESS_KIND) :: extra_state
    logical :: complete
    integer :: ierror
    ierror = MPI_SUCCESS
  end subroutine
end module
program p
  use callbacks
  implicit none
  type(MPI_Errhandler) :: handler, found
  type(MPI_Comm) :: comm, half, grid, line
  type(MPI_Group) :: group, some
  type(MPI_Info) :: info
  type(MPI_Request) :: request
  type(MPI_Status) :: status
  type(MPI_Win) :: win
  integer :: rank, size, n, key, winkey, ierr, length, dims(2), coords(2), others(1), class, code, low, high
  integer(MPI_ADDRESS_KIND) :: value
  logical :: flag, around(2)
  character(len=MPI_MAX_ERROR_STRING) :: text
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, n)
  if (n /= MPI_THREAD_MULTIPLE) print *, 'threads', n
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  call MPI_Comm_create_errhandler(on_error, handler)
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler)
  call MPI_Send(n, 1, MPI_INTEGER, 1000, 0, MPI_COMM_WORLD, ierr)
  call MPI_Comm_get_errhandler(MPI_COMM_WORLD, found)
  if (errors /= 1 .or. ierr == MPI_SUCCESS .or. found == MPI_ERRORS_RETURN) print *, 'handler', errors, ierr
  call MPI_Errhandler_free(found)
  call MPI_Error_string(ierr, text, length)
  if (text(1:length) /= 'MPI_ERR_RANK: invalid rank') print *, text(1:length)
  call MPI_Add_error_class(class)
  call MPI_Add_error_code(class, code)
  call MPI_Add_error_string(code, 'our own  ')
  call MPI_Error_string(code, text, length)
  if (text(1:length) /= 'our own') print *, 'added', text(1:length)
  value = 1
  call MPI_Comm_create_keyval(copy, delete, key, value)
  value = 40
  call MPI_Comm_set_attr(MPI_COMM_WORLD, key, value)
  call MPI_Comm_dup(MPI_COMM_WORLD, comm)
  call MPI_Comm_get_attr(comm, key, value, flag)
  if (value /= 41 .or. .not. flag .or. copies /= 1) print *, 'copied', value, copies
  call MPI_Comm_delete_attr(comm, key)
  call MPI_Comm_get_attr(comm, key, value, flag)
  if (flag .or. deleted /= 41) print *, 'deleted', deleted
  call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, value, flag)
  if (.not. flag .or. value < 32767) print *, 'tag', value
  call MPI_Comm_free_keyval(key)
  if (key /= MPI_KEYVAL_INVALID) print *, 'a key is left'
  call MPI_Comm_group(comm, group)
  call MPI_Group_incl(group, 1, (/ 1 /), some)
  call MPI_Group_translate_ranks(some, 1, (/ 0 /), group, others)
  call MPI_Group_compare(some, group, n)
  if (others(1) /= 1 .or. n /= MPI_UNEQUAL) print *, 'group', others, n
  call MPI_Comm_create(comm, some, half)
  if ((half == MPI_COMM_NULL) .neqv. rank /= 1) print *, 'created'
  call MPI_Comm_split(comm, mod(rank, 2), -rank, half)
  call MPI_Comm_size(half, n)
  if (n /= size / 2) print *, 'half', n
  dims = 0
  call MPI_Dims_create(size, 2, dims)
  call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, (/ .true., .false. /), .false., grid)
  call MPI_Cart_get(grid, 2, dims, around, coords)
  call MPI_Cart_shift(grid, 0, 1, low, high)
  call MPI_Cart_sub(grid, (/ .false., .true. /), line)
  call MPI_Comm_size(line, n)
  call MPI_Topo_test(grid, code)
  if (n /= 2 .or. code /= MPI_CART .or. .not. around(1) .or. around(2) .or. low /= high) print *, 'grid', n, around, low, high
  call MPI_Info_create(info)
  call MPI_Info_set(info, 'color', 'blue')
  call MPI_Info_get(info, 'color', 20, text, flag)
  if (.not. flag .or. text(1:5) /= 'blue') print *, 'info'
  text = 'kept'
  call MPI_Info_get(info, 'none', 20, text, flag)
  if (flag .or. text /= 'kept') print *, 'overwritten', text
  n = 2
  call MPI_Info_get_string(info, 'color', n, text, flag)
  if (n /= 4 .or. text /= 'bl') print *, 'part of a text', n, text
  call MPI_Info_free(info)
  if (info /= MPI_INFO_NULL) print *, 'an info is left'
  value = 3
  call MPI_Grequest_start(query, release, cancel, value, request)
  call MPI_Grequest_complete(request)
  call MPI_Wait(request, status)
  call MPI_Get_count(status, MPI_INTEGER, n)
  if (n /= 3 .or. status%MPI_TAG /= 6 .or. ended /= 3) print *, 'generalized', n, status%MPI_TAG, ended
  call MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Win_create_errhandler(on_window, handler)
  call MPI_Win_set_errhandler(win, handler)
  call MPI_Win_call_errhandler(win, MPI_ERR_OTHER)
  call MPI_Win_create_keyval(MPI_WIN_DUP_FN, MPI_WIN_NULL_DELETE_FN, winkey, value)
  call MPI_Win_set_attr(win, winkey, value)
  call MPI_Win_get_attr(win, winkey, value, flag)
  call MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, value, flag)
  if (errors /= 11 .or. .not. flag .or. value /= MPI_WIN_FLAVOR_DYNAMIC) print *, 'window', errors, value
  call MPI_Win_free(win)
  print '(a,i2)', 'done', rank
  call MPI_Finalize()
end program
)");
  EXPECT_THAT(printed(bench, build, 4), ElementsAre("done 0", "done 1", "done 2", "done 3"));
}

TEST(MpiF08, Windows) {
  const Workbench bench;
  bench.write("p.f90", R"(program p
  use mpi_f08
  use, intrinsic :: iso_c_binding
  implicit none
  integer :: rank, got(4), before, one, unit
  integer, pointer :: memory(:)
  type(c_ptr) :: base
  type(MPI_Win) :: win, own
  type(MPI_Request) :: request
  type(MPI_Group) :: group, other
  integer(MPI_ADDRESS_KIND) :: size, at, value
  logical :: flag
  integer, target :: room(8)
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  size = 32
  call MPI_Win_allocate(size, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win)
  call c_f_pointer(base, memory, (/ 8 /))
  memory = 0
  call MPI_Win_get_attr(win, MPI_WIN_SIZE, value, flag)
  if (value /= 32) print *, 'size', value
  call MPI_Win_fence(0, win)
  got = rank + (/ 10, 20, 30, 40 /)
  at = 1
  call MPI_Put(got(1:3:2), 2, MPI_INTEGER, 1 - rank, at, 2, MPI_INTEGER, win)
  call MPI_Win_fence(0, win)
  if (any(memory(1:4) /= (/ 0, 11 - rank, 31 - rank, 0 /))) print *, 'put', memory
  got = -1
  call MPI_Get(got(4:1:-3), 2_MPI_COUNT_KIND, MPI_INTEGER, 1 - rank, at, 2_MPI_COUNT_KIND, MPI_INTEGER, win)
  call MPI_Win_fence(MPI_MODE_NOSUCCEED, win)
  print '(a,i2,4i4)', 'got', rank, got
  call MPI_Win_lock_all(0, win)
  one = 1
  at = 7
  call MPI_Fetch_and_op(one, before, MPI_INTEGER, 0, at, MPI_SUM, win)
  call MPI_Win_flush(0, win)
  at = 4
  call MPI_Accumulate((/ 1, 2 /), 2, MPI_INTEGER, 0, at, 2, MPI_INTEGER, MPI_SUM, win)
  at = 1
  got = -1
  call MPI_Rget(got(1::2), 2, MPI_INTEGER, rank, at, 2, MPI_INTEGER, win, request)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  if (got(1) /= 11 - rank .or. got(3) /= 31 - rank .or. got(2) /= -1) print *, 'rget', got
  call MPI_Win_unlock_all(win)
  call MPI_Barrier(MPI_COMM_WORLD)
  call MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win)
  at = 4
  got = 0
  call MPI_Get(got, 4, MPI_INTEGER, 0, at, 4, MPI_INTEGER, win)
  call MPI_Win_unlock(0, win)
  if (any(got /= (/ 2, 4, 0, 2 /))) print *, 'accumulated', got
  call MPI_Win_create(room(1:8), size, 4, MPI_INFO_NULL, MPI_COMM_WORLD, own)
  call MPI_Comm_group(MPI_COMM_WORLD, group)
  call MPI_Group_incl(group, 1, (/ 1 - rank /), other)
  room = rank
  at = 0
  if (rank == 0) then
    call MPI_Win_start(other, 0, own)
    call MPI_Put((/ 5 /), 1, MPI_INTEGER, 1, at, 1, MPI_INTEGER, own)
    call MPI_Win_complete(own)
  else
    call MPI_Win_post(other, 0, own)
    call MPI_Win_wait(own)
    if (room(1) /= 5) print *, 'posted', room
  end if
  call MPI_Win_free(own)
  call MPI_Win_free(win)
  if (win /= MPI_WIN_NULL) print *, 'a window is left'
  call MPI_Win_allocate_shared(size, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win)
  call MPI_Win_shared_query(win, 0, size, unit, base)
  call c_f_pointer(base, memory, (/ 8 /))
  if (rank == 0) memory(3) = 77
  call MPI_Barrier(MPI_COMM_WORLD)
  if (memory(3) /= 77 .or. unit /= 4) print *, 'shared', memory(3), unit
  call MPI_Win_free(win)
  call MPI_Finalize()
end program
)");
  EXPECT_THAT(printed(bench, build, 2), ElementsAre("got 0  30  -1  -1  10", "got 1  31  -1  -1  11"));
}

TEST(MpiF08, Files) {
  const Workbench bench;
  bench.write("p.f90", R"(program p
  use mpi_f08
  implicit none
  integer :: rank, numbers(8), got(8), n, errors
  type(MPI_File) :: file
  type(MPI_Status) :: status
  type(MPI_Datatype) :: every_other, element, filetype
  type(MPI_Request) :: request
  integer(MPI_OFFSET_KIND) :: at, length
  character(len=MPI_MAX_DATAREP_STRING) :: representation
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_File_open(MPI_COMM_WORLD, 'data', MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, file)
  call MPI_Type_vector(4, 1, 2, MPI_INTEGER, every_other)
  call MPI_Type_commit(every_other)
  at = 4 * rank
  call MPI_File_set_view(file, at, MPI_INTEGER, every_other, 'native', MPI_INFO_NULL)
  numbers = 10 * rank + (/ 1, 2, 3, 4, 5, 6, 7, 8 /)
  call MPI_File_write_all(file, numbers(1:8:2), 4, MPI_INTEGER, status)
  call MPI_Get_count(status, MPI_INTEGER, n)
  call MPI_File_get_view(file, at, element, filetype, representation)
  if (n /= 4 .or. element /= MPI_INTEGER .or. representation /= 'native') print *, 'written', n
  at = 0
  call MPI_File_set_view(file, at, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL)
  call MPI_File_get_size(file, length)
  if (length /= 32) print *, 'size', length
  call MPI_File_read_at(file, at, got(8:1:-1), 8_MPI_COUNT_KIND, MPI_INTEGER, status)
  print '(i1,a,8i3)', rank, ':', got
  got = 0
  call MPI_File_iread_at(file, at, got(1::4), 2, MPI_INTEGER, request)
  call MPI_Wait(request, status)
  if (any(got(1::4) /= (/ 1, 11 /)) .or. got(2) /= 0) print *, 'read later', got
  got = 0
  call MPI_File_read_at_all_begin(file, at, got(2::2), 4, MPI_INTEGER)
  call MPI_File_read_at_all_end(file, got(2::2), status)
  if (any(got(2::2) /= (/ 1, 11, 3, 13 /)) .or. got(1) /= 0) print *, 'read in two parts', got
  call MPI_File_close(file)
  if (file /= MPI_FILE_NULL) print *, 'a file is left'
  call MPI_File_open(MPI_COMM_SELF, 'none', MPI_MODE_RDONLY, MPI_INFO_NULL, file, errors)
  if (errors /= MPI_ERR_NO_SUCH_FILE) print *, 'error', errors
  call MPI_Finalize()
end program
)");
  EXPECT_THAT(printed(bench, build, 2), ElementsAre("0: 17  7 15  5 13  3 11  1", "1: 17  7 15  5 13  3 11  1"));
}

TEST(MpiF08, Spawn) {
  const Workbench bench;
  bench.write("p.f90", R"(program p
  use mpi_f08
  implicit none
  type(MPI_Comm) :: parent, children, all
  type(MPI_Info) :: infos(2)
  integer :: rank, size, codes(2), n
  character(len=8) :: words(3), word, commands(2), lists(2, 2)
  call MPI_Init()
  call MPI_Comm_get_parent(parent)
  if (parent == MPI_COMM_NULL) then
    words = (/ 'one     ', '  two   ', '        ' /)
    call MPI_Comm_spawn('./p', words, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, children, codes)
    if (any(codes /= MPI_SUCCESS)) print *, 'codes', codes
    call MPI_Intercomm_merge(children, .false., all)
    call MPI_Comm_size(all, size)
    print '(a,i2)', 'together', size
    commands = './p'
    lists = ' '
    lists(1, 1) = 'first'
    lists(2, 1) = 'second'
    infos = MPI_INFO_NULL
    call MPI_Comm_spawn_multiple(2, commands, lists, (/ 1, 1 /), infos, 0, MPI_COMM_WORLD, children, MPI_ERRCODES_IGNORE)
    call MPI_Intercomm_merge(children, .false., all)
    call MPI_Comm_spawn('./p', MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, children, MPI_ERRCODES_IGNORE)
    call MPI_Intercomm_merge(children, .false., all)
  else
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Intercomm_merge(parent, .true., all)
    word = 'none'
    n = command_argument_count()
    if (n > 0) call get_command_argument(n, word)
    print '(a,2i2)', 'child with '//trim(word), n, rank
  end if
  call MPI_Finalize()
end program
)");
  EXPECT_THAT(printed(bench, build, 1),
              ElementsAre("child with first 1 0", "child with none 0 0", "child with second 1 1", "child with two 2 0",
                          "child with two 2 1", "together 3"));
}

/// Of numbers and of arrays of any rank, by both modules.
TEST(Fortran, SizesOfNumbers) {
  const std::string body = R"(
  implicit none
  integer :: size, ierr, sizes(6), grid(3, 4)
  integer(8) :: long
  real :: single(20)
  double precision :: one
  complex :: pair
  call MPI_Init(ierr)
  call MPI_Sizeof(size, sizes(1), ierr)
  call MPI_Sizeof(long, sizes(2), ierr)
  call MPI_Sizeof(single, sizes(3), ierr)
  call MPI_Sizeof(one, sizes(4), ierr)
  call PMPI_Sizeof(pair, sizes(5), ierr)
  call MPI_Sizeof(grid, sizes(6), ierr)
  print '(6i3,i3)', sizes, ierr
  call MPI_Finalize(ierr)
end program
)";
  const Workbench bench;
  for (const std::string module : {"mpi", "mpi_f08"}) {
    std::string source = "program p\nuse " + module + body;
    if (module == "mpi") source.replace(source.find("PMPI_Sizeof"), 11, "MPI_Sizeof");
    bench.write("p.f90", source);
    EXPECT_THAT(printed(bench, build, 1), ElementsAre("  4  8  4  8  8  4  0")) << module;
  }
}

TEST(MpiF08, SurvivesADeath) {
  const Workbench bench;
  bench.write("p.f90", R"(program p
  use mpi_f08
  implicit none
  integer :: rank, size, ierr, flag, acked, old(1)
  logical :: is_revoked
  type(MPI_Comm) :: left
  type(MPI_Group) :: failed, all
  call MPI_Init()
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call sleep(1)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (ierr == MPIX_ERR_PROC_FAILED) print '(a)', 'failed'
  call MPIX_Comm_get_failed(MPI_COMM_WORLD, failed)
  call MPI_Comm_group(MPI_COMM_WORLD, all)
  call MPI_Group_size(failed, size)
  call MPI_Group_translate_ranks(failed, 1, (/ 0 /), all, old)
  call MPIX_Comm_ack_failed(MPI_COMM_WORLD, size, acked)
  if (size /= 1 .or. old(1) /= 1 .or. acked /= 1) print *, 'who', size, old, acked
  flag = 3 - rank
  call MPIX_Comm_agree(MPI_COMM_WORLD, flag, ierr)
  if (flag /= 1) print *, 'agreed', flag, ierr
  call MPIX_Comm_revoke(MPI_COMM_WORLD)
  call MPIX_Comm_is_revoked(MPI_COMM_WORLD, is_revoked)
  call MPIX_Comm_shrink(MPI_COMM_WORLD, left)
  call MPI_Comm_size(left, size)
  print '(i0,l2)', size, is_revoked
  call MPI_Finalize()
end program
)");
  EXPECT_THAT(printed(bench, build, 3, "--kill 1@0.5s"), UnorderedElementsAre("2 T", "2 T", "failed", "failed"));
}

// --- What the compiler sees

/// What becomes of a program with this line in it.
Answer compiled(const std::string& line) {
  const Workbench bench;
  bench.write("p.f90", R"(program p
    use mpi_f08
    implicit none
    integer :: n, status_of_old(MPI_STATUS_SIZE), request_of_old
    type(MPI_Comm) :: comm
    type(MPI_Request) :: request
    type(MPI_Datatype) :: type
    type(MPI_Op) :: op
    )" + line + R"(
  contains
    subroutine takes_two(a, b)
      integer :: a, b
    end subroutine
  end program
  )");
  return bench.shell("darumaf90 -c p.f90");
}

TEST(MpiF08, WrongTypesAreNotCompiled) {
  EXPECT_EQ(compiled("call MPI_Send(n, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD)").status, 0);
  for (const std::string line :
       {"call MPI_Send(n, 1, MPI_INTEGER, 0, 0, 0)", "call MPI_Send(n, 1, MPI_COMM_WORLD, 0, 0, MPI_COMM_WORLD)",
        "call MPI_Send(n, 1, MPI_INTEGER, 0, MPI_COMM_WORLD)",
        "call MPI_Send(n, 1.0, MPI_INTEGER, 0, 0, MPI_COMM_WORLD)",
        "call MPI_Recv(n, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, status_of_old)", "call MPI_Comm_rank(0, n)",
        "call MPI_Wait(request_of_old, MPI_STATUS_IGNORE)", "call MPI_Comm_free(MPI_COMM_WORLD)",
        "call MPI_Comm_dup(MPI_COMM_WORLD, request)", "call MPI_Op_create(takes_two, .true., op)",
        "call MPI_Type_commit(op)", "if (comm == type) n = 1", "comm = 0", "call MPI_Barrier()"})
    EXPECT_NE(compiled(line).status, 0) << line;
}

/// The calls that sim/mpi has and Fortran can say, but for tools' and those that were old before mpi_f08; and but for
/// forms with large counts that differ in nothing, as addresses and counts are of one width.
std::vector<std::string> calls() {
  const std::regex listed(R"((?:OWN|REFUSED)\((MPIX?_\w+).*)");
  const std::regex not_of_mpi_f08(
      "MPI_T_.*|.*_(c2f|f2c|c2f08|f082c)|MPI_(Address|Attr_.*|Keyval_.*|Errhandler_(create|get|set))|"
      "MPI_Type_(create_indexed|hindexed|hvector|struct|extent|lb|ub)|"
      "MPI_(File_get_type_extent|Type_(create_resized|get_extent|get_true_extent))_c");
  std::ifstream file(DARUMA_SOURCE_DIR "/sim/mpi/api/calls.def");
  std::vector<std::string> all;
  std::smatch parts;
  for (std::string line; std::getline(file, line);)
    if (std::regex_match(line, parts, listed) && !std::regex_match(parts.str(1), not_of_mpi_f08))
      all.push_back(parts.str(1));
  return all;
}

TEST(MpiF08, ProgramsMayTakeThePlaceOfCalls) {
  const Workbench bench;
  bench.write("p.f90", R"(program p
  use mpi_f08
  implicit none
  integer :: rank, number
  call PMPI_Init()
  call PMPI_Comm_rank(MPI_COMM_WORLD, rank)
  number = 0
  if (rank == 0) call MPI_Send(7, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD)
  if (rank == 1) then
    call PMPI_Recv(number, 1, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    print *, 'got', number
  end if
  call PMPI_Finalize()
end program

subroutine MPI_Send_f08ts(buf, count, datatype, dest, tag, comm, ierror) bind(C, name="MPI_Send_f08ts")
  use mpi_f08, only: MPI_Datatype, MPI_Comm, PMPI_Send
  type(*), dimension(..), target, intent(in) :: buf
  integer, intent(in) :: count, dest, tag
  type(MPI_Datatype), intent(in) :: datatype
  type(MPI_Comm), intent(in) :: comm
  integer, optional, intent(out) :: ierror
  call PMPI_Send(buf, count, datatype, dest, tag + 1, comm, ierror)
end subroutine
)");
  EXPECT_THAT(printed(bench, build, 2), ElementsAre(" got           7"));
}

TEST(MpiF08, HasEveryCall) {
  const Workbench bench;
  std::string program = "program p\n use mpi_f08\n external keep\n";
  for (const std::string& call : calls()) program += " call keep(" + call + ")\n";
  bench.write("p.f90", program + "end program\nsubroutine keep(call)\n external call\nend subroutine\n");
  EXPECT_GT(calls().size(), 500U);
  EXPECT_EQ(bench.shell(build).err, "");
}

TEST(MpiF08, IsAudited) {
  const Workbench bench;
  bench.write("p.f90", R"(program p
    use mpi_f08
    call MPI_Init()
    call MPI_Bcast(n, 1_MPI_COUNT_KIND, MPI_INTEGER, 0, MPI_COMM_WORLD)
    call MPI_Send(n, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD)
    call MPI_Session_flush_buffer(MPI_SESSION_NULL)
  end program)");
  const Answer answer = bench.shell("darumaf90 --audit p.f90");
  EXPECT_THAT(answer.out, AllOf(HasSubstr("calls of MPI: 4\n"), HasSubstr("MPI_Init                  simulated\n"),
                                HasSubstr("MPI_Bcast_c               simulated\n"),
                                HasSubstr("MPI_Send                  simulated\n"),
                                HasSubstr("MPI_Session_flush_buffer  refused: ")));
}

TEST(MpiF08, SharesHandlesWithCAndTheOldModule) {
  const Workbench bench;
  bench.write("p.f90", R"(subroutine old(comm, n)
    use mpi
    integer :: comm, n, ierr
    call MPI_Comm_size(comm, n, ierr)
  end subroutine
  program p
    use mpi_f08
    interface
      integer function size_by_c(comm) bind(C)
        integer, value :: comm
      end function
    end interface
    type(MPI_Comm) :: comm
    integer :: n
    call MPI_Init()
    call MPI_Comm_dup(MPI_COMM_WORLD, comm)
    call old(comm%MPI_VAL, n)
    print '(2i2)', n, size_by_c(comm%MPI_VAL)
    call MPI_Finalize()
  end program
  )");
  bench.write("c.c", R"(#include <mpi.h>
    int size_by_c(MPI_Fint comm) {
      int size;
      MPI_Comm_size(MPI_Comm_f2c(comm), &size);
      return size;
    })");
  EXPECT_THAT(printed(bench, "darumacc -c c.c && darumaf90 p.f90 c.o -o p", 3), ElementsAre(" 3 3", " 3 3", " 3 3"));
}

} // namespace
} // namespace daruma::hosting::test
