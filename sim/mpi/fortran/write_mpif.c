/* Writes mpif.h, which is read in fixed and in free form: numbers as mpi.h has them (names.h, which build.sh makes of
   it, lists them), handles by predefined.def. Called with a word, it writes instead what the module mpi_f08 takes from
   the module mpi, "uses", or its own "handles" and statuses. */
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

/* Whose null handle is 0. */
static const char* const kinds[] = {"COMM",    "ERRHANDLER", "FILE",    "GROUP",   "INFO",
                                    "MESSAGE", "OP",         "REQUEST", "SESSION", "WIN"};

static void null_handles(void) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i)
    printf("      integer MPI_%s_NULL\n      parameter (MPI_%s_NULL=0)\n", kinds[i], kinds[i]);
}

/* --- The module mpi_f08 */

static void use(const char* name) { printf("use mpi, only: %s\n", name); }

static void write_uses(void) {
#define NAME(name) use(#name);
#include NAMES
#undef NAME
  static const char* const others[] = {
      "MPI_STATUS_SIZE",     "MPI_SOURCE",     "MPI_TAG",           "MPI_ERROR",     "MPI_ADDRESS_KIND",
      "MPI_OFFSET_KIND",     "MPI_COUNT_KIND", "MPI_INTEGER_KIND",  "MPI_BOTTOM",    "MPI_IN_PLACE",
      "MPI_ERRCODES_IGNORE", "MPI_UNWEIGHTED", "MPI_WEIGHTS_EMPTY", "MPI_ARGV_NULL", "MPI_ARGVS_NULL"};
  for (size_t i = 0; i < sizeof others / sizeof *others; ++i) use(others[i]);
}

static void handle(const char* kind, const char* name, int number) {
  printf("type(MPI_%s), parameter :: %s = MPI_%s(%d)\n", kind, name, kind, number);
}

static void write_status(void) {
  static const struct {
    size_t at;
    const char* name;
  } fields[] = {{offsetof(MPI_Status, MPI_SOURCE), "MPI_SOURCE"},
                {offsetof(MPI_Status, MPI_TAG), "MPI_TAG"},
                {offsetof(MPI_Status, MPI_ERROR), "MPI_ERROR"}};
  puts("type, bind(C) :: MPI_Status");
  for (size_t at = 0; at < sizeof(MPI_Status); at += sizeof(MPI_Fint)) {
    const char* name = NULL;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; ++i)
      if (fields[i].at == at) name = fields[i].name;
    name ? printf("integer :: %s\n", name) : printf("integer, private :: internal_%d\n", (int)at);
  }
  puts("end type\n"
       "type(MPI_Status) :: MPI_STATUS_IGNORE, MPI_STATUSES_IGNORE(1)\n"
       "common /daruma_status_ignore/ MPI_STATUS_IGNORE\n"
       "common /daruma_statuses_ignore/ MPI_STATUSES_IGNORE");
}

static void write_handles(void) {
  int number = 0;
  write_status();
#define HANDLE(kind, name) handle(#kind, #name, ++number);
#include "sim/mpi/fortran/predefined.def"
#undef HANDLE
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i)
    printf("type(MPI_%s), parameter :: MPI_%s_NULL = MPI_%s(0)\n", kinds[i], kinds[i], kinds[i]);
  puts("logical, parameter :: MPI_SUBARRAYS_SUPPORTED = .true., MPI_ASYNC_PROTECTS_NONBLOCKING = .true.");
}

/* --- mpif.h */

static void write_mpif(void) {
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
        "      double precision PMPI_WTIME, PMPI_WTICK\n"
        "      external PMPI_WTIME, PMPI_WTICK\n"
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
}

int main(int count, char** words) {
  if (count < 2)
    write_mpif();
  else if (strcmp(words[1], "uses") == 0)
    write_uses();
  else
    write_handles();
  return 0;
}
