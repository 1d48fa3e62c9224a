/* getopt, getopt_long and getopt_long_only as glibc has them, with state of each process: they lie in the program, of
   which each process has an image, and not in the C library, of which there is one. All can be replaced by a program's
   own. What glibc's manual does not promise (the W; option) is not here. */
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REPLACEABLE __attribute__((weak))

REPLACEABLE char* optarg;
REPLACEABLE int optind = 1;
REPLACEABLE int opterr = 1;
REPLACEABLE int optopt = '?';

enum Order { permute, require_order, return_in_order };

static struct {
  int is_begun;
  enum Order order;
  const char* rest; /* of the word of short options that is being read */
  /* Words from `first` to before `last` are no options and have been skipped; those behind, to before optind, are. */
  int first, last;
} scan;

static int is_option(const char* word) { return word[0] == '-' && word[1] != '\0'; }

static void reverse(char** from, char** to) {
  for (; from < to && from < --to; ++from) {
    char* const word = *from;
    *from = *to;
    *to = word;
  }
}

/* The options behind the skipped words come before them. */
static void exchange(char** words) {
  reverse(words + scan.first, words + scan.last);
  reverse(words + scan.last, words + optind);
  reverse(words + scan.first, words + optind);
  scan.first += optind - scan.last;
  scan.last = optind;
}

static void begin(const char* wanted) {
  if (optind == 0) optind = 1;
  scan.first = scan.last = optind;
  scan.rest = NULL;
  scan.is_begun = 1;
  scan.order = *wanted == '-'                                        ? return_in_order
               : *wanted == '+' || getenv("POSIXLY_CORRECT") != NULL ? require_order
                                                                     : permute;
}

static int complain(int is_silent, int result, const char* format, ...) {
  if (opterr && !is_silent) {
    va_list values;
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
  }
  return result;
}

/* Brings optind to the next option: 1 if there is one, 0 if the next word is an argument to be returned in order,
   -1 at the end. */
static int find_option(int count, char** words) {
  if (scan.last > optind) scan.last = optind;
  if (scan.first > optind) scan.first = optind;
  if (scan.order == permute) {
    if (scan.first != scan.last && scan.last != optind)
      exchange(words);
    else if (scan.last != optind)
      scan.first = optind;
    while (optind < count && !is_option(words[optind])) ++optind;
    scan.last = optind;
  }
  if (optind != count && strcmp(words[optind], "--") == 0) {
    ++optind;
    if (scan.first != scan.last && scan.last != optind)
      exchange(words);
    else if (scan.first == scan.last)
      scan.first = optind;
    scan.last = count;
    optind = count;
  }
  if (optind == count) {
    if (scan.first != scan.last) optind = scan.first;
    return -1;
  }
  if (is_option(words[optind])) return 1;
  return scan.order == require_order ? -1 : 0;
}

/* What is known of a call. */
struct Call {
  int count;
  char** words;
  const char* wanted; /* without the sign for the order */
  const struct option* all;
  int* index;
  int only; /* long options may begin with one dash */
  int is_silent;
};

/* Several names begin so, and mean different things. */
static int is_ambiguous(const struct Call* call, const char* name, size_t length, const struct option* found) {
  for (const struct option* one = call->all; one->name; ++one)
    if (one != found && strncmp(one->name, name, length) == 0 &&
        (call->only || one->has_arg != found->has_arg || one->flag != found->flag || one->val != found->val))
      return 1;
  return 0;
}

static int say_ambiguous(const struct Call* call, const char* dashes, const char* name, size_t length) {
  optopt = 0;
  if (!opterr || call->is_silent) return '?';
  fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", call->words[0], dashes, name);
  for (const struct option* one = call->all; one->name; ++one)
    if (strncmp(one->name, name, length) == 0) fprintf(stderr, " '%s%s'", dashes, one->name);
  fprintf(stderr, "\n");
  return '?';
}

/* The long option that the word's name begins, or -1 where a short one may be meant. */
static int long_option(const struct Call* call, const char* dashes, const char* name) {
  const size_t length = strcspn(name, "=");
  const struct option* found = NULL;
  int is_exact = 0;
  for (const struct option* one = call->all; one->name && !is_exact; ++one)
    if (strncmp(one->name, name, length) == 0) {
      is_exact = strlen(one->name) == length;
      if (!found || is_exact) found = one;
    }
  if (!found && call->only && dashes[1] == '\0' && strchr(call->wanted, *name) != NULL) return -1;
  scan.rest = NULL;
  ++optind;
  if (!found) {
    optopt = 0;
    return complain(call->is_silent, '?', "%s: unrecognized option '%s%s'\n", call->words[0], dashes, name);
  }
  if (!is_exact && is_ambiguous(call, name, length, found)) return say_ambiguous(call, dashes, name, length);
  if (name[length] == '=') {
    optopt = found->val;
    if (found->has_arg == no_argument)
      return complain(call->is_silent, '?', "%s: option '%s%s' doesn't allow an argument\n", call->words[0], dashes,
                      found->name);
    optarg = (char*)name + length + 1;
  } else if (found->has_arg == required_argument) {
    if (optind >= call->count) {
      optopt = found->val;
      return complain(call->is_silent, *call->wanted == ':' ? ':' : '?', "%s: option '%s%s' requires an argument\n",
                      call->words[0], dashes, found->name);
    }
    optarg = call->words[optind++];
  }
  if (call->index) *call->index = (int)(found - call->all);
  if (!found->flag) return found->val;
  *found->flag = found->val;
  return 0;
}

static int short_option(const struct Call* call) {
  const char letter = *scan.rest++;
  const char* const known = letter == ':' || letter == ';' ? NULL : strchr(call->wanted, letter);
  const int is_last = *scan.rest == '\0';
  if (is_last) ++optind;
  if (!known) {
    optopt = letter;
    return complain(call->is_silent, '?', "%s: invalid option -- '%c'\n", call->words[0], letter);
  }
  if (known[1] != ':') return letter;
  if (!is_last) {
    optarg = (char*)scan.rest;
    ++optind;
  } else if (known[2] != ':') {
    if (optind == call->count) {
      optopt = letter;
      scan.rest = NULL;
      return complain(call->is_silent, *call->wanted == ':' ? ':' : '?', "%s: option requires an argument -- '%c'\n",
                      call->words[0], letter);
    }
    optarg = call->words[optind++];
  }
  scan.rest = NULL;
  return letter;
}

static int next_option(struct Call call) {
  if (call.count < 1) return -1;
  optarg = NULL;
  if (optind == 0 || !scan.is_begun) begin(call.wanted);
  if (*call.wanted == '-' || *call.wanted == '+') ++call.wanted;
  call.is_silent = *call.wanted == ':';
  if (scan.rest == NULL || *scan.rest == '\0') {
    const int found = find_option(call.count, call.words);
    if (found < 0) return -1;
    char* const word = call.words[optind];
    if (found == 0) {
      optarg = word;
      ++optind;
      return 1;
    }
    if (call.all && word[1] == '-') return long_option(&call, "--", word + 2);
    if (call.all && call.only && (word[2] != '\0' || strchr(call.wanted, word[1]) == NULL)) {
      const int result = long_option(&call, "-", word + 1);
      if (result != -1) return result;
    }
    scan.rest = word + 1;
  }
  return short_option(&call);
}

REPLACEABLE int getopt(int count, char* const words[], const char* wanted) {
  return next_option((struct Call){count, (char**)words, wanted, NULL, NULL, 0, 0});
}

REPLACEABLE int getopt_long(int count, char* const words[], const char* wanted, const struct option* all, int* index) {
  return next_option((struct Call){count, (char**)words, wanted, all, index, 0, 0});
}

REPLACEABLE int getopt_long_only(int count, char* const words[], const char* wanted, const struct option* all,
                                 int* index) {
  return next_option((struct Call){count, (char**)words, wanted, all, index, 1, 0});
}
