// Programs that measure the tree store with what Falanx does to it, in both worlds: what each operation takes, and the
// loop in which Starters take tasks, without the rest of Falanx.
#include "models/falanx/mpi/programs.hpp"

#include "models/falanx/logic/ha_names.hpp"
#include "models/falanx/mpi/ha_store.hpp"
#include "models/port/median.hpp"
#include "models/port/rank.hpp"
#include "sim/core/random_stream.hpp"

#include <algorithm>
#include <functional>

namespace daruma::models::falanx {
namespace {

namespace probe_arguments {
constexpr ArgumentRule samples{"samples", ArgumentKind::count,
                               assumed("200", "enough for a median of operations that take milliseconds"),
                               "Measurements, of which the median is reported."};
constexpr ArgumentRule entries{"entries", ArgumentKind::count,
                               cited("10000", "Falanx, Table 2: tasks of its bag, all of which are listed at first"),
                               "Children of the longest node that is listed; others have a tenth each, from 10 on."};
constexpr ArgumentRule long_data{"long_data", ArgumentKind::message_size,
                                 assumed("300kB", "as much as the names of 10 000 tasks in a list"),
                                 "Data of the node whose reads show what bytes take, names or not."};
constexpr ArgumentRule rest{"rest", ArgumentKind::duration,
                            assumed("100ms", "longer than a server's processor needs to fall asleep"),
                            "Time between two operations after which the store has rested."};
constexpr ArgumentRule short_rest{
    "short_rest", ArgumentKind::duration,
    assumed("8ms", "shorter than a server's processor needs to fall asleep, and longer than an operation"),
    "Time between two operations after which it has not."};
constexpr ArgumentRule tasks{"tasks", ArgumentKind::count,
                             assumed("2000", "a fifth of the paper's bag: the loop is at its steady pace long before"),
                             "Tasks that the clients take."};
constexpr ArgumentRule length{"length", ArgumentKind::duration,
                              assumed("100ms", "short, so that the store is what limits the clients"),
                              "How long a task takes."};
constexpr ArgumentRule window{"window", ArgumentKind::count,
                              cited("1", "Falanx, section 3.2.2: a Starter takes the first task of the queue"),
                              "Tasks at the head of the queue among which a client chooses."};
} // namespace probe_arguments

/// Removes itself and what is below.
class Folder {
public:
  Folder(HaStore& store, std::string path) : store_(store), path_(std::move(path)) { store_.ensure(path_); }
  const std::string& path() const { return path_; }
  std::string at(const std::string& name) const { return path_ + "/" + name; }
  /// Makes `count` entries, many in a commit.
  void fill(int count) {
    constexpr int together = 100;
    for (int begin = 0; begin < count; begin += together) {
      std::vector<Change> changes;
      for (int i = begin; i < std::min(count, begin + together); ++i)
        changes.emplace_back(CreateNode{at(name_of({0, i})), std::string(to_text(Status::initial))});
      store_.commit(changes, [] { return false; });
    }
  }

private:
  HaStore& store_;
  std::string path_;
};

Ranks alone() { return {MPI_COMM_WORLD, {}}; }

template <class Action> double time_s(const Action& action) {
  const Seconds begin = port().now();
  action();
  return (port().now() - begin).count();
}

/// Does the same thing `samples` times, and reports the median of its times.
template <class Action> void measure(const std::string& what, int samples, const Action& action) {
  int i = 0;
  port().metric(what, median(samples, [&] { return Seconds(time_s([&] { action(i++); })); }).count());
}

template <class Action> void measure_rested(const char* what, Seconds rest, int samples, const Action& action) {
  const auto time = [&] {
    port().sleep(rest);
    return Seconds(time_s(action));
  };
  port().metric(what, median(samples, time).count());
}

/// Waits until the store has the node.
void await_node(HaStore& store, const std::string& path) {
  while (store.stat(path, Watch::set).error != StoreError::none) store.wait();
}

void await_children(HaStore& store, const std::string& path, int count) {
  while (static_cast<int>(store.list(path, Watch::set).size()) < count) store.wait();
}

/// All ranks but 0 do this at the same time, each with its number. How long it took them together; of rank 0 only.
double take_together(HaStore& store, const std::string& stage, const std::function<std::string()>& action) {
  const int others = size_of(MPI_COMM_WORLD) - 1;
  const std::string rank = std::to_string(rank_in(MPI_COMM_WORLD));
  const std::string begin = stage + "-begin";
  const std::string over = stage + "-over";
  if (rank == "0") {
    for (const std::string& path : {over, stage}) store.ensure(path);
    await_children(store, stage, others);
    return time_s([&] {
      store.create(begin, "");
      await_children(store, over, others);
    });
  }
  await_node(store, stage);
  store.create(ha::below(stage, rank), "");
  await_node(store, begin);
  const std::string outcome = action();
  store.create(ha::below(over, rank), outcome);
  return 0;
}

/// The lengths of lists that are measured, the shortest first.
std::vector<int> lengths() {
  std::vector<int> all;
  for (int length = count_argument(probe_arguments::entries); length >= 10; length /= 10) all.push_back(length);
  std::reverse(all.begin(), all.end());
  return all;
}

std::string list_of(int length) { return "/list-" + std::to_string(length); }
std::string with_entries(const char* metric, int length) {
  return std::string(metric) + "[entries=" + std::to_string(length) + "]";
}
const std::string long_node = "/long";

/// What all read and list later on.
void fill_store(HaStore& store) {
  for (const int length : lengths()) Folder(store, list_of(length)).fill(length);
  store.create(long_node,
               std::string(static_cast<std::size_t>(message_size_argument(probe_arguments::long_data).value()), 'x'));
  store.sync();
}

/// Measures the operations of one client while no other has anything to do.
void measure_alone(HaStore& store, Folder& folder, int samples) {
  const auto node = [&](int i) { return folder.at(name_of({0, i})); };
  const std::string data(to_text(Status::initial));
  for (int i = 0; i < samples; ++i) store.create(folder.at("warm-" + std::to_string(i)), data);
  for (int i = 0; i < samples; ++i) store.remove(folder.at("warm-" + std::to_string(i)));
  measure("create_s", samples, [&](int i) { store.create(node(i), data); });
  measure("read_s", samples, [&](int i) { store.read(node(i)); });
  const auto read = [&] { store.read(node(0)); };
  measure_rested("read_rested_s", duration_argument(probe_arguments::rest), samples / 4 + 1, read);
  measure_rested("read_after_short_rest_s", duration_argument(probe_arguments::short_rest), samples / 4 + 1, read);
  measure("remove_s", samples, [&](int i) { store.remove(node(i)); });
  fill_store(store);
  for (const int length : lengths())
    measure(with_entries("list_s", length), samples, [&](int) { store.list(list_of(length)); });
}

/// All at once: what one operation adds to the whole.
void measure_together(HaStore& store, const std::string& read, int samples) {
  const int others = size_of(MPI_COMM_WORLD) - 1;
  if (others == 0) return;
  const std::string own = "/made-by-" + std::to_string(rank_in(MPI_COMM_WORLD)) + "-";
  const auto all = [&](const std::string& what, const std::string& stage, const std::function<void(int)>& operation) {
    const double took_s = take_together(store, stage, [&] {
      for (int i = 0; i < samples; ++i) operation(i);
      return std::string();
    });
    if (rank_in(MPI_COMM_WORLD) == 0) port().metric(what, took_s / samples / others);
  };
  all("create_together_s", "/creates", [&](int i) { store.create(own + std::to_string(i), ""); });
  all("read_together_s", "/reads", [&](int) { store.read(read); });
  all("read_long_together_s", "/long-reads", [&](int) { store.read(long_node); });
  for (const int length : lengths())
    all(with_entries("list_together_s", length), "/lists-" + std::to_string(length),
        [&](int) { store.list(list_of(length)); });
  all("refuse_together_s", "/refusals", [&](int) { store.remove("/nobody"); });
}

/// What a write takes while all others read, until it is over.
void measure_among_readers(HaStore& store, int samples) {
  const int rank = rank_in(MPI_COMM_WORLD);
  if (size_of(MPI_COMM_WORLD) < 3) return;
  const std::string over = "/written";
  const auto write = [&] {
    for (int i = 0; i < samples; ++i) store.create("/written-" + std::to_string(i), "");
    store.create(over, "");
    return std::string();
  };
  const auto read = [&] {
    while (!store.read(over)) {}
    return std::string();
  };
  const double took_s = take_together(store, "/mixed", [&] { return rank == 1 ? write() : read(); });
  if (rank == 0) port().metric("create_among_readers_s", took_s / samples);
}

void store_operations() {
  MPI_Init(nullptr, nullptr);
  const int samples = count_argument(probe_arguments::samples);
  const std::string path = "/probe";
  HaStore store(alone());
  if (rank_in(MPI_COMM_WORLD) == 0) {
    Folder folder(store, path);
    measure_alone(store, folder, samples);
  }
  measure_together(store, path, samples);
  measure_among_readers(store, samples);
  MPI_Finalize();
}

/// What one Starter does: without any cure, or drawing among the first `window`.
class Taker {
public:
  explicit Taker(HaStore& store) : store_(store) {}

  void work() {
    while (const auto name = take()) {
      port().sleep(length_);
      store_.create(ha::below(ha::done, *name), "");
      store_.remove(ha::below(ha::running, *name));
    }
  }
  int lost_races() const { return lost_races_; }

private:
  std::optional<std::string> take() {
    for (;;) {
      const Listing waiting = store_.list(ha::initial);
      if (waiting.is_empty()) return std::nullopt;
      const auto first = waiting.first(window_);
      std::string name(first[random_.below(first.size())]);
      const std::string entry = ha::below(ha::initial, name);
      if (store_.read(entry) && store_.commit({RemoveNode{entry}}, [] { return false; }) == StoreError::none) {
        store_.create(ha::below(ha::running, name), "");
        return name;
      }
      ++lost_races_;
    }
  }

  HaStore& store_;
  Seconds length_ = duration_argument(probe_arguments::length);
  std::size_t window_ = static_cast<std::size_t>(count_argument(probe_arguments::window));
  RandomStream random_{port().seed(), 0, "store-take/" + std::to_string(port().process_id())};
  int lost_races_ = 0;
};

/// Rank 0 fills the bag, lets the others begin and waits for them; it takes nothing itself.
void store_take() {
  MPI_Init(nullptr, nullptr);
  const int takers = size_of(MPI_COMM_WORLD) - 1;
  const int rank = rank_in(MPI_COMM_WORLD);
  HaStore store(alone());
  const int tasks = count_argument(probe_arguments::tasks);
  if (rank == 0) {
    for (const std::string& path : {ha::root, ha::tasks, ha::running, ha::done, ha::initial}) store.ensure(path);
    Folder(store, ha::initial).fill(tasks);
  }
  const std::string stage = "/take";
  const double took_s = take_together(store, stage, [&store] {
    Taker taker(store);
    taker.work();
    return std::to_string(taker.lost_races());
  });
  if (rank == 0) {
    int lost = 0;
    for (int taker = 1; taker <= takers; ++taker)
      lost += std::stoi(store.read(ha::below(stage + "-over", std::to_string(taker))).value_or("0"));
    const double ideal_s = duration_argument(probe_arguments::length).count() * tasks / takers;
    port().metric("took_s", took_s);
    port().metric("beyond_ideal_s", took_s - ideal_s);
    port().metric("lost_races_per_task", static_cast<double>(lost) / tasks);
  }
  MPI_Finalize();
}

} // namespace

const std::vector<Program>& store_probes() {
  constexpr Better down = Better::down;
  static const std::vector<Program> all{
      {"store-operations",
       store_operations,
       {probe_arguments::samples, probe_arguments::entries, probe_arguments::long_data, probe_arguments::rest,
        probe_arguments::short_rest},
       nullptr,
       nullptr,
       "Measures the operations of the tree store, of one client alone and of all at once.",
       {{"create_s", "s", down, "Time to create a node of the tree store, one client alone (median)."},
        {"read_s", "s", down, "Time to read a node, one client alone (median)."},
        {"read_rested_s", "s", down, "Time to read a node after a long rest (median)."},
        {"read_after_short_rest_s", "s", down, "Time to read a node after a short rest (median)."},
        {"remove_s", "s", down, "Time to remove a node, one client alone (median)."},
        {"list_s[entries=<n>]", "s", down, "Time to list so many children of a node, one client alone (median)."},
        {"create_together_s", "s", down, "Time that one creation adds where all clients create at once."},
        {"read_together_s", "s", down, "Time that one read adds where all clients read at once."},
        {"read_long_together_s", "s", down, "Time that one read of much data adds where all clients read it at once."},
        {"list_together_s[entries=<n>]", "s", down,
         "Time that one list of so many adds where all clients list at once."},
        {"refuse_together_s", "s", down, "Time that one refused removal adds where all clients ask for it at once."},
        {"create_among_readers_s", "s", down, "Time that one creation takes while the other clients read."}}},
      {"store-take",
       store_take,
       {probe_arguments::tasks, probe_arguments::length, probe_arguments::window},
       nullptr,
       nullptr,
       "Takes tasks from a bag in the tree store, as Falanx's Starters do, without anything else.",
       {{"took_s", "s", down, "Time until all tasks had been taken and done."},
        {"beyond_ideal_s", "s", down, "That time beyond what the tasks take, shared out evenly."},
        {"lost_races_per_task", "ratio", down, "Attempts to take a task that another client had taken, per task."}}}};
  return all;
}

} // namespace daruma::models::falanx
