// The tables that a centre left behind (sim/batch/centre_tables.hpp), read back as far as pages need them.
#pragma once

#include "sim/results/long_text.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace daruma::results {

struct CentreRows {
  /// Consecutive nodes that a job was on.
  struct Stay {
    double begin_s;
    double end_s;
    std::int32_t first; ///< node
    std::int32_t last;
    std::int32_t job; ///< its number in the log, or among the urgent jobs that the log has not
    bool is_urgent;
    bool is_leaving;
  };
  /// Cores from a moment on.
  struct State {
    double time_s;
    double used;
    double reserved;
    double down;
    double spare;
    double waiting_jobs;
    double waiting_cores;
    double closed;
    double held; ///< free, for some users
    double power_w = 0;
    double cap_w = 0;              ///< 0: there is none
    double file_system_use = 0;    ///< of its bandwidth
    double file_system_demand = 0; ///< how many times that those that used it could have taken alone
  };
  /// Nodes were closed to all, or to all but some users.
  struct Closing {
    std::vector<std::pair<std::int32_t, std::int32_t>> nodes; ///< ranges
    double begin_s;
    double end_s;
    bool is_maintenance;
  };
  struct Outage {
    std::int32_t node;
    double down_s;
    double up_s; ///< infinite: never
  };
  struct Group {
    std::string by;
    std::string name;
    std::string quantity;
    double jobs;
    double mean;
    std::array<double, 8> percentiles; ///< 0, 25, 50, 75, 90, 95, 99, 100
  };

  std::vector<Stay> stays;
  std::vector<State> states;
  std::vector<Outage> outages;
  std::vector<Closing> closings;
  std::vector<Group> groups;
};

/// What lies in that folder. Throws ReadError (reader.hpp) with file and line of what is no row of such a table.
CentreRows read_centre_rows(const std::filesystem::path& folder);

/// What a result has, by the names of the files.
CentreRows centre_rows(const std::map<std::string, LongText>& tables);

} // namespace daruma::results
