// `daruma mpirun`, also called darumarun: runs one program in simulation without a scenario file, as mpirun runs it.
#include "sim/cli/command_line.hpp"
#include "sim/cli/common_options.hpp"
#include "sim/cli/found_program.hpp"
#include "sim/cli/given.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/libtool_script.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/run_once.hpp"
#include "sim/cli/suggestions.hpp"
#include "sim/cli/wrappers.hpp"
#include "sim/core/crash.hpp"
#include "sim/core/initial_errhandler.hpp"
#include "sim/results/printed.hpp"
#include "sim/run/simulated/simulate.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace daruma::cli {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* usual_machine = "oakbridge-cx";
constexpr int most_processes = 1'000'000;

std::vector<std::string> names_of_errhandlers() {
  std::vector<std::string> names;
  for (const auto& [name, handler] : initial_errhandlers) names.emplace_back(name);
  return names;
}

std::vector<Option> options_of_mpirun() {
  return {
      Option("np", "N", "so many processes (as mpirun: -np N, -n N)").between(1, most_processes),
      Option("machine", "MACHINE", "name of a machine, or its file").standard(usual_machine),
      Option("nodes", "N", "so many nodes of it")
          .otherwise("as many as the processes need, one a core; all where its topology, such as a torus, has so many")
          .between(1, most_processes),
      Option("runtime", "RUNTIME", "name of an MPI runtime, or its file").otherwise("the scenarios' own"),
      Option("kill", "RANK@TIME", "the process dies at that simulated time: --kill 3@0.5s").repeated(),
      Option("with-ft", "MODE",
             "Open MPI's word, as test suites write it: mpi, ulfm, yes; failures are reported without it, too"),
      Option("initial-errhandler", "NAME", "error handler that the predefined communicators begin with")
          .one_of(names_of_errhandlers())
          .standard("mpi_errors_are_fatal"),
      Option("oversubscribe",
             "Open MPI's word, as scripts write it; each process has a core of its own without it, too"),
      Option("allow-run-as-root", "Open MPI's word, as scripts of containers write it; nobody is asked who he is"),
      Option("x", "VAR[=VALUE]", "sets a variable of the processes' environment, which is otherwise this call's")
          .repeated(),
      Option("host-time-scale", "X", "computing takes X times what it takes on this computer")
          .standard("0")
          .between(0, 1e9),
      Option("finalize-at-exit", "who exits with status 0 without MPI_Finalize calls it then, as SMPI has it"),
      set_option(),
      seed_option("seed of all random numbers"),
      out_option("folder for the results").otherwise("daruma-out/ with the program's name"),
      Option("scenario", "runs nothing; prints the scenario file that does the same"),
      Option("progress", "says on standard error how the run is coming along")};
}

/// mpirun's users write some words with one dash, and shorter.
std::string with_two_dashes(const std::string& word) {
  if (word == "-np" || word == "-n" || word == "-c") return "--np";
  return word == "-initial-errhandler" ? "-" + word : word;
}

/// Our words, and the program with its own, which begin with the first that is no option.
struct Split {
  Words ours;
  Words programs;
};

Split split(const Words& words) {
  const std::vector<Option> options = options_of_mpirun();
  Split parts;
  std::size_t i = 0;
  for (; i < words.size() && words[i].front() == '-'; ++i) {
    parts.ours.push_back(with_two_dashes(words[i]));
    const std::string& flag = parts.ours.back();
    const auto found =
        std::find_if(options.begin(), options.end(), [&](const Option& one) { return one.flag() == flag; });
    if (found != options.end() && found->takes_value() && i + 1 < words.size()) parts.ours.push_back(words[++i]);
  }
  parts.programs.assign(words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
  return parts;
}

/// As Open MPI's: processes have what is set here, and begin with this program's environment. Throws UsageError.
void set_variables(const Words& settings) {
  for (const std::string& setting : settings) {
    const auto equals = setting.find('=');
    const std::string name = setting.substr(0, equals);
    if (name.empty()) throw UsageError(fmt::format("-x takes VAR or VAR=VALUE, got \"{}\"", setting));
    if (equals != std::string::npos)
      ::setenv(name.c_str(), setting.c_str() + equals + 1, 1);
    else if (!std::getenv(name.c_str()))
      fmt::print(stderr, "daruma: -x {}: there is no such variable to hand on; {}=VALUE sets it\n", name, name);
  }
}

/// Failures are reported whatever the mode; one that means that they are not is refused. Throws UsageError.
void check_fault_tolerance(const std::string& mode) {
  for (const char* const one : {"mpi", "ulfm", "yes", "true", "1"})
    if (mode == one) return;
  throw UsageError(fmt::format("--with-ft {}: the simulated MPI always reports failures as ULFM has it; it can be told "
                               "mpi, ulfm or yes, which change nothing",
                               mode));
}

/// "3@0.5s" as an event.
Json killing(const std::string& text, const std::string& job) {
  const auto at = text.find('@');
  const std::string rank = text.substr(0, at);
  const bool is_number = !rank.empty() && rank.size() < 8 && rank.find_first_not_of("0123456789") == std::string::npos;
  if (at == std::string::npos || !is_number || !parse_seconds(text.substr(at + 1)))
    throw UsageError(fmt::format("--kill takes RANK@TIME, such as 3@0.5s, got \"{}\"", text));
  return {{"at", text.substr(at + 1)}, {"kill", job}, {"processes", {std::stoi(rank)}}};
}

/// A word that can name a job: of letters, digits, "-" and "_", beginning with a letter.
std::string name_of(const fs::path& program) {
  std::string name = (program.extension() == ".so" ? program.stem() : program.filename()).string();
  std::replace_if(
      name.begin(), name.end(), [](unsigned char letter) { return std::isalnum(letter) == 0 && letter != '-'; }, '_');
  return name.empty() || std::isalpha(static_cast<unsigned char>(name.front())) == 0 ? "p" + name : name;
}

/// Files are named from where the command is called, in a scenario from where that lies.
std::string named_anywhere(const std::string& name) {
  return fs::path(name).extension() == ".json" ? fs::absolute(name).lexically_normal().string() : name;
}

/// With a core for each process; all nodes of a machine whose topology says how many it has.
int nodes_for(int processes, const std::string& name) {
  const scenario::Machine machine = scenario::load_machine(name, surroundings());
  if (machine.topology.kind->occupancy() == topology::Occupancy::all_places) return machine.nodes;
  return (processes + machine.cores - 1) / machine.cores;
}

/// What is run: the file that is named, or what libtool has put it in front of, with what leads to its libraries.
/// Throws UsageError.
fs::path program_of(const fs::path& named) {
  fs::path file = fs::absolute(named).lexically_normal();
  const auto scripted = behind_libtools_script(file);
  if (!scripted) return file;
  if (!scripted->library_path.empty()) ::setenv("LD_LIBRARY_PATH", scripted->library_path.c_str(), 1);
  return scripted->file;
}

Json scenario_of(const Given& ours, const Words& programs) {
  const fs::path program = program_of(programs.front());
  const std::string name = name_of(programs.front());
  const std::string machine = named_anywhere(ours.text("machine"));
  const int processes = ours.whole("np");
  const int nodes = ours.has("nodes") ? ours.whole("nodes") : nodes_for(processes, machine);
  Json job{{"name", name}, {"program", program.string()}};
  if (programs.size() > 1) job["arguments"] = Words(programs.begin() + 1, programs.end());
  job["ranks"] = processes;
  if (ours.has("host-time-scale")) job["host_time_scale"] = ours.number("host-time-scale");
  if (ours.has("finalize-at-exit")) job["finalize_at_exit"] = true;
  if (ours.has("initial-errhandler")) job["initial_errhandler"] = ours.text("initial-errhandler");
  Json scenario{
      {"$schema", installation().schema().string()}, {"name", name}, {"machine", {{"use", machine}, {"nodes", nodes}}}};
  if (ours.has("runtime")) scenario["runtime"] = named_anywhere(ours.text("runtime"));
  scenario["jobs"] = Json::array({job});
  for (const std::string& kill : ours.texts("kill")) scenario["events"].push_back(killing(kill, name));
  return scenario;
}

/// As a program's lines come from mpirun; what else happened is told on standard error.
void print_lines(const results::Result& result) {
  for (const results::Event& event : result.events)
    if (results::is_printed(event)) fmt::print(event.kind == results::to_stderr ? stderr : stdout, "{}\n", event.text);
}

/// What a run has printed that breaks is shown as well.
results::Result run_or_print(const RunOrder& order, const scenario::Scenario& scenario, const ResultFolder& folder) {
  try {
    return run_once(order, scenario, folder, [](const results::Result&) { return std::string(); });
  } catch (const run::SimulationError& stopped) {
    print_lines(stopped.result);
    throw;
  }
}

/// A death by the program's own fault, which mpirun makes known by its exit status: a crash, or an exit out of turn.
/// Who wants to see a program survive kills its processes, or has them kill themselves.
bool is_own_fault(const results::Event& event) {
  const auto begins_with = [&](std::string_view text) { return event.text.rfind(text, 0) == 0; };
  return event.kind == "death" &&
         (begins_with("exit status") || std::any_of(fault_signals.begin(), fault_signals.end(),
                                                    [&](int signal) { return begins_with(text_of_signal(signal)); }));
}

/// How an event is told that befell a process, or should have; nothing for others.
std::optional<std::string> opening_of(const results::Event& event) {
  std::string process = fmt::format("process {}: ", event.process);
  if (event.kind == "death") return process;
  if (event.kind == "warning") return process + "warning: ";
  if (event.kind == "ignored") return "ignored: ";
  return std::nullopt;
}

/// Whether the job came to its end, and each of its processes that was not killed did.
bool tell_end(const results::Result& result, const fs::path& out) {
  const results::JobRow& job = result.jobs.front();
  for (const results::Event& event : result.events)
    if (const auto opening = opening_of(event))
      fmt::print(stderr, "daruma: {:.6f} s: {}{}\n", event.time.count(), *opening, event.text);
  for (const std::string& sentence : result.never_due) fmt::print(stderr, "daruma: {}\n", sentence);
  if (!job.finished) fmt::print(stderr, "daruma: {}\n", results::failure_of(job));
  const bool fell_short = std::any_of(result.events.begin(), result.events.end(), is_own_fault);
  fmt::print(stderr, "daruma: {} {} after {:.6f} s of simulated time{}; {} holds the result\n", job.name,
             job.finished ? "finished" : "ended", (job.end - job.start).count(),
             job.finished && fell_short ? ", but not all of it" : "", out.string());
  return job.finished && !fell_short;
}

RunOrder order_of(const Given& ours, const std::string& name) {
  RunOrder order;
  order.out = ours.has("out") ? fs::path(ours.text("out")) : usual_out_of_program(name);
  order.file = (order.out / "scenario.json").string();
  order.overrides = read_overrides(ours);
  order.shows_progress = ours.has("progress");
  return order;
}

/// What the words behind ours say: wrappers, where they begin with one, and the program with its arguments.
struct Called {
  std::unique_ptr<Wrappers> wrappers;
  Words program;
};

/// Throws UsageError.
Called called(const Given& ours, const Words& words) {
  Called is{nullptr, behind_env(words)};
  const fs::path file = found_program(is.program.front());
  is.program.front() = file.string();
  if (!is_wrapper(file) || is_of_libtool(file)) return is;
  if (ours.has("scenario"))
    throw UsageError(
        fmt::format("--scenario is of programs, and runs nothing; what {} starts shows when it is run", file.string()));
  is.wrappers = std::make_unique<Wrappers>(file, Words(is.program.begin() + 1, is.program.end()), ours.whole("np"));
  is.program = is.wrappers->program();
  return is;
}

/// Runs the scenario, and tells what became of it. Returns the exit status.
int run_and_tell(const RunOrder& order, const scenario::Scenario& scenario, const std::string& text) {
  const ResultFolder folder(order.out, order.command);
  write_file(order.file, text);
  const results::Result result = run_or_print(order, scenario, folder);
  print_lines(result);
  if (result.cut) return cut_short(*result.cut, order.out);
  return tell_end(result, order.out) ? done : expectation_failed;
}

/// What goes on behind the program does so when all that it printed is there.
int go_on(Wrappers& wrappers, int status) {
  std::fflush(nullptr);
  const int highest = wrappers.go_on(status);
  if (highest == 0 || status != done) return status;
  fmt::print(stderr, "daruma: what started the program ended with status {}\n", highest);
  return expectation_failed;
}

void check_words(const Given& ours, const Words& programs) {
  if (programs.empty()) throw UsageError("mpirun needs a program: darumarun -np 4 ./prog ARGUMENTS...");
  if (std::find(programs.begin(), programs.end(), ":") != programs.end())
    throw UsageError("mpirun takes one program, and \":\" would begin another one; jobs of a scenario may be several");
  if (!ours.has("np")) throw UsageError("mpirun needs the number of processes: -np 4");
  if (ours.has("with-ft")) check_fault_tolerance(ours.text("with-ft"));
}

int mpirun(const Given& given) {
  const Split words = split(given.words());
  Command by_table = mpirun_command();
  by_table.arguments.clear();
  by_table.reading = Reading::by_table;
  const Given ours(by_table, words.ours);
  check_words(ours, words.programs);
  set_variables(ours.texts("x"));
  const Called is = called(ours, words.programs);
  const std::string text = scenario_of(ours, is.program).dump(2) + "\n";
  RunOrder order = order_of(ours, name_of(is.program.front()));
  order.command = as_typed("darumarun", given.words());
  const scenario::Scenario scenario = scenario::parse(text, order.file, surroundings(), order.overrides);
  if (ours.has("scenario")) {
    fmt::print("{}", text);
    return done;
  }
  if (!is.wrappers) return run_and_tell(order, scenario, text);
  order.out = fs::absolute(order.out);
  order.file = fs::absolute(order.file).string();
  is.wrappers->take_surroundings();
  return go_on(*is.wrappers, run_and_tell(order, scenario, text));
}

} // namespace

Command mpirun_command() {
  return {
      "mpirun",
      "simulate one program without a scenario file, as mpirun runs it",
      "Also called darumarun. Words behind the program are the program's own. Prints what the program prints; deaths "
      "and the end are told on standard error. Exit status 1 if the program did not come to its end, or a process of "
      "it crashed or left early.",
      {{"PROGRAM", "what daruma cc linked, or a script or command that starts it, and its arguments", 1,
        Argument::any_number, files}},
      options_of_mpirun(),
      {"mpirun -np 64 ./heat --steps 10", "mpirun -np 64 --machine fugaku --kill 3@0.5s ./heat",
       "mpirun -np 64 --scenario ./heat"},
      mpirun,
      Reading::before_a_program};
}

} // namespace daruma::cli
