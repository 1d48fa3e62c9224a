#include "tests/models/spares/spares_worlds.hpp"

#include <numeric>

namespace daruma::models::spares {

namespace {

template <class Value> void shuffle(std::vector<Value>& values, RandomStream& random) {
  for (std::size_t left = values.size(); left > 1; --left) std::swap(values[left - 1], values[random.below(left)]);
}

Layout random_layout(RandomStream& random) {
  const auto dimensions = static_cast<std::size_t>(1 + random.below(4));
  std::vector<int> job(dimensions);
  for (int& extent : job) extent = static_cast<int>(1 + random.below(dimensions < 3 ? 7 : 3));
  std::vector<Face> faces;
  for (std::size_t axis = 0; axis < dimensions; ++axis)
    for (const Direction side : {backward, forward}) faces.push_back({static_cast<int>(axis), side});
  shuffle(faces, random);
  faces.resize(1 + random.below(faces.size()));
  std::vector<int> order(dimensions);
  std::iota(order.begin(), order.end(), 0);
  shuffle(order, random);
  return {job, faces, random.below(2) == 0 ? Wrap::none : Wrap::around, order};
}

Policy random_policy(RandomStream& random, int dimensions) {
  Policy policy;
  const auto method = static_cast<int>(random.below(static_cast<std::uint64_t>(dimensions) + 2));
  policy.methods = method > dimensions ? parse_method("hybrid", dimensions).value() : std::vector<int>{method};
  policy.rule = random.below(2) == 0 ? DirectionRule::keep : DirectionRule::shortest;
  return policy;
}

} // namespace

RandomWorld::RandomWorld(int number)
    : random_(7, static_cast<std::uint64_t>(number), "spares/worlds"), layout_(random_layout(random_)),
      placement_(layout_), policy_(random_policy(random_, layout_.network().dimensions())) {}

Pattern RandomWorld::random_pattern() {
  const int ranks = layout_.ranks();
  switch (random_.below(6)) {
  case 0:
    return all_to_all(ranks);
  case 1:
    return binomial_tree(ranks);
  case 2:
    return random_permutation(ranks, RandomStream(random_.bits(), 0, "test"));
  case 3:
    return stencil(layout_.job(), {10, 3, Wrap::around});
  case 4:
    return stencil(layout_.job(), {1, 1, Wrap::none});
  default:
    return stencil(layout_.job(), {1, 0, random_.below(2) == 0 ? Wrap::none : Wrap::around});
  }
}

std::optional<int> RandomWorld::random_victim() {
  std::vector<int> nodes;
  for (int node = 0; node < layout_.network().nodes(); ++node)
    if (placement_.at(node) != Placement::failed) nodes.push_back(node);
  if (nodes.empty()) return std::nullopt;
  return nodes[random_.below(nodes.size())];
}

std::optional<Substitution> RandomWorld::fail(int node) {
  auto substitution = substitute(placement_, node, policy_);
  if (substitution) placement_.apply(*substitution);
  return substitution;
}

} // namespace daruma::models::spares
