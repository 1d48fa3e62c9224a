subroutine MPI_Sizeof(x, size, ierror) bind(C, name="MPI_Sizeof_f08ts")
type(*), dimension(..), intent(in) :: x
integer, intent(out) :: size
integer, optional, intent(out) :: ierror
end subroutine
