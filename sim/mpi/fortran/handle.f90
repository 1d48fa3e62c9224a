! What the module mpi_f08 has for each kind of handle, Kind.
type, bind(C) :: MPI_Kind
integer :: MPI_VAL
end type
interface operator(==)
pure logical function daruma_same_Kind(a, b) bind(C, name="daruma_are_same")
import
type(MPI_Kind), intent(in) :: a, b
end function
end interface
interface operator(/=)
pure logical function daruma_different_Kind(a, b) bind(C, name="daruma_are_different")
import
type(MPI_Kind), intent(in) :: a, b
end function
end interface
private :: daruma_same_Kind, daruma_different_Kind
