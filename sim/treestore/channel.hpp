// One direction of a connection: what is sent arrives in the order in which it was sent, whatever its size.
#pragma once

#include "sim/treestore/environment.hpp"

#include <cstdint>
#include <map>

namespace daruma::treestore {

/// Outlives what it sends.
class Channel {
public:
  Channel(Environment& environment, int from, int to) : environment_(environment), from_(from), to_(to) {}
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  void send(Bytes, Action arrived);

private:
  void arrive(std::int64_t number, Action);

  Environment& environment_;
  int from_;
  int to_;
  std::int64_t sent_ = 0;
  std::int64_t next_ = 0;                ///< to be handed on
  std::map<std::int64_t, Action> early_; ///< arrived before their turn
};

} // namespace daruma::treestore
