// `daruma init`: a first scenario with its program, to edit.
#include "sim/cli/command_line.hpp"
#include "sim/cli/given.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/suggestions.hpp"
#include "sim/core/replaced.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

namespace daruma::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* first_program = "survivors.c";
constexpr const char* first_scenario = "survivors.json";

/// The scenario names its schema by where it is, so that editors find it from anywhere.
std::string with_schema(std::string text, const fs::path& schema) {
  const std::string beside = "\"../scenario.schema.json\"";
  if (const auto at = text.find(beside); at != std::string::npos)
    text.replace(at, beside.size(), '"' + schema.string() + '"');
  return text;
}

int init(const Given& given) {
  const fs::path folder = given.arguments().front();
  const fs::path source = installation().scenarios / "programs";
  for (const char* name : {first_program, first_scenario})
    if (fs::exists(folder / name))
      throw UsageError(fmt::format("{} is there already; init overwrites nothing", (folder / name).string()));
  make_folder(folder);
  write_file(folder / first_program, installed_text(source / first_program));
  write_file(folder / first_scenario, with_schema(installed_text(source / first_scenario), installation().schema()));

  const char* const path = std::getenv("PATH");
  const std::string daruma = as_typed(installation().program, folder, path == nullptr ? "" : path);
  fmt::print("{0}  an MPI program that goes on without the ranks it loses\n"
             "{1}  a scenario in which it loses a rank, and then a node\n\n"
             "Edit both; these are the next commands:\n\n"
             "  cd {2}\n"
             "  {3} cc survivors.c -o survivors.so\n"
             "  {3} run survivors.json\n"
             "  {3} report out/survivors\n",
             (folder / first_program).string() + std::string(3, ' '), (folder / first_scenario).string(),
             as_word(folder.string()), as_word(daruma));
  return done;
}

} // namespace

Command init_command() {
  return {"init",
          "write a first scenario and its MPI program, to edit",
          "It says which commands to type next.",
          {{"DIR", "the folder; it may exist", 1, 1, folders}},
          {},
          {"init first"},
          init};
}

} // namespace daruma::cli
