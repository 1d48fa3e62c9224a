/* Writes mpif.h, which is read in fixed and in free form: numbers as mpi.h has them (names.h, which build.sh makes of
   it, lists them), handles by predefined.def. */
#include <mpi-ext.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static void integer(const char* name, int value) {
  printf("      integer %s\n      parameter (%s=%d)\n", name, name, value);
}

/* Texts of Fortran's have no byte that ends them; a displacement is an offset. */
static void constant(const char* name, int value) {
  if (strcmp(name, "MPI_DISPLACEMENT_CURRENT") == 0)
    printf("      integer*8 %s\n      parameter (%s=%d)\n", name, name, value);
  else
    integer(name, strncmp(name, "MPI_MAX_", 8) == 0 ? value - 1 : value);
}

static void null_handles(void) {
  static const char* const kinds[] = {"COMM",    "ERRHANDLER", "FILE",    "GROUP",   "INFO",
                                      "MESSAGE", "OP",         "REQUEST", "SESSION", "WIN"};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i)
    printf("      integer MPI_%s_NULL\n      parameter (MPI_%s_NULL=0)\n", kinds[i], kinds[i]);
}

int main(void) {
  int number = 0;
#define NAME(name) constant(#name, name);
#include NAMES // a line for each constant
  null_handles();
#define HANDLE(kind, name) integer(#name, ++number);
#include "sim/mpi/fortran/predefined.def"
  integer("MPI_STATUS_SIZE", sizeof(MPI_Status) / sizeof(MPI_Fint));
  integer("MPI_SOURCE", offsetof(MPI_Status, MPI_SOURCE) / sizeof(MPI_Fint) + 1);
  integer("MPI_TAG", offsetof(MPI_Status, MPI_TAG) / sizeof(MPI_Fint) + 1);
  integer("MPI_ERROR", offsetof(MPI_Status, MPI_ERROR) / sizeof(MPI_Fint) + 1);
  integer("MPI_ADDRESS_KIND", sizeof(MPI_Aint));
  integer("MPI_OFFSET_KIND", sizeof(MPI_Offset));
  integer("MPI_COUNT_KIND", sizeof(MPI_Count));
  integer("MPI_INTEGER_KIND", sizeof(MPI_Fint));
  fputs("      logical MPI_SUBARRAYS_SUPPORTED\n"
        "      parameter (MPI_SUBARRAYS_SUPPORTED=.false.)\n"
        "      logical MPI_ASYNC_PROTECTS_NONBLOCKING\n"
        "      parameter (MPI_ASYNC_PROTECTS_NONBLOCKING=.false.)\n"
        "      integer MPI_BOTTOM, MPI_IN_PLACE\n"
        "      common /daruma_bottom/ MPI_BOTTOM\n"
        "      common /daruma_in_place/ MPI_IN_PLACE\n"
        "      integer MPI_STATUS_IGNORE(MPI_STATUS_SIZE)\n"
        "      common /daruma_status_ignore/ MPI_STATUS_IGNORE\n"
        "      integer MPI_STATUSES_IGNORE(MPI_STATUS_SIZE,1)\n"
        "      common /daruma_statuses_ignore/ MPI_STATUSES_IGNORE\n"
        "      integer MPI_ERRCODES_IGNORE(1)\n"
        "      common /daruma_errcodes_ignore/ MPI_ERRCODES_IGNORE\n"
        "      integer MPI_UNWEIGHTED(1), MPI_WEIGHTS_EMPTY(1)\n"
        "      common /daruma_unweighted/ MPI_UNWEIGHTED\n"
        "      common /daruma_weights_empty/ MPI_WEIGHTS_EMPTY\n"
        "      character*1 MPI_ARGV_NULL(1), MPI_ARGVS_NULL(1,1)\n"
        "      common /daruma_argv_null/ MPI_ARGV_NULL\n"
        "      common /daruma_argvs_null/ MPI_ARGVS_NULL\n"
        "      double precision MPI_WTIME, MPI_WTICK\n"
        "      external MPI_WTIME, MPI_WTICK\n"
        "      integer*8 MPI_AINT_ADD, MPI_AINT_DIFF\n"
        "      external MPI_AINT_ADD, MPI_AINT_DIFF\n"
        "      external MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, MPI_DUP_FN\n"
        "      external MPI_CONVERSION_FN_NULL\n"
        "      external MPI_COMM_NULL_COPY_FN, MPI_COMM_DUP_FN\n"
        "      external MPI_COMM_NULL_DELETE_FN\n"
        "      external MPI_TYPE_NULL_COPY_FN, MPI_TYPE_DUP_FN\n"
        "      external MPI_TYPE_NULL_DELETE_FN\n"
        "      external MPI_WIN_NULL_COPY_FN, MPI_WIN_DUP_FN\n"
        "      external MPI_WIN_NULL_DELETE_FN\n",
        stdout);
  return 0;
}
