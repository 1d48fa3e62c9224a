#include "sim/mpi/collective/exchange.hpp"

#include <algorithm>

namespace daruma::mpi {

namespace {

/// Posts all and waits for all; the first error in their order.
int complete(std::vector<Request>& requests) {
  std::vector<Request*> pointers;
  for (Request& request : requests) {
    pointers.push_back(&request);
    post(request);
  }
  wait_all(pointers.data(), static_cast<int>(pointers.size()));
  const auto failed = std::find_if(requests.begin(), requests.end(), [](const Request& r) { return r.error != 0; });
  return failed == requests.end() ? +MPI_SUCCESS : failed->error;
}

int complete(Request request) {
  post(request);
  return wait_for(request);
}

} // namespace

int Exchange::size() const {
  return static_cast<int>((context_kind_ == ContextKind::within ? comm_->local() : comm_->peers()).size());
}

Exchange Exchange::within() const {
  Exchange inner = *this;
  inner.context_kind_ = ContextKind::within;
  return inner;
}

Request Exchange::make(Request::Kind kind, const Buffer& buffer, int peer) const {
  return make_request(*comm_, kind, buffer, peer, tag_, context_kind_);
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

} // namespace daruma::mpi
