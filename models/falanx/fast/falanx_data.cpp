#include "models/falanx/fast/falanx_data.hpp"

#include "models/falanx/logic/key_placement.hpp"

#include <utility>

namespace daruma::fast {

namespace falanx = models::falanx;

FalanxData::FalanxData(FalanxPlacement& ranks, const falanx::Roles& roles, Seconds service_time)
    : ranks_(ranks), nodes_(roles.data_nodes), first_rank_(roles.first_data_node()), service_time_(service_time),
      servers_(static_cast<std::size_t>(nodes_)), journeys_(static_cast<std::size_t>(roles.ranks())) {}

/// Their ranks.
std::vector<int> FalanxData::holders(std::string_view key) const {
  std::vector<int> ranks = falanx::holders(falanx::primary_node(key, nodes_), nodes_, {});
  for (int& rank : ranks) rank += first_rank_;
  return ranks;
}

void FalanxData::set(int rank, std::string_view key, Bytes size, EventQueue::Action then) {
  const std::vector<int> to = holders(key);
  const Bytes bare = packet_size(0, Bytes(0));
  const Bytes whole = packet_size(key.size(), size);
  std::vector<Leg> legs{{to.front(), whole}};
  if (to.size() > 1) legs.insert(legs.end(), {{to.back(), whole}, {to.front(), bare}});
  legs.push_back({rank, bare});
  begin(rank, std::move(legs), std::move(then));
}

void FalanxData::get(int rank, std::string_view key, Bytes size, EventQueue::Action then) {
  const int holder = holders(key).front();
  begin(rank, {{holder, packet_size(key.size(), Bytes(0))}, {rank, packet_size(0, size)}}, std::move(then));
}

void FalanxData::begin(int rank, std::vector<Leg> legs, EventQueue::Action then) {
  journeys_[static_cast<std::size_t>(rank)] = {std::move(legs), 0, std::move(then)};
  travel(rank);
}

void FalanxData::travel(int rank) {
  Journey& journey = journeys_[static_cast<std::size_t>(rank)];
  const Leg& leg = journey.legs[journey.at];
  const int from = journey.at == 0 ? rank : journey.legs[journey.at - 1].to;
  ++journey.at;
  ranks_.send(from, leg.to, leg.size, [this, rank] {
    Journey& arrived = journeys_[static_cast<std::size_t>(rank)];
    if (arrived.at == arrived.legs.size()) {
      std::exchange(arrived.then, nullptr)();
      return;
    }
    const int node = arrived.legs[arrived.at - 1].to - first_rank_;
    ranks_.serve(servers_[static_cast<std::size_t>(node)], service_time_, [this, rank] { travel(rank); });
  });
}

} // namespace daruma::fast
