#include "sim/results/centre_rows.hpp"

#include "sim/core/number.hpp"
#include "sim/results/reader.hpp"

#include <fstream>
#include <functional>
#include <limits>
#include <set>
#include <string_view>

namespace daruma::results {

namespace {

namespace fs = std::filesystem;

using Cells = std::vector<std::string_view>;

/// What is wrong with a row; its file and line are known further out.
struct NoSuchRow {};

/// The place of the separator behind the first cell, which may be in quotes.
std::size_t end_of_cell(std::string_view line, char separator) {
  if (line.empty() || line.front() != '"') return line.find(separator);
  std::size_t quote = line.find('"', 1);
  while (quote != std::string_view::npos && line.substr(quote + 1, 1) == "\"") quote = line.find('"', quote + 2);
  return quote == std::string_view::npos ? quote : line.find(separator, quote);
}

void split(std::string_view line, char separator, Cells& cells) {
  cells.clear();
  for (std::size_t end = end_of_cell(line, separator); end != std::string_view::npos;
       end = end_of_cell(line, separator)) {
    cells.push_back(line.substr(0, end));
    line.remove_prefix(end + 1);
  }
  cells.push_back(line);
}

template <class Number> Number number(std::string_view cell) {
  const auto value = number_in<Number>(cell);
  if (!value) throw NoSuchRow{};
  return *value;
}

struct TakesNoHead {
  void operator()(const Cells& /*names*/) const {}
};

/// Hands over the cells of each row of a table, which are as many as its head has names, and before them the head's.
template <class Take, class TakeHead> class TableReader {
public:
  TableReader(std::string name, Take take, TakeHead take_head)
      : name_(std::move(name)), take_(std::move(take)), take_head_(std::move(take_head)) {}

  void add(std::string_view line) {
    split(line, ',', cells_);
    if (++lines_ == 1) {
      columns_ = cells_.size();
      take_head_(cells_);
      return;
    }
    try {
      if (cells_.size() != columns_) throw NoSuchRow{};
      take_(cells_);
    } catch (const NoSuchRow&) {
      throw ReadError(name_ + ", line " + std::to_string(lines_) + ": is no row of this table");
    }
  }

  void finish() const {
    if (lines_ == 0) throw ReadError(name_ + " cannot be read");
  }

private:
  std::string name_;
  Take take_;
  TakeHead take_head_;
  Cells cells_{};
  std::size_t columns_ = 0;
  int lines_ = 0;
};

/// Tables by the names of their files.
class TablesOfFolder {
public:
  explicit TablesOfFolder(fs::path folder) : folder_(std::move(folder)) {}

  bool have(const char* name) const { return fs::exists(folder_ / name); }

  template <class Take, class TakeHead = TakesNoHead>
  void read(const char* name, Take take, TakeHead take_head = {}) const {
    TableReader<Take, TakeHead> reader((folder_ / name).string(), std::move(take), std::move(take_head));
    std::ifstream stream(folder_ / name);
    for (std::string line; std::getline(stream, line);) reader.add(line);
    reader.finish();
  }

private:
  fs::path folder_;
};

/// Each row of them ends with a line break.
class TablesOfResult {
public:
  explicit TablesOfResult(const std::map<std::string, LongText>& tables) : tables_(tables) {}

  bool have(const char* name) const { return tables_.count(name) > 0; }

  template <class Take, class TakeHead = TakesNoHead>
  void read(const char* name, Take take, TakeHead take_head = {}) const {
    TableReader<Take, TakeHead> reader(name, std::move(take), std::move(take_head));
    std::string line;
    tables_.at(name).read([&](std::string_view part) {
      for (std::size_t end = part.find('\n'); end != std::string_view::npos; end = part.find('\n')) {
        reader.add(line.append(part.substr(0, end)));
        line.clear();
        part.remove_prefix(end + 1);
      }
      line += part; // it goes on in the next
    });
    reader.finish();
  }

private:
  const std::map<std::string, LongText>& tables_;
};

/// Those that the log has not are called "urgent-1" and so on.
std::int32_t job_number(std::string_view name) { return number<std::int32_t>(name.substr(name.find('-') + 1)); }

using Names = std::set<std::string, std::less<>>;

/// As jobs.csv tells them.
template <class Tables> Names urgent_jobs(const Tables& tables) {
  constexpr std::size_t kind = 2;
  Names names;
  tables.read("jobs.csv", [&names](const Cells& cells) {
    if (cells.at(kind) == "urgent") names.emplace(cells.front());
  });
  return names;
}

/// Hands over the first and the last node of each of the ranges "0-3 7".
template <class Take> void each_range(std::string_view text, Cells& ranges, Take take) {
  split(text, ' ', ranges);
  for (const std::string_view range : ranges) {
    const std::size_t dash = range.find('-');
    const auto first = number<std::int32_t>(range.substr(0, dash));
    take(first, dash == std::string_view::npos ? first : number<std::int32_t>(range.substr(dash + 1)));
  }
}

void add_stays(const Cells& cells, const Names& urgent, Cells& ranges, std::vector<CentreRows::Stay>& stays) {
  const std::string_view job = cells.at(0);
  CentreRows::Stay stay{number<double>(cells.at(2)), number<double>(cells.at(3)), 0, 0, job_number(job),
                        urgent.count(job) > 0,       cells.at(1) != "work"};
  each_range(cells.at(5), ranges, [&](std::int32_t first, std::int32_t last) {
    stay.first = first;
    stay.last = last;
    stays.push_back(stay);
  });
}

/// Of series.csv, which has some columns only where there is something to say.
class SeriesColumns {
public:
  void find(const Cells& names) {
    for (const auto& [name, member] : known)
      for (std::size_t place = 0; place < names.size(); ++place)
        if (names[place] == name) places_.emplace_back(place, member);
  }

  CentreRows::State state(const Cells& cells) const {
    CentreRows::State state{};
    for (const auto& [place, member] : places_) {
      const bool is_without_cap = member == &CentreRows::State::cap_w && cells[place].empty();
      if (!is_without_cap) state.*member = number<double>(cells[place]);
    }
    return state;
  }

private:
  using Member = double CentreRows::State::*;
  static constexpr std::pair<std::string_view, Member> known[] = {
      {"time", &CentreRows::State::time_s},
      {"used", &CentreRows::State::used},
      {"reserved", &CentreRows::State::reserved},
      {"down", &CentreRows::State::down},
      {"spare", &CentreRows::State::spare},
      {"waiting_jobs", &CentreRows::State::waiting_jobs},
      {"waiting_cores", &CentreRows::State::waiting_cores},
      {"closed", &CentreRows::State::closed},
      {"held", &CentreRows::State::held},
      {"power_w", &CentreRows::State::power_w},
      {"cap_w", &CentreRows::State::cap_w},
      {"file_system_use", &CentreRows::State::file_system_use},
      {"file_system_demand", &CentreRows::State::file_system_demand}};

  std::vector<std::pair<std::size_t, Member>> places_{};
};

CentreRows::Group group_of(const Cells& cells) {
  constexpr std::size_t first_percentile = 6;
  CentreRows::Group group{std::string(cells.at(0)),    std::string(cells.at(1)),    std::string(cells.at(4)),
                          number<double>(cells.at(2)), number<double>(cells.at(5)), {}};
  for (std::size_t i = 0; i < group.percentiles.size(); ++i)
    group.percentiles[i] = number<double>(cells.at(first_percentile + i));
  return group;
}

template <class Tables> CentreRows rows_of(const Tables& tables) {
  CentreRows rows;
  Cells ranges;
  const Names urgent = urgent_jobs(tables);
  tables.read("schedule.csv", [&](const Cells& cells) { add_stays(cells, urgent, ranges, rows.stays); });
  SeriesColumns series;
  tables.read(
      "series.csv", [&](const Cells& cells) { rows.states.push_back(series.state(cells)); },
      [&](const Cells& names) { series.find(names); });
  tables.read("outages.csv", [&](const Cells& cells) {
    const double up = cells.at(2).empty() ? std::numeric_limits<double>::infinity() : number<double>(cells.at(2));
    rows.outages.push_back({number<std::int32_t>(cells.at(0)), number<double>(cells.at(1)), up});
  });
  if (tables.have("reservations.csv"))
    tables.read("reservations.csv", [&](const Cells& cells) {
      rows.closings.push_back({{}, number<double>(cells.at(1)), number<double>(cells.at(2)), cells.at(3).empty()});
      each_range(cells.at(0), ranges, [&rows](std::int32_t first, std::int32_t last) {
        rows.closings.back().nodes.emplace_back(first, last);
      });
    });
  tables.read("groups.csv", [&](const Cells& cells) { rows.groups.push_back(group_of(cells)); });
  return rows;
}

} // namespace

CentreRows read_centre_rows(const fs::path& folder) { return rows_of(TablesOfFolder(folder)); }

CentreRows centre_rows(const std::map<std::string, LongText>& tables) { return rows_of(TablesOfResult(tables)); }

} // namespace daruma::results
