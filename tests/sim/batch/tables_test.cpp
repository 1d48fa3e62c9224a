// The tables that a centre leaves behind, held against what is known otherwise: hand computation, the history, the
// ledger, and readers of the same formats.
#include "sim/batch/centre_tables.hpp"
#include "sim/batch/comma_values.hpp"
#include "sim/batch/failure_table.hpp"
#include "sim/batch/job_groups.hpp"
#include "sim/core/temporary_folder.hpp"
#include "tests/sim/batch/centre_run.hpp"
#include "tests/sim/batch/mixed_centre.hpp"
#include "tests/sim/batch/nodes_that_fail.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

namespace daruma::batch {
namespace {

using test::job;
using testing::DoubleNear;
using testing::ElementsAre;

std::string text_of(const results::LongText& text) {
  std::string whole;
  text.read([&whole](std::string_view part) { whole += part; });
  return whole;
}

/// The rows of a table, by the names of its columns.
using TableRows = std::vector<std::map<std::string, std::string>>;

TableRows rows_of(const results::LongText& table) {
  std::istringstream lines(text_of(table));
  std::string line;
  std::getline(lines, line);
  const std::string head = line;
  TableRows rows;
  while (std::getline(lines, line)) {
    rows.emplace_back();
    const auto names = comma_values(head);
    const auto values = comma_values(line);
    EXPECT_EQ(names.size(), values.size()) << line;
    for (std::size_t i = 0; i < names.size(); ++i) rows.back()[std::string(names[i])] = values[i];
  }
  return rows;
}

double number(const std::map<std::string, std::string>& row, const char* column) { return std::stod(row.at(column)); }

struct Told {
  std::vector<Job> jobs;
  History history;
  std::map<std::string, TableRows> tables;
  std::string outages;
};

Told told(std::vector<Job> jobs, const Rules& rules, const Faults& faults) {
  Told all{std::move(jobs), {}, {}, ""};
  std::vector<std::string> names;
  for (std::size_t i = 0; i < all.jobs.size(); ++i) names.push_back(std::to_string(i));
  CentreTables tables(all.jobs, names, "made");
  all.history = simulate(all.jobs, rules, faults, &tables);
  for (const auto& [name, table] : tables.take()) {
    all.tables[name] = rows_of(table);
    if (name == "outages.csv") all.outages = text_of(table);
  }
  return all;
}

TEST(NodeRanges, JoinNeighboursAcrossWords) {
  Places places;
  places.add(70, 1);
  places.add({0, ~std::uint64_t{0} << 60, 4});
  places.add({1, 0b1011, 4});
  EXPECT_EQ(node_ranges(places), "60-65 67 70");
  EXPECT_EQ(node_ranges({}), "");
}

TEST(NodeRanges, NameANodeOnceOfWhichAJobHasCoresTwice) {
  Places places;
  places.add(3, 1);
  places.add(4, 2);
  places.add(3, 2);
  EXPECT_EQ(node_ranges(places), "3-4");
}

TEST(JobTable, ByHand) {
  // Node 1 fails at 6 s for 4 s: the second job starts again at 10 s.
  Job second = job(2, 5, 1);
  second.limit = Seconds(8);
  second.account = {7, 2, 3, 0};
  const Told all =
      told({job(0, 20, 1), second}, test::rules_of(2, "rerun"), list_faults({{Seconds(6), 1, Seconds(4)}}));
  const auto& row = all.tables.at("jobs.csv").at(0);
  EXPECT_EQ(row.at("job_id"), "1") << "the first to end";
  EXPECT_EQ(row.at("workload_name"), "made");
  EXPECT_EQ(row.at("profile"), "rigid");
  EXPECT_EQ(number(row, "submission_time"), 2);
  EXPECT_EQ(number(row, "requested_number_of_resources"), 1);
  EXPECT_EQ(number(row, "requested_time"), 8);
  EXPECT_EQ(row.at("success"), "1");
  EXPECT_EQ(row.at("final_state"), "COMPLETED_SUCCESSFULLY");
  EXPECT_EQ(number(row, "starting_time"), 2);
  EXPECT_EQ(number(row, "execution_time"), 13);
  EXPECT_EQ(number(row, "finish_time"), 15);
  EXPECT_EQ(number(row, "waiting_time"), 4);
  EXPECT_EQ(number(row, "turnaround_time"), 13);
  EXPECT_EQ(number(row, "stretch"), 1);
  EXPECT_EQ(row.at("allocated_resources"), "1");
  EXPECT_EQ(number(row, "user_id"), 7);
  EXPECT_EQ(number(row, "partition_number"), 2);
  EXPECT_EQ(number(row, "queue_number"), 3);
  EXPECT_EQ(number(row, "interruptions"), 1);
  EXPECT_EQ(number(row, "used_core_s"), 5);
}

TEST(JobTable, OfAJobThatNeverStartedHasNoStart) {
  const Told all = told({job(0, 20, 2)}, test::rules_of(2, "rerun"), list_faults({{Seconds(0), 1, never}}));
  const auto& row = all.tables.at("jobs.csv").at(0);
  EXPECT_EQ(row.at("final_state"), "REJECTED");
  EXPECT_EQ(row.at("starting_time"), "");
  EXPECT_EQ(row.at("allocated_resources"), "");
  EXPECT_EQ(all.outages, "node,down,up\n1,0,\n");
}

TEST(JobTable, TellsWhoFailedWhoWasCutAndWhoWasLost) {
  Job failing = job(0, 5, 1);
  failing.fails = true;
  Job cut = job(0, 6, 1);
  cut.is_cut = cut.fails = true;
  Rules rules = test::rules_of(4, "rerun");
  rules.give_up = 0;
  const Told all = told({job(0, 4, 1), failing, cut, job(0, 9, 1)}, rules, list_faults({{Seconds(7), 3, Seconds(4)}}));
  std::vector<std::string> ends;
  for (const auto& row : all.tables.at("jobs.csv"))
    ends.push_back(row.at("job_id") + " " + row.at("success") + " " + row.at("final_state"));
  EXPECT_THAT(ends, ElementsAre("0 1 COMPLETED_SUCCESSFULLY", "1 0 COMPLETED_FAILED", "2 0 COMPLETED_WALLTIME_REACHED",
                                "3 0 COMPLETED_KILLED"));
}

/// Three jobs of a log, by their numbers and the log's: the names and final states of all.
std::vector<std::string> ends_of_log(const std::string& text) {
  const TemporaryFolder folder;
  scenario::Scenario scenario;
  scenario.machine.nodes = 4;
  scenario.machine.cores = 1;
  scenario.centre.emplace().log = folder.path() / "log.swf";
  std::ofstream(scenario.centre->log) << text;
  std::vector<std::string> ends;
  for (const auto& row : rows_of(test::result_of(scenario).tables.at("jobs.csv")))
    ends.push_back(row.at("job_id") + " " + row.at("final_state"));
  return ends;
}

TEST(JobTable, HasTheNumbersOfTheLog) {
  EXPECT_THAT(ends_of_log("1009 0 -1 10 1 -1 -1 1 20 -1 1 1 1 -1 -1 -1 -1 -1\n"
                          "1001 1 -1 10 1 -1 -1 1 20 -1 0 1 1 -1 -1 -1 -1 -1\n"
                          "1005 2 -1 10 1 -1 -1 1 9.5 -1 1 1 1 -1 -1 -1 -1 -1\n"),
              ElementsAre("1009 COMPLETED_SUCCESSFULLY", "1001 COMPLETED_FAILED", "1005 COMPLETED_WALLTIME_REACHED"));
  EXPECT_THAT(ends_of_log("7 0 -1 10 1 -1 -1 1 20 -1 1 1 1 -1 -1 -1 -1 -1\n"
                          "7 1 -1 10 1 -1 -1 1 20 -1 5 1 1 -1 -1 -1 -1 -1\n"),
              ElementsAre("1 COMPLETED_SUCCESSFULLY", "2 COMPLETED_FAILED"))
      << "places, where numbers do not tell jobs apart";
}

TEST(JobTable, QuotesWhatIsNoPlainCell) {
  const std::vector<Job> jobs{job(0, 1, 1)};
  const std::vector<std::string> names{"0"};
  CentreTables tables(jobs, names, "a \"log\", b.swf");
  simulate(jobs, {}, nullptr, &tables);
  EXPECT_THAT(text_of(tables.take().at("jobs.csv")), testing::HasSubstr("\n0,\"a \"\"log\"\", b.swf\",rigid,0,"));
}

/// A centre's whole run under policies, jobs and failures of all kinds.
class Tables : public testing::TestWithParam<test::Policies> {
protected:
  static Told run(std::uint64_t seed) {
    return told(test::mixed_jobs(seed), test::rules_of(GetParam()), list_faults(test::mixed_faults(seed)));
  }
};

TEST_P(Tables, TellOfEveryJobWhatTheHistoryKnows) {
  const Told all = run(3);
  const TableRows& rows = all.tables.at("jobs.csv");
  ASSERT_EQ(rows.size(), all.jobs.size());
  double last = 0;
  for (const auto& row : rows) {
    const JobOutcome& outcome = all.history.outcomes[static_cast<std::size_t>(number(row, "job_id"))];
    EXPECT_EQ(number(row, "finish_time"), outcome.end.count());
    EXPECT_EQ(number(row, "waiting_time"), outcome.waited.count());
    EXPECT_EQ(number(row, "interruptions"), outcome.interruptions);
    EXPECT_EQ(number(row, "resizes"), outcome.resizes);
    EXPECT_EQ(row.at("success") == "1", outcome.fate == JobOutcome::Fate::finished);
    EXPECT_GE(number(row, "finish_time"), last) << "in the order of their ends";
    last = number(row, "finish_time");
  }
}

/// The time of cores that a column of the series tells of.
double integral(const TableRows& series, const char* column) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < series.size(); ++i)
    sum += number(series[i], column) * (number(series[i + 1], "time") - number(series[i], "time"));
  return sum;
}

/// The time of all jobs that waited is that of the queue, as long as it was.
void expect_littles_law(const Told& all) {
  double waited = 0;
  for (const JobOutcome& outcome : all.history.outcomes) waited += outcome.waited.count();
  double never_started = 0;
  for (std::size_t i = 0; i < all.jobs.size(); ++i) {
    const JobOutcome& outcome = all.history.outcomes[i];
    if (outcome.fate == JobOutcome::Fate::lost && outcome.interruptions == 0)
      never_started += (outcome.end - all.jobs[i].submit).count();
  }
  EXPECT_GT(waited, 0);
  EXPECT_NEAR(integral(all.tables.at("series.csv"), "waiting_jobs"), waited + never_started, 1e-9 * waited);
}

TEST_P(Tables, OfTheSeriesAreTheLedgerOverTime) {
  const Told all = run(4);
  const TableRows& series = all.tables.at("series.csv");
  const Ledger& ledger = all.history.ledger;
  const double capacity = all.history.capacity.count();
  for (const auto& row : series)
    EXPECT_EQ(number(row, "used") + number(row, "free") + number(row, "down") + number(row, "spare"),
              test::nodes_of_mixed * test::cores_of_mixed);
  EXPECT_NEAR(integral(series, "free"), (ledger.idle + ledger.beside_queue + ledger.reserved).count(),
              1e-12 * capacity);
  EXPECT_NEAR(integral(series, "reserved"), ledger.reserved.count(), 1e-12 * capacity);
  EXPECT_NEAR(integral(series, "down"), ledger.down.count(), 1e-12 * capacity);
  EXPECT_EQ(number(series.back(), "used"), 0);
  EXPECT_EQ(number(series.back(), "waiting_jobs"), 0);
  expect_littles_law(all);
}

TEST(Series, OfTheQueueAreLittlesLawUnderEachDiscipline) {
  for (const QueuePolicy* const queue : queue_policies()) {
    SCOPED_TRACE(queue->name);
    Rules rules = test::rules_of({"restart", "kill"});
    rules.queue = queue;
    expect_littles_law(told(test::mixed_jobs(5), rules, list_faults(test::mixed_faults(5))));
  }
}

/// Nodes from "0-3 7".
std::vector<int> nodes_in(const std::string& ranges) {
  std::vector<int> nodes;
  std::istringstream words(ranges);
  for (std::string word; words >> word;) {
    const auto dash = word.find('-');
    const int first = std::stoi(word);
    const int last = dash == std::string::npos ? first : std::stoi(word.substr(dash + 1));
    for (int node = first; node <= last; ++node) nodes.push_back(node);
  }
  return nodes;
}

TEST_P(Tables, OfTheScheduleComeToWhatIsUsed) {
  const Told all = run(5);
  double used = 0;
  for (const auto& stay : all.tables.at("schedule.csv")) {
    used += number(stay, "cores") * (number(stay, "end") - number(stay, "begin"));
    const auto count = static_cast<double>(nodes_in(stay.at("nodes")).size());
    EXPECT_LE(count, number(stay, "cores"));
    EXPECT_LE(number(stay, "cores"), count * test::cores_of_mixed);
  }
  EXPECT_NEAR(used, integral(all.tables.at("series.csv"), "used"), 1e-9 * used);
}

TEST_P(Tables, OfTheScheduleHaveNobodyOnANodeThatIsDown) {
  const Told all = run(6);
  for (const auto& stay : all.tables.at("schedule.csv"))
    for (const auto& outage : all.tables.at("outages.csv")) {
      const auto nodes = nodes_in(stay.at("nodes"));
      if (std::find(nodes.begin(), nodes.end(), std::stoi(outage.at("node"))) == nodes.end()) continue;
      const double up = outage.at("up").empty() ? INFINITY : number(outage, "up");
      EXPECT_TRUE(number(stay, "end") <= number(outage, "down") || number(stay, "begin") >= up)
          << stay.at("job_id") << " on node " << outage.at("node");
    }
}

INSTANTIATE_TEST_SUITE_P(Policies, Tables, testing::ValuesIn(test::all_pairs()));

TEST(OutageTable, IsAFailureLog) {
  const Told all =
      told({job(0, 50, 2)}, test::rules_of(3, "rerun"),
           list_faults({{Seconds(10), 2, Seconds(5)}, {Seconds(12), 0, Seconds(20)}, {Seconds(40), 1, never}}));
  const TemporaryFolder folder;
  const auto path = folder.path() / "outages.csv";
  std::ofstream(path) << all.outages;
  const FailureLog log = read_failure_table(path, 3, {});
  ASSERT_EQ(log.faults.size(), 3U);
  EXPECT_EQ(log.faults[0].node, 2);
  EXPECT_EQ(log.faults[0].repair, Seconds(5));
  EXPECT_EQ(log.faults[1].time - log.faults[0].time, Seconds(2));
  EXPECT_EQ(log.faults[2].repair, never);
}

TEST(Spread, TakesTheLeastValueThatSoManyAreNotAbove) {
  std::vector<double> values;
  for (int i = 100; i > 0; --i) values.push_back(i);
  EXPECT_THAT(spread_of(values).values, ElementsAre(1, 25, 50, 75, 90, 95, 99, 100));
  EXPECT_EQ(spread_of(values).mean, 50.5);
  EXPECT_THAT(spread_of({4}).values, ElementsAre(4, 4, 4, 4, 4, 4, 4, 4));
  EXPECT_THAT(spread_of({1, 2, 3}).values, ElementsAre(1, 1, 2, 3, 3, 3, 3, 3));
}

TEST(Jain, IsOneWhereAllAreEqualAndOneNthWhereOneHasAll) {
  EXPECT_EQ(jain({3, 3, 3}), 1);
  EXPECT_EQ(jain({0, 8, 0, 0}), 0.25);
  EXPECT_EQ(jain({1, 2, 3}), 36.0 / (3 * 14));
  EXPECT_EQ(jain({0, 0}), 1);
}

TEST(Groups, AreBySizeLengthUserAndPartition) {
  std::vector<Job> jobs{job(0, 30, 1), job(0, 100, 4), job(100, 4000, 5), job(5000, 30, 1)};
  jobs[0].account.user = 1;
  jobs[3].account.user = 2;
  Rules rules;
  rules.nodes = 5;
  const History history = simulate(jobs, rules);
  const TableRows rows = rows_of(groups_table(jobs, history, 1, {}));
  std::vector<std::string> groups;
  for (const auto& row : rows)
    if (row.at("quantity") == "wait_s") groups.push_back(row.at("by") + " " + row.at("group") + ": " + row.at("jobs"));
  EXPECT_THAT(groups, ElementsAre("all all: 4", "size 1: 2", "size 2-4: 1", "size 5-16: 1", "length under 1 min: 2",
                                  "length 1-10 min: 1", "length 1-4 h: 1", "user unknown: 2", "user 1: 1", "user 2: 1"))
      << "of partitions there is but one";
  EXPECT_EQ(number(rows[2], "p100"), 1.0) << "bounded slowdown: none waited for long";
  EXPECT_THAT(number(rows[0], "node_h"), DoubleNear((30 + 400 + 20000 + 30) / 3600.0, 1e-9));
}

TEST(Groups, HaveTheNamesOfPartitions) {
  std::vector<Job> jobs{job(0, 30, 1), job(0, 100, 4), job(100, 40, 1)};
  jobs[0].partition = 1;
  jobs[1].partition = 0;
  Rules rules;
  rules.nodes = 5;
  rules.partitions = {{"batch", {0, 1, 2, 3, 4}}, {"debug", {0}}};
  std::string groups;
  for (const auto& row : rows_of(groups_table(jobs, simulate(jobs, rules), 1, rules.partitions)))
    if (row.at("quantity") == "wait_s" && row.at("by") == "partition")
      groups += row.at("group") + ": " + row.at("jobs") + ", ";
  EXPECT_EQ(groups, "none: 1, batch: 1, debug: 1, ");
}

TEST(LongText, IsReadAsItWasWritten) {
  results::LongText text;
  std::string expected;
  for (int i = 0; i < 30000; ++i) {
    const std::string line = std::to_string(i) + ": a line\n";
    text << line;
    expected += line;
  }
  const results::LongText copy = text;
  text << "more";
  EXPECT_EQ(text_of(copy), expected);
  EXPECT_EQ(text_of(text), expected + "more");
}

} // namespace
} // namespace daruma::batch
