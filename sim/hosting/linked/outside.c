/* What a program for simulation meets when it is started as an ordinary one: it runs until it calls MPI_Init, or what
   needs it, and is told how to go on. Tests that build systems run (whether what the compiler makes can be executed)
   call no MPI, or what may be called before. Where a wrapper of darumarun's has started it, it does not run at all, and
   says instead what is to be simulated. */
#define _GNU_SOURCE
#include "sim/hosting/linked/wrapped_start.h"

#include <daruma-version.h>
#include <errno.h>
#include <limits.h>
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* A program that is linked as an executable (-pie) shows the simulator only what a library asks for: where main is. */
extern const void* const daruma_main __attribute__((weak));
const void* const* daruma_asks_for_main(void);
const void* const* daruma_asks_for_main(void) { return &daruma_main; }

/* A connection to the socket of that name; -1 if nobody is there. */
static int connected(const char* name, size_t length) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  memcpy(address.sun_path + 1, name, length); /* what begins with a null is no file */
  const int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length);
  return connect(made, (const struct sockaddr*)&address, size) == 0 ? made : -1;
}

static void tell(const char* text, FILE* launcher) { fwrite(text, 1, strlen(text) + 1, launcher); }

static void tell_start(struct daruma_wrapped_start start, char** words, char** variables, FILE* launcher) {
  char file[PATH_MAX] = "", folder[PATH_MAX] = "";
  start.mask = umask(0);
  for (int i = 0; i < 3; ++i) {
    struct stat stream;
    if (fstat(i, &stream) != 0) continue;
    start.streams[i].device = stream.st_dev;
    start.streams[i].file = stream.st_ino;
  }
  fwrite(&start, sizeof start, 1, launcher);
  if (readlink("/proc/self/exe", file, sizeof file - 1) > 0) tell(file, launcher);
  tell(getcwd(folder, sizeof folder) ? folder : "", launcher);
  for (; *words; ++words) tell(*words, launcher);
  for (; *variables; ++variables) tell(*variables, launcher);
  fflush(launcher);
}

/* Null if there is none of that name. */
static const char* value_of(const char* name, char** variables) {
  const size_t length = strlen(name);
  for (; *variables; ++variables)
    if (strncmp(*variables, name, length) == 0 && (*variables)[length] == '=') return *variables + length + 1;
  return NULL;
}

/* What the program itself keeps of its process, its environment and its streams, does not work so early. Who has this
   library without being a program for simulation, as a wrapper with a tool of LD_PRELOAD's, runs as it is. */
__attribute__((constructor)) static void begin_for_launcher(int count, char** words, char** variables) {
  const char* const wrapped = &daruma_main ? value_of(DARUMA_WRAPPED, variables) : NULL;
  const char* const end = wrapped ? strrchr(wrapped, ':') : NULL;
  if (!end) return;
  const int connection = connected(wrapped, (size_t)(end - wrapped));
  unsigned char status = 2;
  if (connection >= 0) {
    FILE* const launcher = fdopen(connection, "w");
    tell_start((struct daruma_wrapped_start){.process = atoi(end + 1), .words = count}, words, variables, launcher);
    shutdown(connection, SHUT_WR);
    while (read(connection, &status, 1) < 0 && errno == EINTR) {}
  } else {
    dprintf(STDERR_FILENO,
            "%s: darumarun simulates the first program that a wrapper starts, and this is a further one, or darumarun "
            "is gone\n",
            count > 0 ? words[0] : "a program");
  }
  _exit(status);
}

/* Where all calls of the simulator's lead (call_stubs.awk). */
void daruma_called_outside(const char* call) {
  fprintf(stderr,
          "%s: %s is simulated here, so this program runs in Daruma's simulator:\n"
          "  darumarun -np 4 %s ARGUMENTS...\n"
          "or as the \"program\" of a job in a scenario (daruma run SCENARIO)\n",
          program_invocation_short_name, call, program_invocation_name);
  exit(2);
}

/* What may be called before MPI_Init and is not among the calls that lead there (call_stubs.awk). */
#define BEFORE_INIT(call, parameters, arguments)                                                                       \
  int MPI_##call parameters { return PMPI_##call arguments; }                                                          \
  int PMPI_##call parameters

BEFORE_INIT(Get_version, (int* version, int* subversion), (version, subversion)) {
  *version = MPI_VERSION;
  *subversion = MPI_SUBVERSION;
  return MPI_SUCCESS;
}
BEFORE_INIT(Get_library_version, (char* version, int* length), (version, length)) {
  strcpy(version, DARUMA_LIBRARY_VERSION);
  *length = (int)strlen(version);
  return MPI_SUCCESS;
}
BEFORE_INIT(Initialized, (int* flag), (flag)) {
  *flag = 0;
  return MPI_SUCCESS;
}
BEFORE_INIT(Finalized, (int* flag), (flag)) {
  *flag = 0;
  return MPI_SUCCESS;
}

/* Outside of a simulation a program takes the time that it takes. */
void daruma_compute(double flops) { (void)flops; }
