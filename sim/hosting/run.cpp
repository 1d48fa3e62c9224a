#include "sim/hosting/run.hpp"

#include "sim/core/crash.hpp"
#include "sim/hosting/debugger.hpp"
#include "sim/hosting/hosted.hpp"
#include "sim/hosting/plain_files.hpp"
#include "sim/hosting/thread_locals.hpp"
#include "sim/hosting/watch.hpp"
#include "sim/mpi/process/blocking.hpp"
#include "sim/mpi/process/runtime.hpp"
#include "sim/mpi/process/threads.hpp"

#include <array>
#include <cfenv>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <map>
#include <pthread.h>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace daruma::hosting {

namespace {

Thread* running = nullptr;
Capture* capture = nullptr;

/// Whose program ran last. It may be gone by now.
struct LastOne {
  std::string_view job; ///< of the session
  int process = -1;
  const void* place = nullptr;
};
LastOne last;

void go_on(Thread& thread) {
  running = &thread;
  use_thread_locals(thread.is_main() ? nullptr : &thread.variables);
  if (const Hosted* const hosted = thread.process) last = {hosted->options.job, hosted->process, nullptr};
}

bool is_shown(const Hosted& hosted) {
  return shown_process() && shown_process()->is(hosted.options.job, hosted.process);
}

/// Whose the processor was; null if it was the simulator's own.
Thread* give_up_processor() {
  Watch::let_go();
  if (current()) current()->state.put_aside(running->state);
  use_thread_locals(nullptr);
  return std::exchange(running, nullptr);
}

/// Of the last session, once it is over.
std::array<char, 128> last_of_session{};

std::string_view who_was_last() {
  if (capture && last.process >= 0)
    std::snprintf(last_of_session.data(), last_of_session.size(), "process %d of %.*s", last.process,
                  static_cast<int>(last.job.size()), last.job.data());
  return last_of_session.data();
}

} // namespace

void lose_processor() {
  running = nullptr;
  StandardStreams::first().set();
}

/// Lines beyond the limit are not kept.
void take_output(Hosted& hosted) {
  const auto has_room_for = [&hosted](const std::string& line) {
    OutputBudget& budget = hosted.options.output;
    const std::size_t size = OutputBudget::of_a_line + line.size();
    if (!budget.has_room_for(size)) hosted.endless = Endless::printing;
    if (hosted.endless == Endless::printing) return false;
    budget.used += size;
    return true;
  };
  const Printed printed = capture->take();
  hosted.begun_line += printed.begun_line;
  hosted.output.add(printed.output, [&](const std::string& line) {
    if (has_room_for(line)) hosted.port.print(line);
  });
  hosted.error.add(printed.error, [&](const std::string& line) {
    if (has_room_for(line)) hosted.complain(line);
  });
}

namespace {

/// Flushed lines without an end, of a process that has come to its own; what it had not flushed is lost.
void take_rest(Hosted& hosted) {
  take_output(hosted);
  hosted.begun_line.clear();
  if (const std::string rest = hosted.output.rest(); !rest.empty()) hosted.port.print(rest);
  if (const std::string rest = hosted.error.rest(); !rest.empty()) hosted.complain(rest);
}

/// The time that this thread has computed; asked for only where it counts.
void resume(Hosted& hosted) {
  if (hosted.options.host_time_scale == 0) return;
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  hosted.resumed = Seconds(static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec));
}

/// The thread has the processor: what its process keeps for itself is in place.
void take_up(Thread& thread) {
  thread.process->state.take_up(thread.state);
  Capture::put_back(std::exchange(thread.process->begun_line, {}));
  resume(*thread.process);
}

/// A main's arguments, which it may change.
class Arguments {
public:
  Arguments(const std::string& name, const std::vector<std::string>& words) : words_{name} {
    words_.insert(words_.end(), words.begin(), words.end());
    for (std::string& word : words_) pointers_.push_back(word.data());
    pointers_.push_back(nullptr);
  }

  int count() const { return static_cast<int>(words_.size()); }
  char** pointers() { return pointers_.data(); }

private:
  std::vector<std::string> words_;
  std::vector<char*> pointers_;
};

/// For who unwinds the stack this is its end, as the caller of main is elsewhere: an exception that nobody in the
/// program catches ends the program where it was thrown.
int call(Main main, Arguments& arguments) {
#if defined(__x86_64__)
  asm volatile(".cfi_undefined rip");
#endif
  return main(arguments.count(), arguments.pointers(), environ);
}

} // namespace

void call_all(std::vector<std::function<void()>>& exit_handlers) {
  while (!exit_handlers.empty()) {
    const auto handler = exit_handlers.back();
    exit_handlers.pop_back();
    handler();
  }
}

Resumed::Resumed(Thread& thread) {
  thread.fiber = &mpi::fiber();
  go_on(thread);
  run_processes_on_this_thread();
  take_up(thread);
}

Resumed::~Resumed() { give_up_processor(); }

namespace {

/// Runs what the program registered with atexit and its destructors, in the order in which exit does.
void run_exit_handlers(Hosted& hosted) {
  call_all(running->exit_handlers);
  call_all(hosted.exit_handlers);
  hosted.instance.finalise();
}

/// What the program did without end: a finished sentence.
std::string complaint(const Hosted& hosted) {
  const std::string place = source_line(hosted.stopped_at);
  if (hosted.endless == Endless::printing)
    return "its job has printed lines of " + to_text(hosted.options.output.limit) +
           ", its \"output_limit\", and goes on, while it was at " + place;
  return "nothing was sent, printed or ended by anybody for " + to_text(hosted.options.patience) +
         " of this computer's time, its \"patience\", while it was at " + place;
}

} // namespace

void live(Hosted& hosted, const std::function<void()>& part) {
  mpi::run_abandonable(part);
  if (hosted.death.empty() && !hosted.stopped_at) return;
  take_rest(hosted);
  if (!hosted.death.empty()) mpi::die(hosted.death);
  throw Unending(complaint(hosted));
}

/// Threads that wait meanwhile stay what they are until the process is gone.
void come_to_end(Hosted& hosted) {
  while (std::exchange(hosted.is_ending, true)) wait_at(&hosted.is_ending, "exit");
  if (hosted.runs_exit_handlers) {
    if (hosted.status == 0) live(hosted, hosted.options.on_success);
    live(hosted, [&] { run_exit_handlers(hosted); });
    live(hosted, [&] { hosted.state.end(); });
  }
  live(hosted, pay_for_files);
  take_rest(hosted);
}

namespace {

/// Those who run programs, by job and number.
std::map<std::pair<std::string_view, int>, Hosted*>& all_hosted() {
  static std::map<std::pair<std::string_view, int>, Hosted*> all;
  return all;
}

/// What those are not to get whose programs have not begun, by job and number.
auto& denied_before() {
  static std::map<std::pair<std::string, int>, std::vector<std::pair<int, ToldOfDenial>>> all;
  return all;
}

} // namespace

Hosted::Hosted(models::Port& door, const ProgramOptions& what, const UserProgram& program)
    : port(door), options(what), process(door.process_id()), file(program.file().string()), main(*this, 0) {
  all_hosted()[{options.job, process}] = this;
  const auto before = denied_before().find({std::string(options.job), process});
  if (before == denied_before().end()) return;
  for (auto& [nth, tell] : before->second) memory.deny(nth, std::move(tell));
  denied_before().erase(before);
}

Hosted::~Hosted() {
  const auto own = all_hosted().find({options.job, process});
  if (own != all_hosted().end() && own->second == this) all_hosted().erase(own); // its number may be used again by now
  if (is_shown(*this)) shown_process()->ends();
  for (const auto& thread : threads) thread->process = nullptr;
}

void deny_memory(std::string_view job, int process, int nth, ToldOfDenial told) {
  if (ProgramMemory* const memory = memory_of(job, process))
    memory->deny(nth, std::move(told));
  else
    denied_before()[{std::string(job), process}].emplace_back(nth, std::move(told));
}

ProgramMemory* memory_of(std::string_view job, int process) {
  const auto found = all_hosted().find({job, process});
  return found == all_hosted().end() ? nullptr : &found->second->memory;
}

Hosted* current() { return running ? running->process : nullptr; }
Hosted* simulated_caller() { return is_programs_own_thread() ? nullptr : current(); }
Thread& this_thread() { return *running; }

void charge_computation() {
  const mpi::OutsideMpi outside;
  Hosted& hosted = *current();
  if (hosted.endless == Endless::nothing && is_idle_for(hosted.options.patience)) hosted.endless = Endless::looping;
  if (hosted.endless != Endless::nothing) stop_at(innermost_place());
  if (hosted.options.host_time_scale != 0) {
    const Seconds before = hosted.resumed;
    resume(hosted);
    hosted.port.sleep((hosted.resumed - before) * hosted.options.host_time_scale);
  }
  pay_for_files();
}

void stop_at(const void* place) {
  Watch::let_go();
  current()->stopped_at = place;
  running->on_end(running->number, Ended::endless);
  mpi::abandon();
}

bool prints_too_much() { return !current()->options.output.has_room_for(capture->waiting()); }

void end(int status, ExitHandlers exit_handlers) {
  current()->status = status;
  current()->runs_exit_handlers = exit_handlers == ExitHandlers::run;
  mpi::abandon();
}

/// Gives each process what it printed when it gives up the processor.
class Session::Switches final : public mpi::SwitchObserver {
public:
  Switches() { mpi::observe_switches(this); }
  ~Switches() override { mpi::observe_switches(nullptr); }

  void called() override {
    if (!running) return;
    if (is_programs_own_thread()) crash_in_thread("a call of MPI");
    charge_computation();
    take_signals(*running);
  }
  void* left() override {
    if (current()) take_output(*current());
    if (current() && running->is_main() && is_shown(*current())) shown_process()->leaves();
    return give_up_processor();
  }
  void back(void* thread) override {
    if (!thread) return;
    go_on(*static_cast<Thread*>(thread));
    if (!current()) return; // it ends, as its process has
    take_up(*running);
  }
  void ended() override {
    if (!running) return;
    if (current()) take_rest(*current());
    running->on_end(running->number, Ended::from_outside);
  }
  void gone() override { give_up_processor(); }
};

namespace {

/// A program's own calls of exit are simulated, those of the system's libraries are not.
void complain_of_exit() {
  if (!running) return;
  note_place(innermost_place());
  crash("a library of the system's called exit");
}

bool has_begun = false; ///< a process of this session

/// In a copy of this process: what both would share otherwise is its own.
void part_from_original() {
  if (!capture) return;
  capture->part_from_original();
  Watch::begin_again();
}

} // namespace

Session::Session(std::function<std::uint64_t()> progress)
    : watch_(std::move(progress)), switches_(std::make_unique<Switches>()) {
  [[maybe_unused]] static const bool is_noticed = std::atexit(complain_of_exit) == 0;
  [[maybe_unused]] static const bool can_part = ::pthread_atfork(nullptr, nullptr, part_from_original) == 0;
  capture = &capture_;
  has_begun = false;
  last_of_session.front() = '\0';
  name_in_crashes(who_was_last);
}

/// After a crash a process still runs.
Session::~Session() {
  if (current()) take_output(*current());
  give_up_processor();
  who_was_last();
  last = {};
  capture = nullptr;
}

void note_place(const void* place) { last.place = place; }

std::string last_at_work() {
  if (last.process < 0) return {};
  const std::string line = source_line(last.place);
  return std::string(who_was_last()) + (line.empty() ? "" : ", at " + line);
}

const void* here() { return running ? innermost_place() : nullptr; }

CallChain where() {
  CallChain chain = call_chain();
  chain.call = running->fiber->waiting.call;
  return chain;
}

namespace {

/// Loads the program and runs it to its end.
void run(Hosted& hosted, const UserProgram& program) {
  if (!std::exchange(has_begun, true)) keep_open_descriptors();
  Arguments arguments(program.file().string(), hosted.options.arguments);
  std::string problem;
  std::exception_ptr lack; // of this computer's, not of the program
  live(hosted, [&] {
    try {
      hosted.instance =
          is_shown(hosted) ? program.load_for_debugger() : program.load(arguments.count(), arguments.pointers());
    } catch (const std::system_error&) { lack = std::current_exception(); } catch (const std::exception& error) {
      problem = error.what();
    }
  });
  if (lack) std::rethrow_exception(lack);
  if (!problem.empty()) throw ImageError(program.file().string() + " " + problem);
  std::feclearexcept(FE_ALL_EXCEPT); // what the simulator's own computing has raised
  if (!hosted.status) live(hosted, [&] { hosted.status = call(hosted.instance.main, arguments); });
  if (!hosted.status) live(hosted, [] { outlive_first_thread(); }); // which called pthread_exit
  come_to_end(hosted);
}

} // namespace

int run(const UserProgram& program, const ProgramOptions& options, models::Port& port) {
  Hosted hosted(port, options, program);
  const Resumed current(hosted.main);
  if (!options.folder.empty() && ::chdir(options.folder.c_str()) == 0) hosted.state.note_folder();
  try {
    run(hosted, program);
  } catch (const std::exception&) {
    mpi::end_other_threads();
    throw;
  }
  mpi::end_other_threads();
  return *hosted.status;
}

} // namespace daruma::hosting
