// A result is read back as it was written, and what is no result is refused with its place.
#include "sim/results/reader.hpp"
#include "sim/results/sinks.hpp"
#include "tests/sim/results/sample.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace daruma::results {
namespace {

using testing::HasSubstr;

TEST(Reader, ReadsBackWhatWasWritten) {
  Result result = small_result();
  result.inputs = {{"jobs.swf", "0123abc"}};
  const std::string written = result_json(result);
  EXPECT_THAT(written, testing::HasSubstr("\"jobs.swf\": \"0123abc\""));
  EXPECT_EQ(result_json(read_result(written)), written);
}

TEST(Reader, ReadsResultsFromBeforeThereWereUnits) {
  Result result = small_result();
  const std::string units = R"(  "units": {
    "quake.finished": "truth",
    "quake.makespan_s": "s"
  },
)";
  std::string written = result_json(result);
  written.erase(written.find(units), units.size());
  EXPECT_EQ(read_result(written).metrics, result.metrics);
}

TEST(Reader, KnowsWhichNodesAJobRanOn) {
  Result result = small_result();
  result.jobs[0].nodes = {3, 1, 2};
  const std::string written = result_json(result);
  EXPECT_EQ(result_json(read_result(written)), written);
  EXPECT_EQ(read_result(written).jobs[0].nodes, result.jobs[0].nodes);
}

TEST(Reader, ReadsSpansBackFromATrace) {
  Result result = small_result();
  std::vector<Span> spans(result.spans.begin(), result.spans.end());
  spans[0].process = -1;
  result.spans = spans;
  Result read = result;
  read.spans = read_spans(chrome_trace(result));
  EXPECT_EQ(read.spans.size(), 3U);
  EXPECT_EQ(chrome_trace(read), chrome_trace(result));
  EXPECT_THROW(read_spans(R"({"traceEvents": [{"ph": "X", "pid": 1, "tid": 2, "ts": 0, "dur": 1, "name": "a"}]})"),
               ReadError);
}

std::string refusal(const std::string& text) {
  try {
    read_result(text);
  } catch (const ReadError& problem) { return problem.what(); }
  return "none";
}

std::string with(const std::string& from, const std::string& to) {
  std::string text = result_json(small_result());
  text.replace(text.find(from), from.size(), to);
  return text;
}

TEST(Reader, RefusesWhatIsNoResult) {
  EXPECT_EQ(refusal(""), "is not JSON");
  EXPECT_THAT(refusal("[]"), HasSubstr("must be an object"));
  EXPECT_THAT(refusal("{}"), HasSubstr("/schema_version: is missing"));
  EXPECT_THAT(refusal(with("\"schema_version\": 1", "\"schema_version\": 7")), HasSubstr("must be 1, got 7"));
  EXPECT_THAT(refusal(with("0.05", "\"soon\"")), HasSubstr("/events/0/time_s: must be a number, got \"soon\""));
}

} // namespace
} // namespace daruma::results
