// Which messages of a run could have come after others that they came before, so that somebody can tell.
//
// MPI keeps the order of messages between two processes (MPI 4.1, section 3.5) and says nothing of those of different
// senders. Who receives from named senders only, each when it has to, gets the same whatever their order: for such a
// receiver no message is late, which leaves nothing out as long as nobody dies. Who can tell is who receives from
// whoever sends first, looks whether something has come, or asks which of several requests is complete. For it, each
// message may come later than each one of another sender that it came before: behind the next three, one after the
// other, or behind all of them. Several late messages in a case make the other orders.
#pragma once

#include "sim/explore/case.hpp"
#include "sim/explore/recording.hpp"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace daruma::explore {

class Overtaking {
public:
  /// Of a run, whose steps these are.
  explicit Overtaking(const std::vector<Step>&);

  /// Each of the step's messages, so much later that it comes behind others.
  std::vector<Fault> late_messages(const Step&) const;

private:
  using Receiver = std::pair<std::string, int>; ///< job and process
  struct Coming {
    Seconds at;
    int from;
  };

  std::vector<Seconds> delays(const Receiver&, const Coming&) const;

  std::map<Receiver, std::vector<Coming>> coming_; ///< in the order of time
  std::set<Receiver> choosing_;                    ///< who can tell
  Seconds end_{0};
};

/// Whether a call asks what has come, or which of several requests is complete.
bool is_choosing(const std::string& call);

} // namespace daruma::explore
