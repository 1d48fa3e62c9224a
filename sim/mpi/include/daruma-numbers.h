/* For bindings of MPI for other languages, in which an attribute's value is a number: C sees a pointer to it (MPI 3.1,
   section 17.2.7). */
#ifndef DARUMA_NUMBERS_H
#define DARUMA_NUMBERS_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A pointer to the number, for an attribute to be set to or for a copy function to give. It is gone with the last
   attribute that has it. */
void* daruma_number(MPI_Aint number);

/* Whether an attribute's value is such a pointer. */
int daruma_is_number(const void* value);

#ifdef __cplusplus
}
#endif

#endif
