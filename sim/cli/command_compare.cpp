#include "analysis/comparison.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/stored_results.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace daruma::cli {

namespace {
namespace options = boost::program_options;
} // namespace

int compare(const Words& words) {
  options::options_description known;
  known.add_options()("results", options::value<std::vector<std::string>>())("json", "");
  const auto values = read_options(words, known, "results", 2);
  const auto places = values.count("results") ? values["results"].as<std::vector<std::string>>() : Words{};
  if (places.size() != 2)
    throw UsageError("compare needs two results: the folders that runs left behind, or their result.json");
  const auto comparison = analysis::compare(stored_result(places[0]), stored_result(places[1]));
  if (values.count("json"))
    fmt::print("{}", analysis::to_json(comparison, places[0], places[1]));
  else
    fmt::print("A: {}\nB: {}\n\n{}", places[0], places[1], analysis::to_table(comparison, "A", "B", columns()));
  return done;
}

} // namespace daruma::cli
