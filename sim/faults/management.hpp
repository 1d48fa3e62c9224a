// The network of its own over which management controllers and switches are asked.
//
// One switch, and from it a cable to each node, which its management controller (BMC) and its own questions share, and
// one to each switch of the machine. A node asks its own controller without the network. All of it can break. The
// switch itself can be asked, too: which of its ports have a link.
#pragma once

#include "sim/core/localisation.hpp"
#include "sim/faults/names.hpp"

#include <optional>
#include <vector>

namespace daruma::faults {

using daruma::ManagementTimes;

class Management {
public:
  void cut(const ManagementPart&, Seconds at);
  /// Whether the node can ask whoever is there.
  bool reaches(int asker, const ManagementPart&, Seconds now) const;
  /// Since when; nothing if it is not.
  std::optional<Seconds> cut_at(const ManagementPart&, Seconds now) const;

private:
  bool is_cut(const ManagementPart& part, Seconds now) const { return cut_at(part, now).has_value(); }

  struct Cut {
    ManagementPart part;
    Seconds at;
  };
  std::vector<Cut> cuts_;
};

} // namespace daruma::faults
