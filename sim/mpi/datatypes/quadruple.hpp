// IEEE 754's numbers of four words: Fortran's real(16), which C++ has by another name than `long double`.
#pragma once

namespace daruma::mpi {

__extension__ using Quadruple = __float128;
__extension__ using LongestInteger = __int128; ///< Fortran's integer(16)

} // namespace daruma::mpi
