// What an exploration found so far, in one SQLite file: killed and started again, it goes on from there.
//
// provenance(name, value)                              what the cases were made with
// cases(faults, verdict, why, deaths, is_promised, end_s, outcome)   a row per case; `faults` are events of a scenario
#pragma once

#include "sim/explore/trial.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace SQLite {
class Database;
}

namespace daruma::explore {

class ExplorationFile {
public:
  /// Goes on with the file if it was made with the same, and begins it anew if not. Throws results::FileTrouble, as
  /// does everything here.
  ExplorationFile(std::filesystem::path file, const std::map<std::string, std::string>& provenance);
  ~ExplorationFile();
  ExplorationFile(const ExplorationFile&) = delete;
  ExplorationFile& operator=(const ExplorationFile&) = delete;

  std::optional<Outcome> find(const std::string& faults) const;
  void enter(const std::vector<std::pair<std::string, Outcome>>& outcomes);

private:
  template <class Do> auto on_file(Do act) const;

  std::filesystem::path file_;
  std::unique_ptr<SQLite::Database> database_;
};

} // namespace daruma::explore
