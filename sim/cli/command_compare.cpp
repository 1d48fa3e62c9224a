#include "analysis/comparison.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/common_options.hpp"
#include "sim/cli/given.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/stored_results.hpp"
#include "sim/cli/suggestions.hpp"

#include <fmt/format.h>

namespace daruma::cli {

namespace {

int compare(const Given& given) {
  const Words& places = given.arguments();
  const auto comparison = analysis::compare(stored_result(places[0]), stored_result(places[1]));
  if (given.has("json"))
    fmt::print("{}", analysis::to_json(comparison, places[0], places[1]));
  else
    fmt::print("A: {}\nB: {}\n\n{}", places[0], places[1], analysis::to_table(comparison, "A", "B", columns()));
  return done;
}

} // namespace

Command compare_command() {
  return {"compare",
          "put two results side by side: times, counts, order, errors",
          "",
          {{"RESULT", "two folders that runs left behind, or their result.json", 2, 2, files}},
          {json_option()},
          {"compare out/simulated out/real"},
          compare};
}

} // namespace daruma::cli
