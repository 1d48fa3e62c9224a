/* Functions of the C library that say what went wrong, under the program's own name, and end the process: by exit,
   which is simulated. All can be replaced by a program's own. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REPLACEABLE __attribute__((weak))

/* What glibc has are the simulator's; outside of a simulation both are one. */
static char nameless[] = "";
REPLACEABLE char* program_invocation_name = nameless;
REPLACEABLE char* program_invocation_short_name = nameless;

__attribute__((constructor(101))) static void begin_name(int count, char** words) {
  if (count < 1) return;
  program_invocation_name = words[0];
  char* const slash = strrchr(words[0], '/');
  program_invocation_short_name = slash ? slash + 1 : words[0];
}

static void say(const char* format, va_list values, int with_error, int error) {
  fprintf(stderr, "%s: ", program_invocation_short_name);
  if (format) vfprintf(stderr, format, values);
  if (with_error) fprintf(stderr, "%s%s", format ? ": " : "", strerror(error));
  fputc('\n', stderr);
}

#define WITH_VALUES(call)                                                                                              \
  do {                                                                                                                 \
    va_list values;                                                                                                    \
    va_start(values, format);                                                                                          \
    call;                                                                                                              \
    va_end(values);                                                                                                    \
  } while (0)

REPLACEABLE void vwarn(const char* format, va_list values) { say(format, values, 1, errno); }
REPLACEABLE void vwarnx(const char* format, va_list values) { say(format, values, 0, 0); }
REPLACEABLE void warn(const char* format, ...) { WITH_VALUES(vwarn(format, values)); }
REPLACEABLE void warnx(const char* format, ...) { WITH_VALUES(vwarnx(format, values)); }

REPLACEABLE void verr(int status, const char* format, va_list values) {
  vwarn(format, values);
  exit(status);
}
REPLACEABLE void verrx(int status, const char* format, va_list values) {
  vwarnx(format, values);
  exit(status);
}
REPLACEABLE void err(int status, const char* format, ...) { WITH_VALUES(verr(status, format, values)); }
REPLACEABLE void errx(int status, const char* format, ...) { WITH_VALUES(verrx(status, format, values)); }

REPLACEABLE unsigned error_message_count;
REPLACEABLE int error_one_per_line;
REPLACEABLE void (*error_print_progname)(void);

static int is_told_again(const char* file, unsigned line) {
  static const char* last_file;
  static unsigned last_line;
  const int is_same = last_file && last_line == line && (file == last_file || strcmp(file, last_file) == 0);
  last_file = file;
  last_line = line;
  return is_same;
}

static void tell_error(int status, int error, const char* file, unsigned line, const char* format, va_list values) {
  if (error_one_per_line && file && is_told_again(file, line)) return;
  fflush(stdout);
  if (error_print_progname)
    error_print_progname();
  else
    fprintf(stderr, file ? "%s:" : "%s: ", program_invocation_name);
  if (file) fprintf(stderr, "%s:%u: ", file, line);
  vfprintf(stderr, format, values);
  ++error_message_count;
  if (error != 0) fprintf(stderr, ": %s", strerror(error));
  fputc('\n', stderr);
  if (status != 0) exit(status);
}

REPLACEABLE void error(int status, int number, const char* format, ...) {
  WITH_VALUES(tell_error(status, number, NULL, 0, format, values));
}
REPLACEABLE void error_at_line(int status, int number, const char* file, unsigned line, const char* format, ...) {
  WITH_VALUES(tell_error(status, number, file, line, format, values));
}
