#include "sim/cli/command_line.hpp"

#include "sim/results/sweep_file.hpp"
#include "sim/run/real/perform.hpp"
#include "sim/run/simulated/simulate.hpp"
#include "sim/scenario/parse.hpp"
#include "sim/scenario/wording.hpp"
#include "sim/study/executor.hpp"
#include "sim/study/slurm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <system_error>

namespace daruma::cli {

namespace {

namespace options = boost::program_options;

struct Command {
  std::string name;
  std::string usage;
  std::string purpose;
  int (*run)(const Words&);
};

const std::vector<Command>& commands() {
  static const std::vector<Command> all{
      {"run",
       "run SCENARIO [--out DIR] [--set /json/pointer=VALUE]... [--seed N] [--replicas N] [--json]\n"
       "               [--on openmpi [--patience TIME]]",
       "simulate a scenario, or run it for real on this machine's MPI", run_scenario},
      {"reproduce", "reproduce ID|all [--replicas N] [--precision P] [--out DIR] [--json]",
       "simulate what a paper published, and compare", reproduce},
      {"sweep",
       "sweep SCENARIO --vary /json/pointer=a,b,c|1..9... [--replicas N|--precision P] [--metric NAME]...\n"
       "               [--fidelity smpi|fast] [--set /json/pointer=VALUE]... [--seed N] [--workers N] [--out DIR]\n"
       "               [--engine local|slurm] [--json]",
       "simulate all combinations of values, into one SQLite file; started again, it goes on where it was", sweep},
      {"check", "check SCENARIO... [--junit FILE] [--fidelity smpi|fast] [--replicas N] [--workers N] [--json]",
       "hold the expectations of scenarios against as many runs as it takes to be sure", check},
      {"compare", "compare RESULT RESULT [--json]", "two results side by side: times, counts, order, relative error",
       compare},
      {"report", "report RESULT... [--out FILE.html] [--title TEXT]",
       "one page for people (HTML, needs nothing else) about runs (out/NAME) and sweeps (out/NAME/sweep.sqlite):\n"
       "      what was asked, the answer, tables, figures, the time line, the machine",
       report_results},
      {"calibrate", "calibrate --on openmpi [--runs N] [--out DIR] [--json] [--patience TIME]",
       "measure this machine's MPI, write a machine and a runtime profile, and predict more", calibrate},
      {"cc", "cc SOURCE... -o PROGRAM.so [compiler options] [--on openmpi]",
       "compile one's own MPI program (C, C++) for simulation, or its twin for this machine's MPI; a scenario names\n"
       "      PROGRAM.so as \"program\"",
       compile},
      {"collisions",
       "collisions --job 20x20 [--spares 2d-1|x+,y-|...] [--method 0d|1d|2d|3d|hybrid] [--failures K] [--json]\n"
       "               [--network mesh|torus] [--order yx] [--stencil 5|9|7|27] [--diagonal-weight W] [--periodic]\n"
       "               [--pattern all-to-all|binomial-tree|ring|random-permutation|FILE] [--victims job|ranks|nodes]\n"
       "               [--rule keep|shortest] [--choice nearest|least-collisions] [--sample N] [--seed N]\n"
       "               [--threads N] [--state SIZE] [--rearrange BUDGET]",
       "count the messages that share a link once spare nodes took over for failed ones", collisions},
      {"diagnose",
       "diagnose SCENARIO [--faults K] [--pairs N] [--cut management|management.node3|...]... [--json]\n"
       "               [--sample N] [--seed N] [--set /json/pointer=VALUE]... [--threads N]",
       "break everything of a scenario's machine, and count what is named by those who notice", diagnose},
      {"list", "list models|machines|runtimes|figures|metrics", "what there is to name in a scenario", list},
      {"schema", "schema", "print the JSON Schema of scenarios", print_schema}};
  return all;
}

std::string help() {
  std::string text = "Daruma simulates MPI jobs that lose processes, change size, and get up again.\n\n";
  for (const Command& command : commands())
    text += fmt::format("  ./daruma {}\n      {}\n", command.usage, command.purpose);
  text += "  ./daruma test [ctest arguments]\n      build and run the tests\n";
  return text;
}

int run_command(const Words& words) {
  if (words.empty() || words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
    std::fputs(help().c_str(), words.empty() ? stderr : stdout);
    return words.empty() ? bad_input : done;
  }
  if (words[0] == "--version") {
    fmt::print("daruma {}\n", DARUMA_VERSION);
    return done;
  }
  const auto command =
      std::find_if(commands().begin(), commands().end(), [&](const Command& known) { return known.name == words[0]; });
  if (command == commands().end()) {
    std::vector<std::string> names;
    for (const Command& known : commands()) names.push_back(known.name);
    throw UsageError(scenario::unknown("command", words[0], names));
  }
  if (std::find(words.begin(), words.end(), "--help") != words.end()) {
    fmt::print("./daruma {}\n    {}\n", command->usage, command->purpose);
    return done;
  }
  return command->run({words.begin() + 1, words.end()});
}

int complain(ExitStatus status, const std::string& message) {
  fmt::print(stderr, "daruma: {}\n", message);
  return status;
}

} // namespace

options::variables_map read_options(const Words& words, const options::options_description& known,
                                    const char* positional, int most_positional) {
  options::positional_options_description positions;
  if (positional != nullptr) positions.add(positional, most_positional);
  options::variables_map values;
  try {
    const auto style = options::command_line_style::unix_style & ~options::command_line_style::allow_guessing;
    options::store(options::command_line_parser(words).options(known).positional(positions).style(style).run(), values);
    options::notify(values);
  } catch (const options::error& problem) {
    throw UsageError(std::string(problem.what()) + "; --help lists what there is");
  }
  return values;
}

int run(const Words& words) {
  try {
    const int status = run_command(words);
    if (std::fflush(stdout) != 0) return complain(machine_lacks, "standard output cannot be written");
    return status;
  } catch (const UsageError& problem) {
    return complain(bad_input, problem.what());
  } catch (const scenario::ScenarioError& problem) {
    return complain(bad_input, problem.what());
  } catch (const run::SimulationError& problem) {
    return complain(broke, problem.what());
  } catch (const study::WorkerError& problem) {
    return complain(broke, problem.what());
  } catch (const study::SlurmError& problem) {
    return complain(machine_lacks, problem.what());
  } catch (const results::ForeignFile& problem) {
    return complain(bad_input, problem.what());
  } catch (const results::FileTrouble& problem) {
    return complain(machine_lacks, problem.what());
  } catch (const real::RunError& problem) {
    return complain(broke, problem.what());
  } catch (const real::Lack& problem) {
    return complain(machine_lacks, problem.what());
  } catch (const real::Interrupted& interrupted) {
    return complain(static_cast<ExitStatus>(128 + interrupted.signal),
                    "interrupted; every process that was started has been ended");
  } catch (const MachineError& problem) {
    return complain(machine_lacks, problem.what());
  } catch (const std::system_error& problem) {
    return complain(machine_lacks, problem.what());
  } catch (const std::exception& problem) { return complain(broke, std::string("internal error: ") + problem.what()); }
}

} // namespace daruma::cli
