// Our own: what the rows of the highly available scheduler in Falanx's Table 2 depend on.
#include "models/falanx/paper/published.hpp"

#include <fmt/format.h>

namespace daruma::models::falanx::paper {

namespace {

/// A change of the scenario of the row of 1 s, held against one of the two published rows.
struct Variant {
  const char* what;
  const Published& published;
  std::vector<scenario::Override> changes;
};

const scenario::Override two_seconds{"/jobs/0/arguments/length", "2s"};
const scenario::Override slower_log{
    "/tree_store/log_force",
    R"({"value": "7.48ms", "kind": "assumed", "source": "a tenth more than in falanx-table2-ha.json"})"};
const scenario::Override free_reads{
    "/tree_store/writes_block_reads",
    R"({"value": false, "kind": "assumed", "source": "as if it had been ZooKeeper 3.6 or later"})"};
const scenario::Override slower_names{
    "/tree_store/per_name",
    R"({"value": "2.2us", "kind": "assumed", "source": "five times as much as in falanx-table2-ha.json"})"};
const scenario::Override slower_names_of_clients{
    "/tree_store/client_per_name",
    R"({"value": "850ns", "kind": "assumed", "source": "five times as much as in falanx-table2-ha.json"})"};

std::vector<Variant> variants() {
  const auto& [one, two] = highly_available.rows;
  return {{"1s", one, {}},
          {"2s", two, {two_seconds}},
          {"1s, log forced 10% slower", one, {slower_log}},
          {"2s, log forced 10% slower", two, {two_seconds, slower_log}},
          {"1s, writes block no reads", one, {free_reads}},
          {"2s, writes block no reads", two, {two_seconds, free_reads}},
          {"1s, names take five times as long", one, {slower_names, slower_names_of_clients}},
          {"2s, names take five times as long", two, {two_seconds, slower_names, slower_names_of_clients}}};
}

} // namespace

study::Reproduction sensitivity(const study::StudyContext& context) {
  study::Reproduction table{"Falanx, Table 2: what the rows of the highly available scheduler are sensitive to"};
  std::vector<scenario::Scenario> scenarios;
  for (const Variant& variant : variants())
    scenarios.push_back(context.load(highly_available.scenario, variant.changes));
  const auto metrics = study::run_each(scenarios, context.models);
  for (std::size_t i = 0; i < scenarios.size(); ++i) {
    const Variant variant = variants()[i];
    table.rows.push_back(
        {fmt::format("main logic, {}", variant.what),
         variant.published.main_logic_s,
         metrics[i].at("bag.main_logic_s"),
         "s",
         {{"lost_races", races_in(metrics[i])}},
         scenarios[i].parameters,
         fmt::format("falanx-table2/{}, {}: main logic", highly_available.name, variant.published.length)});
  }
  const auto slower = [&table](std::size_t row, std::size_t than) {
    return table.rows[row].simulated / table.rows[than].simulated;
  };
  table.claims = {
      {"the log moves the row of 1 s more than that of 2 s, as its submitter can hardly keep up",
       slower(2, 0) > slower(3, 1)},
      {"that reads wait behind writes moves the row of 2 s more than that of 1 s", slower(1, 5) > slower(0, 4)},
      {"so does what the names of a list take, as many tasks wait there", slower(7, 1) > slower(6, 0)}};
  return table;
}

} // namespace daruma::models::falanx::paper
