/* The time zone of a process: by the variable TZ of its own environment. glibc keeps one zone, and looks for it in its
   own environment, which holds only that variable of the process's whenever glibc is asked. Programs' calls lead here
   because ld wraps them (--wrap). */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define REPLACEABLE __attribute__((weak))

/* Weak, as who names only the libraries to the linker has nothing wrapped, and never comes here. */
__attribute__((weak)) void __real_tzset(void);
__attribute__((weak)) time_t __real_mktime(struct tm* time);
__attribute__((weak)) struct tm* __real_localtime_r(const time_t* at, struct tm* time);

/* glibc's own. */
extern char** __environ;
extern char* __tzname[2];
extern long __timezone;
extern int __daylight;

static char no_zone[] = "GMT";
REPLACEABLE char* tzname[2] = {no_zone, no_zone};
REPLACEABLE long timezone;
REPLACEABLE int daylight;

/* "TZ=..." as it was when the process looked last, null for none. */
static char* zone;
static int has_looked;

static void look(void) {
  const char* const now = getenv("TZ");
  free(zone);
  if (!now || asprintf(&zone, "TZ=%s", now) < 0) zone = NULL;
  has_looked = 1;
}

/* Makes the process's zone glibc's; returns glibc's environment, to be given back. */
static char** take_zone(char* only[2]) {
  char** const before = __environ;
  only[0] = zone;
  only[1] = NULL;
  __environ = only;
  __real_tzset();
  return before;
}

static void give_back(char** before) {
  __environ = before;
  tzname[0] = __tzname[0];
  tzname[1] = __tzname[1];
  timezone = __timezone;
  daylight = __daylight;
}

REPLACEABLE void __wrap_tzset(void) {
  char* only[2];
  look();
  give_back(take_zone(only));
}

REPLACEABLE time_t __wrap_mktime(struct tm* time) {
  char* only[2];
  look();
  char** const before = take_zone(only);
  const time_t at = __real_mktime(time);
  give_back(before);
  return at;
}
REPLACEABLE time_t timelocal(struct tm* time) { return mktime(time); }

REPLACEABLE struct tm* __wrap_localtime_r(const time_t* at, struct tm* time) {
  char* only[2];
  if (!has_looked) look();
  char** const before = take_zone(only);
  struct tm* const done = __real_localtime_r(at, time);
  give_back(before);
  return done;
}
