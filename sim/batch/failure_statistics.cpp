#include "sim/batch/failure_statistics.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace daruma::batch {

namespace {

double mean_of(const std::vector<double>& all) {
  return std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
}

void add_if_positive(std::vector<double>& all, double time) {
  if (time > 0) all.push_back(time);
}

void add_node(const std::vector<Fault>& faults, Seconds span, NodeLives& lives) {
  Seconds up_from{0};
  Seconds watched{0};
  for (const Fault& fault : faults) {
    if (fault.repair < never) add_if_positive(lives.repairs.complete, fault.repair.count());
    const bool begins_the_log = fault.time == Seconds(0) && up_from == Seconds(0);
    if (fault.time > up_from) {
      watched += fault.time - up_from;
      lives.up.complete.push_back((fault.time - up_from).count());
    } else if (!begins_the_log) {
      ++lives.overlaps;
    }
    up_from = std::max(up_from, fault.time + fault.repair);
  }
  const Seconds open = std::max(Seconds(0), span - up_from);
  add_if_positive(lives.up.open, open.count());
  add_if_positive(lives.up.watched, (watched + open).count());
}

} // namespace

NodeLives lives_of(const FailureLog& log) {
  std::vector<std::vector<Fault>> by_node(static_cast<std::size_t>(log.nodes));
  for (const Fault& fault : log.faults) by_node[static_cast<std::size_t>(fault.node)].push_back(fault);
  NodeLives lives;
  for (const auto& faults : by_node) add_node(faults, log.span, lives);
  for (auto* times : {&lives.up.complete, &lives.up.open, &lives.repairs.complete})
    std::sort(times->begin(), times->end());
  return lives;
}

double autocorrelation(const std::vector<double>& times, int lag) {
  const double mean = mean_of(times);
  const auto apart = static_cast<std::size_t>(lag);
  double together = 0;
  double all = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    all += (times[i] - mean) * (times[i] - mean);
    if (i + apart < times.size()) together += (times[i] - mean) * (times[i + apart] - mean);
  }
  return together / all;
}

std::vector<double> times_between(const FailureLog& log) {
  std::vector<double> times;
  for (std::size_t i = 1; i < log.faults.size(); ++i)
    times.push_back((log.faults[i].time - log.faults[i - 1].time).count());
  return times;
}

std::map<int, int> nodes_at_once(const FailureLog& log, Seconds within) {
  std::map<int, int> counts;
  for (std::size_t i = 0; i < log.faults.size();) {
    const Seconds first = log.faults[i].time;
    std::set<int> nodes;
    for (; i < log.faults.size() && log.faults[i].time <= first + within; ++i) nodes.insert(log.faults[i].node);
    ++counts[static_cast<int>(nodes.size())];
  }
  return counts;
}

double dispersion_by_day(const FailureLog& log) {
  constexpr double day = 86400;
  const auto days = static_cast<std::size_t>(log.span.count() / day);
  if (days < 2) return 0;
  std::vector<double> counts(days, 0);
  for (const Fault& fault : log.faults)
    if (const auto of = static_cast<std::size_t>(fault.time.count() / day); of < days) counts[of] += 1;
  const double mean = mean_of(counts);
  double squares = 0;
  for (const double count : counts) squares += (count - mean) * (count - mean);
  return squares / static_cast<double>(days - 1) / mean;
}

} // namespace daruma::batch
