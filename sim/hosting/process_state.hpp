// What Linux and the C and C++ libraries keep once for the simulator, and a hosted program takes for its own: the
// working folder, umask, locale, rounding, the state of std::cout and its like, what standard input, output and error
// are, also by the names stdin, stdout and stderr, and the files that are open.
//
// It is put in place whenever the process gets the processor, and the simulator's back when it gives it up. What a
// process never changes costs nothing. What the C library keeps that can be kept in the program itself is in linked.
#pragma once

#include "sim/hosting/standard_streams.hpp"

#include <array>
#include <clocale>
#include <cstdio>
#include <ios>
#include <locale.h>
#include <optional>
#include <set>
#include <streambuf>
#include <string>
#include <sys/stat.h>

namespace daruma::hosting {

class ProcessState {
public:
  /// Rounding, and which exceptions have been raised.
  struct Arithmetic {
    unsigned sse;
    unsigned short x87;
  };
  /// What each thread of the process has for itself.
  struct OfThread {
    Arithmetic arithmetic;
    locale_t locale = LC_GLOBAL_LOCALE;
  };

  /// Whether the process is the one whose standard input is the simulator's, as mpirun has it; that of others is at its
  /// end.
  enum class Input { read, empty };

  explicit ProcessState(Input);
  /// Closes what is open. What was written is only in files if it was flushed, as with a process that is killed, or
  /// after end().
  ~ProcessState();
  ProcessState(const ProcessState&) = delete;
  ProcessState& operator=(const ProcessState&) = delete;

  /// What a thread begins with that none has started.
  static OfThread first();

  // To be called when a thread of the process gets the processor and when it gives it up.

  void take_up(const OfThread&);
  void put_aside(OfThread&);
  /// The process ends in order: what it has written goes to its files.
  void end();

  // What the process does, while it has the processor. Results are those of the C library's functions.

  /// After a change of the working folder.
  void note_folder();
  mode_t set_umask(mode_t mask);
  char* set_locale(int category, const char* name);
  /// Before standard input, output or error (the descriptors 0, 1, 2) become something else.
  void make_descriptors_own();
  /// Whether there is anything behind its standard input.
  bool has_input() const { return input_ == Input::read || has_own_descriptors_; }
  /// A stream that the process has opened; null if it could not.
  FILE* opened(FILE* file);
  bool has_opened(FILE* file) const { return files_.count(file) != 0; }
  int close(FILE* file);
  /// All that it has opened, and what was standard output at first.
  int flush_all();

private:
  struct StreamState {
    std::streambuf* buffer;
    std::ios_base::fmtflags flags;
    std::streamsize precision;
    std::streamsize width;
    char fill;
    std::ios_base::iostate exceptions;
    std::ios_base::iostate state;
  };
  static constexpr std::size_t stream_count = 4; ///< std::cout, std::cerr, std::clog, std::cin
  static constexpr std::size_t descriptor_count = 3;

  static Arithmetic arithmetic_now();
  static void set(const Arithmetic&);
  static std::ios& stream(std::size_t);
  static StreamState state_of(const std::ios&);
  static bool is_same(const StreamState&, const StreamState&);
  static void set(std::ios&, const StreamState&);
  /// What is the simulator's own, as it was when the first process began.
  struct Simulators;
  static const Simulators& simulators();

  Input input_;
  int folder_ = -1; ///< where it is; -1 where the simulator is
  StandardStreams standard_ = StandardStreams::first();
  std::optional<mode_t> mask_;              ///< nothing: the simulator's
  locale_t made_locale_ = LC_GLOBAL_LOCALE; ///< by set_locale, if it was
  std::string locale_name_;                 ///< the answer of setlocale
  std::array<std::optional<StreamState>, stream_count> streams_;
  bool has_own_descriptors_ = false;
  std::array<int, descriptor_count> own_descriptors_{-1, -1, -1}; ///< while they are put aside; -1 for a closed one
  std::set<FILE*> files_;
};

} // namespace daruma::hosting
