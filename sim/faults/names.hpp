// The components of a machine by name: "node3.cpu_fan", "switch0", "switch0.port5", and of its management network:
// "management" (its switch), "management.node3", "management.switch0" (the cable there).
#pragma once

#include "sim/faults/fabric.hpp"

#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace daruma::faults {

/// What can break in one way; `element` says in which.
struct FailureMode {
  models::faults::Component component;
  const models::faults::FaultModelElem* element;
};

/// Of the management network: its switch (no holder), or the cable to a node or a switch.
struct ManagementPart {
  std::optional<models::faults::Holder> holder{};
  int number = -1;

  std::string name() const;
};

using Target = std::variant<FailureMode, ManagementPart>;

/// Says what is wrong with the name of a component or of a link, and what is there.
class UnknownComponent : public std::invalid_argument {
public:
  using std::invalid_argument::invalid_argument;
};

/// What the text names, with the way in which it breaks, as in "node3.cpu.throttled", or without: its first one.
Target target(std::string_view text, const Fabric&, const models::faults::FaultTree&);

/// Links of a machine that a name stands for: those of its wiring, and all that is a node's own besides.
struct NamedLinks {
  std::vector<topology::LinkSlot> of_wiring;
  std::optional<int> node{};
};

/// "node3": what joins the node to the network and the file system; "switch0.port5": the cable there, in both
/// directions; "3>x": one direction, by the wiring's own name.
NamedLinks links(std::string_view text, const Fabric&);

/// All that the machine has: nodes first, then switches, then ports.
std::vector<models::faults::Component> all_components(const Fabric&, const models::faults::FaultTree&);

} // namespace daruma::faults
