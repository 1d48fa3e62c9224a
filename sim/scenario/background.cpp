#include "sim/core/number.hpp"
#include "sim/scenario/json_text.hpp"
#include "sim/scenario/node.hpp"
#include "sim/scenario/readers.hpp"
#include "sim/scenario/wording.hpp"

#include <nlohmann/json.hpp>

#include <sstream>

namespace daruma::scenario {

namespace {

const Choices<ServiceLaw> service_laws{
    {"exponential", ServiceLaw::exponential}, {"fixed", ServiceLaw::fixed}, {"pareto", ServiceLaw::pareto}};
const Choices<GapOf> gaps{{"system", GapOf::system}, {"node", GapOf::node}};

/// "12.5,3,600": a time in seconds, a node, processor time in seconds.
std::optional<BackgroundJob> read_line(const std::string& line) {
  std::istringstream words(line);
  std::string time;
  std::string node;
  std::string work;
  std::getline(words, time, ',');
  std::getline(words, node, ',');
  std::getline(words, work);
  const auto time_s = number_in<double>(time);
  const auto number = number_in<int>(node);
  const auto work_s = number_in<double>(work);
  const bool is_good = time_s && number && work_s && *time_s >= 0 && *number >= 0 && *work_s > 0;
  return is_good ? std::optional(BackgroundJob{Seconds(*time_s), *number, Seconds(*work_s)}) : std::nullopt;
}

void read_trace(const Node& node, const std::filesystem::path& folder, Background& background) {
  if (!node.is_given() || node.report().is_known(node.pointer())) return;
  const std::filesystem::path file = folder / node.text();
  Report of_file;
  const auto text = read_file(file, of_file);
  if (!text) {
    node.remark(file.string() + ": " + of_file.remarks().front().sentence);
    return;
  }
  std::istringstream lines(*text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.empty() || line.front() == '#') continue;
    if (const auto job = read_line(line)) {
      background.listed.push_back(*job);
      continue;
    }
    node.remark("line " + std::to_string(number) + " of " + file.string() +
                " must be a time and a node of at least 0 and a processor time above 0, in seconds, such as "
                "\"12.5,3,600\", got " +
                in_quotes(line));
    return;
  }
}

void read_hogs(const Node& node, Background& background) {
  for (const Node& hog : node.items()) {
    const BackgroundJob job{hog["at"].amount(Seconds(0), Sign::not_negative), hog["node"].whole(0), never};
    background.listed.insert(background.listed.end(), static_cast<std::size_t>(hog["count"].whole(1)), job);
  }
}

/// What only random arrivals have.
void check_arrivals(const Node& node, const Background& background) {
  const bool is_random = node["arrival_gap"].is_given();
  for (const char* key : {"per", "service", "law", "shape"})
    if (node[key].is_given() && !is_random)
      node[key].remark("needs \"arrival_gap\": without it nothing arrives at random");
  if (node["shape"].is_given() && background.law != ServiceLaw::pareto)
    node["shape"].remark("only the law \"pareto\" has a shape");
  if (background.shape <= 1) node["shape"].remark("must be above 1, got " + shown(node["shape"].json()));
}

} // namespace

Background read_background(const Node& node, const std::filesystem::path& folder) {
  Background background;
  background.arrival_gap = node["arrival_gap"].amount(background.arrival_gap, Sign::positive);
  background.gap_of = node["per"].choice(gaps, background.gap_of);
  background.service = node["service"].amount(background.service, Sign::positive);
  background.law = node["law"].choice(service_laws, background.law);
  background.shape = node["shape"].number(background.shape);
  if (node["quantum"].is_given()) background.quantum = node["quantum"].amount(Seconds(0), Sign::positive);
  read_trace(node["trace"], folder, background);
  read_hogs(node["hogs"], background);
  if (node.is_object()) check_arrivals(node, background);
  return background;
}

} // namespace daruma::scenario
