#include "sim/cli/common_options.hpp"

#include "sim/cli/suggestions.hpp"

namespace daruma::cli {

namespace {
constexpr int most_at_once = 1024;
}

Option json_option() { return {"json", "prints one JSON document, and nothing else, on standard output"}; }

Option out_option(const std::string& meaning) { return Option("out", "DIR", meaning).completed_by(folders); }

Option seed_option(const std::string& meaning) { return {"seed", "N", meaning}; }

Option set_option() {
  return Option("set", "/POINTER=VALUE", "sets a value of the scenario, by its JSON pointer: --set /jobs/0/ranks=64")
      .repeated()
      .completed_by(pointers_of_the_scenario);
}

Option fidelity_option() {
  return Option("fidelity", "WAY", "smpi: each rank runs real MPI code; fast: events only, no ranks")
      .one_of({"smpi", "fast"});
}

Option workers_option() {
  return Option("workers", "N", "so many runs at once").between(1, most_at_once).otherwise("one for each core");
}

Option threads_option() {
  return Option("threads", "N", "so many threads at once").between(1, most_at_once).otherwise("one for each core");
}

Argument scenario_argument() {
  return {"SCENARIO", "file of a scenario, or the name of one that is installed, such as quickstart", 1, 1, scenarios};
}

} // namespace daruma::cli
