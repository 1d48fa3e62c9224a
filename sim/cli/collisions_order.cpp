#include "sim/cli/collisions_order.hpp"

#include "models/spares/logic/pattern.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/installation.hpp"
#include "sim/core/threads.hpp"
#include "sim/scenario/parse.hpp"
#include "sim/scenario/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace daruma::cli {

namespace {

using daruma::models::spares::Message;

constexpr int largest_weight = 1000000;

bool is_sound(const Message& message, int ranks) {
  const auto is_rank = [ranks](int number) { return number >= 0 && number < ranks; };
  return is_rank(message.from) && is_rank(message.to) && message.weight >= 1 && message.weight <= largest_weight;
}

Message parse(const std::string& line, const std::string& place, int ranks) {
  std::istringstream words(line);
  std::vector<int> numbers;
  for (int number = 0; words >> number;) numbers.push_back(number);
  const bool is_whole = words.eof() && (numbers.size() == 2 || numbers.size() == 3);
  const Message message{is_whole ? numbers[0] : -1, is_whole ? numbers[1] : -1, numbers.size() == 3 ? numbers[2] : 1};
  if (!is_sound(message, ranks))
    throw UsageError(
        fmt::format("{}: a line takes two ranks from 0 to {} and perhaps a weight from 1 to {}, got \"{}\"", place,
                    ranks - 1, largest_weight, line));
  return message;
}

/// A communication pattern from a file: one message a line, "from to" or "from to weight", ranks from 0. Throws
/// UsageError with file and line.
std::vector<Message> read_message_pairs(const std::string& file, int ranks) {
  std::ifstream stream(file);
  if (!stream) throw UsageError(file + " cannot be read");
  std::vector<Message> messages;
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos || line.front() == '#') continue;
    messages.push_back(parse(line, fmt::format("{}:{}", file, number), ranks));
  }
  if (stream.bad()) throw UsageError(file + " cannot be read"); // a folder, for one
  return messages;
}

constexpr double most_nodes = 2e7;
constexpr double most_cases = 1e12;
constexpr double most_messages = 1e8;
/// Diagonal messages that weigh a part of a whole one are counted in thousandths.
constexpr int fine_parts = 1000;

/// Throws UsageError where the option's value is none of the words, which depend on other options.
std::size_t choice(const Given& given, const char* name, const std::vector<std::string>& allowed) {
  if (!given.has(name)) return 0;
  const std::string word = given.text(name);
  const auto found = std::find(allowed.begin(), allowed.end(), word);
  if (found == allowed.end()) throw UsageError(fmt::format("--{}: {}", name, scenario::unknown(name, word, allowed)));
  return static_cast<std::size_t>(found - allowed.begin());
}

std::vector<int> read_extents(const Given& given) {
  if (!given.has("job")) throw UsageError("collisions needs the job's extents, such as --job 20x20");
  const std::string text = given.text("job");
  const auto extents = spares::parse_extents(text);
  if (!extents)
    throw UsageError(fmt::format("--job takes extents in 1 to 6 dimensions, such as 20x20, got \"{}\"", text));
  double nodes = 1;
  for (int extent : *extents) nodes *= extent + 1.0;
  if (nodes > most_nodes)
    throw UsageError(fmt::format("--job {} with its spares is more than {} nodes", text, most_nodes));
  return *extents;
}

std::vector<int> parse_order(const std::string& text, std::size_t dimensions) {
  const std::string axes = std::string("xyzuvw").substr(0, dimensions);
  std::string sorted = text;
  std::sort(sorted.begin(), sorted.end(), [&](char a, char b) { return axes.find(a) < axes.find(b); });
  if (sorted != axes)
    throw UsageError(
        fmt::format("--order takes each of the dimensions {} once, in the order of routing, got \"{}\"", axes, text));
  std::vector<int> order;
  for (const char axis : text) order.push_back(static_cast<int>(axes.find(axis)));
  return order;
}

spares::Layout read_layout(const Given& given) {
  auto job = read_extents(given);
  const int dimensions = static_cast<int>(job.size());
  const std::string faces = given.has("spares") ? given.text("spares") : fmt::format("{}d-1", dimensions);
  auto parsed = spares::parse_faces(faces, dimensions);
  if (!parsed)
    throw UsageError(
        fmt::format("--spares of a job in {0} dimensions takes {0}d-1 ... {0}d-{0} or names of faces, such "
                    "as x+,x-, got \"{1}\"",
                    dimensions, faces));
  const Wrap wrap = given.choice("network") == 0 ? Wrap::none : Wrap::around;
  auto order = given.has("order") ? parse_order(given.text("order"), job.size()) : std::vector<int>{};
  return {std::move(job), *std::move(parsed), wrap, std::move(order)};
}

spares::Policy read_policy(const Given& given, int dimensions) {
  const std::string method = given.text("method");
  const auto methods = spares::parse_method(method, dimensions);
  if (!methods)
    throw UsageError(fmt::format("--method of a job in {0} dimensions takes 0d ... {0}d or hybrid, got \"{1}\"",
                                 dimensions, method));
  return {*methods, given.choice("rule") == 0 ? spares::DirectionRule::keep : spares::DirectionRule::shortest,
          given.choice("choice") == 0 ? spares::SpareChoice::nearest : spares::SpareChoice::least_collisions};
}

int parts_of_a_message(const Given& given) {
  const double weight = given.number("diagonal-weight");
  return weight == std::round(weight) ? 1 : fine_parts;
}

/// The weight of the messages along several axes, in parts.
int diagonal_weight(const Given& given, int dimensions) {
  const std::vector<std::string> names = dimensions == 2   ? std::vector<std::string>{"5", "9"}
                                         : dimensions == 3 ? std::vector<std::string>{"7", "27"}
                                                           : std::vector<std::string>{"star", "box"};
  const bool has_diagonals = choice(given, "stencil", names) == 1;
  if (given.has("diagonal-weight") && !has_diagonals)
    throw UsageError(
        fmt::format("--diagonal-weight is for stencils with diagonals: --stencil {} is missing", names[1]));
  return has_diagonals ? static_cast<int>(std::lround(given.number("diagonal-weight") * parts_of_a_message(given))) : 0;
}

void refuse_too_many(double messages) {
  if (messages > most_messages)
    throw UsageError(fmt::format("that pattern has {} messages; at most {} can be counted", messages, most_messages));
}

spares::Pattern read_pattern(const Given& given, const std::vector<int>& job, int ranks) {
  const std::string name = given.text("pattern");
  if (name == "stencil") {
    const int diagonal = diagonal_weight(given, static_cast<int>(job.size()));
    const double partners =
        std::pow(3.0, diagonal > 0 ? static_cast<double>(job.size()) : 0) + 2.0 * static_cast<double>(job.size());
    refuse_too_many(partners * ranks);
    return spares::stencil(job,
                           {parts_of_a_message(given), diagonal, given.has("periodic") ? Wrap::around : Wrap::none});
  }
  for (const char* flag : {"stencil", "periodic", "diagonal-weight"})
    if (given.has(flag)) throw UsageError(fmt::format("--{} is for --pattern stencil only", flag));
  if (name == "all-to-all") {
    refuse_too_many(static_cast<double>(ranks) * ranks);
    return spares::all_to_all(ranks);
  }
  if (name == "binomial-tree") return spares::binomial_tree(ranks);
  if (name == "ring") return spares::ring(ranks);
  if (name == "random-permutation")
    return spares::random_permutation(ranks, RandomStream(given.seed("seed"), 0, "spares/pattern"));
  if (name.find('.') != std::string::npos || name.find('/') != std::string::npos)
    return {ranks, read_message_pairs(name, ranks)};
  throw UsageError(fmt::format(
      "--pattern: {}; the name of a file with pairs of ranks has a dot or a slash",
      scenario::unknown("pattern", name, {"stencil", "all-to-all", "binomial-tree", "ring", "random-permutation"})));
}

std::optional<Bytes> read_state(const Given& given) {
  if (!given.has("state")) return std::nullopt;
  const auto size = parse_bytes(given.text("state"));
  if (!size || *size < Bytes(0))
    throw UsageError(
        fmt::format("--state takes the size of a rank's state, such as 16MiB, got \"{}\"", given.text("state")));
  return size;
}

std::optional<spares::Sample> read_sample(const Given& given) {
  if (!given.has("sample")) return std::nullopt;
  const auto cases = given.long_whole("sample");
  return spares::Sample{cases, given.seed("seed")};
}

void refuse_endless(const spares::Campaign& campaign) {
  const double cases = spares::number_of_cases(campaign);
  if (cases < 1)
    throw UsageError(
        fmt::format("--failures {} is more than there are nodes whose failures are asked for", campaign.failures));
  if (cases > most_cases)
    throw UsageError(fmt::format("--failures {} makes {:.2g} ordered sequences; --sample N counts N random ones",
                                 campaign.failures, cases));
}

} // namespace

std::optional<MachineOrder> read_machine_order(const Given& given) {
  if (!given.has("machine")) return std::nullopt;
  for (const char* flag : {"spares", "method", "network", "order", "rule", "choice", "victims", "failures", "sample",
                           "rearrange", "state", "threads"})
    if (given.has(flag))
      throw UsageError(fmt::format("--{} is for jobs with spare nodes, which slide along the lines of a mesh or torus; "
                                   "on a --machine messages are counted before any failure",
                                   flag));
  const auto job = read_extents(given);
  int ranks = 1;
  for (const int extent : job) ranks *= extent;
  scenario::Machine machine = scenario::load_machine(given.text("machine"), surroundings());
  if (machine.nodes < ranks)
    throw UsageError(fmt::format("--job {} has {} ranks, and \"{}\" has {} nodes", given.text("job"), ranks,
                                 machine.name, machine.nodes));
  const bool is_plain = given.text("pattern") != "stencil";
  return MachineOrder{std::move(machine), read_pattern(given, job, ranks), is_plain ? 1 : parts_of_a_message(given),
                      given.has("json")};
}

CollisionsOrder read_collisions_order(const Given& given) {
  spares::Layout layout = read_layout(given);
  const std::vector<int> job = layout.job();
  const int ranks = layout.ranks();
  const std::vector<spares::Victims> victims{spares::Victims::job, spares::Victims::ranks, spares::Victims::nodes};
  const bool is_plain = given.text("pattern") != "stencil";
  CollisionsOrder order{std::move(layout),
                        read_pattern(given, job, ranks),
                        read_policy(given, static_cast<int>(job.size())),
                        given.whole("failures"),
                        victims[given.choice("victims")],
                        read_sample(given),
                        is_plain ? 1 : parts_of_a_message(given),
                        given.has("threads") ? given.whole("threads") : cores_here(),
                        read_state(given),
                        given.has("rearrange") ? given.whole("rearrange", 1, ranks) : 0,
                        given.seed("seed"),
                        given.has("json")};
  refuse_endless(order.campaign());
  return order;
}

} // namespace daruma::cli
