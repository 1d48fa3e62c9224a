#include "models/faults/logic/beats.hpp"
#include "models/faults/mpi/watching.hpp"
#include "models/port/rank.hpp"
#include "sim/core/random_stream.hpp"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

namespace daruma::models::faults {

namespace {

constexpr int beat_tag = 1;
constexpr int end_tag = 2;
constexpr Seconds no_beat{std::numeric_limits<double>::infinity()};

namespace arguments {
constexpr ArgumentRule steps{"steps", ArgumentKind::count, assumed("1000", "0.1 s of steps beside a period of 100 ms"),
                             "Steps, each with a sum over all ranks."};
constexpr ArgumentRule grain{"grain", ArgumentKind::work, assumed("100kf", "fine: 0.1 ms of a core of 1 Gflop/s"),
                             "What each rank computes in a step."};
constexpr ArgumentRule watching{
    "watching", ArgumentKind::word,
    cited("none", "fault localisation, section 3.1: only an error of a call makes anybody look"),
    "Who watches: nobody, each rank the next one, a server all others, or each rank its own system.",
    R"("none", "ring", "server" or "system")"};
constexpr ArgumentRule period{"period", ArgumentKind::duration,
                              assumed("100ms", "short for a heartbeat, so that detection is quick"),
                              "Time between heartbeats, or between looks at the system."};
constexpr ArgumentRule beat_size{"beat_size", ArgumentKind::message_size, assumed("64B", "a header and a number"),
                                 "Size of a heartbeat."};
constexpr ArgumentRule beat_work{
    "beat_work", ArgumentKind::work,
    assumed("20kf", "20 us of a core of 1 Gflop/s for a message through the operating system"),
    "What sending or receiving a heartbeat takes of a processor."};
constexpr ArgumentRule look_work{"look_work", ArgumentKind::work,
                                 assumed("60kf", "60 us of a core of 1 Gflop/s for a few files of /proc and /sys"),
                                 "What a look at the system takes of a processor."};
} // namespace arguments

class WatchedSteps {
public:
  void run();

private:
  bool is_server() const { return watching_ == Watching::server && rank_ == size_ - 1; }
  void measure_speed();
  void step();
  void watch();
  void pay(Flops);
  void send_beat();
  void take_beats();
  void serve();
  void report(Seconds begin);

  int rank_ = rank_in(MPI_COMM_WORLD);
  int size_ = size_of(MPI_COMM_WORLD);
  Watching watching_ = *value_named(ways_of_watching, word_argument(arguments::watching));
  Flops grain_ = work_argument(arguments::grain);
  Flops cost_ = work_argument(watching_ == Watching::system ? arguments::look_work : arguments::beat_work);
  std::vector<char> beat_ =
      std::vector<char>(static_cast<std::size_t>(message_size_argument(arguments::beat_size).value()));
  Beats beats_{no_beat, no_beat};
  FlopsPerSecond speed_{1};
  MPI_Comm workers_ = MPI_COMM_NULL;
  double messages_ = 0;
  Flops watched_{0};
};

/// Measures the speed of this process's processor by the time that work takes there.
void WatchedSteps::measure_speed() {
  const Seconds begin = port().now();
  port().compute(grain_);
  speed_ = FlopsPerSecond(grain_.value() / (port().now() - begin).count());
}

void WatchedSteps::pay(Flops work) {
  port().compute(work);
  watched_ = watched_ + work;
}

void WatchedSteps::send_beat() {
  const int workers = watching_ == Watching::server ? size_ - 1 : size_;
  const int to = watching_ == Watching::server ? size_ - 1 : (rank_ + 1) % workers;
  MPI_Send(beat_.data(), static_cast<int>(beat_.size()), MPI_BYTE, to, beat_tag, MPI_COMM_WORLD);
  messages_ += 1;
}

/// Receives the predecessor's heartbeats that have arrived.
void WatchedSteps::take_beats() {
  for (int is_there = 1; is_there != 0;) {
    MPI_Iprobe((rank_ + size_ - 1) % size_, beat_tag, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE);
    if (is_there == 0) return;
    MPI_Recv(beat_.data(), static_cast<int>(beat_.size()), MPI_BYTE, (rank_ + size_ - 1) % size_, beat_tag,
             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    pay(cost_);
  }
}

void WatchedSteps::watch() {
  const Beats::Due due = beats_.take(port().now(), cost_ / speed_);
  if (due.to_pay > Seconds(0)) pay(speed_ * due.to_pay);
  if (watching_ == Watching::system) return;
  for (int beat = 0; beat < due.beats; ++beat) send_beat();
  if (watching_ == Watching::ring) take_beats();
}

/// Computes between beats, and adds up with all.
void WatchedSteps::step() {
  for (Flops left = grain_; left > Flops(0);) {
    if (beats_.is_due(port().now())) watch();
    const Flops piece = std::min(left, speed_ * (beats_.next() - port().now()));
    port().compute(piece);
    left = left - piece;
  }
  double mine = rank_;
  double sum = 0;
  MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, workers_);
}

/// Serves heartbeats until all other processes have ended.
void WatchedSteps::serve() {
  for (int working = size_ - 1; working > 0;) {
    MPI_Status status;
    MPI_Recv(beat_.data(), static_cast<int>(beat_.size()), MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
             &status);
    if (status.MPI_TAG == end_tag)
      --working;
    else
      pay(cost_);
  }
}

void WatchedSteps::report(Seconds begin) {
  const Seconds time = port().now() - begin;
  std::array mine{messages_, (watched_ / speed_) / time};
  std::array all{0.0, 0.0};
  MPI_Reduce(mine.data(), all.data(), static_cast<int>(mine.size()), MPI_DOUBLE, MPI_SUM, 0, workers_);
  if (rank_ != 0) return;
  port().metric("step_s", time.count() / count_argument(arguments::steps));
  port().metric("messages", all[0]);
  port().metric("bytes", all[0] * static_cast<double>(beat_.size()));
  port().metric("cpu_share", all[1] / size_of(workers_));
}

void WatchedSteps::run() {
  MPI_Comm_split(MPI_COMM_WORLD, is_server() ? MPI_UNDEFINED : 0, rank_, &workers_);
  if (is_server()) return serve();
  measure_speed();
  MPI_Barrier(workers_);
  const Seconds begin = port().now();
  if (watching_ != Watching::none) {
    const Seconds period = duration_argument(arguments::period);
    RandomStream random(port().seed(), 0, "watching/rank-" + std::to_string(rank_));
    beats_ = Beats(begin + random.uniform() * period, period);
  }
  const int steps = count_argument(arguments::steps);
  for (int number = 0; number < steps; ++number) step();
  report(begin);
  if (watching_ == Watching::server) MPI_Send(nullptr, 0, MPI_BYTE, size_ - 1, end_tag, MPI_COMM_WORLD);
  MPI_Barrier(workers_);
  if (watching_ == Watching::ring) take_beats();
  MPI_Comm_free(&workers_);
}

void watched_steps() {
  MPI_Init(nullptr, nullptr);
  WatchedSteps().run();
  MPI_Finalize();
}

std::string mismatch(const Arguments& given, const JobShape& job) {
  if (job.spares > 0) return "\"watched-steps\" has no use for \"spares\"";
  if (value_of(given, arguments::watching) == "server" && job.ranks < 2)
    return "a server needs a rank beside the others";
  return "";
}

/// Whoever watches for longer than a period comes no further with the steps.
std::string misplacement(const Arguments& given, const Site& site) {
  const std::string watching = value_of(given, arguments::watching);
  if (watching == "none" || site.core_speed == FlopsPerSecond(0)) return "";
  const auto work = parse_flops(value_of(given, watching == "system" ? arguments::look_work : arguments::beat_work));
  const auto period = parse_seconds(value_of(given, arguments::period));
  const double calls = watching == "ring" ? 2 : 1; // one sends and receives
  const Seconds cost = *work / site.core_speed * calls;
  if (cost < *period) return "";
  return "the steps would never end: watching takes " + daruma::to_text(cost) + " of a core of " +
         daruma::to_text(site.core_speed) + " each \"period\" of " + daruma::to_text(*period);
}

} // namespace

const std::vector<Program>& programs() {
  static const std::vector<Program> all{
      {"watched-steps",
       watched_steps,
       {arguments::steps, arguments::grain, arguments::watching, arguments::period, arguments::beat_size,
        arguments::beat_work, arguments::look_work},
       mismatch,
       misplacement,
       "Computes small steps, with a sum over all ranks after each, while processes watch each other.",
       {{"step_s", "s", Better::down, "Time of a step, on average."},
        {"messages", "count", Better::down, "Messages that watching took, over all processes."},
        {"bytes", "B", Better::down, "Bytes that these messages carried."},
        {"cpu_share", "ratio", Better::down, "Part of a process's time that watching took, on average."}}}};
  return all;
}

} // namespace daruma::models::faults
