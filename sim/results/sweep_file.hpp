// A sweep's results in one SQLite file, which any SQLite client can ask. Nothing in it depends on who made which run
// when: the same sweep gives the same rows in the same order.
//
// provenance(name, value)                      what every row was made with, and the command that began the file; for
//                                              files that the scenario names "sha256 of FILE"
// points(point, scenario, "/pointer"...)       the combinations of values, each with its resolved scenario
// runs(point, replica, seed, problem, "/pointer"...)   a row per run; `problem` says why one broke, else it is null
// metrics(point, name, replica, value)         what it measured; null where that is no finite number
//
// A column whose name begins with "/" holds the value that the sweep gave to that place of the scenario.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace SQLite {
class Database;
}

namespace daruma::results {

struct SweptPoint {
  std::vector<std::string> values; ///< of the varied places, in their order
  std::string scenario_json;       ///< resolved
};

/// What a sweep is, as far as its numbers depend on it.
struct SweepPlan {
  std::map<std::string, std::string> provenance;
  std::map<std::string, std::string> inputs; ///< files that the scenario names: what they say, as a digest
  std::vector<std::string> varied;           ///< JSON pointers
  std::vector<SweptPoint> points;
};

/// Which run: replica so and so of a point.
using RunKey = std::pair<int, int>;

struct SweptRun {
  RunKey key;
  std::uint64_t seed = 0;
  std::string problem; ///< empty: it ended well
  std::map<std::string, double> metrics;
};

/// The file is none of a sweep, or of another one, or cannot be read; it is left as it is.
class ForeignFile : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The file cannot be written. What was entered before is in it.
class FileTrouble : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

class SweepFile {
public:
  /// Goes on with the file, if it is of this sweep, or makes it, with `command` for its provenance. Throws ForeignFile
  /// and FileTrouble, as does everything here.
  SweepFile(std::filesystem::path file, const SweepPlan& plan, const std::string& command);
  /// Only reads the file, whatever sweep it is of, complete or not. Throws ForeignFile, as does everything then.
  explicit SweepFile(std::filesystem::path file);
  ~SweepFile();
  SweepFile(const SweepFile&) = delete;
  SweepFile& operator=(const SweepFile&) = delete;

  /// All of them or none; a run that is there already stays as it is.
  void enter(const std::vector<SweptRun>& runs);

  const SweepPlan& plan() const { return plan_; }
  const std::set<RunKey>& runs() const { return runs_; }
  int broken(int point) const;
  std::vector<std::string> metrics() const;
  /// The values of the replicas below `end` that have this metric, in the order of the replicas.
  std::vector<double> values(int point, const std::string& metric, int end) const;
  /// Those values by their replicas.
  std::map<int, double> values_by_replica(int point, const std::string& metric) const;
  /// Why the first one broke, by point and replica; empty if none did.
  std::string first_problem() const;

private:
  enum class Purpose { going_on, reading };
  /// SQLite's errors, as they concern the user.
  template <class Do> auto on_file(Do act) const;

  std::filesystem::path file_;
  Purpose purpose_;
  SweepPlan plan_;
  std::unique_ptr<SQLite::Database> database_;
  std::set<RunKey> runs_;
};

} // namespace daruma::results
