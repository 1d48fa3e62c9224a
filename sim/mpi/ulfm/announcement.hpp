// A reliable broadcast among processes, as messages of the runtime.
#pragma once

#include "sim/mpi/process/group.hpp"
#include "sim/mpi/ulfm/reliable_broadcast.hpp"

#include <functional>
#include <memory>

namespace daruma::mpi {

struct Process;
class RuntimeMessages;

class Announcement : public std::enable_shared_from_this<Announcement>, private ReliableBroadcast::Surroundings {
public:
  using Reached = std::function<void(Process&)>;

  /// Calls `reached` for each living member, those that `begin` among them.
  Announcement(Members members, RuntimeMessages& messages, Reached reached);

  /// The member knows of it. Like all that follow, called in kernel context.
  void begin(int member);
  /// The member has learnt of a failure.
  void mended(int member) { broadcast_.mended(member); }
  /// Whether all living members have heard of it.
  bool is_over() const { return unreached_ <= 0; }
  int size() const { return broadcast_.size(); }
  bool has_reached(int member) const { return broadcast_.has_reached(member); }
  /// A member has died or ended in order.
  void left(int member);

private:
  bool is_alive(int member) const override;
  int ring_neighbour(int member, int direction) const override;
  void send(int from, int to) override;
  void charge_sends(int member, int count) override;
  void charge_receives(int member, int count) override;
  void reached(int member) override;
  Process& at(int member) const { return *members_[static_cast<std::size_t>(member)]; }

  Members members_;
  RuntimeMessages& messages_;
  Reached reached_;
  ReliableBroadcast broadcast_;
  int unreached_ = 0;
};

/// It ended in order; nobody watches it any more.
bool has_left(const Process& process);

} // namespace daruma::mpi
