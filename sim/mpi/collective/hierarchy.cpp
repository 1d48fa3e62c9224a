#include "sim/mpi/collective/hierarchy.hpp"

#include "sim/mpi/collective/choices.hpp"
#include "sim/mpi/collective/distributions.hpp"
#include "sim/mpi/collective/node_layout.hpp"
#include "sim/mpi/collective/reductions.hpp"

namespace daruma::mpi {

namespace {

/// The caller's place among nodes.
class Nodes {
public:
  explicit Nodes(const Exchange& exchange)
      : layout_(node_layout_of(*exchange.comm().communicator)),
        within_(exchange.among(layout_.ranks[node_of(exchange.rank())])), among_(exchange.among(layout_.firsts)) {}

  /// Those on the caller's node; rank 0 stands for them.
  const Exchange& within() const { return within_; }
  /// Those who stand for nodes, if the caller is one.
  const Exchange& among() const { return among_; }
  bool stands_for_node() const { return within_.rank() == 0; }
  /// Who stands for the node of that rank, by its place among the nodes.
  int stand_in(int rank) const { return static_cast<int>(node_of(rank)); }
  int first_on_node_of(int rank) const { return layout_.firsts[node_of(rank)]; }

private:
  std::size_t node_of(int rank) const {
    return static_cast<std::size_t>(layout_.node_of[static_cast<std::size_t>(rank)]);
  }

  const NodeLayout& layout_;
  Exchange within_;
  Exchange among_;
};

int pass(const Exchange& exchange, const Buffer& buffer, int from, int to) {
  if (from == to) return MPI_SUCCESS;
  if (exchange.rank() == from) return exchange.send(buffer, to);
  return exchange.rank() == to ? exchange.receive(buffer, from) : +MPI_SUCCESS;
}

int bcast_chosen(const Exchange& exchange, const Buffer& buffer, int root) {
  return bcast_by(chosen(exchange, Collective::bcast, buffer), exchange, buffer, root);
}

int reduce_chosen(const Exchange& exchange, const Buffer& mine, const Operator& op, int root) {
  return reduce_by(chosen(exchange, Collective::reduce, mine, op), exchange, mine, op, root);
}

} // namespace

int barrier_by_nodes(const Exchange& exchange) {
  const Nodes nodes(exchange);
  const Buffer nothing;
  if (const int error = reduce_chosen(nodes.within(), nothing, resolve(MPI_BOR), 0)) return error;
  if (nodes.stands_for_node())
    if (const int error = barrier_by(chosen(nodes.among(), Collective::barrier), nodes.among())) return error;
  return bcast_chosen(nodes.within(), nothing, 0);
}

int bcast_by_nodes(const Exchange& exchange, const Buffer& buffer, int root) {
  const Nodes nodes(exchange);
  if (const int error = pass(exchange, buffer, root, nodes.first_on_node_of(root))) return error;
  if (nodes.stands_for_node())
    if (const int error = bcast_chosen(nodes.among(), buffer, nodes.stand_in(root))) return error;
  return bcast_chosen(nodes.within(), buffer, 0);
}

int reduce_by_nodes(const Exchange& exchange, const Buffer& mine, const Operator& op, int root) {
  const Nodes nodes(exchange);
  if (const int error = reduce_chosen(nodes.within(), mine, op, 0)) return error;
  if (nodes.stands_for_node())
    if (const int error = reduce_chosen(nodes.among(), mine, op, nodes.stand_in(root))) return error;
  return pass(exchange, mine, nodes.first_on_node_of(root), root);
}

int allreduce_by_nodes(const Exchange& exchange, const Buffer& mine, const Operator& op) {
  const Nodes nodes(exchange);
  if (const int error = reduce_chosen(nodes.within(), mine, op, 0)) return error;
  if (nodes.stands_for_node()) {
    const Exchange& among = nodes.among();
    const AlgorithmChoice choice = chosen(among, Collective::allreduce, mine, op);
    if (const int error = allreduce_by(choice, among, mine, op)) return error;
  }
  return bcast_chosen(nodes.within(), mine, 0);
}

} // namespace daruma::mpi
