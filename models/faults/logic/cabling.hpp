// Which cable goes where, and what those at its ends can tell of what is at the other one.
//
// A switch without power answers no question. But a live switch keeps the link of each of its ports up, so that its
// neighbours know: where most of them are sound and see no link, the switch is down. That it is silent is no evidence,
// for it is the management network that may be cut. In the same way a cable, which nobody can ask, is damaged where
// both its ends are sound and neither sees a link.
//
// A node without any power answers no question either, for its management controller (BMC) has none. But the BMC's port
// at the management switch has lost its link then, as the NIC's port has. One of them alone may be a cable. Both at one
// moment (RFC 2863: ifLastChange) are one fault where they are due to power, and two of any other kind.
#pragma once

#include "models/faults/logic/detection.hpp"

namespace daruma::models::faults {

/// An end of a cable: the NIC of a node, or a port of a switch.
struct CableEnd {
  Holder holder;
  int number;
  int port = -1;
};

class Cabling {
public:
  virtual ~Cabling() = default;
  /// How many ports the switch has; they are numbered from 0.
  virtual int ports(int network_switch) const = 0;
  virtual CableEnd other_end(int network_switch, int port) const = 0;
  /// The port that it is plugged into; of the BMC one of a management switch, whose number no other switch has.
  virtual std::optional<CableEnd> plugged_into(int node, Plug) const = 0;
  /// Whether the cable at this port counts to it: one between two switches does to the one with the smaller number.
  bool counts_to(int network_switch, int port) const;
};

/// Looks at cables from their ends.
class Neighbours {
public:
  Neighbours(const FaultTree& tree, Handlers& handlers, const Cabling& cabling)
      : tree_(tree), handlers_(handlers), cabling_(cabling) {}

  /// Whether the switch is down as its neighbours see it.
  bool is_down(int network_switch);
  /// The names of the elements by which a sound port shows that nothing comes in.
  std::vector<std::string> missing_link(const Component& port);
  /// Of a port that is sound and sees no link: whether it is due to the cable, and the cable counts to this port.
  bool is_cable_damaged(const Component& port);
  /// Whether all of the node's links that go down together did so, as the sound ports tell at the other ends.
  bool are_lost(int node, const LostLinks&);
  CableEnd beyond(const Component& port) const { return cabling_.other_end(port.holder, port.port); }

private:
  enum class Sight { link, no_link, none };

  /// What is seen at that end; none if whoever is there is not known to be sound.
  Sight sight(const CableEnd&);
  /// For how long that end has been seeing what it sees, as far as it tells.
  std::optional<Seconds> age(const CableEnd&);

  const FaultTree& tree_;
  Handlers& handlers_;
  const Cabling& cabling_;
};

} // namespace daruma::models::faults
