#include "tests/fuzz/case.hpp"

#include "sim/core/random_stream.hpp"
#include "tests/fuzz/checks.hpp"
#include "tests/fuzz/mutation.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <utility>

namespace daruma::fuzz {

namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

constexpr const char* scenario_file = "scenario.json";
constexpr const char* results = "results";

/// Good command lines: those of the examples, on small scenarios that lie in the folder.
const std::vector<Words>& good_lines() {
  static const std::vector<Words> all{
      {"run", scenario_file, "--fidelity", "fast", "--out", results},
      {"run", scenario_file, "--seed", "7", "--out", results, "--json"},
      {"run", scenario_file, "--until", "1s", "--out", results},
      {"run", scenario_file, "--dry-run"},
      {"check", scenario_file, "--fidelity", "fast", "--replicas", "5", "--workers", "1"},
      {"sweep", scenario_file, "--vary", "/jobs/0/arguments/method=0d,1d", "--replicas", "2", "--workers", "1", "--out",
       results},
      {"diagnose", scenario_file, "--sample", "5", "--threads", "2"},
      {"collisions", "--job", "6x5", "--method", "1d", "--threads", "2"},
      {"collisions", "--job", "5x4", "--method", "hybrid", "--failures", "3", "--sample", "50", "--state", "16MiB"},
      {"collisions", "--job", "8x8", "--machine", "edison", "--pattern", "ring"},
      {"report", results, "--out", "page.html"},
      {"compare", results, results},
      {"explore", scenario_file, "--workers", "1"},
      {"mpirun", "-np", "4", "./survivors.so"},
      {"mpirun", "-np", "3", "--kill", "1@10ms", "--runtime", "openmpi-5.0-ulfm", "./saved.so"},
      {"cc", "survivors.c", "-o", "own.so"},
      {"cc", "-c", "saved.c", "-O2"},
      {"import", "swf", "ricc-first-400.swf", "--out", "imported"},
      {"fit", "lanl-system20-january-2002.csv", "--nodes", "512"},
      {"reproduce", "spare-fig3", "--out", results},
      {"list", "models", "--json"},
      {"help", "run"},
      {"schema"},
      {"init", "first"},
  };
  return all;
}

Words known_words() {
  Words known{"nan",    "-1",    "/dev", ".", "..", "none", "--json", "--out", "--set", "/jobs/0/ranks=1e9",
              "--seed", "--help"};
  for (const Words& line : good_lines()) known.insert(known.end(), line.begin(), line.end());
  return known;
}

void write(const fs::path& file, const std::string& content) { std::ofstream(file, std::ios::binary) << content; }

void copy_beside(const std::vector<fs::path>& files, const fs::path& folder) {
  for (const fs::path& file : files) fs::copy_file(file, folder / file.filename());
}

/// What a job asks for is not always a number after a mutation.
bool has_many_ranks(const nlohmann::json& scenario) {
  const nlohmann::json leaves = scenario.flatten();
  return std::any_of(leaves.begin(), leaves.end(),
                     [](const nlohmann::json& leaf) { return leaf.is_number() && leaf > 500; });
}

Words run_words(const nlohmann::json& scenario, RandomStream& random) {
  Words words{"run", scenario_file, "--out", results};
  const bool is_large = scenario.contains("centre") || has_many_ranks(scenario);
  if (is_large || random.below(3) == 0) words.insert(words.end(), {"--fidelity", "fast"});
  return words;
}

Case scenario_case(const Corpus& corpus, const fs::path& folder, RandomStream& random) {
  const auto scenario = mutated(any_of(corpus.scenarios, random).scenario, corpus.grammar, random);
  write(folder / scenario_file, scenario.dump(1));
  return {Kind::scenario, run_words(scenario, random)};
}

/// A scenario that names a log, which is mutated in its place.
Case log_case(const Corpus& corpus, const fs::path& folder, RandomStream& random) {
  for (;;) {
    const auto& scenario = any_of(corpus.scenarios, random).scenario;
    const std::string text = scenario.dump(1);
    for (const fs::path& log : corpus.logs) {
      if (text.find(log.filename().string()) == std::string::npos) continue;
      write(folder / log.filename(), mutated_log(content_of(log), random));
      write(folder / scenario_file, text);
      return {Kind::log, run_words(scenario, random)};
    }
  }
}

Case command_line_case(const Corpus& corpus, const fs::path& folder, RandomStream& random) {
  static constexpr std::array small{"spare-stencil", "quickstart", "which-part"};
  const char* const name = any_of(small, random);
  for (const Specimen& each : corpus.scenarios)
    if (each.file.stem() == name) write(folder / scenario_file, each.scenario.dump(1));
  return {Kind::command_line, mutated_words(any_of(good_lines(), random), known_words(), random)};
}

/// Whether the case ran to an end, if only its interruption.
bool is_result_expected(const Case& what, const Execution& run) {
  const bool is_run = run.status == 0 || run.status == 1 || run.status == interrupted_status;
  return what.kind != Kind::command_line && run.signal == 0 && is_run;
}

} // namespace

Case prepare(std::uint64_t seed, const Corpus& corpus, const fs::path& folder) {
  RandomStream random(seed, 0, "fuzz");
  for (const auto* files : {&corpus.logs, &corpus.sources, &corpus.programs}) copy_beside(*files, folder);
  const std::uint64_t kind = random.below(10);
  if (kind < 6) return scenario_case(corpus, folder, random);
  if (kind < 8) return log_case(corpus, folder, random);
  return command_line_case(corpus, folder, random);
}

std::vector<std::string> judged(const Case& what, const Execution& run, const fs::path& folder) {
  std::vector<std::string> complaints = complaints_about(run);
  const auto add = [&complaints](std::vector<std::string> more) {
    for (std::string& complaint : more) complaints.push_back(std::move(complaint));
  };
  if (what.kind != Kind::command_line && run.status == 2) add(complaints_about_refusal(run.err));
  if (is_result_expected(what, run)) add(complaints_about_files(folder / results));
  return complaints;
}

} // namespace daruma::fuzz
