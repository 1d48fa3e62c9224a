#include "sim/batch/swf.hpp"

#include "sim/core/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <zlib.h>

#include <fstream>
#include <string>

namespace daruma::batch {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const std::string good = "; Computer: two nodes\n"
                         ";\n"
                         "    1   0   5  10  4 -1 -1  4  60 -1 1 1 1 -1 1 -1 -1 -1\n"
                         "    2   7  -1  20 -1 -1 -1  8  -1 -1 1 1 1 -1 1 -1 -1 -1\r\n"
                         "\n"
                         "    3   7   0  30  2 3.5 -1  8   5 -1 5 1 1 -1 1 -1 -1 -1\n";

class Log : public testing::Test {
protected:
  std::filesystem::path with(const std::string& text, const std::string& name = "log.swf") const {
    const auto path = folder_.path() / name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  JobLog read(const std::string& text) const { return read_swf(with(text)); }

  std::string mistake(const std::filesystem::path& path) const {
    try {
      read_swf(path);
    } catch (const LogError& error) { return error.what(); }
    return "none";
  }

  std::string mistake_in(const std::string& text) const { return mistake(with(text)); }

  std::filesystem::path compressed(const std::string& text) const {
    const auto path = folder_.path() / "log.swf.gz";
    const gzFile file = gzopen(path.c_str(), "wb");
    gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
    gzclose(file);
    return path;
  }

private:
  TemporaryFolder folder_;
};

TEST_F(Log, MemoryIsOfEachProcessorAndGpusAreAFieldThatTheHeadNames) {
  const std::string jobs = "1 0 5 10 4 -1 -1 4 60 2048 1 1 1 -1 1 -1 -1 -1 8\n"
                           "2 0 5 10 4 -1 -1 4 60 -1 1 1 1 -1 1 -1 -1 -1 -1\n";
  const JobLog log = read("; GPUs: field 19\n" + jobs);
  ASSERT_EQ(log.jobs.size(), 2U);
  EXPECT_EQ(log.jobs[0].memory, Bytes(2 * 1024 * 1024));
  EXPECT_EQ(log.jobs[0].gpus, 8);
  EXPECT_EQ(log.jobs[1].memory, Bytes(0));
  EXPECT_EQ(log.jobs[1].gpus, 0);
  EXPECT_THAT(mistake_in(jobs), HasSubstr("line 1: a job has 18 fields, got 19"));
  EXPECT_THAT(mistake_in("; GPUs: field 19\n" + good), HasSubstr("line 4: a job has 19 fields, got 18"));
}

TEST_F(Log, JobsAreReadWithTheirLines) {
  const JobLog log = read(good);
  ASSERT_EQ(log.jobs.size(), 3u);
  EXPECT_EQ(log.left_out.count(), 0);
  EXPECT_EQ(log.jobs[0].line, 3);
  EXPECT_EQ(log.jobs[0].submit, Seconds(0));
  EXPECT_EQ(log.jobs[0].wait, Seconds(5));
  EXPECT_EQ(log.jobs[0].run, Seconds(10));
  EXPECT_EQ(log.jobs[0].asked, Seconds(60));
  EXPECT_EQ(log.jobs[0].processors, 4);
  EXPECT_EQ(log.jobs[2].line, 6);
}

TEST_F(Log, WhatIsNotKnownIsNotTakenForANumber) {
  const LoggedJob job = read(good).jobs[1];
  EXPECT_EQ(job.wait, std::nullopt);
  EXPECT_EQ(job.asked, std::nullopt);
  EXPECT_EQ(job.processors, 8) << "those asked for";
}

TEST_F(Log, ProcessorsGivenAreMoreThanThoseAskedFor) { EXPECT_EQ(read(good).jobs[2].processors, 2); }

TEST_F(Log, CompressedOnesAreReadTheSame) {
  const JobLog log = read_swf(compressed(good));
  ASSERT_EQ(log.jobs.size(), 3u);
  EXPECT_EQ(log.jobs[2].run, Seconds(30));
}

TEST_F(Log, JobsWithoutRunTimeOrProcessorsAreCounted) {
  const JobLog log = read("1 0 5 0 4 -1 -1 4 60 -1 1 1 1 -1 1 -1 -1 -1\n"
                          "2 0 5 -1 4 -1 -1 4 60 -1 5 1 1 -1 1 -1 -1 -1\n"
                          "3 0 5 9 -1 -1 -1 -1 60 -1 1 1 1 -1 1 -1 -1 -1\n"
                          "4 0 5 9 0 -1 -1 0 60 -1 1 1 1 -1 1 -1 -1 -1\n"
                          "5 0 5 9 1 -1 -1 1 60 -1 1 1 1 -1 1 -1 -1 -1\n");
  ASSERT_EQ(log.jobs.size(), 1u);
  EXPECT_EQ(log.jobs[0].line, 5);
  EXPECT_EQ(log.left_out.count(), 4);
}

TEST_F(Log, PartsOfAJobAreNoJobs) {
  const JobLog log = read("1 0 5 30 4 -1 -1 4 60 -1 1 1 1 -1 1 -1 -1 -1\n"
                          "1 0 5 10 4 -1 -1 4 60 -1 2 1 1 -1 1 -1 -1 -1\n"
                          "1 0 5 20 4 -1 -1 4 60 -1 3 1 1 -1 1 -1 -1 -1\n");
  EXPECT_EQ(log.jobs.size(), 1u);
  EXPECT_EQ(log.left_out.count(), 0);
}

TEST_F(Log, JobsAreSortedByTimeOfSubmission) {
  const JobLog log = read("1 9 5 30 4 -1 -1 4 60 -1 1 1 1 -1 1 -1 -1 -1\n"
                          "2 3 5 10 4 -1 -1 4 60 -1 1 1 1 -1 1 -1 -1 -1\n"
                          "3 9 5 20 4 -1 -1 4 60 -1 1 1 1 -1 1 -1 -1 -1\n");
  ASSERT_EQ(log.jobs.size(), 3u);
  EXPECT_EQ(log.jobs[0].line, 2);
  EXPECT_EQ(log.jobs[1].line, 1);
  EXPECT_EQ(log.jobs[2].line, 3);
}

TEST_F(Log, OddLinesAreLeftOutAndToldWithTheirNumbers) {
  const std::string sound = " -1 -1 1 60 -1 1 1 1 -1 1 -1 -1 -1\n";
  const JobLog log =
      read("1 -1 5 10 4" + sound + "2 0 -5 10 4" + sound + "3 0 5 -10 4" + sound +
           "4 0 5 10 4 -1 -1 4 -60 -1 1 1 1 -1 1 -1 -1 -1\n" + "5 0 5 9 1.5" + sound + "6 0 5 9 1e10" + sound +
           "7 0 5 9 4 -1 -1 4 60 -1 1 1.5 1 -1 1 -1 -1 -1\n" + "8 0 5 9 4" + sound + "9 0 5 -1 4" + sound);
  ASSERT_EQ(log.jobs.size(), 1u);
  EXPECT_EQ(log.jobs[0].line, 8);
  EXPECT_EQ(log.left_out.count(), 8);
  EXPECT_THAT(
      log.left_out.sentences("x.swf"),
      testing::UnorderedElementsAre(
          "1 line of x.swf with a time of submission below 0 is left out: line 1",
          "1 line of x.swf with a wait below 0 is left out: line 2",
          "1 line of x.swf with a run time below 0 is left out: line 3",
          "1 line of x.swf with a time asked for below 0 is left out: line 4",
          "2 lines of x.swf with a number of processors that is not whole or beyond 31 bits are left out: lines 5 and "
          "6",
          "1 line of x.swf with a user, queue or partition that is not whole or beyond 31 bits is left out: line 7",
          "1 line of x.swf with no run time is left out: line 9"));
}

TEST_F(Log, OfManyOddLinesTheFirstAreNamed) {
  LeftOut left_out;
  for (int line = 11; line <= 20; ++line) left_out.add("no run time", line);
  EXPECT_THAT(
      left_out.sentences("x.swf"),
      testing::ElementsAre("10 lines of x.swf with no run time are left out: lines 11, 12, 13, 14, 15 and 5 more"));
}

TEST_F(Log, LinesWithoutThinkTimeAreTakenAndCounted) {
  const JobLog log = read("1 5 0 30 2 3 -1 8 5 -1 1 4 1 -1 2 -1 7 60\n2 6 0 30 2 3 -1 8 5 -1 1 4 1 -1 2 -1 7\n"
                          "3 7 0 30 2 3 -1 8 5 -1 1 4 1 -1 2 -1 7\r\n");
  ASSERT_EQ(log.jobs.size(), 3U);
  EXPECT_EQ(log.jobs[0].think, Seconds(60));
  EXPECT_EQ(log.jobs[1].think, Seconds(0));
  EXPECT_EQ(log.jobs[1].preceding, 7);
  EXPECT_EQ(log.left_out.count(), 0);
  EXPECT_THAT(
      on_incomplete(log, "x.swf"),
      testing::ElementsAre("2 lines of x.swf with 17 fields are taken, their think times not known: lines 2 and 3"));
  EXPECT_THAT(mistake_in(good + "4 8 0 30 2 3 -1 8 5 -1 1 4 1 -1 2 -1 7"),
              HasSubstr("line 7: a job has 18 fields, got 17: is the file cut?"));
  EXPECT_THAT(mistake_in(good + "4 8 0 30 2 3 -1 8 5 -1 1 4 1 -1 2 -1\n"), HasSubstr("a job has 18 fields, got 16"));
}

TEST_F(Log, AByteOrderMarkIsNoPartOfIt) {
  EXPECT_EQ(read("\xEF\xBB\xBF" + good).jobs.size(), read(good).jobs.size());
  EXPECT_EQ(read("\xEF\xBB\xBF; MaxNodes: 3\n" + good).head.at(0).key, "MaxNodes");
  EXPECT_THAT(mistake_in(good + "\xEF\xBB\xBF" + good), HasSubstr("field 1 must be a number"));
}

TEST_F(Log, MistakesNameFileAndLine) {
  EXPECT_THAT(mistake_in(good + "4 8 0 30 2 3.5 -1"),
              AllOf(HasSubstr("log.swf: line 7: a job has 18 fields, got 7: is the file cut?")));
  EXPECT_THAT(mistake_in(good + "4 8 0 30 2 3 -1 8 5 -1 5 1 1 -1 1 -1 -1 -1 -1\n"),
              HasSubstr("line 7: a job has 18 fields, got 19"));
  EXPECT_THAT(mistake_in("1 0 5 ten 4 -1 -1 4 60 -1 1 1 1 -1 1 -1 -1 -1\n"),
              HasSubstr("field 4 must be a number, got \"ten\""));
  EXPECT_THAT(mistake_in("1 0 5 inf 4 -1 -1 4 60 -1 1 1 1 -1 1 -1 -1 -1\n"), HasSubstr("got \"inf\""));
  EXPECT_THAT(mistake_in("; nothing\n"), HasSubstr("there is no job"));
  EXPECT_THAT(mistake_in(""), HasSubstr("there is no job"));
  EXPECT_THAT(mistake_in(std::string(70000, '7')), HasSubstr("line 1: is longer than 65535 characters"));
}

TEST_F(Log, FilesThatCannotBeReadAreNamed) {
  EXPECT_THAT(mistake("/nowhere/log.swf"), HasSubstr("/nowhere/log.swf: cannot be read: No such file or directory"));
  EXPECT_THAT(mistake("/"), HasSubstr("/: is a folder"));
}

TEST_F(Log, ACutArchiveIsSaidToBeCut) {
  std::string many;
  for (int i = 0; i < 1000; ++i)
    many += std::to_string(i * 7919 % 1000) + " 0 5 10 4 -1 -1 4 60 -1 1 1 1 -1 1 -1 -1 -1\n";
  const auto path = compressed(many);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
  EXPECT_THAT(mistake(path), HasSubstr("the compressed file is damaged or cut"));
}

} // namespace
} // namespace daruma::batch
