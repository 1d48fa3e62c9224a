/* What Fortran's parameters are in C. Linked into the program, so that its commons are at hand. */
#ifndef DARUMA_FORTRAN_H
#define DARUMA_FORTRAN_H

#include <daruma-follow.h>
#include <mpi-ext.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { longest_text = 4096 };

/* The commons of mpif.h, by whose addresses Fortran knows these. */
extern MPI_Fint daruma_bottom_, daruma_in_place_;
extern MPI_Fint daruma_errcodes_ignore_, daruma_unweighted_, daruma_weights_empty_;
extern char daruma_argv_null_, daruma_argvs_null_;

static inline int is_in_place(void* address) { return address == &daruma_in_place_; }

static inline void* buffer_at(void* address) {
  return address == &daruma_bottom_ ? MPI_BOTTOM : is_in_place(address) ? MPI_IN_PLACE : address;
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

/* Programs that use mpi_f08 may leave it out. */
static inline void report(MPI_Fint* ierror, int error) {
  if (ierror) *ierror = error;
}

/* To be freed. */
static inline void* room_for(int count, size_t size) {
  void* const room = calloc((size_t)(count > 0 ? count : 0) + 1, size);
  if (!room) abort();
  return room;
}

/* A copy without the blanks behind it, to be freed. */
static inline char* word_of(const char* text, size_t length) {
  while (length > 0 && text[length - 1] == ' ') --length;
  char* const copy = room_for(1, length);
  memcpy(copy, text, length);
  return copy;
}

/* A copy without the blanks around it, to be freed. */
static inline char* text_of(const char* text, size_t length) {
  while (length > 0 && *text == ' ') ++text, --length;
  return word_of(text, length);
}

static inline void give_text(const char* text, char* to, size_t length) {
  const size_t given = strnlen(text, length);
  memcpy(to, text, given);
  memset(to + given, ' ', length - given);
}

/* To be freed. */
static inline MPI_Datatype* types_of(const MPI_Fint* numbers, int count) {
  MPI_Datatype* const all = room_for(count, sizeof *all);
  for (int i = 0; i < count; ++i) all[i] = MPI_Type_f2c(numbers[i]);
  return all;
}

/* How many members the other side has. */
int peers_of(MPI_Fint comm);
/* How many neighbors send to this process, and how many it sends to. */
int neighbors_before(MPI_Fint comm);
int neighbors_behind(MPI_Fint comm);

/* A handle that a request gives when it is complete. */
struct Promise {
  void* handle;
  MPI_Fint* number;
};
struct Promise* promise_at(MPI_Fint* number);
void keep_with(struct Promise*, MPI_Request);

#endif
