#include "sim/mpi/collective/exchange.hpp"

#include "sim/mpi/process/job.hpp"

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace daruma::mpi {

namespace {

/// Waits for all, which have been posted; the first error in their order.
template <class Requests> int wait_for_all(Requests& requests) {
  boost::container::small_vector<Request*, 16> pointers;
  pointers.reserve(requests.size());
  for (Request& request : requests) pointers.push_back(&request);
  wait_all(pointers.data(), static_cast<int>(pointers.size()));
  const auto failed = std::find_if(requests.begin(), requests.end(), [](const Request& r) { return r.error != 0; });
  return failed == requests.end() ? +MPI_SUCCESS : failed->error;
}

int complete(std::vector<Request>& requests) {
  for (Request& request : requests) post(request);
  return wait_for_all(requests);
}

int complete(Request request) {
  post(request);
  return wait_for(request);
}

} // namespace

void Exchange::combine(const Operator& op, const Buffer& mine, const Buffer& theirs, Order order) const {
  if (mine.count == 0) return;
  spend(comm_->owner->job->profile().combine, mine.bytes());
  mpi::combine(op, mine, theirs, order);
}

void Exchange::copy(const Buffer& from, const Buffer& to) const {
  if (from.address == to.address) return;
  spend(comm_->owner->job->profile().copy, from.bytes());
  to.copy_from(from);
}

int Exchange::size() const {
  if (members_) return static_cast<int>(members_->size());
  return static_cast<int>((context_kind_ == ContextKind::within ? comm_->local() : comm_->peers()).size());
}

int Exchange::rank() const {
  if (!members_ && first_ == 0) return comm_->rank;
  const int n = size();
  const auto place = [&] {
    return static_cast<int>(std::lower_bound(members_->begin(), members_->end(), comm_->rank) - members_->begin());
  };
  return ((members_ ? place() : comm_->rank) - first_ + n) % n;
}

Exchange Exchange::counted_from(int rank) const {
  Exchange counted = *this;
  counted.first_ = (first_ + rank) % size();
  return counted;
}

Exchange Exchange::among(const std::vector<int>& members) const {
  Exchange inner = *this;
  inner.members_ = &members;
  inner.first_ = 0;
  return inner;
}

Exchange Exchange::within() const {
  Exchange inner = *this;
  inner.context_kind_ = ContextKind::within;
  return inner;
}

Request Exchange::make(Request::Kind kind, const Buffer& buffer, int peer) const {
  const int place = first_ == 0 ? peer : (peer + first_) % size();
  const int rank = members_ ? (*members_)[static_cast<std::size_t>(place)] : place;
  return make_request(*comm_, kind, buffer, rank, tag_, context_kind_);
}

int Exchange::send(const Buffer& buffer, int peer) const { return complete(make(Request::Kind::send, buffer, peer)); }

int Exchange::receive(const Buffer& buffer, int peer) const {
  return complete(make(Request::Kind::receive, buffer, peer));
}

int Exchange::send_receive(const Buffer& out, int to, const Buffer& in, int from) const {
  Request incoming = make(Request::Kind::receive, in, from);
  Request outgoing = make(Request::Kind::send, out, to);
  return complete_both(incoming, outgoing);
}

void Exchange::add(std::vector<Request>& requests, Request::Kind kind, const Blocks& blocks, int except) const {
  for (int peer = 0; peer < size(); ++peer)
    if (peer != except) requests.push_back(make(kind, blocks[static_cast<std::size_t>(peer)], peer));
}

int Exchange::send_all(const Blocks& blocks, int except) const {
  std::vector<Request> requests;
  add(requests, Request::Kind::send, blocks, except);
  return complete(requests);
}

int Exchange::receive_all(const Blocks& blocks, int except) const {
  std::vector<Request> requests;
  add(requests, Request::Kind::receive, blocks, except);
  return complete(requests);
}

int Exchange::swap(const Blocks& out, const Blocks& in, const Partners& partners) const {
  std::vector<Request> requests;
  for (const int source : partners.order) {
    const auto i = static_cast<std::size_t>(source);
    requests.push_back(make(Request::Kind::receive, in[i], partners.sources[i]));
  }
  for (std::size_t i = 0; i < out.size(); ++i)
    requests.push_back(make(Request::Kind::send, out[i], partners.destinations[i]));
  return complete(requests);
}

int Exchange::swap_all(const Blocks& out, const Blocks& in) const {
  std::vector<Request> requests;
  add(requests, Request::Kind::receive, in, nobody);
  add(requests, Request::Kind::send, out, nobody);
  return complete(requests);
}

void Posted::send(const Buffer& buffer, int peer) { start(Request::Kind::send, buffer, peer); }

void Posted::receive(const Buffer& buffer, int peer) { start(Request::Kind::receive, buffer, peer); }

void Posted::start(Request::Kind kind, const Buffer& buffer, int peer) {
  Request request = exchange_->make(kind, buffer, peer);
  const bool has_ended = !requests_.empty() && requests_.back().complete && requests_.back().error == MPI_SUCCESS;
  Request& posted = has_ended ? requests_.back() = std::move(request) : requests_.emplace_back(std::move(request));
  post(posted);
}

int Posted::complete() {
  const int error = requests_.empty() ? +MPI_SUCCESS : wait_for_all(requests_);
  requests_.erase(requests_.begin(), error || requests_.empty() ? requests_.end() : std::prev(requests_.end()));
  return error;
}

} // namespace daruma::mpi
