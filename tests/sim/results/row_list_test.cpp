#include "sim/core/random_stream.hpp"
#include "sim/results/event_log.hpp"
#include "sim/results/sinks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

namespace daruma::results {
namespace {

constexpr std::size_t few = 2 * RowList<Event>::block;

Event event(int number, double time) {
  return {Seconds(time), number % 7 == 0 ? "death" : "print", "job", number, std::string(number % 50, 'x') + "\n\0y"};
}

/// So many in times of a coarse random grain, so that many are the same.
std::vector<Event> events_in_disorder(int count) {
  RandomStream random(1, 0, "rows");
  std::vector<Event> all;
  for (int i = 0; i < count; ++i) all.push_back(event(i, static_cast<double>(random.below(50))));
  return all;
}

std::string text_of(const Event& one) {
  return std::to_string(one.time.count()) + one.kind + one.job + std::to_string(one.process) + one.text;
}
template <class List> std::vector<std::string> texts_of(const List& rows) {
  std::vector<std::string> texts;
  for (const Event& one : rows) texts.push_back(text_of(one));
  return texts;
}

bool is_earlier(const Event& a, const Event& b) { return a.time < b.time; }

RowList<Event> listed(const std::vector<Event>& rows) {
  RowList<Event> list(few);
  for (const Event& row : rows) list.push_back(row);
  return list;
}

TEST(RowList, HoldsWhatCameInItsOrderHoweverMuchOfItIsOnDisk) {
  for (const int count : {0, 1, 1023, 2047, 2048, 2049, 10'000}) {
    const std::vector<Event> rows = events_in_disorder(count);
    const RowList<Event> list = listed(rows);
    EXPECT_EQ(list.size(), rows.size());
    EXPECT_EQ(list.empty(), rows.empty());
    EXPECT_EQ(texts_of(list), texts_of(rows)) << count;
  }
}

TEST(RowList, OrdersAsAStableSortDoes) {
  std::vector<Event> rows = events_in_disorder(20'000);
  const RowList<Event> ordered = listed(rows).in_order(is_earlier);
  std::stable_sort(rows.begin(), rows.end(), is_earlier);
  EXPECT_EQ(texts_of(ordered), texts_of(rows));
}

TEST(RowList, ACopyThatGrowsLeavesTheOriginalAsItWas) {
  const std::vector<Event> rows = events_in_disorder(5000);
  RowList<Event> original = listed(rows);
  RowList<Event> copy = original;
  for (const Event& row : rows) copy.push_back(row);
  original.push_back(event(1, 1));
  EXPECT_EQ(copy.size(), 10'000U);
  EXPECT_EQ(original.size(), 5001U);
  EXPECT_EQ(text_of(*std::find_if(original.begin(), original.end(), [](const Event& e) { return e.process == 4999; })),
            text_of(rows.back()));
  EXPECT_EQ(text_of(*std::next(copy.begin(), 9999)), text_of(rows.back()));
}

TEST(RowList, MemoryHoldsAllWhereThereIsNoRoomForAFile) {
  const char* const before = std::getenv("TMPDIR");
  const std::string saved = before ? before : "";
  ::setenv("TMPDIR", "/nowhere", 1);
  const std::vector<Event> rows = events_in_disorder(10'000);
  const RowList<Event> list = listed(rows);
  EXPECT_EQ(texts_of(list), texts_of(rows));
  before ? ::setenv("TMPDIR", saved.c_str(), 1) : ::unsetenv("TMPDIR");
}

TEST(RowList, WritersSayTheSameOfRowsOnDisk) {
  Result in_memory;
  Result on_disk;
  on_disk.events = RowList<Event>(few);
  on_disk.spans = RowList<Span>(few);
  for (const Event& row : events_in_disorder(9000)) {
    const Span span{row.time, row.time + Seconds(row.process % 5), row.kind, row.job, row.process, row.text};
    for (Result* const result : {&in_memory, &on_disk}) {
      result->events.push_back(row);
      result->spans.push_back(span);
    }
  }
  EXPECT_EQ(result_json(on_disk), result_json(in_memory));
  EXPECT_EQ(chrome_trace(on_disk), chrome_trace(in_memory));
  EXPECT_EQ(time_line(on_disk), time_line(in_memory));
}

} // namespace
} // namespace daruma::results
