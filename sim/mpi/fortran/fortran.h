/* What Fortran's parameters are in C. Linked into the program, so that its commons are at hand. */
#ifndef DARUMA_FORTRAN_H
#define DARUMA_FORTRAN_H

#include <mpi-ext.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { longest_text = 4096 };

/* The commons of mpif.h, by whose addresses Fortran knows these. */
extern MPI_Fint daruma_bottom_, daruma_in_place_, daruma_status_ignore_[], daruma_statuses_ignore_[];
extern MPI_Fint daruma_errcodes_ignore_, daruma_unweighted_, daruma_weights_empty_;
extern char daruma_argv_null_, daruma_argvs_null_;

static inline void* buffer_at(void* address) {
  return address == &daruma_bottom_ ? MPI_BOTTOM : address == &daruma_in_place_ ? MPI_IN_PLACE : address;
}

static inline int* weights_or_numbers(int* numbers) {
  return numbers == &daruma_unweighted_        ? MPI_UNWEIGHTED
         : numbers == &daruma_weights_empty_   ? MPI_WEIGHTS_EMPTY
         : numbers == &daruma_errcodes_ignore_ ? MPI_ERRCODES_IGNORE
                                               : numbers;
}

static inline MPI_Status* status_at(MPI_Fint* status) {
  return status == daruma_status_ignore_     ? MPI_STATUS_IGNORE
         : status == daruma_statuses_ignore_ ? MPI_STATUSES_IGNORE
                                             : (MPI_Status*)(void*)status;
}

/* A copy without the blanks around it, to be freed. */
static inline char* text_of(const char* text, size_t length) {
  while (length > 0 && text[length - 1] == ' ') --length;
  while (length > 0 && *text == ' ') ++text, --length;
  char* const copy = calloc(length + 1, 1);
  if (!copy) abort();
  memcpy(copy, text, length);
  return copy;
}

static inline void give_text(const char* text, char* to, size_t length) {
  const size_t given = strnlen(text, length);
  memcpy(to, text, given);
  memset(to + given, ' ', length - given);
}

#endif
