// The network of its own over which management controllers and switches are asked.
//
// One switch, and from it a cable to each node, which its management controller (BMC) and its own questions share, and
// one to each switch of the machine. A node asks its own controller without the network. All of it can break.
#pragma once

#include "sim/core/localisation.hpp"
#include "sim/faults/names.hpp"

#include <vector>

namespace daruma::faults {

using daruma::ManagementTimes;

class Management {
public:
  void cut(const ManagementPart&, Seconds at);
  bool reaches(int asker, models::faults::Holder, int number, Seconds now) const;
  bool is_cut(const ManagementPart&, Seconds now) const;

private:
  struct Cut {
    ManagementPart part;
    Seconds at;
  };
  std::vector<Cut> cuts_;
};

} // namespace daruma::faults
