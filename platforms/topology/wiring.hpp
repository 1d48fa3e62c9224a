// How the nodes of a machine are joined: which directed links exist and which of them a message takes.
//
// Pure integer geometry, no simulator: links are numbered slots, some of which may be empty (the
// border of a mesh). Every cable is a pair of slots, one per direction, so links are full duplex.
// Routes are static, minimal and deterministic; they never depend on load or on failures (a failed
// node's router still forwards, as on the machines the papers describe). Simulation, counting and the
// localisation of faults all follow these routes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace daruma::topology {

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

  /// Where the node's messages enter and leave the network, if its cable there is no link of its own: then routes
  /// begin and end at that router. Nothing where the node's cable is a link.
  virtual std::optional<Element> router(int node) const;
};

/// A node by its number; a switch or router is "s<level>.<index>".
std::string element_name(const Element&);
/// "from>to", and "#1" behind it for the second of several cables.
std::string link_name(const LinkEnds&);

/// The messages that share each directed link, and the most that do: the collisions of a pattern of messages.
struct LinkLoads {
  std::vector<int> loads; ///< by slot
  int collisions = 0;
  int longest_way = 0; ///< links of the longest route
};

struct Message {
  int from; ///< nodes; one to itself takes no link
  int to;
  int weight = 1; ///< how much of a link it takes
};

LinkLoads count(const Wiring&, const std::vector<Message>&);

} // namespace daruma::topology
