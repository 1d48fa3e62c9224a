! What of the module mpi_f08 cannot be said by mpi.h: who calls back, texts in arrays, functions.
abstract interface
subroutine MPI_User_function(invec, inoutvec, len, datatype)
import
type(c_ptr), value :: invec, inoutvec
integer :: len
type(MPI_Datatype) :: datatype
end subroutine
subroutine MPI_User_function_c(invec, inoutvec, len, datatype)
import
type(c_ptr), value :: invec, inoutvec
integer(MPI_COUNT_KIND) :: len
type(MPI_Datatype) :: datatype
end subroutine
subroutine MPI_Grequest_query_function(extra_state, status, ierror)
import
integer(MPI_ADDRESS_KIND) :: extra_state
type(MPI_Status) :: status
integer :: ierror
end subroutine
subroutine MPI_Grequest_free_function(extra_state, ierror)
import
integer(MPI_ADDRESS_KIND) :: extra_state
integer :: ierror
end subroutine
subroutine MPI_Grequest_cancel_function(extra_state, complete, ierror)
import
integer(MPI_ADDRESS_KIND) :: extra_state
logical :: complete
integer :: ierror
end subroutine
subroutine MPI_Datarep_extent_function(datatype, extent, extra_state, ierror)
import
type(MPI_Datatype) :: datatype
integer(MPI_ADDRESS_KIND) :: extent, extra_state
integer :: ierror
end subroutine
subroutine MPI_Datarep_conversion_function(userbuf, datatype, count, filebuf, position, extra_state, ierror)
import
type(c_ptr), value :: userbuf, filebuf
type(MPI_Datatype) :: datatype
integer :: count, ierror
integer(MPI_OFFSET_KIND) :: position
integer(MPI_ADDRESS_KIND) :: extra_state
end subroutine
subroutine MPI_Datarep_conversion_function_c(userbuf, datatype, count, filebuf, position, extra_state, ierror)
import
type(c_ptr), value :: userbuf, filebuf
type(MPI_Datatype) :: datatype
integer(MPI_COUNT_KIND) :: count
integer(MPI_OFFSET_KIND) :: position
integer(MPI_ADDRESS_KIND) :: extra_state
integer :: ierror
end subroutine
end interface

procedure(MPI_Datarep_conversion_function) :: MPI_CONVERSION_FN_NULL
procedure(MPI_Datarep_conversion_function_c) :: MPI_CONVERSION_FN_NULL_C

interface
subroutine MPI_Init(ierror)
integer, optional, intent(out) :: ierror
end subroutine
subroutine MPI_Init_thread(required, provided, ierror)
integer, intent(in) :: required
integer, intent(out) :: provided
integer, optional, intent(out) :: ierror
end subroutine
subroutine MPI_Pcontrol(level)
integer, intent(in) :: level
end subroutine
double precision function MPI_Wtime()
end function
double precision function MPI_Wtick()
end function
integer(MPI_ADDRESS_KIND) function MPI_Aint_add(base, disp)
import
integer(MPI_ADDRESS_KIND), intent(in) :: base, disp
end function
integer(MPI_ADDRESS_KIND) function MPI_Aint_diff(addr1, addr2)
import
integer(MPI_ADDRESS_KIND), intent(in) :: addr1, addr2
end function
subroutine MPI_F_sync_reg(buf) bind(C, name="MPI_F_sync_reg_f08ts")
type(*), dimension(..) :: buf
end subroutine
subroutine MPI_Status_f2f08(f_status, f08_status, ierror)
import
integer, intent(in) :: f_status(MPI_STATUS_SIZE)
type(MPI_Status), intent(out) :: f08_status
integer, optional, intent(out) :: ierror
end subroutine
subroutine MPI_Status_f082f(f08_status, f_status, ierror)
import
type(MPI_Status), intent(in) :: f08_status
integer, intent(out) :: f_status(MPI_STATUS_SIZE)
integer, optional, intent(out) :: ierror
end subroutine
subroutine MPI_Op_create(user_fn, commute, op, ierror)
import
procedure(MPI_User_function) :: user_fn
logical, intent(in) :: commute
type(MPI_Op), intent(out) :: op
integer, optional, intent(out) :: ierror
end subroutine
subroutine MPI_Op_create_c(user_fn, commute, op, ierror)
import
procedure(MPI_User_function_c) :: user_fn
logical, intent(in) :: commute
type(MPI_Op), intent(out) :: op
integer, optional, intent(out) :: ierror
end subroutine
subroutine MPI_Grequest_start(query_fn, free_fn, cancel_fn, extra_state, request, ierror)
import
procedure(MPI_Grequest_query_function) :: query_fn
procedure(MPI_Grequest_free_function) :: free_fn
procedure(MPI_Grequest_cancel_function) :: cancel_fn
integer(MPI_ADDRESS_KIND), target, intent(in) :: extra_state
type(MPI_Request), intent(out) :: request
integer, optional, intent(out) :: ierror
end subroutine
subroutine MPI_Register_datarep(datarep, read_conversion_fn, write_conversion_fn, dtype_file_extent_fn, extra_state, &
ierror)
import
character(len=*), intent(in) :: datarep
procedure(MPI_Datarep_conversion_function) :: read_conversion_fn, write_conversion_fn
procedure(MPI_Datarep_extent_function) :: dtype_file_extent_fn
integer(MPI_ADDRESS_KIND), intent(in) :: extra_state
integer, optional, intent(out) :: ierror
end subroutine
subroutine MPI_Register_datarep_c(datarep, read_conversion_fn, write_conversion_fn, dtype_file_extent_fn, extra_state, &
ierror)
import
character(len=*), intent(in) :: datarep
procedure(MPI_Datarep_conversion_function_c) :: read_conversion_fn, write_conversion_fn
procedure(MPI_Datarep_extent_function) :: dtype_file_extent_fn
integer(MPI_ADDRESS_KIND), intent(in) :: extra_state
integer, optional, intent(out) :: ierror
end subroutine
subroutine MPI_Info_create_env(info, ierror)
import
type(MPI_Info), intent(out) :: info
integer, optional, intent(out) :: ierror
end subroutine
subroutine MPI_Comm_spawn(command, argv, maxprocs, info, root, comm, intercomm, array_of_errcodes, ierror)
import
character(len=*), intent(in) :: command, argv(*)
integer, intent(in) :: maxprocs, root
type(MPI_Info), intent(in) :: info
type(MPI_Comm), intent(in) :: comm
type(MPI_Comm), intent(out) :: intercomm
integer :: array_of_errcodes(*)
integer, optional, intent(out) :: ierror
end subroutine
subroutine MPI_Comm_spawn_multiple(count, array_of_commands, array_of_argv, array_of_maxprocs, array_of_info, root, &
comm, intercomm, array_of_errcodes, ierror)
import
integer, intent(in) :: count, array_of_maxprocs(*), root
character(len=*), intent(in) :: array_of_commands(*), array_of_argv(count, *)
type(MPI_Info), intent(in) :: array_of_info(*)
type(MPI_Comm), intent(in) :: comm
type(MPI_Comm), intent(out) :: intercomm
integer :: array_of_errcodes(*)
integer, optional, intent(out) :: ierror
end subroutine
end interface
