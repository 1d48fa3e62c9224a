#include "sim/cli/installation.hpp"

#include "sim/cli/models.hpp"

namespace daruma::cli {

namespace {
const std::filesystem::path root = DARUMA_SOURCE_DIR;
}

scenario::Surroundings surroundings() {
  scenario::Surroundings all{root / "platforms", root / "platforms" / "runtimes", schema_file(), {}};
  for (const auto& model : models()) all.models.emplace_back(model.name);
  return all;
}

std::filesystem::path scenario_folder() { return root / "scenarios"; }
std::filesystem::path runner_of(const std::string& preset) {
  return root / "build" / preset / "models" / "daruma_runner";
}

std::filesystem::path schema_file() { return scenario_folder() / "scenario.schema.json"; }

std::filesystem::path report_template() { return root / "sim" / "results" / "pages" / "assets" / "page.html"; }

std::filesystem::path drawer_of_figures() { return root / "analysis" / "draw_figure.py"; }

std::vector<std::filesystem::path> program_headers() {
  std::vector<std::filesystem::path> folders = own_headers();
  folders.insert(folders.begin(), root / "sim" / "mpi" / "include");
  return folders;
}
std::vector<std::filesystem::path> own_headers() {
  return {root / "sim" / "hosting" / "include", root / "models" / "falanx" / "include"};
}

} // namespace daruma::cli
