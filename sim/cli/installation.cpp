#include "sim/cli/installation.hpp"

#include "sim/cli/command_line.hpp"
#include "sim/cli/models.hpp"
#include "sim/cli/names.hpp"
#include "sim/scenario/wording.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <system_error>
#include <unistd.h>

namespace daruma::cli {

namespace {

namespace fs = std::filesystem;

/// The file beside a program that was built and not installed; it names the source tree.
constexpr const char* mark_of_a_build = "source_tree";

/// The first program of that name in the folders of a PATH.
fs::path found_in(const std::string& path, const std::string& name) {
  std::istringstream folders(path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (fs::path file = fs::path(folder) / name; !folder.empty() && access(file.c_str(), X_OK) == 0) return file;
  return {};
}

bool is_same_file(const fs::path& a, const fs::path& b) {
  std::error_code absent;
  return fs::equivalent(a, b, absent);
}

} // namespace

std::string Installation::way_to_runner(const std::string& mpi) const {
  if (is_source_tree)
    return fmt::format("./daruma run ... --on {0} builds it, as does: cmake --preset {0} && cmake --build --preset {0} "
                       "(on Debian: apt-get install {1})",
                       mpi, mpi == "mpich" ? "libmpich-dev mpich" : "libopenmpi-dev openmpi-bin");
  if (mpi == "mpich") return "no package has it: build Daruma's preset \"mpich\" and name the file with --runner";
  return "it is in the package daruma-runner-openmpi; --runner names another one";
}

Installation in_source_tree(const fs::path& root, const fs::path& build) {
  Installation all;
  all.program = root / "daruma";
  all.machines = root / "platforms";
  all.scenarios = root / "scenarios";
  all.report_page = root / "sim/results/pages/assets/page.html";
  all.figure_drawer = root / "analysis/draw_figure.py";
  all.completions = root / "sim/cli/completion";
  all.mpi_headers = root / "sim/mpi/include";
  all.own_headers = {root / "sim/hosting/include", root / "models/falanx/include", root / "sim/batch/include"};
  all.link_libraries = build / "lib";
  all.runners = root / "build";
  all.runner_file = "models/daruma_runner";
  all.is_source_tree = true;
  return all;
}

Installation under_prefix(const fs::path& prefix) {
  const fs::path share = prefix / "share/daruma";
  Installation all;
  all.program = prefix / "bin/daruma";
  all.machines = share / "platforms";
  all.scenarios = share / "scenarios";
  all.report_page = share / "page.html";
  all.figure_drawer = share / "draw_figure.py";
  all.completions = share / "completion";
  all.mpi_headers = prefix / "include/daruma/mpi";
  all.own_headers = {prefix / "include/daruma"};
  all.link_libraries = prefix / "lib/daruma";
  all.runners = prefix / "lib/daruma";
  all.runner_file = "daruma_runner";
  return all;
}

Installation installation_of(const fs::path& executable) {
  const fs::path folder = executable.parent_path();
  std::ifstream mark(folder / mark_of_a_build);
  if (std::string root; std::getline(mark, root)) return in_source_tree(root, folder);
  Installation installed = under_prefix(folder.parent_path());
  if (!fs::exists(installed.schema()))
    throw MachineError(fmt::format("{} stands alone: its machines and scenarios should be in {}; cmake --install puts "
                                   "both where they belong",
                                   executable.string(), installed.machines.parent_path().string()));
  return installed;
}

const Installation& installation() {
  static const Installation mine = installation_of(fs::read_symlink("/proc/self/exe"));
  return mine;
}

std::string installed_text(const fs::path& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  if (!stream || !(text << stream.rdbuf())) throw MachineError(file.string() + " cannot be read");
  return text.str();
}

std::string as_typed(const fs::path& program, const fs::path& here, const std::string& path) {
  if (is_same_file(found_in(path, program.filename()), program)) return program.filename();
  if (is_same_file(program.parent_path(), here)) return "./" + program.filename().string();
  return program;
}

const scenario::Surroundings& surroundings() {
  static const scenario::Surroundings all = [] {
    const Installation& mine = installation();
    scenario::Surroundings here{mine.machines, mine.machines / "runtimes", scenario::load_schema(mine.schema()), {}};
    for (const auto& model : models()) here.models.emplace_back(model.name);
    return here;
  }();
  return all;
}

std::string scenario_file(const std::string& word) {
  if (fs::exists(word) && !fs::is_directory(word)) return word;
  const fs::path& folder = installation().scenarios;
  for (const fs::path& file : {folder / (word + ".json"), folder / word, folder.parent_path() / word})
    if (fs::is_regular_file(file)) return file;
  const bool is_name = word.find_first_of("/.") == std::string::npos;
  if (!is_name) return word;
  std::vector<std::string> known;
  for (const Name& name : scenario_names()) known.push_back(name.text);
  throw UsageError(scenario::unknown("scenario", word, known));
}

} // namespace daruma::cli
