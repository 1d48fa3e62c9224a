#include "sim/explore/exploration_file.hpp"

#include "sim/results/sweep_file.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>
#include <fmt/format.h>

namespace daruma::explore {

namespace {

using Provenance = std::map<std::string, std::string>;

constexpr int patience_ms = 10000; // for others who read or write the same file

Provenance read_provenance(SQLite::Database& database) {
  Provenance found;
  if (!database.tableExists("provenance")) return found;
  SQLite::Statement note(database, "SELECT name, value FROM provenance");
  while (note.executeStep()) found[note.getColumn(0).getString()] = note.getColumn(1).getString();
  return found;
}

void begin(SQLite::Database& database, const Provenance& provenance) {
  database.exec("DROP TABLE IF EXISTS cases");
  database.exec("DROP TABLE IF EXISTS provenance");
  database.exec("CREATE TABLE provenance(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID");
  database.exec("CREATE TABLE cases(faults TEXT PRIMARY KEY, verdict TEXT NOT NULL, why TEXT NOT NULL, deaths INTEGER, "
                "is_promised INTEGER, end_s REAL, outcome TEXT NOT NULL) WITHOUT ROWID");
  SQLite::Statement note(database, "INSERT INTO provenance VALUES(?, ?)");
  for (const auto& [name, value] : provenance) {
    SQLite::bind(note, name, value);
    note.exec();
    note.reset();
  }
}

} // namespace

template <class Do> auto ExplorationFile::on_file(Do act) const {
  try {
    return act();
  } catch (const SQLite::Exception& problem) {
    throw results::FileTrouble(fmt::format("{}: {}; --out DIR puts it elsewhere", file_.string(), problem.what()));
  }
}

ExplorationFile::ExplorationFile(std::filesystem::path file, const Provenance& provenance) : file_(std::move(file)) {
  on_file([&] {
    database_ =
        std::make_unique<SQLite::Database>(file_.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, patience_ms);
    database_->exec("PRAGMA journal_mode = WAL");   // cases are entered one by one, in less time than a disk takes:
    database_->exec("PRAGMA synchronous = NORMAL"); // those of the last moments before a power failure are tried again
    SQLite::Transaction whole(*database_, SQLite::TransactionBehavior::IMMEDIATE);
    if (read_provenance(*database_) != provenance) begin(*database_, provenance);
    whole.commit();
  });
}

ExplorationFile::~ExplorationFile() = default;

std::optional<Outcome> ExplorationFile::find(const std::string& faults) const {
  return on_file([&]() -> std::optional<Outcome> {
    SQLite::Statement one(*database_, "SELECT outcome FROM cases WHERE faults = ?");
    one.bind(1, faults);
    if (!one.executeStep()) return std::nullopt;
    return read_outcome(one.getColumn(0).getString());
  });
}

void ExplorationFile::enter(const std::vector<std::pair<std::string, Outcome>>& outcomes) {
  if (outcomes.empty()) return;
  on_file([&] {
    SQLite::Transaction whole(*database_, SQLite::TransactionBehavior::IMMEDIATE);
    SQLite::Statement row(*database_, "INSERT OR REPLACE INTO cases VALUES(?, ?, ?, ?, ?, ?, ?)");
    for (const auto& [faults, outcome] : outcomes) {
      SQLite::bind(row, faults, std::string(word_of(verdicts, outcome.finding.verdict)), outcome.finding.why,
                   outcome.finding.deaths, static_cast<int>(outcome.finding.is_promised), outcome.end.count(),
                   write_outcome(outcome));
      row.exec();
      row.reset();
    }
    whole.commit();
  });
}

} // namespace daruma::explore
