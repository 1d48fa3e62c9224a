// One simulated MPI process: who it is, whether it lives, what it knows, and what it has under way.
#pragma once

#include "sim/core/initial_errhandler.hpp"
#include "sim/core/processor_time.hpp"
#include "sim/core/units.hpp"
#include "sim/mpi/process/attributes.hpp"
#include "sim/mpi/process/failure_history.hpp"
#include "sim/mpi/process/fiber.hpp"
#include "sim/mpi/process/flips.hpp"
#include "sim/mpi/process/numbered_handles.hpp"

#include <simgrid/s4u/Actor.hpp>
#include <simgrid/s4u/Host.hpp>

#include <mpi.h>

#include <boost/container/small_vector.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace daruma::mpi {

class Arrivals;
struct Communicator;
class HeldMessages;
struct Helper;
struct Job;
class MatchQueue;
class SendBuffer;
class Threads;

/// An error class or code that the application made up.
struct AddedError {
  int error_class;
  std::string text;
  bool is_removed = false;
};

/// Messages of a process, those of collective calls among them.
struct Traffic {
  std::uint64_t messages_sent = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t messages_received = 0;
  std::uint64_t bytes_received = 0;
};

/// Which threads may call MPI, with the numbers that MPI has for it.
enum class ThreadLevel : std::uint8_t {
  single = MPI_THREAD_SINGLE,
  funneled = MPI_THREAD_FUNNELED,
  serialized = MPI_THREAD_SERIALIZED,
  multiple = MPI_THREAD_MULTIPLE
};

struct Process {
  Job* job = nullptr;
  int number = 0; ///< in its job, in order of start, never reused
  int launch = 0; ///< 0 for those the job began with, then one more for every spawn
  simgrid::s4u::Host* host = nullptr;
  simgrid::s4u::ActorPtr actor;

  bool alive = true;
  bool crashed = false;    ///< died before MPI_Finalize
  bool suspected = false;  ///< somebody's detector found its death
  bool is_held_up = false; ///< its node does not answer
  bool initialized = false;
  bool finalized = false;
  ThreadLevel thread_level = ThreadLevel::single; ///< that MPI_Init_thread granted
  int sessions = 0;                               ///< that are open
  int tools = 0;                                  ///< MPI_T_init_thread without MPI_T_finalize
  Seconds clock_read{-1};                         ///< when it looked at the clock last

  void* attachment = nullptr; ///< the host's

  LocalCommunicator* world = nullptr;
  LocalCommunicator* self = nullptr; ///< null until the program asks for MPI_COMM_SELF
  LocalCommunicator* parent = nullptr;
  std::vector<std::shared_ptr<Communicator>> communicators; ///< that it is a member of, in the order of their making

  const FailureHistory* known_failures = nullptr; ///< null: none
  std::string reason_of_failure;                  ///< as far as the host found it out; empty: nobody asked
  std::string reason_of_refusal;                  ///< why no process could be started last; empty: none was refused

  std::unique_ptr<MatchQueue> match_queue;
  std::unique_ptr<Arrivals> arrivals; ///< null where to receive takes no processor time
  boost::container::small_vector<Request*, 2> pending;
  std::vector<std::unique_ptr<Request>> issued;     ///< the application holds handles on them
  std::vector<std::unique_ptr<Request>> unattended; ///< freed by the application while under way
  std::shared_ptr<SendBuffer> send_buffer;          ///< MPI_Buffer_attach; null where none is attached

  Fiber main{*this};
  std::unique_ptr<Threads> threads;             ///< that its program has started; null: it never has
  std::vector<std::unique_ptr<Helper>> helpers; ///< fibers of non-blocking collectives, finished ones among them
  std::deque<Request*> waiting_operations;      ///< non-blocking collectives that no fiber is free for

  KeyValues key_values;
  NumberedHandles numbered_handles;        ///< that the program has as integers
  std::vector<AddedError> added_errors;    ///< classes and codes that the application added, from the first free one on
  int universe_size = 0;                   ///< storage behind the attribute MPI_UNIVERSE_SIZE
  std::shared_ptr<const void> environment; ///< storage behind MPI_INFO_ENV; null until the program asks for it
  int last_used_code = 0;                  ///< storage behind the attribute MPI_LASTUSEDCODE
  int number_of_command = 0;               ///< storage behind MPI_APPNUM: of the commands that one spawn started
  int partitions_sent = 0;                 ///< partitions of its sends are numbered by this
  Traffic traffic;
  Flips flips;                                               ///< in its messages
  std::unique_ptr<HeldMessages> held_messages;               ///< null where none is ever held
  Seconds lateness_of_news{0};                               ///< of what detectors find out
  MPI_Errhandler error_handler_of_files = MPI_ERRORS_RETURN; ///< MPI_FILE_NULL's, which files begin with
  std::optional<InitialErrhandler> initial_errhandler;       ///< where it was asked for
  std::vector<std::string> representations;                  ///< of data in files, that the program has registered

  Process();
  ~Process();

  bool knows_failed(const Process& other) const { return known_failures && known_failures->has(other); }
  /// Adds to what this process knows and rings it.
  void learn_of(Process& dead);
  /// The same by a detector's news, which may be late. Kernel context.
  void hear_of(Process& dead);

  /// Wakes all fibers that sleep. Kernel context, or another process.
  void ring();
  /// Its node answers again.
  void go_on();
  /// Wakes those that run its program.
  void ring_threads();
  /// Wakes those that look for a message.
  void message_came();
};

/// The calling process. Only from inside a simulated MPI process.
Process& self();

/// The simulated time.
Seconds now();

/// Lets the calling process spend time without computing.
void pass(Seconds duration);

/// The same for what it does with so many bytes within its node.
void spend(const ProcessorTimes& times, std::size_t bytes);

/// Who looks at the clock for the second time at the same instant waits for it to move.
void look_at_the_clock(Process& process);

/// What a call that fails or polls at once still takes, so that a program that spins on it sees time pass.
constexpr Seconds poll_cost{1e-6};

} // namespace daruma::mpi
