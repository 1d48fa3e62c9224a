// Where groups of a job's processes find each other: ports with a name (MPI 3.1, section 10.4).
#pragma once

#include "sim/mpi/process/communicator.hpp"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace daruma::mpi {

/// A root that waits at a port for one of the other side.
struct Caller {
  Process* root;
  const GroupPtr* group;
  const GroupPtr* remote = nullptr; ///< of the one that it has found
  ContextId meeting = 0;            ///< of the two
};

enum class PortSide { accepts, connects };

class Ports {
public:
  /// The name of a new port.
  std::string open();
  void close(const std::string& name) { ports_.erase(name); }
  /// The side of one of the two that join at a connection, which is a port of theirs: the first accepts. Who waits
  /// there asks whether its own end is cut: nobody is at the other any more.
  PortSide join(const std::string& connection, std::function<bool()> is_cut);
  /// A process of the job is gone, and its ends of connections close: who waits at one asks.
  void ask_for_cuts();

  bool publish(const std::string& service, const std::string& port) { return names_.emplace(service, port).second; }
  bool unpublish(const std::string& service) { return names_.erase(service) != 0; }
  /// Null where nobody published it.
  const std::string* look_up(const std::string& service) const;

  /// Waits at a port until a group comes to its other side; an error class. The caller is the root of `comm`.
  int meet(const std::string& name, PortSide side, LocalCommunicator& comm, Caller& found);

private:
  /// Who waits, by side, in the order in which they came.
  using Queue = std::deque<std::shared_ptr<Caller>>;
  struct Port {
    Queue waiting[2];
    std::function<bool()> is_cut[2]; ///< of a connection, by the side that asks
  };

  /// The oldest who waits and lives, taken out; null if there is none.
  static std::shared_ptr<Caller> take(Queue& queue);
  int wait(const std::string& name, PortSide side, LocalCommunicator& comm, const std::shared_ptr<Caller>& own);

  int opened_ = 0;
  std::map<std::string, Port> ports_;
  std::map<std::string, std::string> names_;
};

} // namespace daruma::mpi
