// `daruma import`: a scenario from what a batch system wrote down of its jobs.
#include "sim/batch/import.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/given.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/suggestions.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace daruma::cli {

namespace {

namespace fs = std::filesystem;

/// Its formats, in the order of the table.
enum class Format { sacct, swf };

Suggestions format_and_file(const Words& before) {
  if (before.empty())
    return {{{"sacct", "what Slurm's sacct -P prints"}, {"swf", "a log in the Standard Workload Format"}}};
  return files(before);
}

/// "thunder" of "logs/thunder.swf.gz".
std::string scenario_name_of(const fs::path& file) {
  fs::path name = file.filename();
  for (const char* extension : {".gz", ".xz", ".swf", ".txt", ".csv"})
    if (name.extension() == extension) name = name.stem();
  return name.string();
}

struct Target {
  fs::path scenario;
  fs::path log; ///< beside it, for a log that has to be written
};

Target target_of(const Given& given, const fs::path& file) {
  fs::path scenario = given.has("out") ? fs::path(given.text("out")) : fs::path(scenario_name_of(file) + ".json");
  if (scenario.extension() != ".json")
    throw UsageError(
        fmt::format("--out takes the scenario's file, such as centre.json, got \"{}\"", scenario.string()));
  fs::path log = scenario;
  return {std::move(scenario), log.replace_extension(".swf")};
}

void check_absent(const fs::path& file) {
  if (fs::exists(file)) throw UsageError(fmt::format("{} is there already; import overwrites nothing", file.string()));
}

batch::ImportedCentre imported(Format format, const fs::path& file, const Target& target, const Given& given) {
  const batch::KnownMachine known{given.has("nodes") ? given.whole("nodes") : 0,
                                  given.has("cores") ? given.whole("cores") : 0};
  const std::string name = target.scenario.stem().string();
  try {
    return format == Format::sacct ? batch::import_sacct(batch::read_sacct(file), name, known)
                                   : batch::import_swf(batch::read_swf(file), name, known);
  } catch (const batch::LogError& error) { throw UsageError(error.what()); }
}

/// As the scenario has it, which looks from its own folder.
std::string seen_from(const fs::path& scenario, const fs::path& log) {
  const fs::path folder = fs::absolute(scenario).parent_path();
  return fs::absolute(log).lexically_normal().lexically_relative(folder.lexically_normal()).string();
}

int import(const Given& given) {
  const std::string word = one_of("format", given.arguments().front(), {"sacct", "swf"});
  const Format format = word == "sacct" ? Format::sacct : Format::swf;
  const fs::path file = given.arguments().back();
  const Target target = target_of(given, file);
  check_absent(target.scenario);
  if (format == Format::sacct) check_absent(target.log);
  const batch::ImportedCentre centre = imported(format, file, target, given);
  if (!target.scenario.parent_path().empty()) make_folder(target.scenario.parent_path());
  if (!centre.swf.empty()) write_file(target.log, centre.swf);
  const fs::path log = format == Format::sacct ? target.log : file;
  write_file(target.scenario, batch::scenario_of(centre, seen_from(target.scenario, log)));
  for (const std::string& note : centre.notes) fmt::print("{}\n", note);
  fmt::print("\n{} holds the scenario{}; run it with --fidelity fast\n", target.scenario.string(),
             centre.swf.empty() ? "" : fmt::format(" and {} its log", target.log.string()));
  return done;
}

} // namespace

Command import_command() {
  constexpr double most = 1e9;
  return {
      "import",
      "write the scenario of a centre from its batch system's log",
      "Says what was taken, what was left out and why, and what the file does not tell.\n"
      "sacct: Slurm's accounting as sacct -P prints it (with -a, -D, and any columns that say which job it is, when "
      "it came, how long it ran and on how many processors); a log in the Standard Workload Format is written "
      "beside the scenario.\n"
      "swf: a log of the Parallel Workloads Archive, plain or compressed, which stays where it is.",
      {{"FORMAT FILE", "sacct or swf, and the batch system's file", 2, 2, format_and_file}},
      {Option("out", "FILE", "the scenario").otherwise("the file's name with .json, in this folder"),
       Option("nodes", "N", "of the machine").between(1, most).otherwise("what the file tells"),
       Option("cores", "N", "of a node").between(1, most).otherwise("what the file tells")},
      {"import sacct accounts.txt", "import swf LLNL-Thunder-2007-1.1-cln.swf.gz --out thunder.json"},
      import};
}

} // namespace daruma::cli
