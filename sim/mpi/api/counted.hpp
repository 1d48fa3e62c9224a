// Defines the calls of the file that DARUMA_COUNTED_CALLS names, with counts of ints as MPI has had them ever, and
// again with large counts under their names with _c (MPI 4.0, section 2.5.8). In that file
//   CALL(MPI_X)    is the call's name
//   COUNT          counts elements: int, MPI_Count
//   DISPLACEMENT   is one in elements, or in bytes of collectives: int, MPI_Aint
//   BYTES          is one in bytes, or an extent: MPI_Aint, MPI_Count
// Included inside of daruma::mpi, and for each such file again.

#define CALL(name) name
#define COUNT int
#define DISPLACEMENT int
#define BYTES MPI_Aint
#include DARUMA_COUNTED_CALLS
#undef CALL
#undef COUNT
#undef DISPLACEMENT
#undef BYTES

#define CALL(name) name##_c
#define COUNT MPI_Count
#define DISPLACEMENT MPI_Aint
#define BYTES MPI_Count
#include DARUMA_COUNTED_CALLS
#undef CALL
#undef COUNT
#undef DISPLACEMENT
#undef BYTES

#undef DARUMA_COUNTED_CALLS
