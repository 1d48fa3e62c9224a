/* Buffers as mpi_f08 describes them (TS 29113), whose elements may lie apart: a(1:9:2), or a row of a matrix. C's calls
   know an address only. They get that of a copy which is made before the call and goes back after its end, or after the
   end of what it began; or a datatype that says where the elements are. So MPI_SUBARRAYS_SUPPORTED is true. */
#ifndef DARUMA_SECTIONS_H
#define DARUMA_SECTIONS_H

#include <ISO_Fortran_binding.h>
#include <mpi.h>
#include <stddef.h>

enum Use { for_reading, for_writing };

/* The copies of a call. */
struct Loan;

/* Where the elements lie together: the section's own, or a copy's, which is then another of the loans. */
void* lend(struct Loan** loans, const CFI_cdesc_t* section, enum Use use);
/* The call is over. */
void end_loans(struct Loan* loans);
/* The call began what the request stands for; if that is MPI_REQUEST_NULL it began nothing. */
void end_loans_with(struct Loan* loans, MPI_Request request);

/* Elements of a section by a datatype. */
struct Elements {
  void* address;
  MPI_Count count;
  MPI_Datatype type;
  int is_made; /* the datatype, for this */
};

/* As many as `count` of `type` are where they lie together. The datatype is MPI_DATATYPE_NULL where one of the
   section's elements is not a number of the type's. */
struct Elements elements_of(const CFI_cdesc_t* section, MPI_Count count, MPI_Datatype type);
void forget(struct Elements* elements);

#endif
