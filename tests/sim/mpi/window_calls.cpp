// One-sided communication: windows that are made, and every kind of access and of epoch.
#include "tests/sim/mpi/call_lists.hpp"

namespace daruma::mpi::test {

namespace {

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

/// An epoch that is posted to the left and started to the right: `access(win, data)`, and `end(win)` for what is
/// posted.
int between_neighbours(const Ranks& r, const std::function<int(MPI_Win, Doubles&)>& access,
                       const std::function<int(MPI_Win)>& end) {
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
    if (!error) error = access(win, data);
    if (!error) error = MPI_Win_complete(win);
    if (!error) error = end(win);
    for (MPI_Group* group : {&all, &left, &right}) MPI_Group_free(group);
    return error;
  });
}

int accumulate_on_the_right(const Ranks& r) {
  return between_neighbours(
      r,
      [&](MPI_Win win, Doubles& data) {
        return MPI_Accumulate(data.data(), count, MPI_DOUBLE, r.right(), 0, count, MPI_DOUBLE, MPI_SUM, win);
      },
      MPI_Win_wait);
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

/// One access to each rank, by `access(win, data, target)`, while all are accessible.
int each_in_turn(const Ranks& r, const std::function<int(MPI_Win, Doubles&, int)>& access) {
  return on_a_window(r, [&](MPI_Win win, Doubles& data) {
    int error = MPI_Win_lock_all(0, win);
    for (int target = 0; target < r.size && !error; ++target) error = access(win, data, target);
    return error ? error : MPI_Win_unlock_all(win);
  });
}

/// A counter at each rank, looked at at once and changed if nobody else did.
int count_at_each(const Ranks& r) {
  return each_in_turn(r, [](MPI_Win win, Doubles&, int target) {
    const long one = 1;
    long was = 0;
    long now = 0;
    int error = MPI_Fetch_and_op(&one, &was, MPI_LONG, target, 0, MPI_SUM, win);
    if (!error) error = MPI_Win_flush(target, win);
    if (!error) error = MPI_Compare_and_swap(&one, &was, &now, MPI_LONG, target, 1, win);
    return error ? error : MPI_Win_flush_local(target, win);
  });
}

/// Whether the epoch is over is asked for until it is.
int put_and_poll(const Ranks& r) {
  return between_neighbours(
      r,
      [&](MPI_Win win, Doubles& data) {
        return MPI_Put(data.data(), count, MPI_DOUBLE, r.right(), 0, count, MPI_DOUBLE, win);
      },
      [](MPI_Win win) { return polled([&](int* flag) { return MPI_Win_test(win, flag); }); });
}

int make_and_free(const std::function<int(MPI_Win*)>& make) {
  MPI_Win win = MPI_WIN_NULL;
  if (const int error = make(&win)) return error;
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  return MPI_Win_free(&win);
}

} // namespace

std::vector<NamedCall> window_calls() {
  return {{"WinFence", put_between_fences},
          {"WinPostStart", accumulate_on_the_right},
          {"WinLock", get_under_a_lock},
          {"WinLockAll", read_everywhere},
          {"WinTest", put_and_poll},
          {"FetchAndOp", count_at_each},
          {"GetAccumulate",
           [](const Ranks& r) {
             return each_in_turn(r, [](MPI_Win win, Doubles& data, int target) {
               auto was = filled();
               const int error = MPI_Get_accumulate(data.data(), count, MPI_DOUBLE, was.data(), count, MPI_DOUBLE,
                                                    target, 0, count, MPI_DOUBLE, MPI_SUM, win);
               return error ? error : MPI_Win_flush_local_all(win);
             });
           }},
          {"Rput",
           [](const Ranks& r) {
             return on_a_window(r, [&](MPI_Win win, Doubles& data) {
               int error = MPI_Win_lock(MPI_LOCK_SHARED, r.right(), 0, win);
               if (error) return error;
               error = started([&](MPI_Request* request) {
                 return MPI_Rput(data.data(), count, MPI_DOUBLE, r.right(), 0, count, MPI_DOUBLE, win, request);
               });
               return error ? error : MPI_Win_unlock(r.right(), win);
             });
           }},
          {"Raccumulate",
           [](const Ranks& r) {
             return each_in_turn(r, [](MPI_Win win, Doubles& data, int target) {
               const int error = started([&](MPI_Request* request) {
                 return MPI_Raccumulate(data.data(), count, MPI_DOUBLE, target, 0, count, MPI_DOUBLE, MPI_SUM, win,
                                        request);
               });
               return error ? error : MPI_Win_flush_all(win);
             });
           }},
          {"RgetAccumulate",
           [](const Ranks& r) {
             return each_in_turn(r, [](MPI_Win win, Doubles& data, int target) {
               auto was = filled();
               return started([&](MPI_Request* request) {
                 return MPI_Rget_accumulate(data.data(), count, MPI_DOUBLE, was.data(), count, MPI_DOUBLE, target, 0,
                                            count, MPI_DOUBLE, MPI_SUM, win, request);
               });
             });
           }},
          {"WinAllocate",
           [](const Ranks& r) {
             void* base = nullptr;
             return make_and_free([&](MPI_Win* win) {
               return MPI_Win_allocate(100, 1, MPI_INFO_NULL, r.comm, static_cast<void*>(&base), win);
             });
           }},
          {"WinAllocateShared",
           [](const Ranks& r) {
             void* base = nullptr;
             MPI_Comm half = MPI_COMM_NULL;
             if (const int error = MPI_Comm_split_type(r.comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &half))
               return error;
             const int error = make_and_free([&](MPI_Win* win) {
               return MPI_Win_allocate_shared(100, 1, MPI_INFO_NULL, half, static_cast<void*>(&base), win);
             });
             return error ? error : MPI_Barrier(r.comm);
           }},
          {"WinCreateDynamic", [](const Ranks& r) {
             return make_and_free([&](MPI_Win* win) { return MPI_Win_create_dynamic(MPI_INFO_NULL, r.comm, win); });
           }}};
}

} // namespace daruma::mpi::test
