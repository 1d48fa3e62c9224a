/* What MPI_Get_library_version says, in a simulation and outside of one. */
#ifndef DARUMA_VERSION_H
#define DARUMA_VERSION_H

#define DARUMA_LIBRARY_VERSION "Daruma: a simulated MPI"

#endif
