! What the module mpi_f08 has for error handlers of a kind of handle, Kind, whose parameter is called OBJECT.
abstract interface
subroutine MPI_Kind_errhandler_function(OBJECT, error_code)
import
type(MPI_Kind) :: OBJECT
integer :: error_code
end subroutine
end interface
interface
subroutine MPI_Kind_create_errhandler(OBJECT_errhandler_fn, errhandler, ierror)
import
procedure(MPI_Kind_errhandler_function) :: OBJECT_errhandler_fn
type(MPI_Errhandler), intent(out) :: errhandler
integer, optional, intent(out) :: ierror
end subroutine
end interface
