// The heartbeat ring and the reliable broadcast without a simulator: random deaths at random moments, messages that
// take random times, against what the protocols promise.
#include "sim/core/event_queue.hpp"
#include "sim/core/random_stream.hpp"
#include "sim/mpi/ulfm/heartbeat_ring.hpp"
#include "sim/mpi/ulfm/reliable_broadcast.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <gmock/gmock.h>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace daruma::mpi {
namespace {

/// Processes that watch each other and tell each other what they found out.
class Watchers final : public HeartbeatRing::Surroundings {
public:
  static constexpr Seconds period{1.0};
  static constexpr Seconds timeout{2.5};

  Watchers(int n, RandomStream& random, Seconds slowest_message)
      : random_(random), slowest_(slowest_message), alive_(static_cast<std::size_t>(n), true),
        is_silent_(static_cast<std::size_t>(n), false), knows_(static_cast<std::size_t>(n)),
        ring_(*this, {period, timeout, 0.25, Seconds(0)}) {}

  void dies_at(Seconds when, int process) {
    at(when, [this, process] {
      if (!is_alive(process)) return;
      alive_[static_cast<std::size_t>(process)] = false;
      ring_.died(process);
    });
  }
  void is_silent(Seconds from, Seconds until, int process) {
    const auto silent = is_silent_.begin() + process;
    at(from, [this, process, silent] {
      if (!is_alive(process) || *silent) return;
      *silent = true;
      ring_.fell_silent(process);
    });
    at(until, [this, process, silent] {
      if (!is_alive(process) || !*silent) return;
      *silent = false;
      ring_.answered(process);
    });
  }
  /// The first so many that wait for a dead one die just before they would suspect it.
  void strike_observers(int deaths) { strikes_left_ = deaths; }
  void run() {
    while (events_.step()) {}
  }
  bool is_living(int process) const { return is_alive(process); }
  int deaths() const { return static_cast<int>(std::count(alive_.begin(), alive_.end(), false)); }
  /// Who lives and does not know of all deaths, or knows of a death that did not happen.
  std::vector<int> ignorant() const {
    std::set<int> dead;
    for (int i = 0; i < size(); ++i)
      if (!is_alive(i)) dead.insert(i);
    std::vector<int> result;
    for (int i = 0; i < size(); ++i)
      if (is_alive(i) && knows_[static_cast<std::size_t>(i)] != dead) result.push_back(i);
    return result;
  }
  Seconds last_learnt() const { return last_learnt_; }
  int false_suspicions() const { return false_suspicions_; }

private:
  struct News final : ReliableBroadcast::Surroundings {
    News(Watchers& all, int what) : watchers(all), dead(what), broadcast(all.size(), *this) {}
    bool is_alive(int member) const override { return watchers.is_alive(member); }
    int ring_neighbour(int member, int direction) const override { return watchers.ring_.neighbour(member, direction); }
    void send(int from, int to) override {
      const bool is_lost = watchers.random_.uniform() < 0.1; // the sender dies too soon, as far as others can tell
      watchers.after_message([this, from, to, is_lost] {
        if (is_alive(from)) broadcast.departed(from);
        if (is_lost || !is_alive(to))
          broadcast.lost(to);
        else
          broadcast.arrived(to);
      });
    }
    void charge_sends(int, int) override {}
    void charge_receives(int, int) override {}
    void reached(int member) override { watchers.learn(member, dead); }

    Watchers& watchers;
    int dead;
    ReliableBroadcast broadcast;
  };

  void at(Seconds when, std::function<void()> action) { events_.at(when, std::move(action)); }
  void after_message(std::function<void()> action) { at(now() + slowest_ * random_.uniform(), std::move(action)); }

  void learn(int process, int dead) {
    if (!is_alive(process) || !knows_[static_cast<std::size_t>(process)].insert(dead).second) return;
    last_learnt_ = now();
    ring_.learnt(process, dead);
    auto& news = news_[dead];
    if (!news) news = std::make_unique<News>(*this, dead);
    news->broadcast.begin(process);
    for (const auto& [number, other] : news_)
      if (number != dead) other->broadcast.mended(process);
  }

  int size() const override { return static_cast<int>(alive_.size()); }
  bool is_alive(int process) const override { return alive_[static_cast<std::size_t>(process)]; }
  bool answers(int process) const override {
    return is_alive(process) && !is_silent_[static_cast<std::size_t>(process)];
  }
  bool has_left(int) const override { return false; }
  bool knows(int process, int dead) const override {
    return knows_[static_cast<std::size_t>(process)].count(dead) != 0;
  }
  Seconds now() const override { return events_.now(); }
  void wake(Seconds when, int observer, int emitter) override {
    EXPECT_GE(when, now());
    if (strikes_left_ > 0 && !is_alive(emitter) && is_alive(observer)) {
      --strikes_left_;
      dies_at(std::max(now(), when - Seconds(1e-9)), observer);
    }
    at(when, [this, observer, emitter] { ring_.silent(observer, emitter); });
  }
  void reconnect(int observer, int emitter) override {
    after_message([this, observer, emitter] {
      if (answers(emitter)) ring_.reconnected(observer, emitter);
    });
  }
  void suspect(int observer, int emitter) override {
    if (answers(emitter)) ++false_suspicions_;
    if (is_alive(emitter)) {
      alive_[static_cast<std::size_t>(emitter)] = false;
      ring_.died(emitter);
    }
    learn(observer, emitter);
  }

  RandomStream& random_;
  Seconds slowest_;
  std::vector<bool> alive_;
  std::vector<bool> is_silent_;
  std::vector<std::set<int>> knows_;
  HeartbeatRing ring_;
  std::map<int, std::unique_ptr<News>> news_;
  EventQueue events_;
  Seconds last_learnt_{0};
  int strikes_left_ = 0;
  int false_suspicions_ = 0;
};

TEST(RingProtocols, AllLivingLearnOfAllDeathsWheneverTheyDie) {
  for (int trial = 0; trial < 3000; ++trial) {
    RandomStream random(7, static_cast<std::uint64_t>(trial), "ring");
    const int n = 2 + static_cast<int>(random.uniform() * 30);
    const int deaths = static_cast<int>(random.uniform() * n);
    Watchers watchers(n, random, Seconds(0.4));
    const double span_s = random.uniform() * 20;
    for (int i = 0; i < deaths; ++i)
      watchers.dies_at(Seconds(10 + span_s * random.uniform()), static_cast<int>(random.uniform() * n));
    watchers.run();
    ASSERT_THAT(watchers.ignorant(), testing::IsEmpty()) << "trial " << trial << ", " << n << " processes";
    ASSERT_EQ(watchers.false_suspicions(), 0) << "trial " << trial;
  }
}

/// A silence of less than a timeout and the period before it is nobody's end; a longer one is, though others die.
TEST(RingProtocols, WhoIsSilentForTooLongIsDeclaredDead) {
  for (int trial = 0; trial < 2000; ++trial) {
    RandomStream random(7, static_cast<std::uint64_t>(trial), "silence");
    const int n = 3 + static_cast<int>(random.uniform() * 20);
    const bool is_long = trial % 2 == 0;
    const Seconds longest = Watchers::timeout - Watchers::period;
    Watchers watchers(n, random, Seconds(0.4));
    const int silent = static_cast<int>(random.uniform() * n);
    const Seconds from(10 + 5 * random.uniform());
    watchers.is_silent(from, from + (is_long ? 50 * Watchers::timeout : longest * random.uniform()), silent);
    if (trial % 4 < 2) watchers.dies_at(from + Seconds(random.uniform()), (silent + 1) % n);
    watchers.run();
    ASSERT_EQ(watchers.false_suspicions(), 0) << "trial " << trial;
    ASSERT_EQ(watchers.is_living(silent), !is_long) << "trial " << trial;
    ASSERT_THAT(watchers.ignorant(), testing::IsEmpty()) << "trial " << trial;
  }
}

/// T(f) of Bosilca et al., SC 2016, theorem 1, with the timeout for d, the longest time of a message for t, and the
/// 8 t log2 n of their broadcast for B(n), which they have for less than log2 n failures.
Seconds bound(int n, int f, Seconds message) {
  const Seconds broadcast = 8 * std::log2(n) * message;
  return f * (f + 1) * Watchers::timeout + f * message + f * (f + 1) / 2 * broadcast;
}

/// One process dies, and what else `strike(watchers, its number, when)` brings about: all know of all within the bound.
template <class Strike> void expect_known_in_time(int n, int f, const char* purpose, Strike&& strike) {
  for (int trial = 0; trial < 20; ++trial) {
    SCOPED_TRACE(std::to_string(n) + " processes, trial " + std::to_string(trial));
    RandomStream random(8, static_cast<std::uint64_t>(trial), purpose);
    const Seconds message{0.01};
    Watchers watchers(n, random, message);
    const Seconds first(10 + random.uniform());
    watchers.dies_at(first, n / 2);
    strike(watchers, n / 2, first);
    watchers.run();
    ASSERT_THAT(watchers.ignorant(), testing::IsEmpty());
    EXPECT_EQ(watchers.deaths(), f);
    EXPECT_LE(watchers.last_learnt() - first, bound(n, f, message));
    EXPECT_GE(watchers.last_learnt() - first, (2 * f - 1) * Watchers::timeout - Watchers::period)
        << "each but the first takes two timeouts to be suspected";
  }
}

constexpr int sizes[] = {64, 256, 1024};
constexpr int most_deaths = 5;

/// Nobody but the one behind the last can find them out.
TEST(RingProtocols, NeighboursThatDieTogetherAreKnownWithinTheBound) {
  for (const int n : sizes)
    for (int f = 1; f <= most_deaths; ++f)
      expect_known_in_time(n, f, "together", [f](Watchers& watchers, int process, Seconds when) {
        for (int i = 1; i < f; ++i) watchers.dies_at(when + Seconds(1e-3 * i), process + i);
      });
}

/// Whoever is about to find out dies first, so that the next observer begins anew.
TEST(RingProtocols, ObserversThatDieOneAfterTheOtherAreKnownWithinTheBound) {
  for (const int n : sizes)
    for (int f = 1; f <= most_deaths; ++f)
      expect_known_in_time(n, f, "observers",
                           [f](Watchers& watchers, int, Seconds) { watchers.strike_observers(f - 1); });
}

struct Hearers final : ReliableBroadcast::Surroundings {
  explicit Hearers(int n) : broadcast(n, *this), heard_in(static_cast<std::size_t>(n), -1) {}
  bool is_alive(int) const override { return true; }
  int ring_neighbour(int member, int direction) const override {
    const int n = static_cast<int>(heard_in.size());
    return (member + direction + n) % n;
  }
  void send(int from, int to) override {
    ++messages;
    sent.push_back({from, to});
  }
  void charge_sends(int, int count) override { copies += count; }
  void charge_receives(int, int) override {}
  void reached(int member) override { heard_in[static_cast<std::size_t>(member)] = round; }
  /// In a round everybody sends one message.
  int run() {
    broadcast.begin(0);
    for (round = 1; !sent.empty(); ++round)
      for (const auto& [from, to] : std::exchange(sent, {})) {
        broadcast.arrived(to);
        broadcast.departed(from);
      }
    return *std::max_element(heard_in.begin(), heard_in.end());
  }

  ReliableBroadcast broadcast;
  std::vector<int> heard_in;
  std::vector<std::pair<int, int>> sent;
  int round = 0;
  int messages = 0;
  int copies = 0;
};

TEST(ReliableBroadcast, ReachesAllInTheRoundsOfABinomialTreeOrOneMore) {
  for (const auto& [n, rounds] : std::map<int, int>{{1, 0}, {2, 1}, {3, 2}, {8, 3}, {64, 6}, {1024, 10}, {1000, 11}}) {
    Hearers hearers(n);
    EXPECT_EQ(hearers.run(), rounds) << n;
    EXPECT_EQ(hearers.messages, n - 1) << n;
    const int dimensions = static_cast<int>(std::ceil(std::log2(n)));
    EXPECT_EQ(hearers.messages + hearers.copies, n * 2 * dimensions) << "every member goes through its neighbours";
  }
}

} // namespace
} // namespace daruma::mpi
