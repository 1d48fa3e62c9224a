/* Functions of the C library that keep something for the process between calls, with what they keep in the program, of
   which each process has an image: by glibc's own functions that are given it (random_r, strtok_r, ...), so that they
   give what glibc gives. All can be replaced by a program's own. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define REPLACEABLE __attribute__((weak))

/* --- rand, random: as begun by srandom(1) */

static char first_numbers[128];
static struct random_data numbers;

static struct random_data* begun(void) {
  if (!numbers.state) initstate_r(1, first_numbers, sizeof first_numbers, &numbers);
  return &numbers;
}

REPLACEABLE long random(void) {
  int32_t number;
  random_r(begun(), &number);
  return number;
}
REPLACEABLE void srandom(unsigned seed) { srandom_r(seed, begun()); }
REPLACEABLE char* initstate(unsigned seed, char* state, size_t size) {
  char* const before = (char*)(begun()->state - 1);
  return initstate_r(seed, state, size, &numbers) == 0 ? before : NULL;
}
REPLACEABLE char* setstate(char* state) {
  char* const before = (char*)(begun()->state - 1);
  return setstate_r(state, &numbers) == 0 ? before : NULL;
}
REPLACEABLE int rand(void) { return (int)random(); }
REPLACEABLE void srand(unsigned seed) { srandom(seed); }

/* --- drand48 and its like */

static struct drand48_data numbers48;

REPLACEABLE double drand48(void) {
  double number;
  drand48_r(&numbers48, &number);
  return number;
}
REPLACEABLE double erand48(unsigned short state[3]) {
  double number;
  erand48_r(state, &numbers48, &number);
  return number;
}
REPLACEABLE long lrand48(void) {
  long number;
  lrand48_r(&numbers48, &number);
  return number;
}
REPLACEABLE long nrand48(unsigned short state[3]) {
  long number;
  nrand48_r(state, &numbers48, &number);
  return number;
}
REPLACEABLE long mrand48(void) {
  long number;
  mrand48_r(&numbers48, &number);
  return number;
}
REPLACEABLE long jrand48(unsigned short state[3]) {
  long number;
  jrand48_r(state, &numbers48, &number);
  return number;
}
REPLACEABLE void srand48(long seed) { srand48_r(seed, &numbers48); }
REPLACEABLE unsigned short* seed48(unsigned short state[3]) {
  seed48_r(state, &numbers48);
  return numbers48.__old_x;
}
REPLACEABLE void lcong48(unsigned short parameters[7]) { lcong48_r(parameters, &numbers48); }

/* --- Texts that are kept */

REPLACEABLE char* strtok(char* text, const char* delimiters) {
  static char* rest;
  return strtok_r(text, delimiters, &rest);
}

static struct tm broken_down;
static char as_text[64];

REPLACEABLE struct tm* gmtime(const time_t* at) { return gmtime_r(at, &broken_down); }
REPLACEABLE struct tm* localtime(const time_t* at) {
  tzset();
  return localtime_r(at, &broken_down);
}
REPLACEABLE char* asctime(const struct tm* time) { return asctime_r(time, as_text); }
REPLACEABLE char* ctime(const time_t* at) { return asctime(localtime(at)); }
REPLACEABLE char* ctime_r(const time_t* at, char* text) {
  struct tm time;
  return asctime_r(localtime_r(at, &time), text);
}

REPLACEABLE char* inet_ntoa(struct in_addr address) {
  static char text[INET_ADDRSTRLEN];
  return (char*)inet_ntop(AF_INET, &address, text, sizeof text);
}

REPLACEABLE char* strsignal(int number) {
  static char text[64];
  const char* const known = sigdescr_np(number);
  if (known) return (char*)known;
  const int is_real_time = number >= SIGRTMIN && number <= SIGRTMAX;
  snprintf(text, sizeof text, is_real_time ? "Real-time signal %d" : "Unknown signal %d",
           is_real_time ? number - SIGRTMIN : number);
  return text;
}

REPLACEABLE char* strerror(int number) {
  static char text[128];
  return strerror_r(number, text, sizeof text);
}

/* --- The table of words */

static struct hsearch_data table;

REPLACEABLE int hcreate(size_t room) { return hcreate_r(room, &table); }
REPLACEABLE void hdestroy(void) { hdestroy_r(&table); }
REPLACEABLE ENTRY* hsearch(ENTRY item, ACTION action) {
  ENTRY* found;
  return hsearch_r(item, action, &found, &table) ? found : NULL;
}

/* --- The environment: at first the simulator's, then the process's own */

REPLACEABLE char** environ;

/* Before the constructors of the program, which may ask for a variable. */
__attribute__((constructor(101))) static void begin_environment(int count, char** words, char** given) {
  (void)count, (void)words;
  environ = given;
}

/* Where that name's value is kept: its place in the environment, or that of the null at its end. */
static char** place_of(const char* name, size_t length) {
  char** place = environ;
  while (*place && !(strncmp(*place, name, length) == 0 && (*place)[length] == '=')) ++place;
  return place;
}

static int is_name(const char* name) { return name && *name && !strchr(name, '='); }

static size_t length_of(char** all) {
  size_t length = 0;
  while (all && all[length]) ++length;
  return length;
}

/* The list of variables becomes one that this process has made, with room for one more. */
static int make_room(void) {
  static char** own;
  const size_t length = length_of(environ);
  char** const larger = realloc(environ == own ? own : NULL, (length + 2) * sizeof *larger);
  if (!larger) return -1;
  if (environ != own || !own) {
    if (length > 0) memcpy(larger, environ, length * sizeof *larger);
    larger[length] = NULL;
  }
  environ = own = larger;
  return 0;
}

REPLACEABLE char* getenv(const char* name) {
  if (!environ || !is_name(name)) return NULL;
  const size_t length = strlen(name);
  char** const place = place_of(name, length);
  return *place ? *place + length + 1 : NULL;
}
REPLACEABLE char* secure_getenv(const char* name) { return getenv(name); }

REPLACEABLE int putenv(char* variable) {
  const size_t length = strcspn(variable, "=");
  if (variable[length] == '\0') return unsetenv(variable);
  if (make_room() != 0) return -1;
  char** const place = place_of(variable, length);
  if (!*place) place[1] = NULL;
  *place = variable;
  return 0;
}

REPLACEABLE int setenv(const char* name, const char* value, int overwrite) {
  if (!is_name(name)) {
    errno = EINVAL;
    return -1;
  }
  if (!overwrite && getenv(name)) return 0;
  char* variable;
  if (asprintf(&variable, "%s=%s", name, value) < 0) return -1;
  return putenv(variable);
}

REPLACEABLE int unsetenv(const char* name) {
  if (!is_name(name)) {
    errno = EINVAL;
    return -1;
  }
  if (make_room() != 0) return -1;
  const size_t length = strlen(name);
  for (char** place = place_of(name, length); *place; place = place_of(name, length))
    for (; *place; ++place) *place = place[1];
  return 0;
}

REPLACEABLE int clearenv(void) {
  environ = NULL;
  return 0;
}
