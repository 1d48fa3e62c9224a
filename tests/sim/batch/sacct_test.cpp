#include "sim/batch/import.hpp"

#include "sim/batch/host_list.hpp"
#include "sim/batch/log_reader.hpp"
#include "sim/batch/slurm_command.hpp"
#include "sim/core/random_stream.hpp"
#include "sim/core/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

namespace daruma::batch {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using Names = std::vector<std::string>;

class SlurmAccounting : public testing::Test {
protected:
  std::filesystem::path with(const std::string& text, const std::string& name = "accounts.txt") const {
    const auto path = folder_.path() / name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  Accounting read(const std::string& text) const { return read_sacct(with(text)); }

  std::string mistake_in(const std::string& text) const {
    try {
      read(text);
    } catch (const LogError& error) { return error.what(); }
    return "none";
  }

  /// Why the line below these columns is left out; a sound one stands below it.
  std::string oddity_of(const std::string& line) const {
    const auto all = read(columns_ + line + "\n9|u|2024-01-01T00:00:00|2024-01-01T00:00:00|00:01:00|8|1|COMPLETED\n");
    if (all.jobs.size() != 1 || all.jobs[0].line != 3) return "none";
    return all.left_out.sentences("x").front();
  }

  std::string columns_ = "JobID|User|Submit|Start|Elapsed|AllocCPUS|NNodes|State\n";
  TemporaryFolder folder_;
};

const std::string full =
    "JobID|JobName|User|Account|Partition|QOS|Submit|Start|End|Elapsed|Timelimit|ReqCPUS|AllocCPUS|NNodes|State|"
    "NodeList\n"
    "10|a|ann|phys|batch|normal|2024-02-28T23:00:00|2024-02-28T23:10:00|2024-02-29T00:10:00|01:00:00|02:00:00|8|8|2|"
    "COMPLETED|cn[001-002]\n"
    "10.batch|batch||phys|||2024-02-28T23:10:00|2024-02-28T23:10:00|2024-02-29T00:10:00|01:00:00||4|4|1|COMPLETED|"
    "cn001\n"
    "10.extern|extern||phys|||2024-02-28T23:10:00|2024-02-28T23:10:00|2024-02-29T00:10:00|01:00:00||8|8|2|COMPLETED|"
    "cn[001-002]\n"
    "11_3|b|bob|chem|debug|high|2024-02-28T22:00:00|2024-02-28T22:00:00|2024-02-29T22:00:10|1-00:00:10|1-00:00:00|4|4|"
    "1|TIMEOUT|cn003\n"
    "12|c|ann|phys|batch|normal|2024-02-28T23:30:00|Unknown|2024-02-28T23:40:00|00:00:00|UNLIMITED|4|0|1|CANCELLED by "
    "1001|None assigned\n"
    "13|d|cat|phys|batch|normal|2024-02-29T01:00:00|2024-02-29T01:00:01|2024-02-29T01:00:31|00:00:30|UNLIMITED|4|4|1|"
    "NODE_FAIL|cn004\n"
    "13|d|cat|phys|batch|normal|2024-02-29T01:02:31|2024-02-29T01:03:00|2024-02-29T02:03:00|01:00:00|UNLIMITED|4|4|1|"
    "OUT_OF_MEMORY|cn001\n"
    "14+0|e|cat|phys|batch|normal|2024-02-29T01:30:00|2024-02-29T01:30:00|Unknown|00:05:00|UNLIMITED|4|4|1|RUNNING|"
    "cn002\n"
    "15+1|e|cat|phys|batch|normal|2024-02-29T01:31:00|2024-02-29T01:31:00|2024-02-29T01:32:00|00:01:00|UNLIMITED|4|4|"
    "1|CANCELLED by 0|cn002\n";

TEST_F(SlurmAccounting, IsReadJobByJob) {
  const Accounting all = read(full);
  ASSERT_EQ(all.jobs.size(), 5u);
  EXPECT_EQ(all.jobs[0].line, 5) << "it came first";
  EXPECT_EQ(all.jobs[0].run, Seconds(86410));
  EXPECT_EQ(all.jobs[0].limit, Seconds(86400));
  EXPECT_EQ(all.jobs[1].user, "ann");
  EXPECT_EQ(*all.jobs[1].start - all.jobs[1].submit, Seconds(600));
  EXPECT_EQ(all.jobs[1].processors, 8);
  EXPECT_EQ(all.jobs[1].nodes, 2);
  EXPECT_EQ(all.jobs[2].limit, std::nullopt) << "UNLIMITED";
  EXPECT_EQ(all.steps, 2);
  EXPECT_EQ(all.array_tasks, 1);
  EXPECT_EQ(all.parts, 1);
  EXPECT_EQ(all.again, 1);
  EXPECT_THAT(all.nodes, ElementsAre("cn001", "cn002", "cn003", "cn004"));
  EXPECT_THAT(all.unused, testing::IsEmpty());
  EXPECT_EQ(all.jobs[1].name, "a");
  EXPECT_THAT(all.by_state, testing::UnorderedElementsAre(testing::Pair("COMPLETED", 1), testing::Pair("TIMEOUT", 1),
                                                          testing::Pair("NODE_FAIL", 1), testing::Pair("CANCELLED", 1),
                                                          testing::Pair("OUT_OF_MEMORY", 1)));
  EXPECT_THAT(all.left_out.sentences("x"),
              testing::UnorderedElementsAre("1 line of x with a job that is not over is left out: line 9",
                                            "1 line of x with no run time is left out: line 6"));
}

/// A dump of January has who ran over its end, and that of February again, with its line of names.
TEST_F(SlurmAccounting, OfOverlappingDumpsIsReadOnce) {
  const std::string names = "JobID|Submit|Start|End|AllocCPUS|State\n";
  const std::string over = "7|2024-01-31T20:00:00|2024-01-31T20:00:00|2024-02-01T05:00:00|4|COMPLETED\n";
  const std::string put_back = "7|2024-01-31T20:00:00|2024-02-01T06:00:00|2024-02-01T07:00:00|4|COMPLETED\n";
  const Accounting all = read(names + over + names + over + put_back);
  EXPECT_EQ(all.jobs.size(), 2u);
  EXPECT_EQ(all.again, 1);
  EXPECT_THAT(all.left_out.sentences("x"),
              Contains("1 line of x with a job that a line before has already is left out: line 4"));
}

TEST_F(SlurmAccounting, NeedsFewColumnsInAnyOrder) {
  const Accounting raw =
      read("elapsedraw|start|jobidraw|WorkDir|alloctres\n90|1700000100|7|/|billing=4,cpu=4,mem=1G,node=2\n");
  ASSERT_EQ(raw.jobs.size(), 1u);
  EXPECT_EQ(raw.jobs[0].submit, Seconds(1700000100));
  EXPECT_EQ(raw.jobs[0].processors, 4);
  EXPECT_EQ(raw.jobs[0].nodes, 2);
  EXPECT_EQ(raw.jobs[0].run, Seconds(90));
  EXPECT_THAT(raw.unused, ElementsAre("WorkDir"));
  EXPECT_THAT(import_sacct(raw, "ours", {}).notes, Contains("columns that are not used: WorkDir"));
  const Accounting bars = read("JobID|Eligible|Start|End|ReqNodes|TimelimitRaw|\n7|2024-01-01 10:00:00|"
                               "2024-01-01 10:00:05|2024-01-01 10:01:05|3|15|\n");
  ASSERT_EQ(bars.jobs.size(), 1u) << "with a bar at each end, as sacct -p prints";
  EXPECT_EQ(bars.jobs[0].run, Seconds(60));
  EXPECT_EQ(bars.jobs[0].limit, Seconds(900));
  EXPECT_EQ(bars.jobs[0].processors, 0);
  EXPECT_EQ(bars.jobs[0].nodes, 3);
}

TEST_F(SlurmAccounting, KeepsSlurmsNumbers) {
  const auto numbers = [](const Accounting& all) {
    std::vector<int> each;
    for (const AccountedJob& job : all.jobs) each.push_back(job.number);
    return each;
  };
  EXPECT_THAT(numbers(read(full)), ElementsAre(14, 10, 13, 15, 16))
      << "those of an array's task, a further run, a part";
  const Accounting raw = read("JobID|JobIDRaw|Submit|Elapsed|NNodes\n5_1|7|0|00:01:00|1\n5_2|5|1|00:01:00|1\n"
                              "9999999999|9999999999|2|00:01:00|1\n");
  EXPECT_THAT(numbers(raw), ElementsAre(7, 5, 8));
  EXPECT_EQ(raw.renumbered, 1);
  EXPECT_THAT(import_sacct(raw, "ours", {}).swf, testing::AllOf(HasSubstr("\n7 0 -1 60"), HasSubstr("\n5 1 -1 60")));
}

TEST_F(SlurmAccounting, SaysWhatIsNotInIt) {
  const Accounting all = read("JobID|Start|Elapsed|AllocCPUS|NodeList\n7|100|00:01:00|8|n[1-2]\n8|200|00:01:00|4|n3\n");
  const ImportedCentre centre = import_sacct(all, "ours", {});
  EXPECT_EQ(centre.nodes, 3);
  EXPECT_EQ(centre.cores, 4) << "eight on the two of NodeList";
  EXPECT_THAT(centre.notes,
              testing::IsSupersetOf(
                  {"jobs without Submit or Eligible, which come when they started: the log has no waits of theirs: 2",
                   "jobs without a limit of their time, of which the queue knows exactly how long they run: 2"}));
  const ImportedCentre coreless = import_sacct(read("JobID|Submit|Elapsed|AllocCPUS\n7|100|00:01:00|8\n"), "ours", {});
  EXPECT_EQ(coreless.nodes, 8);
  EXPECT_THAT(coreless.notes, Contains(HasSubstr("cores: one, as no job has both processors (AllocCPUS) and nodes")));
  EXPECT_THAT(read("JobID|Submit|Elapsed|AllocCPUS|NNodes\n1|0|00:01:00|4|1\n2|0|00:01:00|1000000001|1000\n")
                  .left_out.sentences("x"),
              ElementsAre("1 line of x with more nodes, or processors of a node, than the million that a machine can "
                          "have is left out: line 3"));
}

TEST_F(SlurmAccounting, OddLinesAreLeftOutWithTheirNumbers) {
  const std::string time = "2024-01-01T00:00:00";
  EXPECT_THAT(oddity_of("1|u|" + time), HasSubstr("with more or fewer values than columns"));
  EXPECT_THAT(oddity_of("1|u|x|" + time + "|" + time + "|00:01:00|8|1|COMPLETED"), HasSubstr("more or fewer values"));
  EXPECT_THAT(oddity_of("|u|" + time + "|" + time + "|00:01:00|8|1|COMPLETED"), HasSubstr("no number of the job"));
  EXPECT_THAT(oddity_of("1|u|today|" + time + "|00:01:00|8|1|COMPLETED"), HasSubstr("what is no time in Submit"));
  EXPECT_THAT(oddity_of("1|u|2023-02-29T00:00:00|" + time + "|00:01:00|8|1|COMPLETED"), HasSubstr("no time in Submit"));
  EXPECT_THAT(oddity_of("1|u|" + time + "|noon|00:01:00|8|1|COMPLETED"), HasSubstr("no time in Start"));
  EXPECT_THAT(oddity_of("1|u|Unknown|Unknown|00:01:00|8|1|COMPLETED"), HasSubstr("no time of submission"));
  EXPECT_THAT(oddity_of("1|u|2024-01-01T00:00:01|" + time + "|00:01:00|8|1|FAILED"), HasSubstr("a Start before its"));
  const std::string begin = "1|u|" + time + "|" + time;
  EXPECT_THAT(oddity_of(begin + "|long|8|1|COMPLETED"), HasSubstr("no time in Elapsed"));
  EXPECT_THAT(oddity_of(begin + "||8|1|COMPLETED"), HasSubstr("no run time"));
  EXPECT_THAT(oddity_of(begin + "|00:01:00|many|1|COMPLETED"), HasSubstr("no number in AllocCPUS"));
  EXPECT_THAT(oddity_of(begin + "|00:01:00|99999999999|1|COMPLETED"), HasSubstr("no number in AllocCPUS"));
  EXPECT_THAT(oddity_of(begin + "|00:01:00|8|-1|COMPLETED"), HasSubstr("no number in NNodes"));
  EXPECT_THAT(oddity_of(begin + "|00:01:00|0|0|COMPLETED"), HasSubstr("no processors"));
  EXPECT_THAT(oddity_of(begin + "|00:01:00|8|1|DONE"), HasSubstr("a state that Slurm's manual has not"));
  for (const char* open : {"RUNNING", "PENDING", "SUSPENDED", "RESIZING"})
    EXPECT_THAT(oddity_of(begin + "|00:01:00|8|1|" + open), HasSubstr("a job that is not over"));
}

TEST_F(SlurmAccounting, OddValuesOfOtherColumnsAreLeftOutToo) {
  const auto oddity = [&](const std::string& column, const std::string& value) {
    const auto all = read("JobID|Submit|Start|End|NCPUS|" + column + "\n1|0|5|9|1|" + value + "\n2|0|5|9|1|\n");
    return all.left_out.count() == 1 ? all.left_out.sentences("x").front() : "none";
  };
  EXPECT_THAT(oddity("ElapsedRaw", "x"), HasSubstr("no number in ElapsedRaw"));
  EXPECT_THAT(oddity("ElapsedRaw", "-5"), HasSubstr("no number in ElapsedRaw"));
  EXPECT_THAT(oddity("Timelimit", "x"), HasSubstr("no time in Timelimit"));
  EXPECT_THAT(oddity("TimelimitRaw", "x"), HasSubstr("no number in TimelimitRaw"));
  EXPECT_THAT(oddity("Eligible", "x"), testing::Eq("none")) << "Submit says it already";
  EXPECT_THAT(oddity("AllocTRES", "cpu=x"), HasSubstr("no number in TRES"));
  EXPECT_THAT(oddity("ReqTRES", "cpu=-1"), HasSubstr("no number in TRES"));
  EXPECT_THAT(oddity("ReqCPUS", "x"), HasSubstr("no number in ReqCPUS"));
  EXPECT_THAT(oddity("AllocNodes", "x"), HasSubstr("no number in AllocNodes"));
  EXPECT_THAT(oddity("ReqNodes", "1.5"), HasSubstr("no number in ReqNodes"));
  EXPECT_THAT(oddity("NodeList", "a[1"), HasSubstr("a NodeList that is none"));
  EXPECT_THAT(oddity("State", "CANCELLED+"), testing::Eq("none"));
  const auto all = read("JobID|Submit|Start|End|NCPUS\n1|0|9|5|1\n2|0|5|9|1\n");
  EXPECT_THAT(all.left_out.sentences("x").front(), HasSubstr("an End before its Start"));
}

TEST_F(SlurmAccounting, WhatIsNoLogIsRefused) {
  EXPECT_THAT(mistake_in(""), HasSubstr("accounts.txt: line 1: is empty"));
  EXPECT_THAT(mistake_in("Submit|Elapsed|NCPUS\n"),
              HasSubstr("must begin with the names of sacct -P's columns, and needs JobID or JobIDRaw among them"));
  EXPECT_THAT(mistake_in("7|ann|2024-01-01T00:00:00\n"), HasSubstr("must begin with the names"));
  EXPECT_THAT(mistake_in("JobID|Elapsed|NCPUS\n"), HasSubstr("needs Submit, Eligible or Start"));
  EXPECT_THAT(mistake_in("JobID|Submit|End|NCPUS\n"), HasSubstr("needs Elapsed, ElapsedRaw, or Start and End"));
  EXPECT_THAT(mistake_in("JobID|Submit|Elapsed\n"), HasSubstr("how large it was: needs AllocCPUS"));
  EXPECT_THAT(mistake_in(columns_), HasSubstr("has no job that ran and is over"));
}

TEST(SlurmDurations, AreReadAsSlurmWritesThem) {
  EXPECT_EQ(slurm_duration("04:05"), Seconds(245));
  EXPECT_EQ(slurm_duration("04:05.5"), Seconds(245.5));
  EXPECT_EQ(slurm_duration("03:04:05"), Seconds(11045));
  EXPECT_EQ(slurm_duration("2-03:04:05"), Seconds(2 * 86400 + 11045));
  EXPECT_EQ(slurm_duration("2-03:04"), Seconds(2 * 86400 + 11040));
  for (const char* none : {"", "5", "a:b", "1:2:3:4", "-1:00", "1-", "x-01:00:00", "1:nan", "00:-5"})
    EXPECT_EQ(slurm_duration(none), std::nullopt) << none;
}

TEST(HostLists, AreTakenApart) {
  EXPECT_EQ(expand_host_list("login1"), (Names{"login1"}));
  EXPECT_EQ(expand_host_list("cn[008-011,20],login1"), (Names{"cn008", "cn009", "cn010", "cn011", "cn20", "login1"}));
  EXPECT_EQ(expand_host_list("r[1-2]n[01-02]"), (Names{"r1n01", "r1n02", "r2n01", "r2n02"}));
  EXPECT_EQ(expand_host_list("r[1-2]-ib"), (Names{"r1-ib", "r2-ib"}));
  for (const char* none :
       {"", ",", "a,,b", "a[1", "a1]", "a[]", "a[2-1]", "a[x]", "a[1-2-3]", "a[0-99999999]", "a[0-9999]b[0-9999]"})
    EXPECT_EQ(expand_host_list(none), std::nullopt) << none;
}

TEST(HostLists, AreMadeAsShortAsTheyCanBe) {
  EXPECT_EQ(host_list_of({"cn001", "cn002", "cn003", "cn007", "gpu1", "login"}), "cn[001-003,007],gpu1,login");
  EXPECT_EQ(host_list_of({"n8", "n9", "n10", "n11"}), "n[8-11]");
  EXPECT_EQ(host_list_of({"n09", "n10", "n011"}), "n[09-10,011]");
  EXPECT_EQ(host_list_of({"n2", "n1", "a", "b"}), "n[2,1],a,b");
  RandomStream stream(1, 0, "host lists");
  for (int i = 0; i < 300; ++i) {
    std::vector<std::string> names;
    for (int k = 0; k < 30; ++k) {
      const std::string prefix = stream.below(3) == 0 ? "r1n" : "c";
      names.push_back(prefix + fmt::format(stream.below(2) == 0 ? "{}" : "{:03}", stream.below(20)));
    }
    if (stream.below(2) == 0) std::sort(names.begin(), names.end());
    ASSERT_EQ(expand_host_list(host_list_of(names)), names) << host_list_of(names);
  }
}

TEST_F(SlurmAccounting, BecomesALogAndAMachine) {
  const ImportedCentre centre = import_sacct(read(full), "ours", {});
  EXPECT_EQ(centre.nodes, 4);
  EXPECT_EQ(centre.cores, 4);
  EXPECT_EQ(centre.widest, 0);
  const JobLog log = read_swf(with(centre.swf, "log.swf"));
  EXPECT_EQ(log.left_out.count(), 0);
  ASSERT_EQ(log.jobs.size(), 5u);
  EXPECT_EQ(log.jobs[0].submit, Seconds(0));
  EXPECT_EQ(log.jobs[1].submit, Seconds(3600));
  EXPECT_EQ(log.jobs[1].wait, Seconds(600));
  EXPECT_EQ(log.jobs[1].asked, Seconds(7200));
  EXPECT_EQ(log.jobs[1].account.user, 2) << "ann comes after bob";
  EXPECT_EQ(log.jobs[1].account.partition, 2);
  EXPECT_EQ(log.jobs[2].account.user, 3);
  EXPECT_THAT(centre.swf, HasSubstr("; Partition: 1 debug\n; Partition: 2 batch\n; Queue: 1 high\n"));
  EXPECT_THAT(centre.swf, HasSubstr("; Note: user 2 ann\n"));
  EXPECT_THAT(centre.swf, HasSubstr("; Note: program 2 a\n"));
  EXPECT_EQ(log.jobs[1].application, 2);
  EXPECT_EQ(log.jobs[1].group, 2);
  EXPECT_THAT(centre.notes, Contains(HasSubstr("put into the queue again, each run a job of its own: 1")));
  EXPECT_THAT(centre.notes,
              Contains("2 partitions, debug on 1 node, batch on 3 nodes: those that NodeList names for its "
                       "jobs; limits are not in the file"));
  EXPECT_EQ(centre.node_names, "cn[001-004]");
  EXPECT_THAT(scenario_of(centre, "log.swf"), HasSubstr(R"("node_names": "cn[001-004]")"));
  EXPECT_THAT(scenario_of(centre, "log.swf"), HasSubstr(R"x({"name": "debug", "number": 1, "nodes": "2"},
      {"name": "batch", "number": 2, "nodes": "0-1 3"}
    ])x"));
}

const std::string partition_columns = "JobID|Partition|Submit|Start|ElapsedRaw|AllocCPUS|NNodes|State|NodeList\n";

TEST_F(SlurmAccounting, KnowsMemoryAndGpus) {
  const std::string head = "JobID|Submit|Elapsed|AllocCPUS|NNodes|AllocTRES|ReqMem\n";
  const std::string came = "|2024-01-01T00:00:00|00:01:00|";
  const auto accounting =
      read(head + "1" + came + "8|2|billing=8,cpu=8,gres/gpu:a100=8,gres/gpu=8,mem=64G,node=2|1G\n" + //
           "2" + came + "4|1||4000Mc\n" + "3" + came + "4|1||1.5Gn\n" + "4" + came + "4|1||2G\n" + "5" + came +
           "4|1||\n" + "6" + came + "4|1||much\n");
  ASSERT_EQ(accounting.jobs.size(), 5U);
  const auto gibibytes = [](double number) { return Bytes(number * (1 << 30)); };
  EXPECT_EQ(accounting.jobs[0].memory, gibibytes(64));
  EXPECT_EQ(accounting.jobs[0].gpus, 8);
  EXPECT_EQ(accounting.jobs[1].memory, 4 * Bytes(4000.0 * 1024 * 1024)) << "of each core";
  EXPECT_EQ(accounting.jobs[2].memory, gibibytes(1.5)) << "of each node";
  EXPECT_EQ(accounting.jobs[3].memory, gibibytes(2)) << "of the job";
  EXPECT_EQ(accounting.jobs[4].memory, Bytes(0));
  EXPECT_THAT(accounting.left_out.sentences("x").front(), HasSubstr("what is no memory in ReqMem"));
  const ImportedCentre centre = import_sacct(accounting, "ours", {});
  EXPECT_EQ(centre.memory, gibibytes(32));
  EXPECT_EQ(centre.gpus, 4);
  EXPECT_THAT(centre.notes, Contains("a node has " + to_text(gibibytes(32)) +
                                     " of memory and 4 GPUs: the most that a job had on one of its nodes; all are "
                                     "taken to have as much, as the file does not say which have less"));
  EXPECT_THAT(scenario_of(centre, "ours.swf"),
              HasSubstr("\"node\": {\n      \"memory\": \"34359738368B\",\n      \"gpus\": 4\n    }"));
  const JobLog log = read_swf(with(centre.swf, "ours.swf"));
  ASSERT_EQ(log.jobs.size(), 5U);
  EXPECT_EQ(log.jobs[0].memory, gibibytes(8)) << "of each of eight processors";
  EXPECT_EQ(log.jobs[0].gpus, 8);
  EXPECT_EQ(log.jobs[4].memory, Bytes(0));
}

TEST_F(SlurmAccounting, SaysWherePartitionsHaveAllNodes) {
  const Accounting all = read(partition_columns + "1|short|0|0|60|8|2|COMPLETED|n[1-2]\n2|long|0|0|60|16|4|COMPLETED|\n"
                                                  "3||0|60|60|4|1|COMPLETED|n3\n4|a'b|0|60|60|4|1|COMPLETED|n4\n");
  const ImportedCentre centre = import_sacct(all, "ours", {});
  EXPECT_THAT(centre.notes, Contains(HasSubstr("3 partitions, short on 2 nodes, long on all nodes, a'b on 1 node: ")))
      << "a job of long had more nodes than are named";
  EXPECT_THAT(scenario_of(centre, "log.swf"), HasSubstr(R"x({"name": "short", "number": 1, "nodes": "0-1"},
      {"name": "long", "number": 2},
      {"name": "partition-3", "number": 3, "nodes": "3"},
      {"name": "in-no-partition", "number": 4, "default": true}
    ])x"));
}

TEST_F(SlurmAccounting, HasNoPartitionsWhereTheySayNothingOrTooMuch) {
  const auto partitions = [&](const std::string& rows, const KnownMachine& known = {}) {
    const ImportedCentre centre = import_sacct(read(partition_columns + rows), "ours", known);
    return fmt::format("{}: {}", centre.partitions.size(), centre.notes.back());
  };
  EXPECT_EQ(
      partitions("1|a|0|0|60|8|2|COMPLETED|n[1-2]\n2|b|0|0|60|8|2|COMPLETED|n[1-2]\n"),
      "0: 2 partitions, a on all nodes, b on all nodes: those that NodeList names for its jobs; limits are not in "
      "the file");
  EXPECT_THAT(partitions("1|a|0|0|60|8|2|COMPLETED|n[1-2]\n2|b|0|0|60|4|1|COMPLETED|n3\n", {2, 4}),
              HasSubstr("0: 2 partitions: orders of the queue know them by number"));
  std::string rows;
  for (int i = 0; i < 60; ++i) rows += fmt::format("{0}|p{0}|0|0|60|4|1|COMPLETED|n{0}\n", i);
  EXPECT_EQ(partitions(rows), "0: 60 partitions, more than a centre can have (59): every job may use every node");
}

TEST_F(SlurmAccounting, WithoutNamesHasAsManyNodesAsWereBusyAtOnce) {
  const Accounting all = read(columns_ + "1|u|0|0|00:01:00|8|1|COMPLETED\n2|u|0|30|00:01:00|4|2|COMPLETED\n"
                                         "3|u|0|60|00:01:00|16|2|COMPLETED\n");
  const ImportedCentre centre = import_sacct(all, "ours", {});
  EXPECT_EQ(centre.cores, 8);
  EXPECT_EQ(centre.nodes, 3) << "jobs 2 and 3 ran on 20 cores together";
  const ImportedCentre told = import_sacct(all, "ours", {1, 8});
  EXPECT_EQ(told.nodes, 1);
  EXPECT_EQ(told.widest, 8);
  EXPECT_THAT(told.notes, Contains(HasSubstr("1 job needs more than the machine's 8 cores")));
}

/// Of a year of a hundred users, with a step for most jobs.
TEST_F(SlurmAccounting, Of100000LinesIsReadWhole) {
  std::string text = "JobID|User|Account|Partition|QOS|Submit|Start|End|ElapsedRaw|TimelimitRaw|AllocCPUS|NNodes|State|"
                     "NodeList\n";
  RandomStream stream(1, 0, "sacct");
  const std::vector<const char*> states{"COMPLETED", "FAILED", "TIMEOUT", "CANCELLED by 7", "NODE_FAIL", "RUNNING"};
  std::map<std::string, int> counts;
  double work = 0;
  long long submit = 1700000000;
  int jobs = 0;
  int steps = 0;
  for (int line = 0; line < 100'000; ++jobs) {
    submit += static_cast<long long>(stream.below(600));
    const auto start = submit + static_cast<long long>(stream.below(10000));
    const auto run = 1 + static_cast<long long>(stream.below(86400));
    const auto nodes = 1 + stream.below(8);
    const auto first = 1 + stream.below(1000 - nodes);
    const char* const state = states[stream.below(states.size())];
    const std::string list =
        nodes == 1 ? fmt::format("n{:04}", first) : fmt::format("n[{:04}-{:04}]", first, first + nodes - 1);
    const auto row = [&](const std::string& id, const std::string& user) {
      text += fmt::format("{}|{}|a{}|p{}|normal|{}|{}|{}|{}|1440|{}|{}|{}|{}\n", id, user, stream.below(9),
                          stream.below(3), submit, start, start + run, run, nodes * 48, nodes, state, list);
      ++line;
    };
    row(std::to_string(jobs), fmt::format("u{}", stream.below(100)));
    ++counts[std::string(state).substr(0, std::string(state).find(' '))];
    if (std::string(state) != "RUNNING") work += static_cast<double>(run) * static_cast<double>(nodes * 48);
    if (stream.below(4) == 0 || line == 100'000) continue;
    row(fmt::format("{}.0", jobs), "");
    ++steps;
  }
  const Accounting all = read(text);
  EXPECT_EQ(all.jobs.size() + static_cast<std::size_t>(all.left_out.count() + all.steps), 100'000u);
  EXPECT_EQ(all.steps, steps);
  EXPECT_EQ(all.left_out.count(), counts.at("RUNNING"));
  EXPECT_EQ(all.by_state.at("NODE_FAIL"), counts.at("NODE_FAIL"));
  const ImportedCentre centre = import_sacct(all, "year", {});
  EXPECT_EQ(centre.nodes, 999);
  EXPECT_EQ(centre.cores, 48);
  const JobLog log = read_swf(with(centre.swf, "year.swf"));
  ASSERT_EQ(log.jobs.size(), all.jobs.size());
  double imported = 0;
  for (const LoggedJob& job : log.jobs) imported += job.run.count() * job.processors;
  EXPECT_EQ(imported, work);
}

TEST(SlurmCommand, HasItsOptionsBeforeTheScript) {
  const auto dependency = [](const char* command) { return option_of_command(command, 'd', "dependency"); };
  EXPECT_EQ(dependency("sbatch --dependency=afterok:17 job.sh"), "afterok:17");
  EXPECT_EQ(dependency("sbatch -p long --dependency afterok:17 job.sh"), "afterok:17");
  EXPECT_EQ(dependency("sbatch -d afterok:17 --array=1-9%2 job.sh"), "afterok:17");
  EXPECT_EQ(dependency("sbatch -dafterok:17 job.sh"), "afterok:17");
  EXPECT_EQ(dependency("/usr/bin/sbatch --depend=singleton job.sh"), "singleton");
  EXPECT_EQ(dependency("sbatch --mem=4G job.sh -d afterok:17"), "") << "that is the script's";
  EXPECT_EQ(dependency("sbatch -N 2 job.sh -d afterok:17"), "");
  EXPECT_EQ(dependency("sbatch --deadline=now+1hour job.sh"), "");
  EXPECT_EQ(dependency("sbatch job.sh"), "");
  EXPECT_EQ(dependency(""), "");
  EXPECT_EQ(option_of_command("sbatch -d afterok:17 --array=1-9%2 job.sh", 'a', "array"), "1-9%2");
}

const std::string depending =
    "JobID|JobName|User|Submit|Eligible|Start|Elapsed|AllocCPUS|State|SubmitLine\n"
    "10|mesh|ann|2024-03-01T08:00:00|2024-03-01T08:00:00|2024-03-01T08:00:00|00:10:00|4|COMPLETED|sbatch mesh.sh\n"
    "11_1|run|ann|2024-03-01T08:01:00|2024-03-01T08:10:00|2024-03-01T08:10:00|00:10:00|4|COMPLETED|"
    "sbatch -d afterok:10 --array=1-3%2 run.sh\n"
    "11_2|run|ann|2024-03-01T08:01:00|2024-03-01T08:10:00|2024-03-01T08:10:00|00:10:00|4|FAILED|"
    "sbatch -d afterok:10 --array=1-3%2 run.sh\n"
    "11_[3-3%2]|run|ann|2024-03-01T08:01:00|2024-03-01T08:10:00|Unknown|00:00:00|4|PENDING|\n"
    "12_2|look|ann|2024-03-01T08:02:00|2024-03-01T08:20:00|2024-03-01T08:20:00|00:10:00|4|COMPLETED|"
    "sbatch --dependency=aftercorr:11 --array=2 look.sh\n"
    "13|tidy|ann|2024-03-01T08:03:00|2024-03-01T08:20:00|2024-03-01T08:20:00|00:10:00|4|COMPLETED|"
    "sbatch --depend=after:10+3,afternotok:11 tidy.sh\n"
    "14|old|ann|2024-03-01T08:04:00|2024-03-01T08:04:00|2024-03-01T08:20:00|00:10:00|4|COMPLETED|"
    "sbatch -d afterok:9,singleton tidy.sh\n"
    "15|any|ann|2024-03-01T08:04:00|2024-03-01T08:04:00|2024-03-01T08:20:00|00:10:00|4|COMPLETED|"
    "sbatch -d afterok:9?afterok:10 tidy.sh\n"
    "16|begin|ann|2024-03-01T08:04:00|2024-03-01T09:00:00|2024-03-01T09:00:00|00:10:00|4|COMPLETED|"
    "sbatch --begin=9:00 tidy.sh\n"
    "17|odd|ann|2024-03-01T08:04:00|2024-03-01T09:00:00|2024-03-01T09:00:00|00:10:00|4|COMPLETED|"
    "sbatch -d expand:10 tidy.sh\n"
    "18_4|run|ann|2024-03-01T08:05:00|2024-03-01T09:00:00|2024-03-01T09:00:00|00:10:00|4|COMPLETED|\n"
    "18_[5-10%3]|run|ann|2024-03-01T08:05:00|2024-03-01T09:00:00|Unknown|00:00:00|4|PENDING|\n";

TEST_F(SlurmAccounting, TellsDependenciesAndLimitsOfArrays) {
  const ImportedCentre centre = import_sacct(read(depending), "ours", {});
  std::vector<std::string> comments;
  std::istringstream lines(centre.swf);
  for (std::string line; std::getline(lines, line);)
    if (line.rfind("; Dependency", 0) == 0 || line.rfind("; Array", 0) == 0) comments.push_back(line);
  EXPECT_THAT(comments,
              ElementsAre("; Array: array-11 18-19%2", "; Array: array-18 21%3", "; Dependency: 18 afterok:10",
                          "; Dependency: 19 afterok:10", "; Dependency: 20 afterok:19",
                          "; Dependency: 13 after:10+3,afternotok:array-11", "; Dependency: 14 singleton"))
      << "tasks of arrays have numbers from 18 on";
  EXPECT_THAT(
      centre.notes,
      testing::IsSupersetOf({"jobs that depend on others, as SubmitLine says; what scripts and scontrol say is not in "
                             "the file: 5",
                             "jobs that depend on one which is not in the file, and do not wait for it: 2",
                             "jobs whose --dependency is of other words, and do not wait: 1",
                             "arrays of which only so many tasks run at one time: 2",
                             "jobs that were eligible later than they came, for what the file does not tell, and "
                             "that here need not wait for it: 2"}));
  const JobLog log = read_swf(with(centre.swf, "log.swf"));
  EXPECT_TRUE(log.comments);
}

} // namespace
} // namespace daruma::batch
