#include "sim/results/sinks.hpp"
#include "tests/sim/results/sample.hpp"
#include "tests/sim/results/trace_rules.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <map>
#include <set>
#include <utility>

namespace daruma::results {
namespace {

using Json = nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

Json trace_of(const Result& result) { return Json::parse(chrome_trace(result)); }

/// Events of a phase with that name, in the order of the file.
std::vector<Json> events(const Json& trace, const std::string& phase, const std::string& name) {
  std::vector<Json> found;
  for (const Json& event : trace["traceEvents"]) {
    if (event["ph"] == phase && event["name"] == name) found.push_back(event);
  }
  return found;
}

TEST(ChromeTrace, KeepsTheRulesOfTheFormat) {
  EXPECT_THAT(broken_rules(trace_of(Result())), IsEmpty());
  EXPECT_THAT(broken_rules(trace_of(small_result())), IsEmpty());
  EXPECT_THAT(broken_rules(trace_of(large_result(200, 10))), IsEmpty());
}

TEST(ChromeTrace, SpansBecomeCompleteEventsInMicroseconds) {
  const std::vector<Json> shrinks = events(trace_of(small_result()), "X", "shrink");
  ASSERT_EQ(shrinks.size(), 2u);
  EXPECT_EQ(shrinks[0]["ts"], 60000.0);
  EXPECT_EQ(shrinks[0]["dur"], 10000.0);
  EXPECT_EQ(shrinks[0]["cat"], "shrink");
  EXPECT_EQ(shrinks[0]["args"]["text"], "4 -> 3");
  EXPECT_NE(shrinks[0]["tid"], shrinks[1]["tid"]);
}

TEST(ChromeTrace, AnInstantIsAsWideAsWhatItConcerns) {
  const Json trace = trace_of(small_result());
  EXPECT_EQ(events(trace, "i", "kill").at(0)["s"], "t");
  EXPECT_EQ(events(trace, "i", "restart").at(0)["s"], "p");
  EXPECT_EQ(events(trace, "i", "node_off").at(0)["s"], "g");
}

TEST(ChromeTrace, EveryJobAndProcessHasItsTrack) {
  const Json trace = trace_of(small_result());
  std::vector<std::string> processes;
  for (const Json& event : events(trace, "M", "process_name")) processes.push_back(event["args"]["name"]);
  EXPECT_THAT(processes, ElementsAre("quake", "flood", "machine"));
  std::vector<std::string> threads;
  for (const Json& event : events(trace, "M", "thread_name")) {
    if (event["pid"] == events(trace, "X", "shrink").at(0)["pid"]) threads.push_back(event["args"]["name"]);
  }
  EXPECT_THAT(threads, ElementsAre("job", "process 0", "process 1", "process 2", "process 3"));
}

TEST(ChromeTrace, OfALargeJobOnlyThoseHaveATrackOfWhomSomethingIsRecorded) {
  Result result;
  result.jobs.emplace_back();
  result.jobs[0].name = "quake";
  result.jobs[0].ranks_at_start = 100'000;
  result.spans.push_back({Seconds(1), Seconds(2), "step", "quake", 7, ""});
  std::vector<std::string> threads;
  for (const Json& event : events(trace_of(result), "M", "thread_name")) threads.push_back(event["args"]["name"]);
  EXPECT_THAT(threads, ElementsAre("job", "process 7"));
}

TEST(ChromeTrace, NoNumberStandsForTwoTracks) {
  std::set<std::int64_t> numbers{0}; // which viewers keep for themselves
  for (const char* name : {"process_name", "thread_name"}) {
    for (const Json& event : events(trace_of(small_result()), "M", name)) {
      const Json number = event[std::string(name) == "process_name" ? "pid" : "tid"];
      EXPECT_TRUE(numbers.insert(number.get<std::int64_t>()).second) << event;
    }
  }
}

TEST(ChromeTrace, SpansThatNestStillNestAfterRounding) {
  // The same end for both; begins whose distance to it is no whole number of nanoseconds.
  Result result;
  for (int i = 0; i < 1000; ++i) {
    const Seconds begin(i + 0.1234567894 + i * 1e-10);
    const Seconds end(i + 0.7654321096 - i * 1e-10);
    result.spans.push_back({begin, end, "outer", "quake", 0, ""});
    result.spans.push_back({begin + Seconds(3e-10), end, "inner", "quake", 0, ""});
  }
  EXPECT_THAT(broken_rules(trace_of(result)), IsEmpty());
}

TEST(ChromeTrace, OfMoreThan292YearsIsStillJson) {
  constexpr Seconds millennium(3.2e10);
  Result result;
  result.spans.push_back(Span{Seconds(1), millennium, "loop", "j", 0, ""});
  result.spans.push_back(Span{millennium, millennium + Seconds(2), "rest", "j", 0, ""});
  result.events.push_back(Event{millennium, "kill", "j", 0, ""});
  result.events.push_back(Event{never, "end", "j", 0, ""});
  const Json trace = trace_of(result);
  EXPECT_EQ(events(trace, "X", "loop")[0]["dur"], 3.1999999999e16);
  EXPECT_EQ(events(trace, "X", "rest")[0]["ts"], 3.2e16);
  EXPECT_EQ(events(trace, "X", "rest")[0]["dur"], 2e6);
  EXPECT_EQ(events(trace, "i", "kill")[0]["ts"], 3.2e16);
}

TEST(ChromeTrace, TextIsEscaped) {
  Result result;
  result.events.push_back({Seconds(0), "log", "quake", 0, "\"quoted\"\n\x01 \xC3("});
  EXPECT_EQ(events(trace_of(result), "i", "log").at(0)["args"]["text"], "\"quoted\"\n\x01 \xEF\xBF\xBD(");
}

TEST(ChromeTrace, SameRecordsGiveTheSameBytes) {
  EXPECT_EQ(chrome_trace(large_result(50, 5)), chrome_trace(large_result(50, 5)));
}

// The rules themselves: each has to notice when it is broken.
struct Breach {
  std::string name;
  std::string pointer;
  std::string json;
  std::string complaint;
};

const std::vector<Breach> breaches{
    {"phase", "/traceEvents/0/ph", R"("Z")", "phase is not one of"},
    {"name", "/traceEvents/0/name", R"("")", "name is empty"},
    {"pid", "/traceEvents/0/pid", R"("1")", "pid is missing or of the wrong type"},
    {"metadata", "/traceEvents/0/args", "{}", "args.name is missing"},
    {"sort_index", "/traceEvents/1/args", "{}", "args.sort_index is missing"},
    {"unnamed_thread", "/traceEvents/2/tid", "999", "has no thread_name"},
    {"negative_time", "/traceEvents/4/ts", "-1", "ts is negative"},
    {"negative_duration", "/traceEvents/4/dur", "-1", "dur is negative"},
    {"no_duration", "/traceEvents/4/dur", "null", "dur is missing"},
    {"overlap", "/traceEvents/5/dur", "20", "ends after the span"},
    {"order", "/traceEvents/5/ts", "9", "begins before the span"},
    {"scope", "/traceEvents/6/s", R"("x")", "s is not one of"},
    {"args", "/traceEvents/6/args", "[]", "args is no object"},
    {"unnamed_curve", "/traceEvents/7/pid", "9", "process 9 counts and has no process_name"},
    {"curve_of_text", "/traceEvents/7/args/value", R"("3")", "counts something that is no number"},
    {"empty_curve", "/traceEvents/7/args", "{}", "counts nothing"},
    {"unit", "/displayTimeUnit", R"("s")", "displayTimeUnit"},
    {"no_events", "/traceEvents", "{}", "no object with a list"},
};

TEST(TraceRules, NoticeEveryBreach) {
  const Json good = Json::parse(R"json({ "displayTimeUnit": "ms", "traceEvents": [
    { "ph": "M", "name": "process_name", "pid": 1, "tid": 0, "args": { "name": "job" } },
    { "ph": "M", "name": "process_sort_index", "pid": 1, "tid": 0, "args": { "sort_index": 1 } },
    { "ph": "M", "name": "thread_name", "pid": 1, "tid": 2, "args": { "name": "process 0" } },
    { "ph": "M", "name": "thread_sort_index", "pid": 1, "tid": 2, "args": { "sort_index": 0 } },
    { "ph": "X", "name": "shrink", "pid": 1, "tid": 2, "ts": 10.5, "dur": 10 },
    { "ph": "X", "name": "agree", "pid": 1, "tid": 2, "ts": 11, "dur": 9.5 },
    { "ph": "i", "name": "kill", "pid": 1, "tid": 2, "ts": 12, "s": "t" },
    { "ph": "C", "name": "used", "pid": 1, "tid": 0, "ts": 12, "args": { "value": 3 } } ] })json");
  ASSERT_THAT(broken_rules(good), IsEmpty());
  for (const Breach& breach : breaches) {
    Json bad = good;
    bad[Json::json_pointer(breach.pointer)] = Json::parse(breach.json);
    EXPECT_THAT(broken_rules(bad), testing::Contains(HasSubstr(breach.complaint))) << breach.name;
  }
}

/// Three nodes of two cores, the third closed from 8 s on: jobs 1 and 2 share node 0, urgent job 3 has node 1 after it
/// was down, job 4 nodes 0 and 2 apart.
Result small_centre() {
  Result result;
  result.tables["jobs.csv"] << "job_id,workload_name,profile\n1,x.swf,rigid\n2,x.swf,rigid\n3,x.swf,urgent\n"
                               "4,x.swf,rigid\n";
  result.tables["schedule.csv"] << "job_id,purpose,begin,end,cores,nodes\n1,work,0,4,1,0\n2,work,1,3,1,0\n"
                                   "3,work,2,5,2,1\n4,work,4,6,4,0 2\n4,leaving,6,7,4,0 2\n";
  result.tables["series.csv"]
      << "time,used,free,reserved,down,spare,waiting_jobs,waiting_cores,closed,held,power_w,cap_w\n"
         "0,1,3,0,2,0,1,2,0,0,10.5,\n1,2,2,0,2,0,1,2,0,0,11,\n5,4,2,0,0,0,0,0,0,0,11,\n";
  result.tables["outages.csv"] << "node,down,up\n1,0,2\n2,8,\n";
  result.tables["reservations.csv"] << "nodes,begin,end,users\n2,8,9,\n";
  result.tables["groups.csv"] << "by\n";
  return result;
}

/// Names of the bars of a process, each with its track and its times in seconds.
std::vector<std::string> bars_of(const Json& trace, const std::string& process) {
  std::map<std::pair<int, int>, std::string> tracks;
  int number = 0;
  for (const Json& event : events(trace, "M", "process_name"))
    if (event["args"]["name"] == process) number = event["pid"];
  for (const Json& event : events(trace, "M", "thread_name"))
    tracks[{event["pid"], event["tid"]}] = event["args"]["name"];
  std::vector<std::string> bars;
  for (const Json& event : trace["traceEvents"])
    if (event["ph"] == "X" && event["pid"] == number)
      bars.push_back(fmt::format("{}: {} {} {}, {} to {}", tracks.at({event["pid"], event["tid"]}),
                                 event["cat"].get<std::string>(), event["name"].get<std::string>(),
                                 event["args"]["text"].get<std::string>(), event["ts"].get<double>() / 1e6,
                                 (event["ts"].get<double>() + event["dur"].get<double>()) / 1e6));
  return bars;
}

TEST(ChromeTrace, OfACentreIsItsSchedule) {
  const Json trace = trace_of(small_centre());
  EXPECT_THAT(broken_rules(trace), IsEmpty());
  EXPECT_THAT(bars_of(trace, "nodes"),
              ElementsAre("node 0: work job 1 nodes 0, 0 to 4", "node 0, 2: work job 2 nodes 0, 1 to 3",
                          "node 0: work job 4 nodes 0, 4 to 6", "node 0: leaving job 4 nodes 0, 6 to 7",
                          "node 1: work urgent job 3 nodes 1, 2 to 5", "node 2: work job 4 nodes 2, 4 to 6",
                          "node 2: leaving job 4 nodes 2, 6 to 7"));
  EXPECT_THAT(bars_of(trace, "nodes that are down"),
              ElementsAre("node 1: down down nodes 1, 0 to 2", "node 2: down down nodes 2, 8 to 8"));
  EXPECT_THAT(bars_of(trace, "nodes that are closed"), ElementsAre("node 2: closed maintenance nodes 2, 8 to 9"));
}

TEST(ChromeTrace, OfACentreTakesNobodysNumbersForItsSchedule) {
  Result result = small_result();
  result.tables = small_centre().tables;
  const Json trace = trace_of(result);
  EXPECT_THAT(broken_rules(trace), IsEmpty());
  EXPECT_EQ(bars_of(trace, "nodes"), bars_of(trace_of(small_centre()), "nodes"));
}

TEST(ChromeTrace, OfACentreHasACurveOfEachQuantityWhereItChanges) {
  const Json trace = trace_of(small_centre());
  const auto curve = [&trace](const std::string& name) {
    std::vector<std::pair<double, double>> points;
    for (const Json& event : events(trace, "C", name)) points.emplace_back(event["ts"], event["args"]["value"]);
    return points;
  };
  EXPECT_THAT(curve("used cores"), ElementsAre(Pair(0, 1), Pair(1e6, 2), Pair(5e6, 4)));
  EXPECT_THAT(curve("waiting jobs"), ElementsAre(Pair(0, 1), Pair(5e6, 0)));
  EXPECT_THAT(curve("power in W"), ElementsAre(Pair(0, 10.5), Pair(1e6, 11)));
}

TEST(ChromeTrace, OfACentreIsEmptyWhereTheResultSaysThatItIsNotRecorded) {
  Result result = small_centre();
  result.trace = "too much";
  EXPECT_THAT(trace_of(result)["traceEvents"], IsEmpty());
}

} // namespace
} // namespace daruma::results
