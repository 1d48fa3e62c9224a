#include "sim/calibration/report.hpp"

#include "sim/calibration/processor_times.hpp"
#include "sim/calibration/trials.hpp"
#include "sim/core/units.hpp"
#include "sim/results/text_layout.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace daruma::calibration {

namespace {

using OrderedJson = nlohmann::ordered_json;
using results::Align;
using results::Column;

const char* name_of(Document document) {
  constexpr const char* names[] = {"machine", "runtime", "tree_store"};
  return names[static_cast<std::size_t>(document)];
}

std::string seconds(double value) { return fmt::format("{:.3g}", value); }

const char* role(const Row& row) { return row.is_fitted ? "fitted" : "predicted"; }

double ratio(const Row& row) { return row.simulated / row.measured.median; }

std::string table_of_numbers(const std::vector<Values>& runs, const Origin& origin, int width) {
  std::vector<Column> columns{{"number"}, {"value", Align::right}, {"least", Align::right}, {"most", Align::right}};
  for (const auto& [place, value] : fit(medians(runs), origin)) {
    if (is_of_list(place)) continue;
    const Spread spread = reach(place, runs, origin);
    columns[0].cells.push_back(std::string(name_of(place.first)) + " " + place.second);
    columns[1].cells.push_back(to_text(place, value));
    columns[2].cells.push_back(to_text(place, spread.least));
    columns[3].cells.push_back(to_text(place, spread.most));
  }
  return results::side_by_side(columns, width);
}

/// Empty if nothing of it was measured.
std::string table_of_processor_times(const std::vector<Values>& runs, int width) {
  std::vector<Column> columns{{"processor time, us", Align::right}};
  const auto lists = {"send", "receive", "copy", "combine"};
  for (const char* list : lists) columns.push_back({list, Align::right});
  const Values values = medians(runs);
  for (int length = 1; length <= longest_message; length *= 4) {
    columns[0].cells.push_back(fmt::format("{} B", length));
    std::size_t column = 1;
    for (const char* list : lists) {
      const auto time = processor_time(values, list, length);
      columns[column++].cells.push_back(time ? fmt::format("{:.3g}", *time * 1e6) : "");
    }
  }
  const bool is_known = processor_time(values, "send", 1).has_value();
  return is_known ? results::side_by_side(columns, width) + "\n" : "";
}

std::string table_of_rows(const std::vector<Row>& rows, int width) {
  std::vector<Column> columns{{"what"},
                              {"measured", Align::right},
                              {"least", Align::right},
                              {"most", Align::right},
                              {"runs", Align::right},
                              {"simulated", Align::right},
                              {"ratio", Align::right},
                              {""}};
  for (const Row& row : rows) {
    columns[0].cells.push_back(row.name);
    columns[1].cells.push_back(seconds(row.measured.median));
    columns[2].cells.push_back(seconds(row.measured.least));
    columns[3].cells.push_back(seconds(row.measured.most));
    columns[4].cells.push_back(std::to_string(row.runs));
    columns[5].cells.push_back(seconds(row.simulated));
    columns[6].cells.push_back(fmt::format("{:.2f}", ratio(row)));
    columns[7].cells.emplace_back(role(row));
  }
  return results::side_by_side(columns, width);
}

} // namespace

std::string to_table(const std::vector<Values>& runs, const std::vector<Row>& rows, const Origin& origin, int width) {
  return fmt::format("{} on {} cores, medians of {} runs\n\n{}\n{}{}", origin.name, origin.cores, runs.size(),
                     table_of_numbers(runs, origin, width), table_of_processor_times(runs, width),
                     table_of_rows(rows, width));
}

std::string to_json(const std::vector<Values>& runs, const std::vector<Row>& rows, const Origin& origin) {
  OrderedJson json{{"mpi", origin.name}, {"cores", origin.cores}, {"runs", runs.size()}};
  json["numbers"] = OrderedJson::array();
  for (const auto& [place, value] : fit(medians(runs), origin)) {
    const Spread spread = reach(place, runs, origin);
    json["numbers"].push_back({{"document", name_of(place.first)},
                               {"pointer", place.second},
                               {"value", value},
                               {"least", spread.least},
                               {"most", spread.most}});
  }
  json["checks"] = OrderedJson::array();
  for (const Row& row : rows)
    json["checks"].push_back({{"name", row.name},
                              {"role", role(row)},
                              {"measured_s", row.measured.median},
                              {"least_s", row.measured.least},
                              {"most_s", row.measured.most},
                              {"runs", row.runs},
                              {"simulated_s", row.simulated},
                              {"ratio", ratio(row)}});
  json["samples"] = OrderedJson::object();
  for (const Values& run : runs)
    for (const auto& [name, value] : run) json["samples"][name].push_back(value);
  return json.dump(2) + "\n";
}

} // namespace daruma::calibration
