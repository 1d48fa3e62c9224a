// Collective operations, and exchanges with neighbours.
#include "tests/sim/mpi/call_lists.hpp"

namespace daruma::mpi::test {

namespace {

std::vector<int> counts(int size) { return std::vector<int>(static_cast<std::size_t>(size), count); }
std::vector<int> offsets(int size) {
  std::vector<int> result;
  for (int i = 0; i < size; ++i) result.push_back(i * count);
  return result;
}

/// An exchange on a ring, between processes that are neighbours in it.
int with_neighbours(const Ranks& r, const std::function<int(MPI_Comm, Doubles& out, Doubles& in)>& exchange) {
  const int periodic = 1;
  MPI_Comm ring = MPI_COMM_NULL;
  auto out = filled(2);
  auto in = filled(2);
  const int error = MPI_Cart_create(r.comm, 1, &r.size, &periodic, 0, &ring);
  return error ? error : exchange(ring, out, in);
}

/// Even and odd ranks on the sides of an intercommunicator.
int reduce_across(const Ranks& r) {
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm inter = MPI_COMM_NULL;
  int error = MPI_Comm_split(r.comm, r.rank % 2, r.rank, &half);
  if (!error) error = MPI_Intercomm_create(half, 0, r.comm, 1 - r.rank % 2, 1, &inter);
  auto own = filled();
  auto result = filled();
  return error ? error : MPI_Allreduce(own.data(), result.data(), count, MPI_DOUBLE, MPI_SUM, inter);
}

} // namespace

std::vector<NamedCall> collective_calls() {
  return {{"Barrier", [](const Ranks& r) { return MPI_Barrier(r.comm); }},
          {"Bcast",
           [](const Ranks& r) {
             auto data = filled();
             return MPI_Bcast(data.data(), count, MPI_DOUBLE, 0, r.comm);
           }},
          {"Reduce",
           [](const Ranks& r) {
             auto own = filled();
             auto result = filled();
             return MPI_Reduce(own.data(), result.data(), count, MPI_DOUBLE, MPI_SUM, 0, r.comm);
           }},
          {"Allreduce",
           [](const Ranks& r) {
             auto own = filled();
             auto result = filled();
             return MPI_Allreduce(own.data(), result.data(), count, MPI_DOUBLE, MPI_SUM, r.comm);
           }},
          {"Scan",
           [](const Ranks& r) {
             auto own = filled();
             auto result = filled();
             return MPI_Scan(own.data(), result.data(), count, MPI_DOUBLE, MPI_SUM, r.comm);
           }},
          {"Gather",
           [](const Ranks& r) {
             auto own = filled();
             auto all = filled(r.size);
             return MPI_Gather(own.data(), count, MPI_DOUBLE, all.data(), count, MPI_DOUBLE, 0, r.comm);
           }},
          {"Gatherv",
           [](const Ranks& r) {
             auto own = filled();
             auto all = filled(r.size);
             return MPI_Gatherv(own.data(), count, MPI_DOUBLE, all.data(), counts(r.size).data(),
                                offsets(r.size).data(), MPI_DOUBLE, 0, r.comm);
           }},
          {"Scatter",
           [](const Ranks& r) {
             auto all = filled(r.size);
             auto own = filled();
             return MPI_Scatter(all.data(), count, MPI_DOUBLE, own.data(), count, MPI_DOUBLE, 0, r.comm);
           }},
          {"Scatterv",
           [](const Ranks& r) {
             auto all = filled(r.size);
             auto own = filled();
             return MPI_Scatterv(all.data(), counts(r.size).data(), offsets(r.size).data(), MPI_DOUBLE, own.data(),
                                 count, MPI_DOUBLE, 0, r.comm);
           }},
          {"Allgather",
           [](const Ranks& r) {
             auto own = filled();
             auto all = filled(r.size);
             return MPI_Allgather(own.data(), count, MPI_DOUBLE, all.data(), count, MPI_DOUBLE, r.comm);
           }},
          {"Allgatherv",
           [](const Ranks& r) {
             auto own = filled();
             auto all = filled(r.size);
             return MPI_Allgatherv(own.data(), count, MPI_DOUBLE, all.data(), counts(r.size).data(),
                                   offsets(r.size).data(), MPI_DOUBLE, r.comm);
           }},
          {"Alltoall",
           [](const Ranks& r) {
             auto out = filled(r.size);
             auto in = filled(r.size);
             return MPI_Alltoall(out.data(), count, MPI_DOUBLE, in.data(), count, MPI_DOUBLE, r.comm);
           }},
          {"Alltoallv",
           [](const Ranks& r) {
             auto out = filled(r.size);
             auto in = filled(r.size);
             const auto n = counts(r.size);
             const auto at = offsets(r.size);
             return MPI_Alltoallv(out.data(), n.data(), at.data(), MPI_DOUBLE, in.data(), n.data(), at.data(),
                                  MPI_DOUBLE, r.comm);
           }},
          {"ReduceScatter",
           [](const Ranks& r) {
             auto own = filled(r.size);
             auto part = filled();
             return MPI_Reduce_scatter_block(own.data(), part.data(), count, MPI_DOUBLE, MPI_SUM, r.comm);
           }},
          {"Iallreduce",
           [](const Ranks& r) {
             auto own = filled();
             auto result = filled();
             MPI_Request request = MPI_REQUEST_NULL;
             MPI_Iallreduce(own.data(), result.data(), count, MPI_DOUBLE, MPI_SUM, r.comm, &request);
             return MPI_Wait(&request, MPI_STATUS_IGNORE);
           }},
          {"AllreduceInit",
           [](const Ranks& r) {
             auto own = filled();
             auto result = filled();
             MPI_Request request = MPI_REQUEST_NULL;
             MPI_Allreduce_init(own.data(), result.data(), count, MPI_DOUBLE, MPI_SUM, r.comm, MPI_INFO_NULL, &request);
             MPI_Start(&request);
             const int error = MPI_Wait(&request, MPI_STATUS_IGNORE);
             MPI_Request_free(&request);
             return error;
           }},
          {"NeighborAlltoall",
           [](const Ranks& r) {
             return with_neighbours(r, [](MPI_Comm ring, Doubles& out, Doubles& in) {
               return MPI_Neighbor_alltoall(out.data(), count, MPI_DOUBLE, in.data(), count, MPI_DOUBLE, ring);
             });
           }},
          {"AllreduceAcross", reduce_across},
          {"AllreduceLarge",
           [](const Ranks& r) {
             auto own = filled();
             auto result = filled();
             return MPI_Allreduce_c(own.data(), result.data(), count, MPI_DOUBLE, MPI_SUM, r.comm);
           }},
          {"AllgatherInit",
           [](const Ranks& r) {
             auto own = filled(r.size);
             auto got = filled(r.size);
             return started_once([&](MPI_Request* request) {
               return MPI_Allgather_init(own.data(), count, MPI_DOUBLE, got.data(), count, MPI_DOUBLE, r.comm,
                                         MPI_INFO_NULL, request);
             });
           }},
          {"Exscan",
           [](const Ranks& r) {
             auto own = filled(r.size);
             auto got = filled(r.size);
             return MPI_Exscan(own.data(), got.data(), count, MPI_DOUBLE, MPI_SUM, r.comm);
           }},
          {"ReduceScatterUneven",
           [](const Ranks& r) {
             auto own = filled(r.size);
             auto got = filled(r.size);
             return MPI_Reduce_scatter(own.data(), got.data(), counts(r.size).data(), MPI_DOUBLE, MPI_SUM, r.comm);
           }},
          {"Alltoallw",
           [](const Ranks& r) {
             auto own = filled(r.size);
             auto got = filled(r.size);
             const auto n = counts(r.size);
             std::vector<int> at = offsets(r.size);
             for (int& place : at) place *= 8;
             const std::vector<MPI_Datatype> types(n.size(), MPI_DOUBLE);
             return MPI_Alltoallw(own.data(), n.data(), at.data(), types.data(), got.data(), n.data(), at.data(),
                                  types.data(), r.comm);
           }},
          {"Ibarrier",
           [](const Ranks& r) { return started([&](MPI_Request* request) { return MPI_Ibarrier(r.comm, request); }); }},
          {"BarrierInit",
           [](const Ranks& r) {
             return started_once(
                 [&](MPI_Request* request) { return MPI_Barrier_init(r.comm, MPI_INFO_NULL, request); });
           }},
          {"Ibcast",
           [](const Ranks& r) {
             auto own = filled(r.size);
             auto got = filled(r.size);
             return started(
                 [&](MPI_Request* request) { return MPI_Ibcast(got.data(), count, MPI_DOUBLE, 0, r.comm, request); });
           }},
          {"BcastInit",
           [](const Ranks& r) {
             auto own = filled(r.size);
             auto got = filled(r.size);
             return started_once([&](MPI_Request* request) {
               return MPI_Bcast_init(got.data(), count, MPI_DOUBLE, 0, r.comm, MPI_INFO_NULL, request);
             });
           }},
          {"Ireduce",
           [](const Ranks& r) {
             auto own = filled(r.size);
             auto got = filled(r.size);
             return started([&](MPI_Request* request) {
               return MPI_Ireduce(own.data(), got.data(), count, MPI_DOUBLE, MPI_SUM, 0, r.comm, request);
             });
           }},
          {"Igather",
           [](const Ranks& r) {
             auto own = filled(r.size);
             auto got = filled(r.size);
             return started([&](MPI_Request* request) {
               return MPI_Igather(own.data(), count, MPI_DOUBLE, got.data(), count, MPI_DOUBLE, 0, r.comm, request);
             });
           }},
          {"Iscatter",
           [](const Ranks& r) {
             auto own = filled(r.size);
             auto got = filled(r.size);
             return started([&](MPI_Request* request) {
               return MPI_Iscatter(own.data(), count, MPI_DOUBLE, got.data(), count, MPI_DOUBLE, 0, r.comm, request);
             });
           }},
          {"Iallgather",
           [](const Ranks& r) {
             auto own = filled(r.size);
             auto got = filled(r.size);
             return started([&](MPI_Request* request) {
               return MPI_Iallgather(own.data(), count, MPI_DOUBLE, got.data(), count, MPI_DOUBLE, r.comm, request);
             });
           }},
          {"Ialltoall",
           [](const Ranks& r) {
             auto own = filled(r.size);
             auto got = filled(r.size);
             return started([&](MPI_Request* request) {
               return MPI_Ialltoall(own.data(), count, MPI_DOUBLE, got.data(), count, MPI_DOUBLE, r.comm, request);
             });
           }},
          {"AlltoallInit",
           [](const Ranks& r) {
             auto own = filled(r.size);
             auto got = filled(r.size);
             return started_once([&](MPI_Request* request) {
               return MPI_Alltoall_init(own.data(), count, MPI_DOUBLE, got.data(), count, MPI_DOUBLE, r.comm,
                                        MPI_INFO_NULL, request);
             });
           }},
          {"IreduceScatter",
           [](const Ranks& r) {
             auto own = filled(r.size);
             auto got = filled(r.size);
             return started([&](MPI_Request* request) {
               return MPI_Ireduce_scatter_block(own.data(), got.data(), count, MPI_DOUBLE, MPI_SUM, r.comm, request);
             });
           }},
          {"Iscan",
           [](const Ranks& r) {
             auto own = filled(r.size);
             auto got = filled(r.size);
             return started([&](MPI_Request* request) {
               return MPI_Iscan(own.data(), got.data(), count, MPI_DOUBLE, MPI_SUM, r.comm, request);
             });
           }},
          {"NeighborAllgather",
           [](const Ranks& r) {
             return with_neighbours(r, [](MPI_Comm ring, Doubles& out, Doubles& in) {
               return MPI_Neighbor_allgather(out.data(), count, MPI_DOUBLE, in.data(), count, MPI_DOUBLE, ring);
             });
           }},
          {"IneighborAlltoallv",
           [](const Ranks& r) {
             return with_neighbours(r, [](MPI_Comm ring, Doubles& out, Doubles& in) {
               const auto n = counts(2);
               const auto at = offsets(2);
               return started([&](MPI_Request* request) {
                 return MPI_Ineighbor_alltoallv(out.data(), n.data(), at.data(), MPI_DOUBLE, in.data(), n.data(),
                                                at.data(), MPI_DOUBLE, ring, request);
               });
             });
           }},
          {"NeighborAlltoallInit", [](const Ranks& r) {
             return with_neighbours(r, [](MPI_Comm ring, Doubles& out, Doubles& in) {
               return started_once([&](MPI_Request* request) {
                 return MPI_Neighbor_alltoall_init(out.data(), count, MPI_DOUBLE, in.data(), count, MPI_DOUBLE, ring,
                                                   MPI_INFO_NULL, request);
               });
             });
           }}};
}

} // namespace daruma::mpi::test
