#include "models/artefacts.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/common_options.hpp"
#include "sim/cli/given.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/models.hpp"
#include "sim/cli/other_programs.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/suggestions.hpp"
#include "sim/scenario/wording.hpp"
#include "sim/study/reproduction.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace daruma::cli {

namespace {

using study::Artefact;

std::vector<Artefact> chosen(const std::string& id) {
  const auto& all = models::artefacts();
  if (id == "all") return all;
  const auto found = std::find_if(all.begin(), all.end(), [&](const Artefact& artefact) { return artefact.id == id; });
  if (found != all.end()) return {*found};
  std::vector<std::string> ids{"all"};
  for (const Artefact& artefact : all) ids.push_back(artefact.id);
  throw UsageError(scenario::unknown("figure", id, ids));
}

std::string one_document(const std::vector<std::string>& documents) {
  if (documents.size() == 1) return documents.front();
  std::string text;
  for (const std::string& document : documents) text += (text.empty() ? "[\n" : ",\n") + document;
  return text + "]\n";
}

study::Precision read_precision(const Given& given) {
  study::Precision precision;
  precision.most = given.whole("replicas");
  if (given.has("precision")) precision.relative = given.number("precision");
  if (!(precision.relative >= 0 && precision.relative < 1))
    throw UsageError(
        fmt::format("--precision takes a part of the mean from 0 to 1, such as 0.01, got {}", precision.relative));
  return precision;
}

/// The numbers are there without it. Whether there is a figure now.
bool draw(const std::filesystem::path& numbers, const std::filesystem::path& figure) {
  if (draw_figure(numbers, figure)) return true;
  fmt::print(stderr, "daruma: {} was not drawn\n", figure.string());
  return false;
}

int reproduce(const Given& given) {
  const std::filesystem::path out = given.text("out");

  const study::StudyContext context{surroundings(), installation().scenarios, models(), read_precision(given)};
  std::vector<std::string> documents;
  bool all_hold = true;
  make_folder(out);
  for (const Artefact& artefact : chosen(given.arguments().front())) {
    const auto reproduction = artefact.reproduce(context);
    documents.push_back(study::to_json(reproduction));
    write_file(out / (artefact.id + ".json"), documents.back());
    const auto figure = out / (artefact.id + ".svg");
    const bool is_drawn = reproduction.has_picture() && draw(out / (artefact.id + ".json"), figure);
    for (const auto& claim : reproduction.claims) all_hold = all_hold && claim.holds;
    if (given.has("json")) continue;
    fmt::print("{}\n", study::to_table(reproduction));
    if (is_drawn) fmt::print("drawn: {}\n\n", figure.string());
  }
  if (given.has("json")) fmt::print("{}", one_document(documents));
  return all_hold ? done : expectation_failed;
}

} // namespace

Command reproduce_command() {
  return {"reproduce",
          "simulate what a paper published, and compare",
          "Prints published and simulated values with their relative errors, and what was fitted. The exit status is 0 "
          "only if what the paper claims holds. Figures are drawn as SVG where python3-matplotlib is installed.",
          {{"ID", "a figure's or table's id, or all; daruma list figures names them", 1, 1, figures}},
          {Option("replicas", "N", "at most so many runs of each point").standard("1000").between(2, 10'000'000),
           Option("precision", "P", "runs until the means are known to that part, such as 0.01")
               .otherwise("all --replicas"),
           out_option("folder for ID.json and ID.svg").standard("out/reproduce"), json_option()},
          {"reproduce dyprc-table1"},
          reproduce};
}

} // namespace daruma::cli
