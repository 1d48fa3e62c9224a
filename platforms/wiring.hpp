// How the nodes of a machine are joined: which directed links exist and which of them a message takes.
//
// Pure integer geometry, no simulator: links are numbered slots, some of which may be empty (the
// border of a mesh). Every cable is a pair of slots, one per direction, so links are full duplex.
// Routes are static, minimal and deterministic; they never depend on load or on failures (a failed
// node's router still forwards, as on the machines the papers describe).
#pragma once

#include "sim/scenario/scenario.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace daruma::platforms {

/// A directed link: an index below Wiring::link_slots().
using LinkSlot = std::size_t;

/// What a link joins: a node (level 0), or a switch or router (levels from 1 on, upwards from the nodes).
struct Element {
  int level;
  int index;

  bool operator==(const Element& other) const { return level == other.level && index == other.index; }
  bool operator<(const Element& other) const {
    return level != other.level ? level < other.level : index < other.index;
  }
};

/// Of several cables between the same two, `twin` tells which.
struct LinkEnds {
  Element from;
  Element to;
  int twin;
};

class Wiring {
public:
  Wiring() = default;
  Wiring(const Wiring&) = delete;
  Wiring& operator=(const Wiring&) = delete;
  virtual ~Wiring() = default;

  virtual std::size_t link_slots() const = 0;

  /// "from>to" of the link in that slot; empty if the slot holds no link. Unique within a machine.
  virtual std::string link_name(LinkSlot) const = 0;

  /// Of a slot that holds a link.
  virtual LinkEnds ends(LinkSlot) const = 0;

  /// Appends the links from node `from` to another node `to`, in the order of travel.
  virtual void route(int from, int to, std::vector<LinkSlot>& links) const = 0;
};

/// The wiring of a machine's topology. Expects what the scenario layer checked: extents and levels
/// are positive and the topology has room for all nodes.
std::unique_ptr<Wiring> wire(const scenario::Machine&);

} // namespace daruma::platforms
