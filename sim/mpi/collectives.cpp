#include "sim/mpi/collectives.hpp"

#include "sim/mpi/job.hpp"
#include "sim/mpi/layout.hpp"

#include <cstring>
#include <memory>

namespace daruma::mpi {

namespace {

/// Room for `count` elements of any layout.
class Scratch {
public:
  Scratch(int count, MPI_Datatype type) : buffer_{nullptr, count, type} {
    const Layout layout(type);
    const MPI_Aint size = count == 0 ? 0 : (count - 1) * layout.extent() + layout.end() - layout.begin();
    room_.resize(static_cast<std::size_t>(size) + 1);
    buffer_.address = room_.data() - layout.begin();
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const Buffer& buffer() const { return buffer_; }
  void take(const Buffer& other) { copy(other, buffer_); }

  static void copy(const Buffer& from, const Buffer& to) {
    if (from.address == to.address) return;
    std::vector<std::byte> packed(from.bytes());
    from.pack_to(packed.data());
    to.unpack_from(packed.data(), std::min(packed.size(), to.bytes()));
  }

private:
  std::vector<std::byte> room_;
  Buffer buffer_;
};

/// The messages of one collective call: they match by the call's number on its communicator.
class Exchange {
public:
  explicit Exchange(Handle& comm) : comm_(comm), tag_(comm.collectives++) {}

  int rank() const { return comm_.rank; }
  int size() const { return static_cast<int>(comm_.local().size()); }

  int send(const Buffer& buffer, int peer) {
    Request request = make(Request::Kind::send, buffer, peer);
    return run(request);
  }

  int receive(const Buffer& buffer, int peer) {
    Request request = make(Request::Kind::receive, buffer, peer);
    return run(request);
  }

  int send_receive(const Buffer& out, int to, const Buffer& in, int from) {
    Request incoming = make(Request::Kind::receive, in, from);
    Request outgoing = make(Request::Kind::send, out, to);
    post(incoming);
    post(outgoing);
    Request* both[] = {&incoming, &outgoing};
    wait_all(both, 2, false);
    return incoming.error ? incoming.error : outgoing.error;
  }

  /// Requests with many peers at once, posted in order of rank.
  int with_all(Request::Kind kind, const Blocks& blocks, int except) {
    std::vector<Request> requests;
    requests.reserve(static_cast<std::size_t>(size()));
    std::vector<Request*> pointers;
    for (int peer = 0; peer < size(); ++peer) {
      if (peer == except) continue;
      requests.push_back(make(kind, blocks.of(peer), peer));
      pointers.push_back(&requests.back());
      post(requests.back());
    }
    wait_all(pointers.data(), static_cast<int>(pointers.size()), false);
    for (const Request& request : requests)
      if (request.error) return request.error;
    return MPI_SUCCESS;
  }

private:
  Request make(Request::Kind kind, const Buffer& buffer, int peer) const {
    Request request;
    request.kind = kind;
    request.owner = comm_.owner;
    request.handle = &comm_;
    request.buffer = buffer;
    request.peer = peer;
    request.tag = tag_;
    request.collective = true;
    return request;
  }

  static int run(Request& request) {
    post(request);
    Request* one = &request;
    wait_all(&one, 1, false);
    return request.error;
  }

  Handle& comm_;
  int tag_;
};

int bcast_tree(Exchange& exchange, const Buffer& buffer, int root) {
  const int n = exchange.size();
  const int position = (exchange.rank() - root + n) % n;
  int step = 1;
  for (; step < n; step <<= 1)
    if (position & step) {
      if (const int error = exchange.receive(buffer, (position - step + root) % n)) return error;
      break;
    }
  for (step >>= 1; step > 0; step >>= 1)
    if (position + step < n)
      if (const int error = exchange.send(buffer, (position + step + root) % n)) return error;
  return MPI_SUCCESS;
}

/// Reduces everybody's `mine` into that of `root`; ranks combine in ascending order from the root on.
int reduce_tree(Exchange& exchange, Scratch& mine, MPI_Op op, int root) {
  const int n = exchange.size();
  const int position = (exchange.rank() - root + n) % n;
  const Buffer& buffer = mine.buffer();
  Scratch theirs(buffer.count, buffer.type);
  for (int step = 1; step < n; step <<= 1) {
    if (position & step) return exchange.send(buffer, (position - step + root) % n);
    if (position + step >= n) continue;
    if (const int error = exchange.receive(theirs.buffer(), (position + step + root) % n)) return error;
    if (buffer.count == 0) continue;
    PMPI_Reduce_local(buffer.address, theirs.buffer().address, buffer.count, buffer.type, op);
    mine.take(theirs.buffer());
  }
  return MPI_SUCCESS;
}

bool is_commutative(MPI_Op op) {
  int commutative = 1;
  PMPI_Op_commutative(op, &commutative);
  return commutative != 0;
}

} // namespace

Buffer Blocks::of(int rank) const {
  const auto i = static_cast<std::size_t>(rank);
  return {static_cast<std::byte*>(address) + displacements[i] * extent_of(type), counts[i], type};
}

Blocks equal_blocks(void* address, int count, MPI_Datatype type, int n) {
  Blocks blocks{address, std::vector<int>(static_cast<std::size_t>(n), count), {}, type};
  for (int i = 0; i < n; ++i) blocks.displacements.push_back(i * count);
  return blocks;
}

Blocks listed_blocks(void* address, const int* counts, const int* displacements, MPI_Datatype type, int n) {
  return {address, std::vector<int>(counts, counts + n), std::vector<int>(displacements, displacements + n), type};
}

int barrier(Handle& comm) {
  Exchange exchange(comm);
  Scratch nothing(0, MPI_BYTE);
  if (const int error = reduce_tree(exchange, nothing, MPI_BOR, 0)) return error;
  return bcast_tree(exchange, nothing.buffer(), 0);
}

int bcast(Handle& comm, const Buffer& buffer, int root) {
  Exchange exchange(comm);
  return bcast_tree(exchange, buffer, root);
}

int reduce(Handle& comm, const Buffer& own, void* result, MPI_Op op, int root) {
  Exchange exchange(comm);
  Scratch mine(own.count, own.type);
  mine.take(own);
  const int top = is_commutative(op) ? root : 0;
  if (const int error = reduce_tree(exchange, mine, op, top)) return error;
  const Buffer target{result, own.count, own.type};
  if (top == root || exchange.rank() == 0) {
    if (exchange.rank() == root) Scratch::copy(mine.buffer(), target);
    return top == root || root == 0 ? +MPI_SUCCESS : exchange.send(mine.buffer(), root);
  }
  return exchange.rank() == root ? exchange.receive(target, 0) : +MPI_SUCCESS;
}

int allreduce(Handle& comm, const Buffer& own, void* result, MPI_Op op) {
  Exchange exchange(comm);
  Scratch mine(own.count, own.type);
  mine.take(own);
  if (const int error = reduce_tree(exchange, mine, op, 0)) return error;
  const Buffer target{result, own.count, own.type};
  if (exchange.rank() == 0) Scratch::copy(mine.buffer(), target);
  return bcast_tree(exchange, target, 0);
}

int scan(Handle& comm, const Buffer& own, void* result, MPI_Op op, bool exclusive) {
  Exchange exchange(comm);
  const int rank = exchange.rank();
  const Buffer target{result, own.count, own.type};
  Scratch through(own.count, own.type);
  through.take(own);
  if (rank > 0) {
    Scratch before(own.count, own.type);
    if (const int error = exchange.receive(before.buffer(), rank - 1)) return error;
    PMPI_Reduce_local(before.buffer().address, through.buffer().address, own.count, own.type, op);
    if (exclusive) Scratch::copy(before.buffer(), target);
  }
  if (!exclusive) Scratch::copy(through.buffer(), target);
  return rank + 1 < exchange.size() ? exchange.send(through.buffer(), rank + 1) : +MPI_SUCCESS;
}

int gather(Handle& comm, const Buffer& own, const Blocks& all, int root) {
  Exchange exchange(comm);
  if (exchange.rank() != root) return exchange.send(own, root);
  if (own.address != MPI_IN_PLACE) Scratch::copy(own, all.of(root));
  return exchange.with_all(Request::Kind::receive, all, root);
}

int scatter(Handle& comm, const Blocks& all, const Buffer& own, int root) {
  Exchange exchange(comm);
  if (exchange.rank() != root) return exchange.receive(own, root);
  if (own.address != MPI_IN_PLACE) Scratch::copy(all.of(root), own);
  return exchange.with_all(Request::Kind::send, all, root);
}

// Bruck, Ho, Kipnis, Upfal, Weathersby 1997: after the step of distance d each rank holds the blocks of
// the 2d ranks from itself on; blocks are kept packed in that rotated order.
int allgather(Handle& comm, const Buffer& own, const Blocks& all) {
  Exchange exchange(comm);
  const int n = exchange.size();
  const int rank = exchange.rank();
  std::vector<std::size_t> offsets{0};
  for (int i = 0; i < n; ++i) offsets.push_back(offsets.back() + all.of((rank + i) % n).bytes());
  std::vector<std::byte> packed(offsets.back() + 1);
  const Buffer mine = own.address == MPI_IN_PLACE ? all.of(rank) : own;
  if (mine.bytes() != offsets[1]) return MPI_ERR_TRUNCATE;
  mine.pack_to(packed.data());

  const auto bytes = [&](int first, int count) {
    const auto begin = offsets.begin() + first;
    return Buffer{packed.data() + *begin, static_cast<int>(begin[count] - *begin), MPI_BYTE};
  };
  for (int held = 1; held < n; held *= 2) {
    const int count = std::min(held, n - held);
    const int error =
        exchange.send_receive(bytes(0, count), (rank - held + n) % n, bytes(held, count), (rank + held) % n);
    if (error) return error;
  }
  for (int i = 0; i < n; ++i) {
    const Buffer block = all.of((rank + i) % n);
    block.unpack_from(packed.data() + offsets[static_cast<std::size_t>(i)], block.bytes());
  }
  return MPI_SUCCESS;
}

int alltoall(Handle& comm, const Blocks& send, const Blocks& receive) {
  Exchange exchange(comm);
  const int n = exchange.size();
  const int rank = exchange.rank();
  Scratch::copy(send.of(rank), receive.of(rank));
  for (int distance = 1; distance < n; ++distance) {
    const int to = (rank + distance) % n;
    const int from = (rank - distance + n) % n;
    if (const int error = exchange.send_receive(send.of(to), to, receive.of(from), from)) return error;
  }
  return MPI_SUCCESS;
}

} // namespace daruma::mpi
