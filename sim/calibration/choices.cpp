#include "sim/calibration/choices.hpp"

#include "sim/calibration/trials.hpp"

#include <fmt/format.h>

#include <vector>

namespace daruma::calibration {

namespace {

/// Open MPI, ompi/mca/coll/tuned: the algorithms in the order of their numbers, from 1, by the names that they have
/// here; empty for those that there are none of here.
const std::map<std::string, std::vector<std::string>>& numbered() {
  static const std::map<std::string, std::vector<std::string>> all{
      {"allgather", {"linear", "bruck", "recursive-doubling", "ring", "neighbour-exchange", "recursive-doubling"}},
      {"allgatherv", {"gather-bcast", "bruck", "ring", "neighbour-exchange"}},
      {"allreduce", {"linear", "reduce-bcast", "recursive-doubling", "ring", "ring", "rabenseifner"}},
      {"alltoall", {"linear", "pairwise", "bruck", "linear", "pairwise"}},
      {"alltoallv", {"linear", "pairwise"}},
      {"barrier", {"linear", "double-ring", "recursive-doubling", "dissemination", "recursive-doubling", "binomial"}},
      {"bcast",
       {"linear", "chain", "pipeline", "split-binary", "binary", "binomial", "k-nomial", "scatter-allgather",
        "scatter-ring-allgather"}},
      {"gather", {"linear", "binomial", "linear-sync"}},
      {"reduce", {"linear", "chain", "pipeline", "binary", "binomial", "in-order-binary", "rabenseifner", "k-nomial"}},
      {"reduce_scatter", {"reduce-scatter", "recursive-halving", "ring", "butterfly"}},
      {"reduce_scatter_block", {"reduce-scatter", "recursive-doubling", "recursive-halving", "butterfly"}},
      {"scatter", {"linear", "binomial", "linear"}}};
  return all;
}

std::string table_of(const std::string& library) {
  const std::pair<const char*, const char*> tables[] = {{"Open MPI 4.1", "openmpi-4.1"},
                                                        {"Open MPI 5.0", "openmpi-5.0"}};
  for (const auto& [version, table] : tables)
    if (library.rfind(version, 0) == 0) return table;
  return "";
}

/// Empty where the library decides by itself.
std::string forced_algorithm(const Values& values, const std::string& collective,
                             const std::vector<std::string>& algorithms) {
  const auto found = values.find(quantity(library(), fmt::format("forced[collective={}]", collective)));
  if (found == values.end()) return "";
  const auto number = static_cast<std::size_t>(found->second);
  return number >= 1 && number <= algorithms.size() ? algorithms[number - 1] : "";
}

} // namespace

std::optional<Choices> choices(const Values& values, const Origin& origin) {
  Choices found{table_of(origin.name), {}, {}};
  if (found.table.empty() || values.count(quantity(library(), "dynamic_rules")) == 0) return std::nullopt;
  std::string names;
  for (const auto& [collective, algorithms] : numbered()) {
    const std::string forced = forced_algorithm(values, collective, algorithms);
    if (forced.empty()) continue;
    found.forced[collective] = forced;
    names += (names.empty() ? "" : ", ") + collective + " by " + forced;
  }
  found.evidence = fmt::format("MPI_T says of the component tuned that {}, so the fixed decisions of {} hold{}.",
                               names.empty() ? "nothing was forced" : "it was told " + names, origin.name,
                               names.empty() ? "" : " for the others");
  return found;
}

} // namespace daruma::calibration
