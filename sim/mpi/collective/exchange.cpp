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
  wait_all(pointers.data(), static_cast<int>(pointers.size()), false);
  const auto failed = std::find_if(requests.begin(), requests.end(), [](const Request& r) { return r.error != 0; });
  return failed == requests.end() ? +MPI_SUCCESS : failed->error;
}

int complete(Request& request) {
  post(request);
  Request* one = &request;
  wait_all(&one, 1, false);
  return request.error;
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
  Request request;
  request.kind = kind;
  request.owner = comm_->owner;
  request.handle = comm_;
  request.buffer = buffer;
  request.peer = peer;
  request.tag = tag_;
  request.context_kind = context_kind_;
  return request;
}

int Exchange::send(const Buffer& buffer, int peer) const {
  Request request = make(Request::Kind::send, buffer, peer);
  return complete(request);
}

int Exchange::receive(const Buffer& buffer, int peer) const {
  Request request = make(Request::Kind::receive, buffer, peer);
  return complete(request);
}

int Exchange::send_receive(const Buffer& out, int to, const Buffer& in, int from) const {
  Request incoming = make(Request::Kind::receive, in, from);
  Request outgoing = make(Request::Kind::send, out, to);
  post(incoming);
  post(outgoing);
  Request* both[] = {&incoming, &outgoing};
  wait_all(both, 2, false);
  return incoming.error ? incoming.error : outgoing.error;
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

int Exchange::swap_all(const Blocks& out, const Blocks& in) const {
  std::vector<Request> requests;
  add(requests, Request::Kind::receive, in, nobody);
  add(requests, Request::Kind::send, out, nobody);
  return complete(requests);
}

} // namespace daruma::mpi
