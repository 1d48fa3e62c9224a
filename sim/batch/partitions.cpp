#include "sim/batch/partitions.hpp"

#include "sim/scenario/wording.hpp"

#include <fmt/format.h>

#include <numeric>
#include <utility>

namespace daruma::batch {

namespace {

int nodes_of(const scenario::CentrePartition& partition, int nodes) {
  return partition.nodes.empty() ? nodes : static_cast<int>(partition.nodes.size());
}

} // namespace

std::optional<int> partition_of(const std::vector<scenario::CentrePartition>& partitions, int number) {
  std::optional<int> otherwise;
  for (std::size_t place = 0; place < partitions.size(); ++place) {
    if (partitions[place].number == number) return static_cast<int>(place);
    if (partitions[place].is_default) otherwise = static_cast<int>(place);
  }
  return otherwise;
}

std::string refusal(const scenario::CentrePartition& partition, int nodes, int cores, const LoggedJob& job) {
  const auto is_wider = [&](int most) { return most > 0 && held_by(job) > static_cast<long long>(most) * cores; };
  if (partition.longest && job.asked.value_or(job.run) > *partition.longest)
    return fmt::format("a limit above {}, the longest in partition {}", to_text(*partition.longest), partition.name);
  if (is_wider(nodes))
    return fmt::format("more cores than the {} of partition {} have", scenario::counted(nodes, "node"), partition.name);
  for (const auto& [most, whose] : {std::pair{partition.job_nodes, "a job has"},
                                    {partition.busy_nodes, "all jobs have at once"},
                                    {partition.user_nodes, "a user has at once"}})
    if (is_wider(most))
      return fmt::format("more cores than the {} that {} in partition {}", scenario::counted(most, "node"), whose,
                         partition.name);
  return "";
}

std::shared_ptr<const JobLog> taken(std::shared_ptr<const JobLog> log,
                                    const std::vector<scenario::CentrePartition>& partitions, int nodes, int cores) {
  if (partitions.empty()) return log;
  return without_refused(*log, [&](const LoggedJob& job) -> std::string {
    const auto place = partition_of(partitions, job.account.partition);
    if (!place) return "a partition that is none of the centre's";
    const scenario::CentrePartition& own = partitions[static_cast<std::size_t>(*place)];
    return refusal(own, nodes_of(own, nodes), cores, job);
  });
}

std::vector<Partition> partitions_of(const std::vector<scenario::CentrePartition>& partitions, int nodes, int cores) {
  std::vector<Partition> all;
  for (const scenario::CentrePartition& one : partitions) {
    Partition partition{one.name, one.nodes};
    if (one.nodes.empty()) {
      partition.nodes.resize(static_cast<std::size_t>(nodes));
      std::iota(partition.nodes.begin(), partition.nodes.end(), 0);
    }
    if (one.busy_nodes > 0) partition.quota.of_all = one.busy_nodes * cores;
    if (one.user_nodes > 0) partition.quota.of_user = one.user_nodes * cores;
    all.push_back(std::move(partition));
  }
  return all;
}

std::vector<double> priorities_of(const std::vector<scenario::CentrePartition>& partitions) {
  std::vector<double> priorities;
  for (const scenario::CentrePartition& one : partitions) {
    if (one.priority == 0) continue;
    const auto number = static_cast<std::size_t>(one.number);
    if (priorities.size() < number) priorities.resize(number);
    priorities[number - 1] = one.priority;
  }
  return priorities;
}

} // namespace daruma::batch
