! What the module mpi_f08 has for attributes of a kind of handle, MPI_HANDLE, in calls named by Kind, where it is called
! OBJECT, and PREFIX in the names of other parameters.
abstract interface
subroutine MPI_Kind_copy_attr_function(oldPREFIX, PREFIX_keyval, extra_state, attribute_val_in, attribute_val_out, &
flag, ierror)
import
type(MPI_HANDLE) :: oldPREFIX
integer :: PREFIX_keyval, ierror
integer(MPI_ADDRESS_KIND) :: extra_state, attribute_val_in, attribute_val_out
logical :: flag
end subroutine
subroutine MPI_Kind_delete_attr_function(OBJECT, PREFIX_keyval, attribute_val, extra_state, ierror)
import
type(MPI_HANDLE) :: OBJECT
integer :: PREFIX_keyval, ierror
integer(MPI_ADDRESS_KIND) :: attribute_val, extra_state
end subroutine
end interface
procedure(MPI_Kind_copy_attr_function) :: MPI_Kind_DUP_FN, MPI_Kind_NULL_COPY_FN
procedure(MPI_Kind_delete_attr_function) :: MPI_Kind_NULL_DELETE_FN
interface
subroutine MPI_Kind_create_keyval(PREFIX_copy_attr_fn, PREFIX_delete_attr_fn, PREFIX_keyval, extra_state, ierror)
import
procedure(MPI_Kind_copy_attr_function) :: PREFIX_copy_attr_fn
procedure(MPI_Kind_delete_attr_function) :: PREFIX_delete_attr_fn
integer, intent(out) :: PREFIX_keyval
integer(MPI_ADDRESS_KIND), intent(in) :: extra_state
integer, optional, intent(out) :: ierror
end subroutine
subroutine MPI_Kind_get_attr(OBJECT, PREFIX_keyval, attribute_val, flag, ierror)
import
type(MPI_HANDLE), intent(in) :: OBJECT
integer, intent(in) :: PREFIX_keyval
integer(MPI_ADDRESS_KIND), intent(out) :: attribute_val
logical, intent(out) :: flag
integer, optional, intent(out) :: ierror
end subroutine
subroutine MPI_Kind_set_attr(OBJECT, PREFIX_keyval, attribute_val, ierror)
import
type(MPI_HANDLE), intent(in) :: OBJECT
integer, intent(in) :: PREFIX_keyval
integer(MPI_ADDRESS_KIND), intent(in) :: attribute_val
integer, optional, intent(out) :: ierror
end subroutine
end interface
