#include "sim/batch/node_needs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace daruma::batch {

namespace {

bool has_room(const LoggedJob& job, const NodeStock& stock) {
  return stock.memory == Bytes(0) || job.memory <= stock.memory;
}

double whole_nodes(const LoggedJob& job, const NodeStock& stock) {
  double on_a_node = stock.cores;
  if (stock.memory > Bytes(0) && job.memory > Bytes(0))
    on_a_node = std::min(on_a_node, std::floor(stock.memory / job.memory));
  const double for_gpus = stock.gpus > 0 ? std::ceil(static_cast<double>(job.gpus) / stock.gpus) : 0;
  return std::max(std::ceil(job.processors / on_a_node), for_gpus);
}

/// That go with the largest of its shares. Products come first: what is whole in them stays whole.
double shared_cores(const LoggedJob& job, const NodeStock& stock) {
  double cores = job.processors;
  if (stock.memory > Bytes(0))
    cores = std::max(cores, std::ceil(job.memory.value() * job.processors * stock.cores / stock.memory.value()));
  if (stock.gpus > 0) cores = std::max(cores, std::ceil(static_cast<double>(job.gpus) * stock.cores / stock.gpus));
  return cores;
}

} // namespace

std::optional<int> held_processors(const LoggedJob& job, const NodeStock& stock, Sharing sharing) {
  if (!has_room(job, stock)) return std::nullopt;
  const double held =
      sharing == Sharing::whole_nodes ? whole_nodes(job, stock) * stock.cores : shared_cores(job, stock);
  if (held > std::numeric_limits<int>::max()) return std::nullopt;
  return static_cast<int>(held);
}

std::shared_ptr<const JobLog> with_needs(const JobLog& log, const NodeStock& stock, Sharing sharing) {
  return without_refused(log, [&](LoggedJob& job) -> std::string {
    const auto held = held_processors(job, stock, sharing);
    job.held = held.value_or(0);
    if (held) return "";
    return has_room(job, stock) ? "needs that take more than 31 bits of processors"
                                : "more memory for a processor than a node has";
  });
}

void report_needs(const JobLog& log, const std::vector<Job>& jobs, const History& history, const NodeStock& stock,
                  int nodes, results::Result& result) {
  Seconds stranded{0}; // of cores
  double memory = 0;   // seconds of nodes' memory, and of nodes' GPUs
  double gpus = 0;
  auto logged = log.jobs.begin();
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (!jobs[i].is_logged) continue;
    const LoggedJob& job = *logged++;
    if (history.outcomes[i].fate != JobOutcome::Fate::finished) continue;
    const Seconds run = jobs[i].run;
    stranded += run * (jobs[i].processors - job.processors);
    if (stock.memory > Bytes(0)) memory += run.count() * job.processors * (job.memory / stock.memory);
    if (stock.gpus > 0) gpus += run.count() * job.gpus / stock.gpus;
  }
  result.metrics["stranded_node_h"] = stranded / stock.cores / Seconds(3600);
  const auto makespan = result.metrics.find("makespan_s");
  if (makespan == result.metrics.end()) return;
  if (stock.memory > Bytes(0)) result.metrics["memory_utilisation"] = memory / (makespan->second * nodes);
  if (stock.gpus > 0) result.metrics["gpu_utilisation"] = gpus / (makespan->second * nodes);
}

} // namespace daruma::batch
