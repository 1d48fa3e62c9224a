/* What the programs of this folder share: names of outcomes, lines to compare, and deaths at a defined point. No clock
   decides anything: who dies has heard from all others before, and who is to know of it asks the dead. */
#ifndef OUTCOMES_H
#define OUTCOMES_H

#include <mpi.h>

#include <mpi-ext.h> /* needs what mpi.h declares */

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { ready_tag = 7701, talk_tag = 7702, silence_tag = 7703 };

static int rank, size; /* in MPI_COMM_WORLD */

static inline void begin(int* argc, char*** argv) {
  MPI_Init(argc, argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
}

static inline const char* name_of(int code) {
  int error_class = MPI_SUCCESS;
  if (code == MPI_SUCCESS) return "SUCCESS";
  MPI_Error_class(code, &error_class);
  if (error_class == MPIX_ERR_PROC_FAILED) return "PROC_FAILED";
  if (error_class == MPIX_ERR_PROC_FAILED_PENDING) return "PROC_FAILED_PENDING";
  if (error_class == MPIX_ERR_REVOKED) return "REVOKED";
  if (error_class == MPI_ERR_IN_STATUS) return "IN_STATUS";
  if (error_class == MPI_ERR_PENDING) return "PENDING";
  return "another error";
}

/* A line of the statement; the mark tells it from what an MPI library prints of its own accord. */
static inline void line(const char* format, ...) {
  char text[256];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  printf("> %s\n", text);
}

/* One line: "receive PROC_FAILED". */
static inline void say(const char* what, int code) { line("%s %s", what, name_of(code)); }
static inline void count(const char* what, int number) { line("%s %d", what, number); }

/* The process of rank `victim` dies once all others are up. */
static inline void let_die(int victim) {
  int nothing = 0;
  if (rank != victim) {
    MPI_Send(&nothing, 1, MPI_INT, victim, ready_tag, MPI_COMM_WORLD);
    return;
  }
  for (int other = 0; other < size; ++other)
    if (other != victim) MPI_Recv(&nothing, 1, MPI_INT, other, ready_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  raise(SIGKILL);
}

/* Returns once this process knows that rank `dead` of `comm` has failed: a message that was never sent. */
static inline int notice(int dead, MPI_Comm comm) {
  int nothing = 0;
  return MPI_Recv(&nothing, 1, MPI_INT, dead, silence_tag, comm, MPI_STATUS_IGNORE);
}

/* A small message from one rank of `comm` to another. */
static inline int talk(int from, int to, MPI_Comm comm) {
  int me = 0;
  int word = 5;
  MPI_Comm_rank(comm, &me);
  if (me == from) return MPI_Send(&word, 1, MPI_INT, to, talk_tag, comm);
  if (me == to) return MPI_Recv(&word, 1, MPI_INT, from, talk_tag, comm, MPI_STATUS_IGNORE);
  return MPI_SUCCESS;
}

static inline int size_of(MPI_Comm comm) {
  int number = 0;
  MPI_Comm_size(comm, &number);
  return number;
}

static inline int rank_in(MPI_Comm comm) {
  int number = 0;
  MPI_Comm_rank(comm, &number);
  return number;
}

/* One line: "failed 1 3", the ranks in `comm` of the group's members, which is freed. */
static inline void list(const char* what, MPI_Group group, MPI_Comm comm) {
  MPI_Group all = MPI_GROUP_NULL;
  char text[256];
  int members = 0;
  int used = 0;
  MPI_Comm_group(comm, &all);
  MPI_Group_size(group, &members);
  used = snprintf(text, sizeof text, "%s", what);
  for (int i = 0; i < members; ++i) {
    int there = 0;
    MPI_Group_translate_ranks(group, 1, &i, all, &there);
    used += snprintf(text + used, sizeof text - used, " %d", there);
  }
  line("%s", text);
  if (group != MPI_GROUP_EMPTY) MPI_Group_free(&group);
  MPI_Group_free(&all);
}

#endif
