// The data store of Falanx: what reading and writing a value takes while all its nodes live.
//
// A node serves one message after the other. A write goes to the value's first node, from there to the second, and is
// answered when both have it (models/falanx/logic/data_node.hpp).
#pragma once

#include "models/falanx/fast/falanx_placement.hpp"
#include "models/falanx/logic/roles.hpp"

#include <string_view>
#include <vector>

namespace daruma::fast {

class FalanxData {
public:
  FalanxData(FalanxPlacement& ranks, const models::falanx::Roles& roles, Seconds service_time);

  /// Of the caller's rank, one at a time; `then` is called there.
  void set(int rank, std::string_view key, Bytes size, EventQueue::Action then);
  void get(int rank, std::string_view key, Bytes size, EventQueue::Action then);

private:
  /// A message, and the rank that serves it.
  struct Leg {
    int to;
    Bytes size;
  };
  struct Journey {
    std::vector<Leg> legs; ///< the last leads back
    std::size_t at = 0;
    EventQueue::Action then;
  };
  void begin(int rank, std::vector<Leg> legs, EventQueue::Action then);
  void travel(int rank);
  std::vector<int> holders(std::string_view key) const;

  FalanxPlacement& ranks_;
  int nodes_;
  int first_rank_;
  Seconds service_time_;
  std::vector<QueueServer> servers_; ///< by node
  std::vector<Journey> journeys_;    ///< by the rank that asked
};

} // namespace daruma::fast
