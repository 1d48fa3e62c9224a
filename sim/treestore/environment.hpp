// What the store stands on: time, and a network between the nodes of the machine. One implementation for the engine,
// one for tests.
#pragma once

#include "sim/core/units.hpp"

#include <functional>

namespace daruma::treestore {

using Action = std::function<void()>;

class Environment {
public:
  virtual ~Environment() = default;
  virtual Seconds now() const = 0;
  virtual void after(Seconds delay, Action) = 0;
  /// `arrived` is called when so many bytes have come from one node to the other; never if one of them goes off before.
  virtual void send(int from, int to, Bytes, Action arrived) = 0;
};

} // namespace daruma::treestore
