#include "sim/run/simulated/process_placement.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace daruma::run {

std::vector<int> ProcessPlacement::place(const JobLife& job, int count, const std::vector<int>& among) {
  std::vector<int> wanted = among.empty() ? std::exchange(preferred_[job.index()], {}) : std::vector<int>{};
  for (int i = 0; i < count; ++i) wanted.insert(wanted.end(), among.begin(), among.end());
  std::vector<int> nodes = cores_.take(count, job.plan().placement, wanted);
  const auto is_allowed = [&](int node) {
    return among.empty() || std::find(among.begin(), among.end(), node) != among.end();
  };
  if (static_cast<int>(nodes.size()) == count && std::all_of(nodes.begin(), nodes.end(), is_allowed)) return nodes;
  for (const int node : nodes) cores_.give_back(node);
  return {};
}

Seconds ProcessPlacement::start_up_time(const JobLife& job) {
  const std::vector<int> nodes = cores_.take(job.plan().ranks, job.plan().placement);
  for (const int node : nodes) cores_.give_back(node);
  const std::set<int> distinct(nodes.begin(), nodes.end());
  return cost_.fixed + cost_.per_process * static_cast<double>(nodes.size()) +
         cost_.per_node * static_cast<double>(distinct.size());
}

} // namespace daruma::run
