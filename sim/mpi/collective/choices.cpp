#include "sim/mpi/collective/choices.hpp"

#include "sim/mpi/collective/node_layout.hpp"
#include "sim/mpi/process/job.hpp"

namespace daruma::mpi {

namespace {

const CollectiveTables& tables_of(const Exchange& exchange) {
  return exchange.comm().owner->job->profile().collectives;
}

AlgorithmChoice looked_up(const Exchange& exchange, CollectiveCall call) {
  call.ranks = exchange.size();
  call.has_shared_nodes = !exchange.is_partial() && node_layout_of(*exchange.comm().communicator).has_shared_nodes();
  return choose(tables_of(exchange), call);
}

bool goes_by_default(const Exchange& exchange, Collective which) { return tables_of(exchange).count(which) == 0; }

} // namespace

AlgorithmChoice chosen(const Exchange& exchange, Collective which) {
  if (goes_by_default(exchange, which)) return default_choice(which);
  CollectiveCall call;
  call.which = which;
  return looked_up(exchange, call);
}

AlgorithmChoice chosen(const Exchange& exchange, Collective which, const Buffer& buffer) {
  if (goes_by_default(exchange, which)) return default_choice(which);
  CollectiveCall call;
  call.which = which;
  call.bytes = static_cast<std::int64_t>(buffer.bytes());
  return looked_up(exchange, call);
}

AlgorithmChoice chosen(const Exchange& exchange, Collective which, const Buffer& reduced, const Operator& op) {
  if (goes_by_default(exchange, which)) return default_choice(which);
  CollectiveCall call;
  call.which = which;
  call.bytes = static_cast<std::int64_t>(reduced.bytes());
  if (which == Collective::reduce_scatter_block) call.bytes /= exchange.size();
  call.elements = reduced.count;
  call.commutes = op.commutes();
  call.is_predefined = op.is_named();
  return looked_up(exchange, call);
}

AlgorithmChoice chosen(const Exchange& exchange, Collective which, const Blocks& blocks) {
  if (goes_by_default(exchange, which) || blocks.empty()) return default_choice(which);
  CollectiveCall call;
  call.which = which;
  for (const Buffer& block : blocks) call.bytes += static_cast<std::int64_t>(block.bytes());
  call.bytes /= static_cast<std::int64_t>(blocks.size());
  return looked_up(exchange, call);
}

} // namespace daruma::mpi
