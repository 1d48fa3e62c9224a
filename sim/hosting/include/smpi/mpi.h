/* SMPI's own name for <mpi.h>. */
#include <smpi/smpi.h>
