// The pieces of a report by themselves.
#include "models/spares/logic/recount.hpp"
#include "sim/results/pages/drawings.hpp"
#include "sim/results/pages/pieces.hpp"
#include "sim/results/pages/report.hpp"
#include "sim/results/pages/tracks.hpp"
#include "sim/results/reader.hpp"

#include <gmock/gmock.h>

namespace daruma::pages {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

study::Estimate estimate(double mean, double half_width) { return {10, mean, half_width, mean, mean}; }

scenario::Machine mesh(int columns, int rows) {
  scenario::Machine machine;
  machine.nodes = columns * rows;
  machine.topology = topology::topology_of("mesh", {{"dimensions", {columns, rows}}});
  return machine;
}

/// A stencil job of 2x2 ranks with a column of spares, on a mesh of its own.
Told stencil() {
  Told told;
  told.scenario.machine = mesh(3, 2);
  told.result.scenario_json = "{}";
  scenario::Job job;
  job.name = "heat";
  job.model = "spares-stencil";
  job.ranks = 4;
  job.spares = 2;
  job.arguments = {{"grid", std::string("2x2")}, {"spares", std::string("x+")}, {"method", std::string("1d")}};
  told.scenario.jobs = {job};
  results::JobRow row;
  row.name = "heat";
  row.nodes = {0, 1, 2, 3, 4, 5};
  told.result.jobs = {row};
  return told;
}

results::Event event(double time, std::string kind, std::string job, int process, std::string text) {
  return {Seconds(time), std::move(kind), std::move(job), process, std::move(text)};
}

TEST(Markup, EscapesTextAndAttributes) {
  Markup html;
  html.element("b", "a<b> & \"c\"", {{"title", "\"><script>"}});
  EXPECT_EQ(html.html(), "<b title=\"&quot;&gt;&lt;script&gt;\">a&lt;b&gt; &amp; &quot;c&quot;</b>\n");
}

TEST(Page, HoldsNoNameThatWasNotEscaped) {
  Told told = stencil();
  told.title = told.result.jobs[0].name = "<script>alert(1)</script>";
  told.result.metrics["<img>.finished"] = 1;
  told.result.events = {event(1, "<kind>", "<job>", 0, "<text>")};
  const std::string html =
      page("<title>{{title}}</title>{{content}}", "{{content}} & more", {part_of(told, results::MetricCatalogue({}))});
  EXPECT_THAT(html, HasSubstr("<title>{{content}} &amp; more</title>"));
  for (const char* tag : {"<script", "<img", "<kind", "<job", "<text>"}) EXPECT_THAT(html, Not(HasSubstr(tag)));
}

TEST(Bars, CarryTheirIntervals) {
  const std::string html = bars("time", {{"a", estimate(8, 2)}, {"b", {1, 5, 0, 5, 5}}}).html();
  EXPECT_THAT(html, HasSubstr("class=\"fill\" style=\"left:0.00%;width:80.00%\""));
  EXPECT_THAT(html, HasSubstr("class=\"whisker\" style=\"left:60.00%;width:40.00%\""));
  EXPECT_THAT(html, HasSubstr("8.0 ± 2.0"));
  EXPECT_EQ(html.find("whisker"), html.rfind("whisker")) << "one run has no interval";
}

TEST(Bars, EndWhereTheMetricDoes) {
  const std::string html = bars("met", {{"a", estimate(0.03, 0.05)}, {"b", estimate(0.98, 0.05)}}, {0, 1}).html();
  EXPECT_THAT(html, HasSubstr("class=\"fill\" style=\"left:0.00%;width:3.00%\""));
  EXPECT_THAT(html, HasSubstr("class=\"whisker\" style=\"left:0.00%;width:8.00%\""));
  EXPECT_THAT(html, HasSubstr("class=\"whisker\" style=\"left:93.00%;width:7.00%\""));
}

TEST(Bars, HaveThreeDigits) {
  const std::string html = bars("waits", {{"a", {1, 33305.2, 0, 0, 0}}, {"b", estimate(11185.1, 6252.18)}}).html();
  EXPECT_THAT(html, HasSubstr(">33\u00a0300<"));
  EXPECT_THAT(html, HasSubstr(">11\u00a0200 ± 6\u00a0250<"));
}

TEST(Table, AlignsColumnsNotCells) {
  Table words{{"what", "jobs"}, {}};
  words.rows.push_back({Cell("16"), Cell("27\u00a0992")});
  words.rows.push_back({Cell("to 16"), Cell("")});
  words.rows.push_back({Cell("to 8"), Cell("nan")});
  const std::string html = table(words).html();
  EXPECT_THAT(html, HasSubstr("<td>16</td>")) << "among words";
  EXPECT_THAT(html, HasSubstr("<td class=\"number\">27\u00a0992</td>"));
  EXPECT_THAT(html, HasSubstr("<td class=\"number\">nan</td>"));
}

TEST(Interval, SaysHowManyDigitsOfTheMeanAreGood) {
  EXPECT_EQ(with_interval(estimate(11185.1, 6252.18)), "11185 ± 6252");
  EXPECT_EQ(with_interval(estimate(0.38544, 0.0404427)), "0.385 ± 0.040");
  EXPECT_EQ(with_interval(estimate(0.814261, 9.8e-5)), "0.814261 ± 0.000098");
  EXPECT_EQ(with_interval(estimate(1.5e-12, 3e-14)), "1.5e-12 ± 3e-14");
  EXPECT_EQ(with_interval(estimate(2.5, 0)), "2.5");
}

TEST(TimeLine, OfNothingSaysSo) { EXPECT_THAT(time_line({}).html(), HasSubstr("Nothing was noted")); }

TEST(TimeLine, IsCutWithANote) {
  results::Result result;
  for (int i = 0; i < 100; ++i) result.events.push_back(event(i, "log", "quake", 0, std::to_string(i)));
  const std::string html = time_line(result, 10).html();
  EXPECT_THAT(html, HasSubstr("The first 10 of 100 lines"));
  EXPECT_THAT(html, Not(HasSubstr("process 0: 10<")));
}

TEST(TimeLine, DrawsManySpansAsOneWhereNoEyeCouldTellThem) {
  results::Result result;
  results::JobRow row;
  row.name = "quake";
  row.end = Seconds(100);
  result.jobs = {row};
  for (int i = 0; i < 100000; ++i)
    result.spans.push_back({Seconds(i * 5e-4), Seconds(i * 5e-4 + 4e-4), "step", "quake", 0, ""});
  EXPECT_LT(time_line(result).html().size(), 4000U);
}

TEST(MachineState, KnowsWhatFailedWhatStoodByAndWhoMoved) {
  Told told = stencil();
  told.result.events = {event(3, "node_off", "", -1, "node-0: its fan broke"), event(3, "death", "heat", 0, ""),
                        event(4, "restart", "heat", 1, "2 ranks moved")};
  const MachineState state = machine_state(told.result, told.scenario);
  EXPECT_EQ(state.nodes[0].failure, "node_off at 3 s");
  EXPECT_THAT(state.nodes[1].failure, IsEmpty());
  EXPECT_TRUE(state.nodes[2].occupants.at(0).stands_by) << "the column of spares";
  EXPECT_FALSE(state.nodes[3].occupants.at(0).stands_by);
  ASSERT_EQ(state.moves.size(), 2U) << "the line slides by one";
  EXPECT_EQ(state.moves[0].what, "heat: rank 0");
  EXPECT_EQ(state.moves[0].to, 1);
  EXPECT_EQ(state.moves[1].to, 2);
}

TEST(MachineState, FollowsMigrationsFromNodeToNode) {
  Told told = stencil();
  told.scenario.jobs[0].model = "migr-laplace";
  told.result.jobs[0].nodes = {5, 4, 3, 2};
  told.result.events = {event(1, "migration", "heat", 0, "rank 1: process 1 -> 3, rank 0: process 0 -> 9")};
  const MachineState state = machine_state(told.result, told.scenario);
  ASSERT_EQ(state.moves.size(), 1U) << "nobody is process 9";
  EXPECT_EQ(state.moves[0].from, 4);
  EXPECT_EQ(state.moves[0].to, 2);
}

TEST(Links, CarryMoreOnceRanksMoved) {
  Told told = stencil();
  told.scenario.jobs[0].arguments["method"] = std::string("0d");
  told.result.events = {event(3, "death", "heat", 0, ""), event(4, "restart", "heat", 1, "1 ranks moved")};
  const auto picture = grid_picture(told.scenario.jobs[0], told.result);
  ASSERT_TRUE(picture);
  EXPECT_THAT(picture->before.process_of, ElementsAre(0, 1, 3, 4));
  EXPECT_THAT(picture->after.process_of, ElementsAre(2, 1, 3, 4));
  EXPECT_THAT(draw_links(*picture).html(), HasSubstr("busiest link in one exchange: 1 at first, 2 at the end"));
}

/// The stencil job, its nodes and spares on two routers of each of two groups.
Told on_a_dragonfly() {
  Told told = stencil();
  told.scenario.machine.topology = topology::topology_of("dragonfly", {{"groups", {2}},
                                                                       {"chassis_per_group", {1}},
                                                                       {"routers_per_chassis", {2}},
                                                                       {"nodes_per_router", {2}},
                                                                       {"parallel", {1, 1, 1}}});
  return told;
}

TEST(Reproduction, OpensWithWhatHoldsAndHasItsFigureAndNumbers) {
  const std::string numbers = R"({"id": "a-fig", "source": "A, Fig. 1",
    "rows": [{"case": "x", "paper": 2, "simulated": 3, "unit": "s", "relative_error": 0.5, "fitted": false},
             {"case": "y", "simulated": 4, "unit": "s", "fitted": false}],
    "claims": [{"text": "it rises", "holds": true}, {"text": "it falls", "holds": false}],
    "worst_relative_error": 0.5,
    "parameters": [{"name": "/a", "value": "1s", "kind": "fitted", "source": "so", "fitted_on": ["a-fig/x"]}]})";
  ASSERT_TRUE(is_reproduction(numbers));
  const Part part = part_of(Reproduced{numbers, "<svg id='a'/>"});
  EXPECT_EQ(part.title, "a-fig: A, Fig. 1");
  EXPECT_THAT(part.answer.html(), HasSubstr("Holds: it rises."));
  EXPECT_THAT(part.answer.html(), HasSubstr("Fails: it falls."));
  EXPECT_THAT(part.answer.html(), HasSubstr("50.0 %"));
  ASSERT_EQ(part.sections.size(), 3u);
  EXPECT_THAT(part.sections[0].second.html(), HasSubstr("data:image/svg+xml,%3Csvg%20id%3D%27a%27%2F%3E"));
  EXPECT_THAT(part.sections[1].second.html(), HasSubstr("predicted"));
  EXPECT_THAT(part.sections[2].second.html(), HasSubstr("a-fig/x"));
  EXPECT_EQ(part_of(Reproduced{numbers, ""}).sections.size(), 2u) << "where nothing could be drawn";
}

TEST(Reproduction, ThatIsNoneIsSaidSo) {
  for (const char* other : {"", "[]", "{}", R"({"rows": []})"}) EXPECT_FALSE(is_reproduction(other)) << other;
  EXPECT_THROW(part_of(Reproduced{R"({"rows": 1, "claims": [2]})", ""}), results::ReadError);
  EXPECT_THROW(part_of(Reproduced{R"({"id": "a", "source": "b", "rows": [{"case": 1}], "claims": []})", ""}),
               results::ReadError);
}

TEST(Machine, OfADragonflyShowsRoutersAndChassis) {
  const Told told = on_a_dragonfly();
  const std::string html =
      draw_machine(told.scenario.machine, machine_state(told.result, told.scenario), told.result.jobs).html();
  for (const char* text : {"group 0, chassis 0", "group 1, chassis 0", "switch s1.3", "heat: process 5 (spare)"})
    EXPECT_THAT(html, HasSubstr(text));
}

TEST(Machine, TooLargeToDrawIsSaidSo) {
  EXPECT_THAT(draw_machine(mesh(100, 100), {}, {}).html(), HasSubstr("10000 nodes are too many to draw"));
}

} // namespace
} // namespace daruma::pages
