// Steps against a table of what is free in every second.
#include "sim/batch/free_steps.hpp"
#include "sim/core/random_stream.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace daruma::batch {
namespace {

constexpr int seconds = 2000; ///< nothing changes after that

/// Free in each second from `begin` on.
struct Table {
  int begin = 0;
  std::vector<int> free;

  void add(int processors, int from, int length) {
    for (int second = from; second < from + length; ++second) free[static_cast<std::size_t>(second)] += processors;
  }
  int at(int second) const { return free[static_cast<std::size_t>(std::min(second, seconds))]; }
  bool fits(int processors, int from, int length) const {
    for (int second = from; second < from + length && second <= seconds; ++second)
      if (at(second) < processors) return false;
    return true;
  }
  Seconds earliest(int processors, int length, int from) const {
    int enough = 0; // seconds in a row
    for (int second = from; second <= seconds; ++second) {
      enough = at(second) < processors ? 0 : enough + 1;
      if (enough == length) return Seconds(second + 1 - length);
    }
    return enough > 0 ? Seconds(seconds + 1 - enough) : never;
  }
  int least(int from, int length) const {
    int least = at(from);
    for (int second = from; second < from + length; ++second) least = std::min(least, at(second));
    return least;
  }
  /// On end with enough of them free, those that are in that time in part.
  NewRoom::Runs runs(int enough, int from, int until) const {
    NewRoom::Runs runs;
    for (int second = begin; second <= seconds; ++second) {
      if (at(second) < enough) continue;
      const int first = second;
      while (second < seconds && at(second + 1) >= enough) ++second;
      const Seconds end = second == seconds ? never : Seconds(second + 1);
      if (first < until && end > Seconds(from)) runs.add(NewRoom::Runs::one(Seconds(first), end));
    }
    return runs;
  }
  Seconds next_step(int from) const {
    for (int second = from + 1; second <= seconds; ++second)
      if (at(second) != at(second - 1)) return Seconds(second);
    return never;
  }
};

/// Of a job.
struct Part {
  int processors;
  int from;
  int length;
};

class Comparison {
public:
  explicit Comparison(std::uint64_t seed) : random_(seed, 0, "steps"), steps_(Seconds(0), 100, running()) {}

  void take() {
    const Part part{drawn(1, 20), drawn(table_.begin, seconds - 100), drawn(1, 100)};
    steps_.take(part.processors, Seconds(part.from), Seconds(part.length));
    table_.add(-part.processors, part.from, part.length);
    taken_.push_back(part);
  }

  void give() {
    if (taken_.empty()) return;
    std::swap(taken_[random_.below(taken_.size())], taken_.back());
    give_last();
  }

  void give_last() {
    const Part part = taken_.back();
    taken_.pop_back();
    steps_.give(part.processors, Seconds(part.from), Seconds(part.length));
    table_.add(part.processors, part.from, part.length);
  }

  /// What has begun before can be given back no more.
  void advance() {
    table_.begin += drawn(0, 3);
    steps_.advance(Seconds(table_.begin));
    const auto has_begun = [this](const Part& part) { return part.from < table_.begin; };
    taken_.erase(std::remove_if(taken_.begin(), taken_.end(), has_begun), taken_.end());
  }

  void compare() {
    const int from = drawn(table_.begin, seconds - 1);
    const int length = drawn(1, 300);
    const int processors = drawn(-50, 120);
    const Seconds start(from);
    ASSERT_EQ(steps_.begin(), Seconds(table_.begin));
    ASSERT_EQ(steps_.last(), table_.at(seconds));
    ASSERT_EQ(steps_.earliest(processors, Seconds(length), start), table_.earliest(processors, length, from));
    ASSERT_EQ(steps_.fits(processors, start, Seconds(length)), table_.fits(processors, from, length));
    ASSERT_EQ(steps_.least(start, Seconds(length)), table_.least(from, length));
    const int size = drawn(0, 7);
    const NewRoom room = steps_.room(start, start + Seconds(length));
    const NewRoom::Runs& got = room.runs(NewRoom::smallest_of(size));
    const NewRoom::Runs wanted = table_.runs(NewRoom::smallest_of(size), from, from + length);
    ASSERT_EQ(got.begin, wanted.begin);
    ASSERT_EQ(got.end, wanted.end);
    ASSERT_EQ(got.longest, wanted.longest);
    ASSERT_EQ(steps_.next_step(start), table_.next_step(from));
  }

  /// Somebody leaves room: who could not start earlier before can now where a search of all times says so.
  void compare_earlier() {
    if (taken_.size() < 2) return;
    const Part part = taken_[random_.below(taken_.size() - 1)];
    Table without = table_;
    without.add(part.processors, part.from, part.length);
    const Seconds start(part.from);
    if (without.earliest(part.processors, part.length, table_.begin) < start) return;
    const Part given = taken_.back();
    give_last();
    without.add(given.processors, given.from, given.length);
    const NewRoom room = steps_.room(Seconds(given.from), Seconds(given.from + given.length));
    ASSERT_EQ(steps_.earlier(part.processors, Seconds(part.length), start, room),
              without.earliest(part.processors, part.length, table_.begin));
  }

  int drawn(int least, int most) {
    return least + static_cast<int>(random_.below(static_cast<std::uint64_t>(most - least) + 1));
  }

private:
  std::vector<RunningJob> running() {
    table_.free.assign(seconds + 1, 100);
    std::vector<RunningJob> jobs;
    for (std::size_t job = 0; job < 200; ++job) {
      jobs.push_back({Seconds(drawn(0, 500)), job, drawn(1, 5)});
      const int end = static_cast<int>(jobs.back().end_by.count());
      table_.add(jobs.back().processors, end, seconds + 1 - end);
    }
    std::sort(jobs.begin(), jobs.end());
    return jobs;
  }

  RandomStream random_;
  Table table_{};
  FreeSteps steps_;
  std::vector<Part> taken_{};
};

TEST(FreeSteps, AreWhatATableOfEverySecondIs) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Comparison comparison(seed);
    for (int i = 0; i < 1500; ++i) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", change " << i);
      const int change = comparison.drawn(0, 9);
      if (change == 9)
        comparison.advance();
      else if (change < (i < 750 ? 6 : 3))
        comparison.take();
      else
        comparison.give();
      comparison.compare();
      comparison.compare_earlier();
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

} // namespace
} // namespace daruma::batch
