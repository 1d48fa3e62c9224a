// What a sweep left in its file.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <filesystem>
#include <string>

namespace daruma::test {

/// Every row of the tables with results, in the file's own order.
inline std::string rows_of(const std::filesystem::path& file) {
  SQLite::Database database(file.string(), SQLite::OPEN_READONLY, 10000);
  std::string text;
  for (const char* table : {"points", "runs", "metrics"}) {
    SQLite::Statement row(database, std::string("SELECT * FROM ") + table);
    for (; row.executeStep(); text += "\n")
      for (int i = 0; i < row.getColumnCount(); ++i) text += row.getColumn(i).getString() + "|";
  }
  return text;
}

/// None where there is no such file yet. Takes back what a sweep that was killed had begun to write.
inline int runs_in(const std::filesystem::path& file) {
  try {
    SQLite::Database database(file.string(), SQLite::OPEN_READWRITE, 10000);
    return database.execAndGet("SELECT count(*) FROM runs").getInt();
  } catch (const SQLite::Exception&) { return 0; }
}

} // namespace daruma::test
