// A Slurm cluster of this machine alone, for tests of what has its runs made there.
#pragma once

#include "tests/sim/cli/command_line.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <unistd.h>

namespace daruma::test {

class OnSlurm : public CommandLine {
protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "a cluster on this machine needs root";
    if (std::system("PATH=$PATH:/usr/sbin command -v slurmctld slurmd munged >/dev/null") != 0)
      GTEST_SKIP()
          << "no Slurm here; Debian: apt-get install slurmctld slurmd slurm-client slurm-wlm-basic-plugins munge";
    ASSERT_TRUE(cluster("up"));
  }
  ~OnSlurm() override {
    if (std::filesystem::exists(folder_ / "cluster")) cluster("down");
  }

  bool cluster(const std::string& order) const {
    return is_done("'" DARUMA_SOURCE_DIR "/tests/sim/study/slurm/one_machine_cluster.sh' '" +
                   (folder_ / "cluster").string() + "' " + order);
  }
  static bool is_done(const std::string& command) { return std::system(command.c_str()) == 0; }

  /// Slurm's own commands, asked of the cluster.
  bool is_so(const std::string& command) const { return is_done(in_cluster() + " " + command); }
  std::string in_cluster() const { return "SLURM_CONF='" + (folder_ / "cluster/slurm.conf").string() + "'"; }
};

} // namespace daruma::test
