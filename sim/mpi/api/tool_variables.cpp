#include "sim/mpi/api/tool_variables.hpp"

#include "sim/mpi/p2p/match_queue.hpp"
#include "sim/mpi/process/job.hpp"

namespace daruma::mpi {

namespace {

unsigned long eager_limit(const Process& process) {
  return static_cast<unsigned long>(process.job->profile().eager_limit.value());
}
unsigned long backlog_limit(const Process& process) {
  return static_cast<unsigned long>(process.job->world->backlog().limit().value());
}
std::string runtime(const Process& process) { return process.job->profile().name; }

double as_number(std::uint64_t count) { return static_cast<double>(count); }

double unexpected_messages(const Process& process) { return as_number(process.match_queue->unexpected()); }
double posted_receives(const Process& process) { return as_number(process.match_queue->posted()); }
double messages_sent(const Process& process) { return as_number(process.traffic.messages_sent); }
double bytes_sent(const Process& process) { return as_number(process.traffic.bytes_sent); }
double messages_received(const Process& process) { return as_number(process.traffic.messages_received); }
double bytes_received(const Process& process) { return as_number(process.traffic.bytes_received); }
double time_blocked(const Process& process) { return process.main.blocked().count(); }
double known_failures(const Process& process) {
  return as_number(failed_in(process.known_failures, [](const Process&) { return true; }).size());
}

} // namespace

const std::vector<ControlVariable>& control_variables() {
  static const auto* const all = new std::vector<ControlVariable>{
      {"eager_limit", "Messages of so many bytes or more wait for their receive (rendezvous)", MPI_UNSIGNED_LONG,
       eager_limit, nullptr},
      {"backlog_limit", "Bytes that messages without a receive may take in all processes together", MPI_UNSIGNED_LONG,
       backlog_limit, nullptr},
      {"runtime", "The runtime profile, which says what detection, agreement and recovery cost", MPI_CHAR, nullptr,
       runtime}};
  return *all;
}

const std::vector<PerformanceVariable>& performance_variables() {
  constexpr int level = MPI_T_PVAR_CLASS_LEVEL;
  constexpr int counter = MPI_T_PVAR_CLASS_COUNTER;
  static const auto* const all = new std::vector<PerformanceVariable>{
      {"unexpected_messages", "Messages that have no receive", level, MPI_UNSIGNED_LONG, unexpected_messages},
      {"posted_receives", "Receives that have no message", level, MPI_UNSIGNED_LONG, posted_receives},
      {"messages_sent", "Messages sent, those of collectives among them", counter, MPI_UNSIGNED_LONG, messages_sent},
      {"bytes_sent", "Bytes of the messages sent", counter, MPI_UNSIGNED_LONG, bytes_sent},
      {"messages_received", "Messages received, those of collectives among them", counter, MPI_UNSIGNED_LONG,
       messages_received},
      {"bytes_received", "Bytes received", counter, MPI_UNSIGNED_LONG, bytes_received},
      {"time_blocked", "Simulated seconds that the program has waited in calls of MPI", MPI_T_PVAR_CLASS_TIMER,
       MPI_DOUBLE, time_blocked},
      {"known_failures", "Processes that this one knows to have failed", level, MPI_UNSIGNED_LONG, known_failures}};
  return *all;
}

const std::vector<VariableCategory>& variable_categories() {
  static const auto* const all =
      new std::vector<VariableCategory>{{"messages", "Messages and what waits for them", {0, 1}, {0, 1, 2, 3, 4, 5, 6}},
                                        {"failures", "Failures and the runtime that finds them", {2}, {7}}};
  return *all;
}

} // namespace daruma::mpi
