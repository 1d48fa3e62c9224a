#include "sim/results/sweep_file.hpp"

#include "sim/core/replaced.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <cmath>

namespace daruma::results {

namespace {

namespace fs = std::filesystem;

constexpr int application = 0x44415255; // "DARU"
constexpr int layout = 1;
constexpr int patience_ms = 10000; // for others who read or write the same file

std::string quoted(const std::string& name) { return "\"" + replaced(name, {{'"', "\"\""}}) + "\""; }

/// One more column for each varied place. NUMERIC makes numbers of what looks like one.
std::string varied_columns(const std::vector<std::string>& varied, const char* type) {
  std::string text;
  for (const std::string& pointer : varied) text += ", " + quoted(pointer) + type;
  return text;
}

std::string placeholders(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += ", ?";
  return text;
}

void make_tables(SQLite::Database& database, const std::vector<std::string>& varied) {
  const std::string columns = varied_columns(varied, " NUMERIC");
  database.exec(fmt::format("PRAGMA application_id = {}", application));
  database.exec(fmt::format("PRAGMA user_version = {}", layout));
  database.exec("CREATE TABLE provenance(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID");
  database.exec("CREATE TABLE points(point INTEGER PRIMARY KEY, scenario TEXT NOT NULL" + columns + ")");
  database.exec("CREATE TABLE runs(point INTEGER, replica INTEGER, seed TEXT NOT NULL, problem TEXT" + columns +
                ", PRIMARY KEY(point, replica)) WITHOUT ROWID");
  database.exec("CREATE TABLE metrics(point INTEGER, name TEXT, replica INTEGER, value REAL, "
                "PRIMARY KEY(point, name, replica)) WITHOUT ROWID");
}

void bind_values(SQLite::Statement& statement, int first, const std::vector<std::string>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) statement.bind(first + static_cast<int>(i), values[i]);
}

std::string digest_of_input(const std::string& file) { return "sha256 of " + file; }

void fill(SQLite::Database& database, const SweepPlan& plan, const std::string& command) {
  SQLite::Statement note(database, "INSERT INTO provenance VALUES(?, ?)");
  auto all = plan.provenance;
  all["command"] = command;
  for (const auto& [input, digest] : plan.inputs) all[digest_of_input(input)] = digest;
  for (const auto& [name, value] : all) {
    SQLite::bind(note, name, value);
    note.exec();
    note.reset();
  }
  SQLite::Statement point(database, "INSERT INTO points VALUES(?, ?" + placeholders(plan.varied.size()) + ")");
  for (std::size_t i = 0; i < plan.points.size(); ++i) {
    SQLite::bind(point, static_cast<int>(i), plan.points[i].scenario_json);
    bind_values(point, 3, plan.points[i].values);
    point.exec();
    point.reset();
  }
}

/// Nobody wrote anything into it.
bool is_blank(SQLite::Database& database) {
  return database.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0 &&
         database.execAndGet("PRAGMA application_id").getInt() == 0;
}

void refuse_others(SQLite::Database& database) {
  if (database.execAndGet("PRAGMA application_id").getInt() != application)
    throw ForeignFile("is an SQLite file, but none of a sweep");
  const int found = database.execAndGet("PRAGMA user_version").getInt();
  if (found != layout) throw ForeignFile(fmt::format("has layout {}; this version knows {}", found, layout));
}

std::string provenance_in(SQLite::Database& database, const std::string& name) {
  SQLite::Statement note(database, "SELECT value FROM provenance WHERE name = ?");
  note.bind(1, name);
  return note.executeStep() ? note.getColumn(0).getString() : "unknown";
}

void compare_provenance(SQLite::Database& database, const SweepPlan& plan) {
  for (const auto& [name, value] : plan.provenance) {
    const std::string found = provenance_in(database, name);
    if (found != value)
      throw ForeignFile(fmt::format("is of a sweep whose {} is {}; this one's is {}", name, found, value));
  }
}

void compare_inputs(SQLite::Database& database, const SweepPlan& plan) {
  for (const auto& [input, digest] : plan.inputs) {
    const std::string found = provenance_in(database, digest_of_input(input));
    if (found != digest)
      throw ForeignFile(
          fmt::format("is of a sweep before {} changed: its SHA-256 was {}, now it is {}", input, found, digest));
  }
}

std::vector<std::string> varied_places(SQLite::Database& database) {
  SQLite::Statement column(database, "SELECT name FROM pragma_table_info('points') WHERE name LIKE '/%' ORDER BY cid");
  std::vector<std::string> varied;
  while (column.executeStep()) varied.push_back(column.getColumn(0).getString());
  return varied;
}

void compare_points(SQLite::Database& database, const SweepPlan& plan) {
  const int count = database.execAndGet("SELECT count(*) FROM points").getInt();
  if (count != static_cast<int>(plan.points.size()))
    throw ForeignFile(fmt::format("is of a sweep with {} points; this one has {}", count, plan.points.size()));
  if (varied_places(database) != plan.varied)
    throw ForeignFile("is of a sweep that varies other places of the scenario");
  SQLite::Statement point(database, "SELECT scenario FROM points ORDER BY point");
  for (std::size_t i = 0; i < plan.points.size() && point.executeStep(); ++i)
    if (point.getColumn(0).getString() != plan.points[i].scenario_json)
      throw ForeignFile("is of a sweep with another scenario or other values");
}

std::set<RunKey> entered(SQLite::Database& database) {
  std::set<RunKey> runs;
  SQLite::Statement run(database, "SELECT point, replica FROM runs ORDER BY point, replica");
  while (run.executeStep()) runs.emplace_hint(runs.end(), run.getColumn(0).getInt(), run.getColumn(1).getInt());
  return runs;
}

/// Writes runs and what they measured.
class Rows {
public:
  Rows(SQLite::Database& database, std::size_t varied)
      : run_(database, "INSERT OR IGNORE INTO runs VALUES(?, ?, ?, ?" + placeholders(varied) + ")"),
        metric_(database, "INSERT INTO metrics VALUES(?, ?, ?, ?)") {}

  void add(const SweptRun& run, const std::vector<std::string>& values) {
    const auto [point, replica] = run.key;
    run_.clearBindings();
    SQLite::bind(run_, point, replica, std::to_string(run.seed));
    if (!run.problem.empty()) run_.bind(4, run.problem);
    bind_values(run_, 5, values);
    const bool is_new = run_.exec() == 1;
    run_.reset();
    if (!is_new) return;
    for (const auto& [name, value] : run.metrics) add_metric(run.key, name, value);
  }

private:
  void add_metric(const RunKey& key, const std::string& name, double value) {
    metric_.clearBindings();
    SQLite::bind(metric_, key.first, name, key.second);
    if (std::isfinite(value)) metric_.bind(4, value);
    metric_.exec();
    metric_.reset();
  }

  SQLite::Statement run_;
  SQLite::Statement metric_;
};

SweepPlan read_plan(SQLite::Database& database) {
  SweepPlan plan;
  SQLite::Statement note(database, "SELECT name, value FROM provenance");
  while (note.executeStep()) plan.provenance[note.getColumn(0).getString()] = note.getColumn(1).getString();
  plan.varied = varied_places(database);
  std::string columns;
  for (const std::string& pointer : plan.varied) columns += ", " + quoted(pointer);
  SQLite::Statement point(database, "SELECT scenario" + columns + " FROM points ORDER BY point");
  while (point.executeStep()) {
    plan.points.push_back({{}, point.getColumn(0).getString()});
    for (int i = 1; i < point.getColumnCount(); ++i)
      plan.points.back().values.push_back(point.getColumn(i).getString());
  }
  return plan;
}

} // namespace

template <class Do> auto SweepFile::on_file(Do act) const {
  constexpr const char* elsewhere = "; --out DIR puts this sweep elsewhere";
  const char* const advice = purpose_ == Purpose::going_on ? elsewhere : "";
  try {
    return act();
  } catch (const ForeignFile& other) {
    throw ForeignFile(fmt::format("{} {}{}", file_.string(), other.what(), advice));
  } catch (const SQLite::Exception& problem) {
    const std::string reason = fmt::format("{}: {}", file_.string(), problem.what());
    const bool is_foreign = problem.getErrorCode() == SQLITE_NOTADB || problem.getErrorCode() == SQLITE_CORRUPT;
    if (is_foreign || purpose_ == Purpose::reading) throw ForeignFile(reason + advice);
    throw FileTrouble(reason + "; the runs entered before are kept, the same command goes on with the others");
  }
}

SweepFile::SweepFile(fs::path file) : file_(std::move(file)), purpose_(Purpose::reading) {
  on_file([&] {
    database_ = std::make_unique<SQLite::Database>(file_.string(), SQLite::OPEN_READONLY, patience_ms);
    refuse_others(*database_);
    plan_ = read_plan(*database_);
    runs_ = entered(*database_);
  });
}

SweepFile::SweepFile(fs::path file, const SweepPlan& plan, const std::string& command)
    : file_(std::move(file)), purpose_(Purpose::going_on), plan_(plan) {
  on_file([&] {
    database_ =
        std::make_unique<SQLite::Database>(file_.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, patience_ms);
    SQLite::Database& database = *database_;
    SQLite::Transaction whole(database, SQLite::TransactionBehavior::IMMEDIATE);
    if (is_blank(database)) {
      make_tables(database, plan.varied);
      fill(database, plan, command);
    }
    refuse_others(database);
    compare_provenance(database, plan);
    compare_points(database, plan);
    compare_inputs(database, plan);
    runs_ = entered(database);
    whole.commit();
  });
}

SweepFile::~SweepFile() = default;

void SweepFile::enter(const std::vector<SweptRun>& runs) {
  if (runs.empty()) return;
  on_file([&] {
    SQLite::Transaction whole(*database_, SQLite::TransactionBehavior::IMMEDIATE);
    Rows rows(*database_, plan_.points.front().values.size());
    for (const SweptRun& run : runs) rows.add(run, plan_.points[static_cast<std::size_t>(run.key.first)].values);
    whole.commit();
  });
  for (const SweptRun& run : runs) runs_.insert(run.key);
}

int SweepFile::broken(int point) const {
  return on_file([&] {
    SQLite::Statement count(*database_, "SELECT count(problem) FROM runs WHERE point = ?");
    count.bind(1, point);
    count.executeStep();
    return count.getColumn(0).getInt();
  });
}

std::vector<std::string> SweepFile::metrics() const {
  return on_file([&] {
    std::vector<std::string> names;
    SQLite::Statement name(*database_, "SELECT DISTINCT name FROM metrics ORDER BY name");
    while (name.executeStep()) names.push_back(name.getColumn(0).getString());
    return names;
  });
}

std::vector<double> SweepFile::values(int point, const std::string& metric, int end) const {
  return on_file([&] {
    std::vector<double> values;
    SQLite::Statement value(*database_, "SELECT value FROM metrics WHERE point = ? AND name = ? AND "
                                        "replica < ? AND value IS NOT NULL ORDER BY replica");
    SQLite::bind(value, point, metric, end);
    while (value.executeStep()) values.push_back(value.getColumn(0).getDouble());
    return values;
  });
}

std::map<int, double> SweepFile::values_by_replica(int point, const std::string& metric) const {
  return on_file([&] {
    std::map<int, double> values;
    SQLite::Statement value(*database_, "SELECT replica, value FROM metrics WHERE point = ? AND name = ? AND "
                                        "value IS NOT NULL ORDER BY replica");
    SQLite::bind(value, point, metric);
    while (value.executeStep()) values[value.getColumn(0).getInt()] = value.getColumn(1).getDouble();
    return values;
  });
}

std::string SweepFile::first_problem() const {
  return on_file([&]() -> std::string {
    SQLite::Statement problem(*database_,
                              "SELECT problem FROM runs WHERE problem IS NOT NULL ORDER BY point, replica LIMIT 1");
    return problem.executeStep() ? problem.getColumn(0).getString() : "";
  });
}

} // namespace daruma::results
