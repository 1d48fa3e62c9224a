/* Entries of the system's tables of users, groups, services, protocols, hosts and mounts, and numbers as text: as
   process_state.c, kept in the program, of which each process has an image. */
#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <mntent.h>
#include <netdb.h>
#include <netinet/ether.h>
#include <pwd.h>
#include <stdint.h>
#include <stdlib.h>

#define REPLACEABLE __attribute__((weak))

/* By one of glibc's functions that are given where to put an entry, of whose texts there may be any number. */
#define FUNCTION_FOR_ENTRY(type, name, parameters, ...)                                                                \
  REPLACEABLE struct type* name parameters {                                                                           \
    static struct type entry;                                                                                          \
    static char* texts;                                                                                                \
    static size_t room;                                                                                                \
    for (;;) {                                                                                                         \
      struct type* found = NULL;                                                                                       \
      const int error = room == 0 ? ERANGE : name##_r(__VA_ARGS__, &entry, texts, room, &found);                       \
      if (error == 0) return found;                                                                                    \
      char* const larger = error == ERANGE ? realloc(texts, room + 1024) : NULL;                                       \
      if (!larger) {                                                                                                   \
        errno = error;                                                                                                 \
        return NULL;                                                                                                   \
      }                                                                                                                \
      texts = larger;                                                                                                  \
      room += 1024;                                                                                                    \
    }                                                                                                                  \
  }

FUNCTION_FOR_ENTRY(passwd, getpwnam, (const char* name), name)
FUNCTION_FOR_ENTRY(passwd, getpwuid, (uid_t number), number)
FUNCTION_FOR_ENTRY(group, getgrnam, (const char* name), name)
FUNCTION_FOR_ENTRY(group, getgrgid, (gid_t number), number)
FUNCTION_FOR_ENTRY(servent, getservbyname, (const char* name, const char* protocol), name, protocol)
FUNCTION_FOR_ENTRY(servent, getservbyport, (int port, const char* protocol), port, protocol)
FUNCTION_FOR_ENTRY(protoent, getprotobyname, (const char* name), name)
FUNCTION_FOR_ENTRY(protoent, getprotobynumber, (int number), number)

/* Those of hosts are given one word more. */
#define gethostbyname_r(...) gethostbyname_r(__VA_ARGS__, &h_errno)
#define gethostbyname2_r(...) gethostbyname2_r(__VA_ARGS__, &h_errno)
#define gethostbyaddr_r(...) gethostbyaddr_r(__VA_ARGS__, &h_errno)
FUNCTION_FOR_ENTRY(hostent, gethostbyname, (const char* name), name)
FUNCTION_FOR_ENTRY(hostent, gethostbyname2, (const char* name, int family), name, family)
FUNCTION_FOR_ENTRY(hostent, gethostbyaddr, (const void* address, socklen_t length, int family), address, length, family)

REPLACEABLE struct mntent* getmntent(FILE* table) {
  static struct mntent entry;
  static char line[4096];
  return getmntent_r(table, &entry, line, sizeof line);
}

/* --- Numbers as text: with all digits before the point that a double may have, and those that are asked for */

#define LONGEST 5120 /* of a long double */

REPLACEABLE char* ecvt(double value, int digits, int* point, int* sign) {
  static char text[LONGEST];
  return ecvt_r(value, digits, point, sign, text, sizeof text) == 0 ? text : NULL;
}
REPLACEABLE char* fcvt(double value, int digits, int* point, int* sign) {
  static char text[LONGEST];
  return fcvt_r(value, digits, point, sign, text, sizeof text) == 0 ? text : NULL;
}

REPLACEABLE char* qecvt(long double value, int digits, int* point, int* sign) {
  static char text[LONGEST];
  return qecvt_r(value, digits, point, sign, text, sizeof text) == 0 ? text : NULL;
}
REPLACEABLE char* qfcvt(long double value, int digits, int* point, int* sign) {
  static char text[LONGEST];
  return qfcvt_r(value, digits, point, sign, text, sizeof text) == 0 ? text : NULL;
}

REPLACEABLE char* ether_ntoa(const struct ether_addr* address) {
  static char text[sizeof "00:00:00:00:00:00"];
  return ether_ntoa_r(address, text);
}
REPLACEABLE struct ether_addr* ether_aton(const char* text) {
  static struct ether_addr address;
  return ether_aton_r(text, &address);
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
