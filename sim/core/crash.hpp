// A crash of the program itself: an address that is not there, an abort, an exception that nobody catches.
//
// It does not end the program without a word: what happened is told on standard error, and where somebody waits for it
// (crash_of), what has been worked out so far can be saved. Under AddressSanitizer, which tells more, faults are left
// to it.
#pragma once

#include <array>
#include <csignal>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace daruma {

/// The signals of which a program dies by its own fault.
constexpr std::array<int, 6> fault_signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};

/// From now on a crash ends the program with a sentence on what is standard error now, and with this exit status.
void end_on_crashes(int status);

/// Runs the code. If it crashes, in whatever thread, returns what happened: "SIGSEGV (Segmentation fault)". The code's
/// frames are then given up: none of its destructors runs, and what it worked on may be in any state. A second crash,
/// or a minute without an end, ends the program as end_on_crashes says. One at a time.
std::optional<std::string> crash_of(const std::function<void()>& code);

/// While it lives, this thread runs code that is not the program's own: a crash is then said to be in that. The name
/// outlives it. They nest.
class InForeignCode {
public:
  explicit InForeignCode(std::string_view name);
  ~InForeignCode();
  InForeignCode(const InForeignCode&) = delete;
  InForeignCode& operator=(const InForeignCode&) = delete;

private:
  std::string_view before_;
};

/// The program crashes because of this. For handlers of signals, and from any thread.
[[noreturn]] void crash(std::string_view why);

/// Who says whose code the program has run last, "process 3 of heat"; empty for nobody's. What a crash tells of by
/// itself names it. Called from handlers of signals, and takes no memory; null: nobody says so.
void name_in_crashes(std::string_view (*who_was_last)());
/// What they say.
std::string_view last_in_crashes();
/// "the simulator crashed WHEN: WHAT; last at work was process 3 of heat"; without the end where nobody was.
std::string told_of_crash(std::string_view when, std::string_view what, std::string_view who_was_last);

/// Whether it has crashed, and is about to end.
bool has_crashed();

/// Something is left in any state: the program ends without destroying what there is.
void leave_in_any_state();
/// Whether anything is left so, by a crash or otherwise.
bool is_anything_left();

/// "SIGSEGV (Segmentation fault)".
std::string_view text_of_signal(int signal);

/// What the C library said before it raised this SIGABRT, "malloc(): corrupted top size"; empty if nothing. Asked once.
std::string_view take_reason_of_abort();

} // namespace daruma
