// Messages of two, in pairs around the ring.
#include "tests/sim/mpi/call_lists.hpp"

#include <memory>

namespace daruma::mpi::test {

namespace {

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
    MPI_Status statuses[2];
    return polled([&](int* flag) { return unwrap(MPI_Testall(n, requests, flag, statuses), statuses, n); });
  });
}

/// The first request, then the other.
int test_each(const Ranks& r) {
  return wait_for_both(r, [](int, MPI_Request* requests) {
    const int error = polled([&](int* flag) { return MPI_Test(&requests[0], flag, MPI_STATUS_IGNORE); });
    return error ? error : polled([&](int* flag) { return MPI_Test(&requests[1], flag, MPI_STATUS_IGNORE); });
  });
}

int test_any_twice(const Ranks& r) {
  return wait_for_both(r, [](int n, MPI_Request* requests) {
    int index = 0;
    const auto any = [&] {
      return polled([&](int* flag) { return MPI_Testany(n, requests, &index, flag, MPI_STATUS_IGNORE); });
    };
    const int error = any();
    return error ? error : any();
  });
}

int test_some(const Ranks& r) {
  return wait_for_both(r, [](int n, MPI_Request* requests) {
    int indices[2];
    int all = 0;
    MPI_Status statuses[2];
    return polled([&](int* flag) {
      int done = 0;
      const int error = MPI_Testsome(n, requests, &done, indices, statuses);
      all += done;
      *flag = all == n;
      return unwrap(error, statuses, done);
    });
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

/// By a send that does not wait; `flush` comes after it.
int send_buffered(const Ranks& r, const std::function<int()>& flush) {
  auto& room = *std::make_unique<std::vector<char>>(16 * count).release(); // it outlives what an error leaves in it
  MPI_Buffer_attach(room.data(), static_cast<int>(room.size()));
  const int error = and_receive(r, [&](const void* b, int to) {
    const int sending = MPI_Bsend(b, count, MPI_DOUBLE, to, 1, r.comm);
    return sending ? sending : flush();
  });
  void* address = nullptr;
  int size = 0;
  const int detaching = MPI_Buffer_detach(static_cast<void*>(&address), &size);
  return error ? error : detaching;
}

} // namespace

std::vector<NamedCall> message_calls() {
  return {
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
      {"Testall", test_until_done, true, between_looks},
      {"Isendrecv",
       [](const Ranks& r) {
         auto out = filled();
         auto in = filled();
         MPI_Request request = MPI_REQUEST_NULL;
         const int error = MPI_Isendrecv(out.data(), count, MPI_DOUBLE, r.right(), 1, in.data(), count, MPI_DOUBLE,
                                         r.left(), 1, r.comm, &request);
         return error ? error : MPI_Wait(&request, MPI_STATUS_IGNORE);
       }},
      {"Mprobe",
       [](const Ranks& r) {
         return send_and(r, [&](void* b, int from) {
           MPI_Message message = MPI_MESSAGE_NULL;
           const int error = MPI_Mprobe(from, 1, r.comm, &message, MPI_STATUS_IGNORE);
           return error ? error : MPI_Mrecv(b, count, MPI_DOUBLE, &message, MPI_STATUS_IGNORE);
         });
       }},
      {"Psend", pass_in_partitions},
      {"Test", test_each, true, between_looks},
      {"Testany", test_any_twice, true, between_looks},
      {"Testsome", test_some, true, between_looks},
      {"Bsend", [](const Ranks& r) { return send_buffered(r, [] { return MPI_SUCCESS; }); }},
      {"BufferIflush", [](const Ranks& r) { return send_buffered(r, [] { return started(MPI_Buffer_iflush); }); }},
      {"Issend",
       [](const Ranks& r) {
         return and_receive(r, [&](const void* b, int to) {
           return started([&](MPI_Request* request) { return MPI_Issend(b, 1, MPI_DOUBLE, to, 1, r.comm, request); });
         });
       }},
      {"SendInit",
       [](const Ranks& r) {
         return and_receive(r, [&](const void* b, int to) {
           return started_once(
               [&](MPI_Request* request) { return MPI_Send_init(b, count, MPI_DOUBLE, to, 1, r.comm, request); });
         });
       }},
      {"RecvInit",
       [](const Ranks& r) {
         return send_and(r, [&](void* b, int from) {
           return started_once(
               [&](MPI_Request* request) { return MPI_Recv_init(b, count, MPI_DOUBLE, from, 1, r.comm, request); });
         });
       }},
      {"IsendrecvReplace",
       [](const Ranks& r) {
         auto& data = *std::make_unique<Doubles>(filled()).release();
         return started([&](MPI_Request* request) {
           return MPI_Isendrecv_replace(data.data(), count, MPI_DOUBLE, r.right(), 1, r.left(), 1, r.comm, request);
         });
       }},
      {"Iprobe",
       [](const Ranks& r) {
         return send_and(r, [&](void* b, int from) {
           const int error = polled([&](int* flag) { return MPI_Iprobe(from, 1, r.comm, flag, MPI_STATUS_IGNORE); });
           return error ? error : plain_receive(r, b, from);
         });
       },
       true, between_looks},
      {"Improbe",
       [](const Ranks& r) {
         return send_and(r, [&](void* b, int from) {
           MPI_Message message = MPI_MESSAGE_NULL;
           const int error =
               polled([&](int* flag) { return MPI_Improbe(from, 1, r.comm, flag, &message, MPI_STATUS_IGNORE); });
           if (error) return error;
           return started([&](MPI_Request* request) { return MPI_Imrecv(b, count, MPI_DOUBLE, &message, request); });
         });
       },
       true, between_looks}};
}

} // namespace daruma::mpi::test
