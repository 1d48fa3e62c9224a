#include "sim/cli/command_line.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/models.hpp"
#include "sim/cli/other_programs.hpp"
#include "sim/cli/output.hpp"
#include "sim/scenario/wording.hpp"
#include "sim/study/reproduction.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace daruma::cli {

namespace {

namespace options = boost::program_options;
using study::Artefact;

std::vector<Artefact> chosen(const std::string& id) {
  const auto& all = study::artefacts();
  if (id == "all") return all;
  const auto found = std::find_if(all.begin(), all.end(), [&](const Artefact& artefact) { return artefact.id == id; });
  if (found != all.end()) return {*found};
  std::vector<std::string> ids{"all"};
  for (const Artefact& artefact : all) ids.push_back(artefact.id);
  throw UsageError(scenario::unknown("figure", id, ids));
}

std::string joined(const std::vector<std::string>& documents) {
  if (documents.size() == 1) return documents.front();
  std::string text;
  for (const std::string& document : documents) text += (text.empty() ? "[\n" : ",\n") + document;
  return text + "]\n";
}

study::Precision read_precision(const options::variables_map& values) {
  study::Precision precision;
  if (values.count("replicas")) precision.most = values["replicas"].as<int>();
  if (values.count("precision")) precision.relative = values["precision"].as<double>();
  if (precision.most < 2 || precision.most > 10'000'000)
    throw UsageError(fmt::format("--replicas takes a whole number from 2 to 10000000, got {}", precision.most));
  if (!(precision.relative >= 0 && precision.relative < 1))
    throw UsageError(
        fmt::format("--precision takes a part of the mean from 0 to 1, such as 0.01, got {}", precision.relative));
  return precision;
}

/// The numbers are there without it.
void draw(const std::filesystem::path& numbers, const std::filesystem::path& figure) {
  const auto drawn =
      call_program({"/usr/bin/python3", drawer_of_figures().string(), numbers.string(), figure.string()});
  if (!drawn || !*drawn) fmt::print(stderr, "daruma: {} was not drawn\n", figure.string());
}

} // namespace

int reproduce(const Words& words) {
  options::options_description known;
  known.add_options()("id", options::value<std::string>())("out", options::value<std::string>())("json", "");
  known.add_options()("replicas", options::value<int>())("precision", options::value<double>());
  const auto values = read_options(words, known, "id");
  if (!values.count("id")) throw UsageError("reproduce needs a figure's id, or all; ./daruma list figures names them");
  const std::filesystem::path out = values.count("out") ? values["out"].as<std::string>() : "out/reproduce";

  const auto places = surroundings();
  const study::Laboratory laboratory{places, scenario_folder(), models(), read_precision(values)};
  std::vector<std::string> documents;
  bool all_hold = true;
  make_folder(out);
  for (const Artefact& artefact : chosen(values["id"].as<std::string>())) {
    const auto reproduction = artefact.reproduce(laboratory);
    documents.push_back(study::to_json(reproduction));
    write_file(out / (artefact.id + ".json"), documents.back());
    if (reproduction.picture) draw(out / (artefact.id + ".json"), out / (artefact.id + ".svg"));
    for (const auto& claim : reproduction.claims) all_hold = all_hold && claim.holds;
    if (!values.count("json")) fmt::print("{}\n", study::to_table(reproduction));
  }
  if (values.count("json")) fmt::print("{}", joined(documents));
  return all_hold ? done : expectation_failed;
}

} // namespace daruma::cli
