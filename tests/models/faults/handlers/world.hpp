// Two nodes at one switch whose devices can be broken and asked: one interface, two worlds.
#pragma once

#include "models/faults/logic/cabling.hpp"

#include <memory>
#include <string>

namespace daruma::models::faults::test {

/// Whoever answers for a node or a switch.
enum class Agent { bmc_of_node1, switch0 };

class World {
public:
  virtual ~World() = default;

  /// What both its devices and the questions are made of.
  virtual const FaultTree& tree() const = 0;
  /// What the element shows from now on; of a sensor with states, 1 sets that state and 0 clears it.
  virtual void show(const Component&, const FaultModelElem&, double value) = 0;
  /// It gets questions and says nothing, until this is called for it again.
  virtual void silence(Agent) = 0;
  virtual void end_silence(Agent) = 0;

  /// Whether a device that is broken takes others with it, in the end whoever answers for it.
  virtual bool has_consequences() const = 0;
  virtual const Cabling& cabling() const = 0;
  /// Those of node 0, as long as they are asked for one request.
  virtual std::unique_ptr<Handlers> handlers() = 0;
};

/// Everything is sound and answers.
std::unique_ptr<World> make_world();

} // namespace daruma::models::faults::test
