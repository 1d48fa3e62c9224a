#include "sim/mpi/process/threads.hpp"

#include "sim/mpi/process/errors.hpp"
#include "sim/mpi/process/job.hpp"
#include "sim/mpi/process/stack.hpp"

#include <mpi.h>

#include <algorithm>
#include <utility>

namespace sg4 = simgrid::s4u;

namespace daruma::mpi {

namespace {

std::string described(const Fiber& fiber) {
  return fiber.thread() == 0 ? "the main thread" : "thread " + std::to_string(fiber.thread());
}

/// Who gives up the processor outside of MPI has no call any more.
bool is_in_mpi(const Fiber& fiber) { return fiber.waiting.call && fiber.waiting.peer != Waiting::another_thread; }

} // namespace

void Threads::start(std::size_t stack, std::function<void()> code) {
  Thread& thread = *all_.emplace_back(std::make_unique<Thread>(process_, ++started_));
  const std::string name = process_.job->plan.name + "/" + std::to_string(process_.number) + " thread " +
                           std::to_string(thread.fiber.thread());
  const auto run = [this, &thread, stack, code = std::move(code)] {
    if (!process_.alive || thread.is_called_off) return; // SimGrid begins who was killed before
    run_on_stack(stack, code);
    remove(thread);
  };
  blocking([&] {
    thread.actor = sg4::Actor::init(name, process_.host);
    thread.actor->set_data(&thread.fiber);
    thread.actor->start(run);
  });
}

void Threads::end_others(const sg4::Actor* spared) const {
  for (const auto& thread : all_) {
    if (!thread->actor || thread->actor.get() == spared) continue;
    thread->is_called_off = true;
    thread->fiber.give_up_sleep();
    thread->actor->kill();
  }
}

void Threads::check_call(const Fiber& caller) {
  if (process_.thread_level == ThreadLevel::multiple) return;
  const auto check = [&](const Fiber& other) {
    if (&other == &caller || !is_in_mpi(other)) return;
    misuse(caller.waiting.call, described(caller) + " calls it while " + described(other) + " is in " +
                                    other.waiting.call + ", and " + name_of(process_.thread_level) +
                                    " is what MPI_Init_thread has granted: ask for MPI_THREAD_MULTIPLE");
  };
  check(process_.main);
  for (const auto& thread : all_)
    if (!thread->is_called_off) check(thread->fiber);
  const bool is_for_main_alone = process_.thread_level != ThreadLevel::serialized;
  if (!is_for_main_alone || caller.thread() == 0 || std::exchange(is_warned_, true)) return;
  const World& world = *process_.job->world;
  world.listener().warned(process_.job->name(process_),
                          std::string(caller.waiting.call) + world.place_of(process_) + ": " + described(caller) +
                              " calls it, and " + name_of(process_.thread_level) +
                              ", which is granted, allows calls of the main thread alone");
}

void Threads::remove(const Thread& thread) {
  all_.erase(std::find_if(all_.begin(), all_.end(), [&](const auto& one) { return one.get() == &thread; }));
}

OutsideMpi::OutsideMpi() : fiber_(fiber()), before_(std::exchange(fiber_.waiting, {})) {}
OutsideMpi::~OutsideMpi() { fiber_.waiting = before_; }

void start_thread(std::function<void()> code, std::size_t least_stack) {
  Process& process = self();
  if (!process.threads) process.threads = std::make_unique<Threads>(process);
  const OutsideMpi outside;
  process.threads->start(std::max(process.job->plan.stack, least_stack), std::move(code));
}

void end_other_threads() {
  const Process& process = self();
  if (process.threads) in_kernel([&, caller = sg4::Actor::self()] { process.threads->end_others(caller); });
}

const Choices<ThreadLevel>& thread_levels() {
  static const Choices<ThreadLevel> all{{"MPI_THREAD_SINGLE", ThreadLevel::single},
                                        {"MPI_THREAD_FUNNELED", ThreadLevel::funneled},
                                        {"MPI_THREAD_SERIALIZED", ThreadLevel::serialized},
                                        {"MPI_THREAD_MULTIPLE", ThreadLevel::multiple}};
  return all;
}

ThreadLevel thread_level_for(int required) {
  return static_cast<ThreadLevel>(std::clamp(required, MPI_THREAD_SINGLE, MPI_THREAD_MULTIPLE));
}

std::string name_of(ThreadLevel level) { return std::string(word_of(thread_levels(), level)); }

} // namespace daruma::mpi
