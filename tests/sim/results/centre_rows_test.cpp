// The tables of a centre, written by hand, as pages read them.
#include "sim/results/centre_rows.hpp"

#include "sim/core/temporary_folder.hpp"
#include "sim/results/reader.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <string>
#include <tuple>

namespace daruma::results {
namespace {

using testing::ElementsAre;

class CentreTablesRead : public testing::Test {
protected:
  CentreTablesRead() {
    write("series.csv", "time,used,free,reserved,down,spare,waiting_jobs,waiting_cores\n0,1,2,0,0,0,0,0\n");
    write("outages.csv", "node,down,up\n");
    write("groups.csv", "by,group,jobs,values,quantity,mean,min,p25,p50,p75,p90,p95,p99,max\n");
    write("schedule.csv",
          "job,what,begin,end,cores,nodes\n1,work,0,5,2,0-1\n2,work,5,9,1,0\nurgent-2,leaving,6,7,1,3\n");
  }

  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_.path() / name) << text; }

  /// Job, whether it is urgent, and whether it is leaving, of each stay.
  std::vector<std::tuple<int, bool, bool>> stays() const {
    std::vector<std::tuple<int, bool, bool>> told;
    for (const CentreRows::Stay& stay : read_centre_rows(folder_.path()).stays)
      told.emplace_back(stay.job, stay.is_urgent, stay.is_leaving);
    return told;
  }

  TemporaryFolder folder_;
};

TEST_F(CentreTablesRead, TellUrgentJobsOfTheLogAsThoseBesidesIt) {
  write("jobs.csv", "job_id,workload_name,profile\n1,x.swf,rigid\n2,x.swf,urgent\nurgent-2,,urgent\n");
  EXPECT_THAT(stays(), ElementsAre(std::tuple(1, false, false), std::tuple(2, true, false), std::tuple(2, true, true)));
}

TEST_F(CentreTablesRead, KnowACommaInAName) {
  write("jobs.csv",
        "job_id,workload_name,profile\n1,\"a,\"\"b\"\",urgent\",rigid\n2,\"\",urgent\nurgent-2,\",\",rigid\n");
  EXPECT_THAT(stays(),
              ElementsAre(std::tuple(1, false, false), std::tuple(2, true, false), std::tuple(2, false, true)));
}

TEST_F(CentreTablesRead, HaveOnlyTheColumnsThatThereIsSomethingToSayOf) {
  write("jobs.csv", "job_id,workload_name,profile\n1,x.swf,rigid\n");
  const std::string always = "time,used,free,reserved,down,spare,waiting_jobs,waiting_cores,closed,held";
  write("series.csv", always + ",file_system_use,file_system_demand\n7,1,2,0,0,0,0,0,0,0,0.5,3\n");
  const auto io = read_centre_rows(folder_.path()).states;
  EXPECT_EQ(io.at(0).time_s, 7);
  EXPECT_EQ(io.at(0).file_system_use, 0.5);
  EXPECT_EQ(io.at(0).file_system_demand, 3);
  EXPECT_EQ(io.at(0).power_w, 0);
  write("series.csv", always + ",power_w,cap_w,file_system_use,file_system_demand\n7,1,2,0,0,0,0,0,0,0,90,,0.5,3\n");
  const auto both = read_centre_rows(folder_.path()).states;
  EXPECT_EQ(both.at(0).power_w, 90);
  EXPECT_EQ(both.at(0).cap_w, 0) << "there is none";
  EXPECT_EQ(both.at(0).file_system_demand, 3);
}

TEST_F(CentreTablesRead, NameTheRowThatIsNone) {
  write("jobs.csv", "job_id,workload_name,profile\n1,x.swf,rigid\n2,\"x.swf,urgent\n");
  try {
    stays();
    ADD_FAILURE() << "a quote is open";
  } catch (const ReadError& error) {
    EXPECT_EQ(error.what(), (folder_.path() / "jobs.csv").string() + ", line 3: is no row of this table");
  }
}

} // namespace
} // namespace daruma::results
