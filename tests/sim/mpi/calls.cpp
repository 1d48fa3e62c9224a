#include "tests/sim/mpi/calls.hpp"

#include "tests/sim/mpi/simulation.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <unistd.h>

namespace daruma::mpi::test {

namespace {

constexpr int count = 10000; // elements: large enough for the rendezvous protocol, and to be on the way for a while

using Doubles = std::vector<double>;

Doubles filled(int blocks = 1) { return Doubles(static_cast<std::size_t>(blocks) * count, 1.0); }
std::vector<int> counts(int size) { return std::vector<int>(static_cast<std::size_t>(size), count); }
std::vector<int> offsets(int size) {
  std::vector<int> result;
  for (int i = 0; i < size; ++i) result.push_back(i * count);
  return result;
}

/// Rank 0 sends, everybody else has something for it to wait for: point-to-point calls in pairs around the ring.
int ring(const Ranks& r, const std::function<int(const void*, int)>& send,
         const std::function<int(void*, int)>& receive) {
  auto out = filled();
  auto in = filled();
  const auto sending = [&] { return send(out.data(), r.right()); };
  const auto receiving = [&] { return receive(in.data(), r.left()); };
  if (r.rank == 0) {
    const int error = sending();
    return error ? error : receiving();
  }
  const int error = receiving();
  return error ? error : sending();
}

int send_and(const Ranks& r, const std::function<int(void*, int)>& receive) {
  return ring(
      r, [&](const void* b, int to) { return MPI_Send(b, count, MPI_DOUBLE, to, 1, r.comm); }, receive);
}

int plain_receive(const Ranks& r, void* b, int from) {
  return MPI_Recv(b, count, MPI_DOUBLE, from, 1, r.comm, MPI_STATUS_IGNORE);
}

int and_receive(const Ranks& r, const std::function<int(const void*, int)>& send) {
  return ring(r, send, [&](void* b, int from) { return plain_receive(r, b, from); });
}

/// The error of a call that leaves it in the statuses, of a request that is over.
int unwrap(int error, const MPI_Status* statuses, int n) {
  if (error != MPI_ERR_IN_STATUS) return error;
  for (int i = 0; i < n; ++i)
    if (statuses[i].MPI_ERROR != MPI_SUCCESS && statuses[i].MPI_ERROR != MPI_ERR_PENDING) return statuses[i].MPI_ERROR;
  return error;
}

int wait_for_both(const Ranks& r, const std::function<int(int, MPI_Request*)>& wait) {
  // After an error the other request may still be under way: its buffer has to outlive this function.
  auto& out = *std::make_unique<Doubles>(filled()).release();
  auto& in = *std::make_unique<Doubles>(filled()).release();
  MPI_Request requests[2];
  MPI_Irecv(in.data(), count, MPI_DOUBLE, r.left(), 1, r.comm, &requests[0]);
  MPI_Isend(out.data(), count, MPI_DOUBLE, r.right(), 1, r.comm, &requests[1]);
  return wait(2, requests);
}

int test_until_done(const Ranks& r) {
  return wait_for_both(r, [](int n, MPI_Request* requests) {
    int flag = 0;
    int error = MPI_SUCCESS;
    MPI_Status statuses[2];
    while (!flag && !error) {
      error = unwrap(MPI_Testall(n, requests, &flag, statuses), statuses, n);
      if (!flag) rest_for(1e-5); // polls cost the computer more than all other calls together
    }
    return error;
  });
}

int wait_any_twice(const Ranks& r) {
  return wait_for_both(r, [](int n, MPI_Request* requests) {
    int index = 0;
    const int error = MPI_Waitany(n, requests, &index, MPI_STATUS_IGNORE);
    return error ? error : MPI_Waitany(n, requests, &index, MPI_STATUS_IGNORE);
  });
}

int wait_some(const Ranks& r) {
  return wait_for_both(r, [](int n, MPI_Request* requests) {
    int indices[2];
    int done = 0;
    int error = MPI_SUCCESS;
    MPI_Status statuses[2];
    for (int all = 0; all < 2 && !error; all += done) {
      error = MPI_Waitsome(n, requests, &done, indices, statuses);
      error = unwrap(error, statuses, done);
    }
    return error;
  });
}

int make_communicator_of_all(const Ranks& r) {
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Comm made = MPI_COMM_NULL;
  MPI_Comm_group(r.comm, &group);
  const int error = MPI_Comm_create(r.comm, group, &made);
  MPI_Group_free(&group);
  return error;
}

int swap_on_a_ring(const Ranks& r) {
  const int periodic = 1;
  MPI_Comm ring = MPI_COMM_NULL;
  const int error = MPI_Cart_create(r.comm, 1, &r.size, &periodic, 0, &ring);
  auto out = filled(2);
  auto in = filled(2);
  return error ? error : MPI_Neighbor_alltoall(out.data(), count, MPI_DOUBLE, in.data(), count, MPI_DOUBLE, ring);
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

/// A window of 80 kB, freed whatever becomes of it; `access(win, data)` is what ranks do on it.
int on_a_window(const Ranks& r, const std::function<int(MPI_Win, Doubles&)>& access) {
  auto memory = filled();
  auto data = filled();
  MPI_Win win = MPI_WIN_NULL;
  if (const int error = MPI_Win_create(memory.data(), count * 8, 8, MPI_INFO_NULL, r.comm, &win)) return error;
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  const int error = access(win, data);
  const int freeing = MPI_Win_free(&win);
  return error ? error : freeing;
}

int put_between_fences(const Ranks& r) {
  return on_a_window(r, [&](MPI_Win win, Doubles& data) {
    int error = MPI_Win_fence(0, win);
    if (!error) error = MPI_Put(data.data(), count, MPI_DOUBLE, r.right(), 0, count, MPI_DOUBLE, win);
    return error ? error : MPI_Win_fence(0, win);
  });
}

int accumulate_on_the_right(const Ranks& r) {
  return on_a_window(r, [&](MPI_Win win, Doubles& data) {
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Group left = MPI_GROUP_NULL;
    MPI_Group right = MPI_GROUP_NULL;
    const int neighbours[2] = {r.left(), r.right()};
    MPI_Comm_group(r.comm, &all);
    MPI_Group_incl(all, 1, neighbours, &left);
    MPI_Group_incl(all, 1, neighbours + 1, &right);
    int error = MPI_Win_post(left, 0, win);
    if (!error) error = MPI_Win_start(right, 0, win);
    if (!error) error = MPI_Accumulate(data.data(), count, MPI_DOUBLE, r.right(), 0, count, MPI_DOUBLE, MPI_SUM, win);
    if (!error) error = MPI_Win_complete(win);
    if (!error) error = MPI_Win_wait(win);
    for (MPI_Group* group : {&all, &left, &right}) MPI_Group_free(group);
    return error;
  });
}

/// All have rank 3's lock in turn, which comes late.
int get_under_a_lock(const Ranks& r) {
  return on_a_window(r, [&](MPI_Win win, Doubles& data) {
    int error = MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 3, 0, win);
    if (!error) error = MPI_Get(data.data(), count, MPI_DOUBLE, 3, 0, count, MPI_DOUBLE, win);
    if (!error) error = MPI_Win_flush(3, win);
    return error ? error : MPI_Win_unlock(3, win);
  });
}

int read_everywhere(const Ranks& r) {
  return on_a_window(r, [&](MPI_Win win, Doubles& data) {
    MPI_Request request = MPI_REQUEST_NULL;
    int error = MPI_Win_lock_all(0, win);
    for (int target = 0; target < r.size && !error; ++target) {
      error = MPI_Rget(data.data(), count, MPI_DOUBLE, target, 0, count, MPI_DOUBLE, win, &request);
      if (!error) error = MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    return error ? error : MPI_Win_unlock_all(win);
  });
}

/// Four partitions around the ring, ready one after the other; the buffers outlive what an error leaves under way.
int pass_in_partitions(const Ranks& r) {
  auto& out = *std::make_unique<Doubles>(filled()).release();
  auto& in = *std::make_unique<Doubles>(filled()).release();
  MPI_Request requests[2];
  MPI_Status statuses[2];
  MPI_Precv_init(in.data(), 2, count / 2, MPI_DOUBLE, r.left(), 1, r.comm, MPI_INFO_NULL, &requests[0]);
  MPI_Psend_init(out.data(), 4, count / 4, MPI_DOUBLE, r.right(), 1, r.comm, MPI_INFO_NULL, &requests[1]);
  MPI_Startall(2, requests);
  MPI_Pready_range(0, 3, requests[1]);
  return unwrap(MPI_Waitall(2, requests, statuses), statuses, 2);
}

int create_from_group(const Ranks& r) {
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Comm made = MPI_COMM_NULL;
  MPI_Comm_group(r.comm, &group);
  const int error = MPI_Comm_create_from_group(group, "all", MPI_INFO_NULL, MPI_ERRORS_RETURN, &made);
  MPI_Group_free(&group);
  return error;
}

/// Even and odd ranks, which know each other by their groups.
int connect_groups(const Ranks& r) {
  MPI_Group all = MPI_GROUP_NULL;
  MPI_Group sides[2];
  MPI_Comm inter = MPI_COMM_NULL;
  MPI_Comm_group(r.comm, &all);
  for (int side = 0; side < 2; ++side) {
    int range[1][3] = {{side, r.size - 1, 2}};
    MPI_Group_range_incl(all, 1, range, &sides[side]);
  }
  const int own = r.rank % 2;
  const int error = MPI_Intercomm_create_from_groups(sides[own], 0, sides[1 - own], 0, "halves", MPI_INFO_NULL,
                                                     MPI_ERRORS_RETURN, &inter);
  for (MPI_Group* group : {&all, &sides[0], &sides[1]}) MPI_Group_free(group);
  return error;
}

/// A file that is closed and gone whatever becomes of it; `access(file, data)` is what ranks do with it.
int on_a_file(const Ranks& r, const std::function<int(MPI_File, Doubles&)>& access) {
  auto data = filled(r.size);
  MPI_File file = MPI_FILE_NULL;
  const std::string name = std::filesystem::temp_directory_path() / ("daruma-" + std::to_string(::getpid()));
  const int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
  if (const int error = MPI_File_open(r.comm, name.c_str(), mode, MPI_INFO_NULL, &file)) return error;
  const int error = access(file, data);
  const int closing = MPI_File_close(&file);
  return error ? error : closing;
}

/// Every second double, by two phases.
int write_by_turns(const Ranks& r) {
  return on_a_file(r, [&](MPI_File file, Doubles& data) {
    MPI_Datatype filetype = MPI_DATATYPE_NULL;
    MPI_Type_create_resized(MPI_DOUBLE, 0, 8L * r.size, &filetype);
    MPI_Type_commit(&filetype);
    int error = MPI_File_set_view(file, 8L * r.rank, MPI_DOUBLE, filetype, "native", MPI_INFO_NULL);
    if (!error) error = MPI_File_write_all(file, data.data(), count, MPI_DOUBLE, MPI_STATUS_IGNORE);
    if (!error) error = MPI_File_read_at_all(file, 0, data.data(), count, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_Type_free(&filetype);
    return error;
  });
}

int write_in_order(const Ranks& r) {
  return on_a_file(r, [&](MPI_File file, Doubles& data) {
    int error = MPI_File_write_ordered(file, data.data(), count, MPI_DOUBLE, MPI_STATUS_IGNORE);
    if (!error) error = MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
    if (!error) error = MPI_File_read_ordered_begin(file, data.data(), count, MPI_DOUBLE);
    return error ? error : MPI_File_read_ordered_end(file, data.data(), MPI_STATUS_IGNORE);
  });
}

int write_in_background(const Ranks& r) {
  return on_a_file(r, [&](MPI_File file, Doubles& data) {
    MPI_Request request = MPI_REQUEST_NULL;
    int error = MPI_File_iwrite_at_all(file, 8L * count * r.rank, data.data(), count, MPI_DOUBLE, &request);
    if (!error) error = MPI_Wait(&request, MPI_STATUS_IGNORE);
    return error ? error : MPI_File_sync(file);
  });
}

} // namespace

int spawn_and_merge(const Ranks& r) {
  MPI_Comm inter = MPI_COMM_NULL;
  MPI_Comm merged = MPI_COMM_NULL;
  const int error = MPI_Comm_spawn("child", MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, r.comm, &inter, MPI_ERRCODES_IGNORE);
  return error ? error : MPI_Intercomm_merge(inter, 0, &merged);
}

void be_child() {
  MPI_Init(nullptr, nullptr);
  MPI_Comm parent = MPI_COMM_NULL;
  MPI_Comm merged = MPI_COMM_NULL;
  MPI_Comm_get_parent(&parent);
  MPI_Comm_set_errhandler(parent, MPI_ERRORS_RETURN);
  MPI_Intercomm_merge(parent, 1, &merged);
  MPI_Finalize();
}

const std::vector<NamedCall>& calls() {
  static const std::vector<NamedCall> every{
      {"Send",
       [](const Ranks& r) { return send_and(r, [&](void* b, int from) { return plain_receive(r, b, from); }); }},
      {"SendSmall",
       [](const Ranks& r) {
         int out = 1;
         int in = 0;
         const int error = MPI_Send(&out, 1, MPI_INT, r.right(), 1, r.comm);
         return error ? error : MPI_Recv(&in, 1, MPI_INT, r.left(), 1, r.comm, MPI_STATUS_IGNORE);
       }},
      {"Ssend",
       [](const Ranks& r) {
         return and_receive(r, [&](const void* b, int to) { return MPI_Ssend(b, 1, MPI_DOUBLE, to, 1, r.comm); });
       }},
      {"RecvAnySource",
       [](const Ranks& r) {
         return send_and(r, [&](void* b, int) {
           return MPI_Recv(b, count, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, r.comm, MPI_STATUS_IGNORE);
         });
       }},
      {"Probe",
       [](const Ranks& r) {
         return send_and(r, [&](void* b, int from) {
           const int error = MPI_Probe(from, 1, r.comm, MPI_STATUS_IGNORE);
           return error ? error : plain_receive(r, b, from);
         });
       }},
      {"Sendrecv",
       [](const Ranks& r) {
         auto out = filled();
         auto in = filled();
         return MPI_Sendrecv(out.data(), count, MPI_DOUBLE, r.right(), 1, in.data(), count, MPI_DOUBLE, r.left(), 1,
                             r.comm, MPI_STATUS_IGNORE);
       }},
      {"SendrecvReplace",
       [](const Ranks& r) {
         auto data = filled();
         return MPI_Sendrecv_replace(data.data(), count, MPI_DOUBLE, r.right(), 1, r.left(), 1, r.comm,
                                     MPI_STATUS_IGNORE);
       }},
      {"Waitall",
       [](const Ranks& r) {
         return wait_for_both(r, [](int n, MPI_Request* all) {
           MPI_Status statuses[2];
           return unwrap(MPI_Waitall(n, all, statuses), statuses, n);
         });
       }},
      {"Waitany", wait_any_twice},
      {"Waitsome", wait_some},
      {"Testall", test_until_done},
      {"Barrier", [](const Ranks& r) { return MPI_Barrier(r.comm); }},
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
         return MPI_Gatherv(own.data(), count, MPI_DOUBLE, all.data(), counts(r.size).data(), offsets(r.size).data(),
                            MPI_DOUBLE, 0, r.comm);
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
         return MPI_Scatterv(all.data(), counts(r.size).data(), offsets(r.size).data(), MPI_DOUBLE, own.data(), count,
                             MPI_DOUBLE, 0, r.comm);
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
         return MPI_Allgatherv(own.data(), count, MPI_DOUBLE, all.data(), counts(r.size).data(), offsets(r.size).data(),
                               MPI_DOUBLE, r.comm);
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
         return MPI_Alltoallv(out.data(), n.data(), at.data(), MPI_DOUBLE, in.data(), n.data(), at.data(), MPI_DOUBLE,
                              r.comm);
       }},
      {"Split",
       [](const Ranks& r) {
         MPI_Comm made = MPI_COMM_NULL;
         return MPI_Comm_split(r.comm, r.rank % 2, r.rank, &made);
       }},
      {"Dup",
       [](const Ranks& r) {
         MPI_Comm made = MPI_COMM_NULL;
         return MPI_Comm_dup(r.comm, &made);
       }},
      {"Create", make_communicator_of_all},
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
      {"Isendrecv",
       [](const Ranks& r) {
         auto out = filled();
         auto in = filled();
         MPI_Request request = MPI_REQUEST_NULL;
         const int error = MPI_Isendrecv(out.data(), count, MPI_DOUBLE, r.right(), 1, in.data(), count, MPI_DOUBLE,
                                         r.left(), 1, r.comm, &request);
         return error ? error : MPI_Wait(&request, MPI_STATUS_IGNORE);
       }},
      {"NeighborAlltoall", swap_on_a_ring},
      {"Idup",
       [](const Ranks& r) {
         MPI_Comm made = MPI_COMM_NULL;
         MPI_Request request = MPI_REQUEST_NULL;
         MPI_Comm_idup(r.comm, &made, &request);
         return MPI_Wait(&request, MPI_STATUS_IGNORE);
       }},
      {"CreateGroup",
       [](const Ranks& r) {
         MPI_Group group = MPI_GROUP_NULL;
         MPI_Comm made = MPI_COMM_NULL;
         MPI_Comm_group(r.comm, &group);
         const int error = MPI_Comm_create_group(r.comm, group, 1, &made);
         MPI_Group_free(&group);
         return error;
       }},
      {"Mprobe",
       [](const Ranks& r) {
         return send_and(r, [&](void* b, int from) {
           MPI_Message message = MPI_MESSAGE_NULL;
           const int error = MPI_Mprobe(from, 1, r.comm, &message, MPI_STATUS_IGNORE);
           return error ? error : MPI_Mrecv(b, count, MPI_DOUBLE, &message, MPI_STATUS_IGNORE);
         });
       }},
      {"AllreduceAcross", reduce_across},
      {"Psend", pass_in_partitions},
      {"CreateFromGroup", create_from_group, false},
      {"IntercommFromGroups", connect_groups, false},
      {"AllreduceLarge",
       [](const Ranks& r) {
         auto own = filled();
         auto result = filled();
         return MPI_Allreduce_c(own.data(), result.data(), count, MPI_DOUBLE, MPI_SUM, r.comm);
       }},
      {"WinFence", put_between_fences},
      {"WinPostStart", accumulate_on_the_right},
      {"WinLock", get_under_a_lock},
      {"WinLockAll", read_everywhere},
      {"FileWriteAll", write_by_turns},
      {"FileWriteOrdered", write_in_order},
      {"FileIwriteAtAll", write_in_background},
      {"Spawn", spawn_and_merge}};
  return every;
}

} // namespace daruma::mpi::test
