#include "sim/cli/run_once.hpp"

#include "sim/cli/command_line.hpp"
#include "sim/cli/models.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/watched_run.hpp"
#include "sim/cli/worlds.hpp"
#include "sim/results/printed.hpp"
#include "sim/results/sinks.hpp"

#include <fmt/format.h>

#include <fstream>
#include <string>
#include <utility>

namespace daruma::cli {

namespace {

results::Result with_units(results::Result result) {
  result.units = results::units_of(result, metric_catalogue());
  return result;
}

/// "12.txt".
bool is_of_a_process(const std::filesystem::path& file) {
  const std::string number = file.stem();
  return file.extension() == ".txt" && number.find_first_not_of("0123456789") == std::string::npos;
}

/// A file for each process that printed something, and none of an earlier run.
void leave_output(const std::filesystem::path& folder, const results::Result& result) {
  if (std::filesystem::is_directory(folder))
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
      if (is_of_a_process(entry.path())) std::filesystem::remove(entry.path());
  for (const results::PrintedFile& file : results::printed_files(result)) {
    make_folder((folder / file.path).parent_path());
    write_file(folder / file.path, file.text);
  }
}

/// Whether the folder has the result of a centre, to which the tables there belong.
bool has_centre(const std::filesystem::path& folder) {
  std::ifstream stream(folder / "result.json");
  for (std::string line; std::getline(stream, line);)
    if (line.find("\"centre\":") != std::string::npos) return true;
  return false;
}

void remove_tables(const std::filesystem::path& folder) {
  for (const char* name : results::centre_tables) std::filesystem::remove(folder / name);
}

void leave_tables(const std::filesystem::path& folder, const results::Result& result) {
  for (const auto& [name, table] : result.tables)
    write_file(folder / name, [&table = table](const auto& sink) { table.read(sink); });
}

results::Result run(const RunOrder& order, scenario::Scenario scenario, const Salvage& salvage) {
  if (order.world.on.empty()) {
    batch::Logs logs;
    return simulate(order, prepare(std::move(scenario), order.file, order.fidelity, logs), salvage);
  }
  check_for_real(order, scenario);
  return perform(order, scenario, salvage);
}

} // namespace

results::Result run_once(const RunOrder& order, scenario::Scenario scenario) {
  const Salvage salvage = [&order](const results::Result& so_far) {
    leave_behind(order, with_units(so_far), shown(so_far, "", columns()));
  };
  return with_units(run(order, std::move(scenario), salvage));
}

void leave_behind(const RunOrder& order, const results::Result& result, const std::string& text) {
  make_folder(order.out);
  if (has_centre(order.out)) remove_tables(order.out);
  write_file(order.out / "result.json", [&result](const auto& sink) { results::result_json(result, sink); });
  write_file(order.out / "trace.json", [&result](const auto& sink) { results::chrome_trace(result, sink); });
  write_file(order.out / "table.txt", text);
  leave_output(order.out / "output", result);
  leave_tables(order.out, result);
}

std::string shown(const results::Result& result, const std::string& claims, int width) {
  std::string text = results::table(result, width);
  if (!result.events.empty()) text += "\n" + results::time_line(result, width);
  if (!result.stacks.empty()) text += "\n" + results::stack_table(result, width);
  return text + (claims.empty() ? "" : "\n") + claims;
}

/// The exit status of a run that was cut; says on standard error by which signal, if it was one.
int cut_short(const results::Cut& cut, const std::filesystem::path& out) {
  const int signal = signal_named(cut.by);
  if (signal == 0) return done;
  fmt::print(stderr,
             "daruma: {} stopped the run at {:.6g} s of simulated time; {} holds what was recorded until then\n",
             cut.by, cut.at.count(), out.string());
  return 128 + signal;
}

} // namespace daruma::cli
