#include "sim/mpi/process/blocking.hpp"

#include "sim/core/crash.hpp"
#include "sim/mpi/process/process.hpp"
#include "sim/simgrid/versions.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csetjmp>
#include <cstdint>
#include <cxxabi.h>
#include <memory>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

// The C library's, which its headers no longer declare.
extern "C" {
void _pthread_cleanup_push(_pthread_cleanup_buffer*, void (*)(void*), void*);
void _pthread_cleanup_pop(_pthread_cleanup_buffer*, int);
}

namespace daruma::mpi {

namespace {

// The layout of __cxa_eh_globals is fixed by the Itanium C++ ABI, section 2.2.2.
struct EhGlobals {
  void* caught_exceptions;
  unsigned uncaught_exceptions;
};

EhGlobals& eh_globals() { return *reinterpret_cast<EhGlobals*>(abi::__cxa_get_globals()); }

/// What the C library cleans up where frames of its own are given up by longjmp, such as a lock that fscanf holds: a
/// list in these frames, which hangs on the thread. Returns the list that hung there.
void* exchange_cleanups(void* list) {
  _pthread_cleanup_buffer probe{};
  _pthread_cleanup_push(&probe, nullptr, nullptr);
  void* const before = probe.__prev;
  probe.__prev = static_cast<_pthread_cleanup_buffer*>(list);
  _pthread_cleanup_pop(&probe, 0);
  return before;
}

SwitchObserver* switch_observer = nullptr;

} // namespace

void observe_switches(SwitchObserver* who) { switch_observer = who; }

void note_call() {
  if (switch_observer) switch_observer->called();
}

Parked::Parked()
    : caught_(eh_globals().caught_exceptions), uncaught_(eh_globals().uncaught_exceptions), errno_(errno),
      cleanups_(exchange_cleanups(nullptr)) {
  eh_globals() = {nullptr, 0};
  if (switch_observer) observed_ = switch_observer->left();
  stack_ = leave_stack();
}

// A process that is killed while parked unwinds through here: the exception that does so is
// counted in the current state and must stay counted.
Parked::~Parked() {
  resume_stack(stack_);
  if (switch_observer) switch_observer->back(observed_);
  eh_globals().caught_exceptions = caught_;
  eh_globals().uncaught_exceptions += uncaught_;
  exchange_cleanups(cleanups_);
  errno = errno_;
}

namespace {

/// Of frames that were given up: exceptions that were being handled in them, what was to be cleaned up.
void forget_what_was_under_way() {
  eh_globals() = {nullptr, 0};
  exchange_cleanups(nullptr);
}

/// Words on the stack between the frames of abandonable code and those of who called it, to which abandon() goes back:
/// whoever writes past the end of a variable of its own comes through them first.
using Seam = std::array<volatile std::uint64_t, 8>;
constexpr std::uint64_t unharmed = 0x5ea3'c0de'7a11'ed0f;

/// Whether there is memory: of a set of signals Linux finds that out before it says that it does not know what to do.
bool is_there(const volatile std::uint64_t& word) {
  constexpr int nothing_known = -1;
  const int error_of_program = errno;
  ::syscall(SYS_rt_sigprocmask, nothing_known, &word, nullptr, sizeof word);
  return std::exchange(errno, error_of_program) != EFAULT;
}

bool is_there(const Seam& seam) { return is_there(seam.front()) && is_there(seam.back()); }

bool is_unharmed(const Seam& seam) {
  return is_there(seam) && std::all_of(seam.begin(), seam.end(), [](std::uint64_t word) { return word == unharmed; });
}

} // namespace

/// Not on the stack, where it might be overwritten.
struct PointOfReturn {
  std::jmp_buf registers;
  const Seam* seam = nullptr; ///< while the code runs
};

namespace {

/// Its frame is the seam.
[[gnu::noinline]] void run_above_seam(const std::function<void()>& code, PointOfReturn& point) {
  Seam seam;
  for (volatile std::uint64_t& word : seam) word = unharmed;
  point.seam = &seam;
  code();
  point.seam = nullptr;
}

/// Null where the caller is not inside run_abandonable.
const PointOfReturn* point_of_return() {
  const auto* actor = simgrid::s4u::Actor::self();
  const auto* fiber = actor ? actor->get_data<Fiber>() : nullptr;
  return fiber ? fiber->abandonable : nullptr;
}

} // namespace

bool run_abandonable(const std::function<void()>& code) {
  Fiber& caller = fiber();
  const auto point = std::make_unique<PointOfReturn>();
  caller.abandonable = point.get();
  const bool is_first_pass = setjmp(point->registers) == 0;
  if (is_first_pass)
    run_above_seam(code, *point);
  else
    forget_what_was_under_way();
  caller.abandonable = nullptr;
  if (caller.vanishes) vanish();
  return is_first_pass;
}

void abandon() {
  if (is_stack_destroyed())
    crash(is_there(*point_of_return()->seam) ? "a process wrote past the end of a variable and destroyed its stack"
                                             : "a process gave back memory that its stack was in");
  std::longjmp(fiber().abandonable->registers, 1);
}

void vanish() {
  if (switch_observer) switch_observer->gone();
  if (is_abandonable()) {
    fiber().vanishes = true;
    abandon();
  }
  const auto* fiber = simgrid::s4u::Actor::self()->get_data<Fiber>();
  if (fiber && fiber->ended_by_simgrid) // nobody would answer it any more
    simgrid::ForcefulKillException::do_throw();
  simgrid::s4u::this_actor::exit();
}

void stay_while_held_up() {
  if (auto* fiber = simgrid::s4u::Actor::self()->get_data<Fiber>()) fiber->stay_while_held_up();
}

void give_up() {
  fiber().ended_by_simgrid = true;
  if (switch_observer) switch_observer->ended();
  vanish();
}

void in_kernel(const std::function<void()>& code) {
  if (simgrid::s4u::Actor::is_maestro()) {
    code();
    return;
  }
  blocking([&code] { simgrid_api::ask_kernel(code); });
}

bool is_abandonable() { return point_of_return() != nullptr; }

bool is_stack_destroyed() {
  const PointOfReturn* const point = point_of_return();
  return point && point->seam && !is_unharmed(*point->seam);
}

} // namespace daruma::mpi
