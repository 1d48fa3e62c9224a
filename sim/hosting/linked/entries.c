/* Entries of the system's tables of users, groups, services and protocols, and numbers as text: as process_state.c,
   kept in the program, of which each process has an image. */
#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <netdb.h>
#include <pwd.h>
#include <stdint.h>
#include <stdlib.h>

#define REPLACEABLE __attribute__((weak))

/* `call` is one of glibc's functions that are given where to put an entry, of whose texts there may be any number. */
#define FIND_ENTRY(type, call, ...)                                                                                    \
  static struct type entry;                                                                                            \
  static char* texts;                                                                                                  \
  static size_t room;                                                                                                  \
  for (;;) {                                                                                                           \
    struct type* found = NULL;                                                                                         \
    const int error = room == 0 ? ERANGE : call(__VA_ARGS__, &entry, texts, room, &found);                             \
    if (error == 0) return found;                                                                                      \
    char* const larger = error == ERANGE ? realloc(texts, room + 1024) : NULL;                                         \
    if (!larger) {                                                                                                     \
      errno = error;                                                                                                   \
      return NULL;                                                                                                     \
    }                                                                                                                  \
    texts = larger;                                                                                                    \
    room += 1024;                                                                                                      \
  }

REPLACEABLE struct passwd* getpwnam(const char* name){FIND_ENTRY(passwd, getpwnam_r, name)} REPLACEABLE
    struct passwd* getpwuid(uid_t number){FIND_ENTRY(passwd, getpwuid_r, number)} REPLACEABLE
    struct group* getgrnam(const char* name){FIND_ENTRY(group, getgrnam_r, name)} REPLACEABLE
    struct group* getgrgid(gid_t number){FIND_ENTRY(group, getgrgid_r, number)} REPLACEABLE
    struct servent* getservbyname(const char* name, const char* protocol){
        FIND_ENTRY(servent, getservbyname_r, name, protocol)} REPLACEABLE
    struct servent* getservbyport(int port, const char* protocol){
        FIND_ENTRY(servent, getservbyport_r, port, protocol)} REPLACEABLE
    struct protoent* getprotobyname(const char* name){FIND_ENTRY(protoent, getprotobyname_r, name)} REPLACEABLE
    struct protoent* getprotobynumber(int number){FIND_ENTRY(protoent, getprotobynumber_r, number)}

/* --- Numbers as text: with all digits before the point that a double may have, and those that are asked for */

#define LONGEST 512

REPLACEABLE char* ecvt(double value, int digits, int* point, int* sign) {
  static char text[LONGEST];
  return ecvt_r(value, digits, point, sign, text, sizeof text) == 0 ? text : NULL;
}
REPLACEABLE char* fcvt(double value, int digits, int* point, int* sign) {
  static char text[LONGEST];
  return fcvt_r(value, digits, point, sign, text, sizeof text) == 0 ? text : NULL;
}

/* The last 32 bits, six to a digit, the lowest ones first (POSIX). */
REPLACEABLE char* l64a(long number) {
  static const char digits[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  static char text[7];
  char* next = text;
  for (uint32_t rest = (uint32_t)number; rest > 0; rest >>= 6) *next++ = digits[rest & 63];
  *next = '\0';
  return text;
}
