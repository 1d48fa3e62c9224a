// Programs in Fortran: what mpif.h and the module mpi say becomes calls of C's, and each process has commons, saved
// variables and units of its own.
#include "tests/sim/hosting/workbench.hpp"

#include <gmock/gmock.h>

namespace daruma::hosting::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::UnorderedElementsAre;

TEST(Fortran, MessagesOperationsDatatypesAttributesAndTexts) {
  const Workbench bench;
  bench.write("p.f90", R"(program p
    use mpi
    implicit none
    integer :: rank, size, ierr, requests(2), statuses(MPI_STATUS_SIZE, 2), n, left, op, type, comm, cart, length, key
    integer :: dims(2), coords(2), index, outcome(4)
    logical :: flag
    double precision :: mine(2), all(2), sent(2), got(2)
    integer(kind=MPI_ADDRESS_KIND) :: value, extent, bound
    character(len=MPI_MAX_ERROR_STRING) :: text
    external add
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
    left = mod(rank + size - 1, size)
    sent = (/ dble(rank), dble(10 * rank) /)
    call MPI_Irecv(got, 2, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, requests(1), ierr)
    call MPI_Isend(sent, 2, MPI_DOUBLE_PRECISION, mod(rank + 1, size), 7, MPI_COMM_WORLD, requests(2), ierr)
    call MPI_Waitall(2, requests, statuses, ierr)
    call MPI_Get_count(statuses(1, 1), MPI_DOUBLE_PRECISION, n, ierr)
    if (statuses(MPI_SOURCE, 1) /= left .or. statuses(MPI_TAG, 1) /= 7) print *, 'status', statuses(:, 1)
    if (n /= 2 .or. got(2) /= 10 * left) print *, 'received', n, got
    if (requests(1) /= MPI_REQUEST_NULL) print *, 'a request is left'
    call MPI_Irecv(got, 2, MPI_DOUBLE_PRECISION, MPI_PROC_NULL, 7, MPI_COMM_WORLD, requests(1), ierr)
    call MPI_Waitany(2, requests, index, MPI_STATUS_IGNORE, ierr)
    if (index /= 1) print *, 'indices begin with one', index
    mine = rank + 1
    call MPI_Allreduce(mine, all, 2, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
    call MPI_Allreduce(MPI_IN_PLACE, mine, 2, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr)
    call MPI_Op_create(add, .true., op, ierr)
    call MPI_Allreduce(rank, n, 1, MPI_INTEGER, op, MPI_COMM_WORLD, ierr)
    call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierr)
    call MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN, ierr)
    call MPI_Send(rank, 1, MPI_INTEGER, 1000, 0, comm, ierr)
    call MPI_Error_string(ierr, text, length, ierr)
    call MPI_Type_vector(2, 1, 3, MPI_REAL, type, ierr)
    call MPI_Type_commit(type, ierr)
    call MPI_Type_get_extent(type, bound, extent, ierr)
    dims = 0
    call MPI_Dims_create(size, 2, dims, ierr)
    call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, (/ .true., .false. /), .false., cart, ierr)
    call MPI_Cart_coords(cart, rank, 2, coords, ierr)
    call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, key, value, ierr)
    value = 40 + rank
    call MPI_Comm_set_attr(comm, key, value, ierr)
    value = 0
    call MPI_Comm_get_attr(comm, key, value, flag, ierr)
    outcome = (/ n, coords, int(extent) /)
    print '(i0,4(1x,i0),2(1x,f0.1),1x,l1,1x,i0,1x,a)', rank, outcome, all(1), mine(1), flag, int(value), text(1:length)
    call MPI_Finalize(ierr)
  end program
  subroutine add(a, b, n, type)
    use mpi
    integer :: n, type, a(n), b(n)
    b = merge(a + b, -100000, type == MPI_INTEGER)
  end subroutine)");
  EXPECT_THAT(printed(bench, "darumaf90 -O2 p.f90 -o p", 4),
              ElementsAre("0 6 0 0 16 10.0 4.0 T 40 MPI_ERR_RANK: invalid rank",
                          "1 6 0 1 16 10.0 4.0 T 41 MPI_ERR_RANK: invalid rank",
                          "2 6 1 0 16 10.0 4.0 T 42 MPI_ERR_RANK: invalid rank",
                          "3 6 1 1 16 10.0 4.0 T 43 MPI_ERR_RANK: invalid rank"));
}

TEST(Fortran, WhatWasBeforeMpi2HasAddressesInDefaultIntegers) {
  const std::string body = R"(
    integer :: type, ierr, number(2), at(3)
    call MPI_Init(ierr)
    number(2) = -7
    at = (/ 8, 20, 1000000000 /)
    call MPI_Type_hindexed(2, (/ 1, 1 /), at, MPI_INTEGER, type, ierr)
    call MPI_Type_lb(type, number(1), ierr)
    print '(3(a,i0,1x))', 'from ', number(1), 'beside ', number(2), 'code ', ierr
    call MPI_Type_ub(type, number(1), ierr)
    print '(2(a,i0,1x))', 'to ', number(1), 'beside ', number(2)
    call MPI_Type_free(type, ierr)
    call MPI_Type_hvector(2, 1, at(2), MPI_INTEGER, type, ierr)
    call MPI_Type_extent(type, number(1), ierr)
    print '(2(a,i0,1x))', 'extent ', number(1), 'beside ', number(2)
    call MPI_Finalize(ierr)
  end program)";
  const Workbench bench;
  bench.write("module.f90", "program p\nuse mpi\nimplicit none" + body);
  bench.write("header.f90", "program p\nimplicit none\ninclude 'mpif.h'" + body);
  for (const std::string file : {"module.f90", "header.f90"})
    EXPECT_THAT(printed(bench, "darumaf90 " + file + " -o p", 1),
                ElementsAre("extent 24 beside -7", "from 8 beside -7 code 0", "to 24 beside -7"))
        << file;
}

/// Programs that survive failures find these names where Open MPI has them.
TEST(Fortran, WhatIsBeyondMpiHasModulesAndAHeaderOfItsOwn) {
  const std::string body = R"(
      integer e
      call MPI_Init(e)
      call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, e)
      call MPIX_Comm_revoke(MPI_COMM_WORLD, e)
      call MPI_Barrier(MPI_COMM_WORLD, e)
      if (e .eq. MPIX_ERR_REVOKED) print '(a)', 'revoked'
      call MPI_Finalize(e)
      end)";
  const Workbench bench;
  bench.write("all.f90", "use mpi\nuse mpi_ext\nimplicit none" + body);
  bench.write("some.f90", "use mpi, only: MPI_COMM_WORLD, MPI_ERRORS_RETURN\nuse mpi_ext\nimplicit none" + body);
  bench.write("f08.f90", "use mpi_f08\nuse mpi_f08_ext\nimplicit none" + body);
  bench.write("fixed.f", "      implicit none\n      include 'mpif.h'\n      include 'mpif-ext.h'" + body);
  for (const std::string file : {"all.f90", "some.f90", "f08.f90", "fixed.f"})
    EXPECT_THAT(printed(bench, "darumaf90 " + file + " -o p", 2), ElementsAre("revoked", "revoked")) << file;
}

TEST(Fortran, TheModulesCallsCanBeTakenOneByOne) {
  const Workbench bench;
  bench.write("p.f90", R"(program p
    use mpi, only: MPI_Init, MPI_Comm_rank, MPI_Op_create, MPI_Op_free, MPI_Finalize, MPI_COMM_WORLD
    implicit none
    integer :: e, rank, op
    external add
    call MPI_Init(e)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, e)
    call MPI_Op_create(add, .true., op, e)
    call MPI_Op_free(op, e)
    print '(i0)', rank
    call MPI_Finalize(e)
  end program
  subroutine add(a, b, n, type)
    integer :: n, type, a(n), b(n)
    b = a + b
  end subroutine)");
  EXPECT_THAT(printed(bench, "darumaf90 p.f90 -o p", 2), ElementsAre("0", "1"));
}

TEST(Fortran, TheLongestNumbersAreReducedAsWhatTheyAre) {
  const Workbench bench;
  bench.write("p.f90", R"(program p
    use mpi
    implicit none
    integer, parameter :: longest = selected_int_kind(38)
    integer :: ierr, rank, type
    real(16) :: total, largest, of_precision
    complex(16) :: both
    integer(longest) :: number
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Allreduce(1.5_16 + rank, total, 1, MPI_REAL16, MPI_SUM, MPI_COMM_WORLD, ierr)
    call MPI_Allreduce(1.5_16 + rank, largest, 1, MPI_REAL16, MPI_MAX, MPI_COMM_WORLD, ierr)
    call MPI_Allreduce((1.0_16, 2.0_16), both, 1, MPI_COMPLEX32, MPI_SUM, MPI_COMM_WORLD, ierr)
    call MPI_Allreduce(10_longest**30 + rank, number, 1, MPI_INTEGER16, MPI_SUM, MPI_COMM_WORLD, ierr)
    call MPI_Type_create_f90_real(30, MPI_UNDEFINED, type, ierr)
    call MPI_Allreduce(1 + 2.0_16**(-100), of_precision, 1, type, MPI_SUM, MPI_COMM_WORLD, ierr)
    if (rank == 0) print '(4(f4.1,1x),i0,1x,l1)', total, largest, both, number, of_precision == 3 + 3 * 2.0_16**(-100)
    call MPI_Finalize(ierr)
  end program)");
  EXPECT_THAT(printed(bench, "darumaf90 p.f90 -o p", 3),
              ElementsAre(" 7.5  3.5  3.0  6.0 3000000000000000000000000000003 T"));
}

/// Of names only those behind (MPI 4.1, sections 7.8 and 11.8.2).
TEST(Fortran, DatatypesHaveTheirOwnNamesAndOperators) {
  const Workbench bench;
  bench.write("p.f90", R"(program p
    use mpi
    implicit none
    integer :: ierr, rank, length, i, largest(2)
    logical :: all
    real :: places(2)
    character(len=MPI_MAX_OBJECT_NAME) :: name
    integer :: types(13)
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    types = (/ MPI_INTEGER, MPI_LOGICAL, MPI_LOGICAL1, MPI_LOGICAL2, MPI_LOGICAL4, MPI_LOGICAL8, MPI_CHARACTER, &
               MPI_DOUBLE_PRECISION, MPI_COMPLEX, MPI_DOUBLE_COMPLEX, MPI_2INTEGER, MPI_2REAL, MPI_2DOUBLE_PRECISION /)
    call MPI_Allreduce(rank < 2, all, 1, MPI_LOGICAL, MPI_LAND, MPI_COMM_WORLD, ierr)
    call MPI_Allreduce((/ mod(rank, 2), rank /), largest, 1, MPI_2INTEGER, MPI_MAXLOC, MPI_COMM_WORLD, ierr)
    call MPI_Allreduce((/ -real(rank), real(rank) /), places, 1, MPI_2REAL, MPI_MINLOC, MPI_COMM_WORLD, ierr)
    if (rank == 0) then
      print '(l1,2(1x,i0),2(1x,f4.1))', all, largest, places
      do i = 1, size(types)
        call MPI_Type_get_name(types(i), name, length, ierr)
        call MPI_Type_size(types(i), rank, ierr)
        print '(a,1x,i0)', name(1:length), rank
      end do
    end if
    call MPI_Finalize(ierr)
  end program)");
  EXPECT_THAT(printed(bench, "darumaf90 -w p.f90 -o p", 3),
              UnorderedElementsAre("F 1 1 -2.0  2.0", "MPI_INTEGER 4", "MPI_LOGICAL 4", "MPI_LOGICAL1 1",
                                   "MPI_LOGICAL2 2", "MPI_LOGICAL4 4", "MPI_LOGICAL8 8", "MPI_CHARACTER 1",
                                   "MPI_DOUBLE_PRECISION 8", "MPI_COMPLEX 8", "MPI_DOUBLE_COMPLEX 16", "MPI_2INTEGER 8",
                                   "MPI_2REAL 8", "MPI_2DOUBLE_PRECISION 16"));
}

// MPI 3.1, section 17.2.7.
TEST(Fortran, AttributesAreNumbersThatCSeesByAPointer) {
  const Workbench bench;
  bench.write("c.c", R"(#include <mpi.h>
    int copies(MPI_Comm comm, int key, void* extra, void* in, void* out, int* flag) {
      *(void**)out = *(MPI_Aint*)in == -5000000000 ? extra : in;
      return *flag = 1, MPI_SUCCESS;
    }
    void make_key_(int* key) {
      static int seen = 77;
      MPI_Comm_create_keyval(copies, MPI_COMM_NULL_DELETE_FN, key, &seen);
    }
    void in_c_(MPI_Fint* comm, int* key, MPI_Fint* integer, MPI_Aint* number) {
      void* value;
      int flag;
      MPI_Comm_get_attr(MPI_Comm_f2c(*comm), *key, &value, &flag);
      *integer = *(int*)value;
      *number = *integer == 77 ? 0 : *(MPI_Aint*)value;
    }
    void set_in_c_(MPI_Fint* comm, int* key, MPI_Aint* value) {
      MPI_Comm_set_attr(MPI_Comm_f2c(*comm), *key, (void*)*value);
    })");
  bench.write("p.f90", R"(program p
    use mpi
    implicit none
    integer :: ierr, keys(3), copy, integer, i
    integer(MPI_ADDRESS_KIND) :: value, number, in_fortran, extra = 0
    logical :: flag
    external mine
    call MPI_Init(ierr)
    call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, keys(1), extra, ierr)
    call MPI_Keyval_create(mine, MPI_NULL_DELETE_FN, keys(2), 0, ierr)
    call make_key(keys(3))
    do i = 1, 3
      call MPI_Attr_put(MPI_COMM_WORLD, keys(i), -3, ierr)
      call in_c(MPI_COMM_WORLD, keys(i), integer, number)
      call MPI_Comm_get_attr(MPI_COMM_WORLD, keys(i), in_fortran, flag, ierr)
      print '(a,3(1x,i0))', 'put', integer, number, in_fortran
      value = -5000000000_MPI_ADDRESS_KIND
      call MPI_Comm_set_attr(MPI_COMM_WORLD, keys(i), value, ierr)
      call in_c(MPI_COMM_WORLD, keys(i), integer, number)
      call MPI_Attr_get(MPI_COMM_WORLD, keys(i), integer, flag, ierr)
      print '(a,2(1x,i0))', 'set', number, integer
    end do
    call MPI_Comm_dup(MPI_COMM_WORLD, copy, ierr)
    do i = 1, 3
      call in_c(copy, keys(i), integer, number)
      call MPI_Comm_delete_attr(MPI_COMM_WORLD, keys(i), ierr)
      call MPI_Comm_get_attr(copy, keys(i), in_fortran, flag, ierr)
      print '(a,2(1x,i0),1x,l1)', 'copied', integer, number, in_fortran == number
    end do
    value = 4096
    call set_in_c(copy, keys(1), value)
    call MPI_Comm_get_attr(copy, keys(1), in_fortran, flag, ierr)
    print '(a,1x,i0)', 'from C', in_fortran
    call MPI_Finalize(ierr)
  end program
  subroutine mine(comm, key, extra, in, out, flag, ierr)
    integer :: comm, key, extra, in, out, ierr
    logical :: flag
    out = -2
    flag = .true.
    ierr = 0
  end subroutine)");
  EXPECT_THAT(printed(bench, "darumacc -c c.c && darumaf90 -w p.f90 c.o -o p", 1),
              UnorderedElementsAre("put -3 -3 -3", "set -5000000000 -705032704", "put -3 -3 -3",
                                   "set -5000000000 -705032704", "put -3 -3 -3", "set -5000000000 -705032704",
                                   "copied -705032704 -5000000000 T", "copied -2 -2 T", "copied 77 0 F",
                                   "from C 4096"));
}

TEST(Fortran, BlanksAroundTextsAreLeftOut) {
  const Workbench bench;
  bench.write("p.f90", R"(program p
    use mpi
    implicit none
    integer :: parent, children, info, ierr, length
    logical :: flag
    character(len=10) :: words(4), text
    call MPI_Init(ierr)
    call MPI_Comm_get_parent(parent, ierr)
    if (parent == MPI_COMM_NULL) then
      call MPI_Comm_set_name(MPI_COMM_WORLD, '  name ', ierr)
      call MPI_Comm_get_name(MPI_COMM_WORLD, text, length, ierr)
      print '(3a,i0)', 'name "', text(1:length), '" ', length
      call MPI_Info_create(info, ierr)
      call MPI_Info_set(info, ' key ', '  value ', ierr)
      call MPI_Info_get(info, 'key', 10, text, flag, ierr)
      print '(3a)', 'value "', trim(text), '"'
      words = (/ ' first    ', 'the second', '          ', 'none      ' /)
      call MPI_Comm_spawn('  ./p ', words, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, children, MPI_ERRCODES_IGNORE, ierr)
    else
      call get_command_argument(1, text)
      print '(a,i0,3a)', 'of ', command_argument_count(), ' words the first is "', trim(text), '"'
    end if
    call MPI_Finalize(ierr)
  end program)");
  EXPECT_THAT(printed(bench, "darumaf90 p.f90 -o p", 1),
              ElementsAre("name \"  name\" 6", "of 2 words the first is \"first\"", "value \"value\""));
}

TEST(Fortran, CommonsSavedVariablesAndUnitsAreOfEachProcess) {
  const Workbench bench;
  bench.write("p.f", R"(
      program p
      include 'mpif.h'
      integer rank, ierr, read
      character*8 file
      common /shared/ k
      save
      data m /7/
      call MPI_INIT(ierr)
      call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
      k = rank
      m = m + rank
      write (file, '(a,i1)') 'unit', rank
      open (10, file=file)
      call MPI_BARRIER(MPI_COMM_WORLD, ierr)
      write (10, *) 100 + rank
      call MPI_BARRIER(MPI_COMM_WORLD, ierr)
      rewind (10)
      read (10, *) read
      print '(4i4)', rank, k, m, read
      call MPI_FINALIZE(ierr)
      end
)");
  EXPECT_THAT(printed(bench, "darumaf90 p.f -o p", 3),
              ElementsAre("   0   0   7 100", "   1   1   8 101", "   2   2   9 102"));
}

TEST(Fortran, TellsNumbersAndPhasesByTheCallsOfC) {
  const Workbench bench;
  bench.write("p.f90", R"(program p
    use mpi
    use iso_c_binding
    implicit none
    interface
      integer(c_int) function daruma_metric(name, value) bind(c)
        import :: c_int, c_char, c_double
        character(kind=c_char), intent(in) :: name(*)
        real(c_double), value :: value
      end function
      integer(c_int) function daruma_phase_begin(name) bind(c)
        import :: c_int, c_char
        character(kind=c_char), intent(in) :: name(*)
      end function
      integer(c_int) function daruma_phase_end(name) bind(c)
        import :: c_int, c_char
        character(kind=c_char), intent(in) :: name(*)
      end function
    end interface
    integer :: ierr, code
    call MPI_Init(ierr)
    code = daruma_phase_begin('solve' // c_null_char)
    code = code + daruma_metric('answer' // c_null_char, 42d0)
    code = code + daruma_phase_end('solve' // c_null_char)
    print '(i2)', code
    call MPI_Finalize(ierr)
  end program
)");
  EXPECT_THAT(printed(bench, "darumaf90 p.f90 -o p", 1), ElementsAre(" 0"));
  bench.write("p.json", R"({"name": "p", "machine": "laptop", "jobs": [{"name": "p", "program": "p", "ranks": 1}],
                            "expect": [{"metric": "p.answer", "is": 42}, {"metric": "p.phase.solve_s", "is": 0}]})");
  EXPECT_EQ(bench.call("run p.json").status, 0);
}

TEST(Fortran, ProgramsMayTakeThePlaceOfCalls) {
  const Workbench bench;
  bench.write("p.f90", R"(program p
  use mpi
  implicit none
  integer :: rank, ierr, calls
  common /counted/ calls
  call PMPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (rank == 0) print *, 'barriers', calls, PMPI_Wtime() > 1.9, MPI_Wtime() < 2.1
  call MPI_Finalize(ierr)
end program

subroutine MPI_Barrier(comm, ierr)
  integer :: comm, ierr, calls
  common /counted/ calls
  calls = calls + 1
  call sleep(1)
  call PMPI_Barrier(comm, ierr)
end subroutine
)");
  EXPECT_THAT(printed(bench, "darumaf90 p.f90 -o p", 2), ElementsAre(" barriers           2 T T"));
}

TEST(Fortran, SessionsPartitionsAndRequestsThatAreLookedAt) {
  const Workbench bench;
  bench.write("p.f90", R"(program p
    use mpi
    implicit none
    integer :: session, group, comm, rank, ierr, request, requests(2), indices(2), n, data(4), statuses(MPI_STATUS_SIZE, 2)
    logical :: flag
    call MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, session, ierr)
    call MPI_Group_from_session_pset(session, 'mpi://WORLD', group, ierr)
    call MPI_Comm_create_from_group(group, 'all', MPI_INFO_NULL, MPI_ERRORS_RETURN, comm, ierr)
    call MPI_Comm_rank(comm, rank, ierr)
    data = 7 * (1 - rank)
    if (rank == 0) then
      call MPI_Psend_init(data, 2, 2_MPI_COUNT_KIND, MPI_INTEGER, 1, 0, comm, MPI_INFO_NULL, request, ierr)
      call MPI_Start(request, ierr)
      call MPI_Pready_range(0, 1, request, ierr)
    else
      call MPI_Precv_init(data, 4, 1_MPI_COUNT_KIND, MPI_INTEGER, 0, 0, comm, MPI_INFO_NULL, request, ierr)
      call MPI_Start(request, ierr)
    end if
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
    call MPI_Request_free(request, ierr)
    call MPI_Irecv(n, 1, MPI_INTEGER, 1 - rank, 5, comm, requests(1), ierr)
    call MPI_Irecv(n, 0, MPI_INTEGER, MPI_PROC_NULL, 6, comm, requests(2), ierr)
    call MPI_Request_get_status_some(2, requests, n, indices, statuses, ierr)
    if (n /= 1 .or. indices(1) /= 2) print *, 'not the second', n, indices
    call MPI_Request_get_status_all(2, requests, flag, statuses, ierr)
    if (flag) print *, 'all'
    call MPI_Send(rank, 1, MPI_INTEGER, 1 - rank, 5, comm, ierr)
    call MPI_Waitall(2, requests, statuses, ierr)
    print '(a,i0,a,4(1x,i0))', 'rank ', rank, ' has', data
    call MPI_Session_finalize(session, ierr)
    if (session /= MPI_SESSION_NULL) print *, 'a session is left'
  end)");
  EXPECT_THAT(printed(bench, "darumaf90 p.f90 -o p", 2), ElementsAre("rank 0 has 7 7 7 7", "rank 1 has 7 7 7 7"));
}

TEST(Fortran, FilesOfMpiAndItsOwn) {
  const Workbench bench;
  bench.write("p.f90", R"(program p
    use mpi
    implicit none
    integer :: rank, size, ierr, file, filetype, own(4), all(16), status(MPI_STATUS_SIZE), n, mode, handler, i, found
    integer, parameter :: bytes = 16777216
    integer(kind=MPI_OFFSET_KIND) :: at, length
    character(len=MPI_MAX_DATAREP_STRING) :: representation
    character, allocatable :: data(:)
    double precision :: begun
    external on_error
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
    call MPI_File_open(MPI_COMM_WORLD, 'data  ', MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, file, ierr)
    call MPI_Type_vector(4, 1, size, MPI_INTEGER, filetype, ierr)
    call MPI_Type_commit(filetype, ierr)
    at = 4 * rank
    call MPI_File_set_view(file, at, MPI_INTEGER, filetype, 'native', MPI_INFO_NULL, ierr)
    own = (/ (10 * rank + i, i = 1, 4) /)
    call MPI_File_write_all(file, own, 4, MPI_INTEGER, status, ierr)
    call MPI_Get_count(status, MPI_INTEGER, n, ierr)
    if (n /= 4) print *, 'written', n
    call MPI_File_get_view(file, at, n, found, representation, ierr)
    if (at /= 4 * rank .or. n /= MPI_INTEGER .or. representation /= 'native') print *, 'view', at, n, representation
    at = 0
    call MPI_File_set_view(file, at, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL, ierr)
    call MPI_File_read_at(file, at, all, 16, MPI_INTEGER, status, ierr)
    if (any(all /= (/ ((10 * n + i, n = 0, 3), i = 1, 4) /))) print *, 'read', all
    call MPI_File_get_size(file, length, ierr)
    call MPI_File_get_amode(file, mode, ierr)
    if (length /= 64 .or. mode /= MPI_MODE_CREATE + MPI_MODE_RDWR) print *, 'size', length, 'mode', mode
    call MPI_File_create_errhandler(on_error, handler, ierr)
    call MPI_File_set_errhandler(file, handler, ierr)
    at = -1
    call MPI_File_seek(file, at, MPI_SEEK_SET, ierr)
    call MPI_File_close(file, ierr)
    if (file /= MPI_FILE_NULL) print *, 'open'
    call MPI_File_open(MPI_COMM_SELF, 'none', MPI_MODE_RDONLY, MPI_INFO_NULL, file, ierr)
    if (ierr /= MPI_ERR_NO_SUCH_FILE) print *, 'error', ierr
    call MPI_Register_datarep('mine', MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, on_error, at, ierr)
    if (ierr /= MPI_SUCCESS) print *, 'representation', ierr
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    begun = MPI_Wtime()
    if (rank == 0) then
      allocate(data(bytes))
      data = 'x'
      open(10, file='plain', access='stream', form='unformatted')
      write(10) data
      close(10)
      if (MPI_Wtime() - begun < bytes / 12.6d9) print *, 'too fast', MPI_Wtime() - begun
    end if
    print '(A, I0)', 'done ', rank
    call MPI_Finalize(ierr)
  end program
  subroutine on_error(file, code)
    use mpi
    integer :: file, code
    if (code /= MPI_ERR_ARG) print *, 'handled', file, code
  end subroutine
  )");
  EXPECT_THAT(printed(bench, "darumaf90 p.f90 -o p", 4), ElementsAre("done 0", "done 1", "done 2", "done 3"));
}

TEST(Fortran, WhatComesLaterIsSeen) {
  const Workbench bench;
  bench.write("p.f90", R"(subroutine exchange(rank)
  use mpi
  implicit none
  integer :: rank, win, group, other, ierr, room(8)
  integer(MPI_ADDRESS_KIND) :: size, at
  size = 32
  at = 0
  call MPI_Win_create(room, size, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Comm_group(MPI_COMM_WORLD, group, ierr)
  call MPI_Group_incl(group, 1, (/ 1 - rank /), other, ierr)
  room = rank
  if (rank == 0) then
    call MPI_Win_start(other, 0, win, ierr)
    call MPI_Put((/ 5 /), 1, MPI_INTEGER, 1, at, 1, MPI_INTEGER, win, ierr)
    call MPI_Win_complete(win, ierr)
  else
    call MPI_Win_post(other, 0, win, ierr)
    call MPI_Win_wait(win, ierr)
    if (room(1) /= 5) print *, 'posted', room
  end if
  call MPI_Win_free(win, ierr)
end subroutine
program p
  use mpi
  implicit none
  integer :: rank, size, ierr, comm, request, code, length
  character(len=MPI_MAX_ERROR_STRING) :: text
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call exchange(rank)
  call MPI_Comm_idup(MPI_COMM_WORLD, comm, request, ierr)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
  call MPI_Comm_size(comm, size, ierr)
  call MPI_Add_error_code(MPI_ERR_OTHER, code, ierr)
  call MPI_Add_error_string(code, 'our own', ierr)
  call MPI_Error_string(code, text, length, ierr)
  call MPI_Topo_test(comm, code, ierr)
  if (code == MPI_CART .or. code == MPI_GRAPH .or. code == MPI_DIST_GRAPH) print *, 'topology', code
  print '(2i2,1x,a)', rank, size, text(1:length)
  call MPI_Finalize(ierr)
end program
  )");
  EXPECT_THAT(printed(bench, "darumaf90 -O2 p.f90 -o p", 2), ElementsAre(" 0 2 our own", " 1 2 our own"));
}

TEST(Fortran, SurvivesADeath) {
  const Workbench bench;
  bench.write("p.f90", R"(program p
    use mpi
    integer :: rank, size, ierr, left
    call MPI_Init(ierr)
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call sleep(1)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    if (ierr == MPIX_ERR_PROC_FAILED) print '(a)', 'failed'
    call MPIX_Comm_revoke(MPI_COMM_WORLD, ierr)
    call MPIX_Comm_shrink(MPI_COMM_WORLD, left, ierr)
    call MPI_Comm_size(left, size, ierr)
    print '(i0)', size
    call MPI_Finalize(ierr)
  end program)");
  EXPECT_THAT(printed(bench, "darumaf90 p.f90 -o p", 3, "--kill 1@0.5s"),
              UnorderedElementsAre("2", "2", "failed", "failed"));
}

TEST(Fortran, StopEndsItsProcessOnly) {
  const Workbench bench;
  bench.write("p.f90", R"(program p
    use mpi
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Finalize(ierr)
    stop 3
  end program)");
  const Answer answer = bench.shell("darumaf90 p.f90 -o p && darumarun -np 2 ./p");
  EXPECT_EQ(answer.status, 1);
  EXPECT_THAT(answer.err, HasSubstr("ended with exit status 3"));
}

TEST(Fortran, ServesCMakesFindMpi) {
  const Workbench bench;
  bench.write("p.f90", R"(program p
    use mpi
    integer :: rank, ierr
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    print '(a, i0)', 'rank ', rank
    call MPI_Finalize(ierr)
  end program)");
  bench.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.16)\nproject(p Fortran)\nfind_package(MPI REQUIRED)\n"
                                "add_executable(p p.f90)\ntarget_link_libraries(p MPI::MPI_Fortran)\n");
  const Answer built =
      bench.shell("cmake -G Ninja -S . -B b -DMPI_Fortran_COMPILER=$(command -v darumaf90) 1>&2 && ninja -C b 1>&2");
  ASSERT_EQ(built.status, 0) << built.err;
  EXPECT_THAT(bench.shell("darumarun -np 2 b/p").out, HasSubstr("rank 1\n"));
  EXPECT_EQ(bench.shell("darumaf90 -showme:libs").out, "daruma_fortran daruma_mpi\n");
}

/// CMake gives a program in C++ what a shared library in Fortran was linked with, but nothing that gfortran links by
/// itself.
TEST(Fortran, ServesProgramsInCppThroughCMakesFindMpi) {
  const Workbench bench;
  bench.write("work.f90", R"(subroutine work(communicator, sum) bind(c)
    use mpi_f08
    use, intrinsic :: iso_c_binding, only: c_int
    integer(c_int), value :: communicator
    integer(c_int) :: sum
    type(MPI_Comm) :: comm
    comm%MPI_VAL = communicator
    call MPI_Allreduce(MPI_IN_PLACE, sum, 1, MPI_INTEGER, MPI_SUM, comm)
  end subroutine)");
  bench.write("main.cpp", R"(
    #include <mpi.h>
    #include <cstdio>
    extern "C" void work(MPI_Fint communicator, int* sum);
    int main(int argc, char** argv) {
      MPI_Init(&argc, &argv);
      int sum = 1;
      work(MPI_Comm_c2f(MPI_COMM_WORLD), &sum);
      std::printf("sum %d\n", sum);
      MPI_Finalize();
    })");
  bench.write("CMakeLists.txt", R"(
    cmake_minimum_required(VERSION 3.16)
    project(p CXX Fortran)
    find_package(MPI REQUIRED)
    add_library(work SHARED work.f90)
    target_link_libraries(work PUBLIC MPI::MPI_Fortran)
    add_executable(p main.cpp)
    target_link_libraries(p work MPI::MPI_CXX))");
  const Answer built = bench.shell("cmake -G Ninja -S . -B b -DMPI_CXX_COMPILER=$(command -v darumac++) "
                                   "-DMPI_Fortran_COMPILER=$(command -v darumaf90) 1>&2 && ninja -C b 1>&2");
  ASSERT_EQ(built.status, 0) << built.err;
  EXPECT_EQ(bench.shell("darumarun -np 2 b/p").out, "sum 2\nsum 2\n");
}

TEST(Fortran, IsCompiledForSimulation) {
  const Workbench bench;
  bench.write("p.f90", "end");
  EXPECT_THAT(bench.shell("darumaf90 --on openmpi p.f90").err, HasSubstr("mpifort"));
  EXPECT_THAT(bench.shell("darumaf90 -static-libgfortran p.f90").err, HasSubstr("leave -static-libgfortran out"));
  EXPECT_THAT(bench.shell("darumaf90 p.f90 -o p").err, Not(HasSubstr("warning")));
}

} // namespace
} // namespace daruma::hosting::test
