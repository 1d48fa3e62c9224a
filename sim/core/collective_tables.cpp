#include "sim/core/collective_tables.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace daruma {

namespace {

using A = Algorithm;

const std::map<Collective, std::vector<Algorithm>>& by_collective() {
  static const std::map<Collective, std::vector<Algorithm>> known{
      {Collective::barrier,
       {A::binomial, A::linear, A::double_ring, A::recursive_doubling, A::dissemination, A::hierarchical}},
      {Collective::bcast,
       {A::binomial, A::linear, A::chain, A::pipeline, A::binary, A::split_binary, A::k_nomial, A::scatter_allgather,
        A::scatter_ring_allgather, A::hierarchical}},
      {Collective::reduce,
       {A::binomial, A::linear, A::chain, A::pipeline, A::binary, A::in_order_binary, A::k_nomial, A::rabenseifner,
        A::hierarchical}},
      {Collective::allreduce,
       {A::reduce_bcast, A::linear, A::recursive_doubling, A::ring, A::rabenseifner, A::hierarchical}},
      {Collective::reduce_scatter,
       {A::reduce_scatter, A::recursive_doubling, A::recursive_halving, A::butterfly, A::pairwise, A::ring}},
      {Collective::reduce_scatter_block,
       {A::reduce_scatter, A::recursive_doubling, A::recursive_halving, A::butterfly, A::pairwise, A::ring}},
      {Collective::gather, {A::linear, A::binomial, A::linear_sync}},
      {Collective::scatter, {A::linear, A::binomial}},
      {Collective::allgather,
       {A::bruck, A::gather_bcast, A::recursive_doubling, A::ring, A::neighbour_exchange, A::linear}},
      {Collective::allgatherv,
       {A::bruck, A::gather_bcast, A::recursive_doubling, A::ring, A::neighbour_exchange, A::linear}},
      {Collective::alltoall, {A::pairwise, A::linear, A::bruck}},
      {Collective::alltoallv, {A::pairwise, A::linear}},
      {Collective::scan, {A::linear, A::recursive_doubling}},
      {Collective::exscan, {A::linear, A::recursive_doubling}}};
  return known;
}

bool agrees(const std::optional<bool>& wanted, bool is) { return !wanted || *wanted == is; }

bool is_below(const std::optional<Bytes>& limit, std::int64_t bytes) {
  return !limit || static_cast<double>(bytes) < limit->value();
}

/// The largest number there is where it would be larger.
std::int64_t product(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? std::numeric_limits<std::int64_t>::max() : result;
}

} // namespace

const Choices<Collective>& collectives() {
  static const Choices<Collective> names{{"barrier", Collective::barrier},
                                         {"bcast", Collective::bcast},
                                         {"reduce", Collective::reduce},
                                         {"allreduce", Collective::allreduce},
                                         {"reduce_scatter", Collective::reduce_scatter},
                                         {"reduce_scatter_block", Collective::reduce_scatter_block},
                                         {"gather", Collective::gather},
                                         {"scatter", Collective::scatter},
                                         {"allgather", Collective::allgather},
                                         {"allgatherv", Collective::allgatherv},
                                         {"alltoall", Collective::alltoall},
                                         {"alltoallv", Collective::alltoallv},
                                         {"scan", Collective::scan},
                                         {"exscan", Collective::exscan}};
  return names;
}

const Choices<Algorithm>& algorithms() {
  static const Choices<Algorithm> names{{"binary", A::binary},
                                        {"binomial", A::binomial},
                                        {"bruck", A::bruck},
                                        {"butterfly", A::butterfly},
                                        {"chain", A::chain},
                                        {"dissemination", A::dissemination},
                                        {"double-ring", A::double_ring},
                                        {"gather-bcast", A::gather_bcast},
                                        {"hierarchical", A::hierarchical},
                                        {"in-order-binary", A::in_order_binary},
                                        {"k-nomial", A::k_nomial},
                                        {"linear", A::linear},
                                        {"linear-sync", A::linear_sync},
                                        {"neighbour-exchange", A::neighbour_exchange},
                                        {"pairwise", A::pairwise},
                                        {"pipeline", A::pipeline},
                                        {"rabenseifner", A::rabenseifner},
                                        {"recursive-doubling", A::recursive_doubling},
                                        {"recursive-halving", A::recursive_halving},
                                        {"reduce-bcast", A::reduce_bcast},
                                        {"reduce-scatter", A::reduce_scatter},
                                        {"ring", A::ring},
                                        {"scatter-allgather", A::scatter_allgather},
                                        {"scatter-ring-allgather", A::scatter_ring_allgather},
                                        {"split-binary", A::split_binary}};
  return names;
}

const std::vector<Algorithm>& algorithms_of(Collective which) { return by_collective().at(which); }

AlgorithmChoice default_choice(Collective which) { return {algorithms_of(which).front()}; }

int power_of_two_within(int n) {
  int power = 1;
  while (power <= n / 2) power *= 2;
  return power;
}

std::int64_t CollectiveCall::total_bytes() const {
  switch (which) {
  case Collective::gather:
  case Collective::scatter:
  case Collective::allgather:
  case Collective::allgatherv:
  case Collective::alltoall:
  case Collective::reduce_scatter_block:
    return product(bytes, ranks);
  default:
    return bytes;
  }
}

bool CollectiveRule::holds_for(const CollectiveCall& call) const {
  const int power = power_of_two_within(call.ranks);
  return (!ranks_below || call.ranks < *ranks_below) && is_below(bytes_below, call.bytes) &&
         is_below(total_below, call.total_bytes()) && agrees(power_of_two, power == call.ranks) &&
         agrees(commutative, call.commutes) && agrees(predefined, call.is_predefined) &&
         agrees(fewer_elements_than_ranks, call.elements < power) && agrees(shared_nodes, call.has_shared_nodes);
}

bool keeps_order(Collective which, Algorithm algorithm) {
  if (algorithm == default_choice(which).algorithm) return true;
  const bool is_scan = which == Collective::scan || which == Collective::exscan;
  return is_scan || algorithm == A::in_order_binary || algorithm == A::linear ||
         (algorithm == A::recursive_doubling && which != Collective::reduce);
}

AlgorithmChoice choose(const CollectiveTables& tables, const CollectiveCall& call) {
  const auto found = tables.find(call.which);
  if (found == tables.end()) return default_choice(call.which);
  const auto& rules = found->second;
  const auto first = std::find_if(rules.begin(), rules.end(), [&](const CollectiveRule& rule) {
    const bool is_possible = (call.commutes || keeps_order(call.which, rule.choice.algorithm)) &&
                             (call.has_shared_nodes || rule.choice.algorithm != A::hierarchical);
    return is_possible && rule.holds_for(call);
  });
  return first == rules.end() ? default_choice(call.which) : first->choice;
}

} // namespace daruma
