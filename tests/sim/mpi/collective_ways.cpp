#include "tests/sim/mpi/collective_ways.hpp"

#include <algorithm>
#include <ostream>

namespace daruma::mpi::test {

void PrintTo(const Way& way, std::ostream* out) { *out << way.name; }

CollectiveTables everywhere(const AlgorithmChoice& choice) {
  CollectiveTables tables;
  for (const auto& [name, which] : collectives()) {
    const std::vector<Algorithm>& known = algorithms_of(which);
    if (std::find(known.begin(), known.end(), choice.algorithm) == known.end()) continue;
    CollectiveRule rule;
    rule.choice = choice;
    tables[which] = {rule};
  }
  return tables;
}

std::vector<Way> ways() {
  std::vector<Way> all;
  for (const auto& [name, algorithm] : algorithms())
    all.push_back({std::string(name), {algorithm}, algorithm == Algorithm::hierarchical ? 2 : 1});
  constexpr Bytes segment(5);
  for (const Algorithm segmented : {Algorithm::binomial, Algorithm::chain, Algorithm::pipeline, Algorithm::binary,
                                    Algorithm::split_binary, Algorithm::k_nomial, Algorithm::ring})
    all.push_back({"segmented-" + std::string(word_of(algorithms(), segmented)), {segmented, segment, 3}});
  all.push_back({"hierarchical-of-three", {Algorithm::hierarchical}, 3});
  all.push_back({"linear-two-at-a-time", {Algorithm::linear, Bytes(0), 2}});
  return all;
}

std::string name_of(const testing::TestParamInfo<Way>& info) {
  std::string name = info.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

} // namespace daruma::mpi::test
