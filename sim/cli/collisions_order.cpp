#include "sim/cli/collisions_order.hpp"

#include "sim/cli/message_pairs.hpp"
#include "sim/core/threads.hpp"
#include "sim/scenario/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace daruma::cli {

namespace {

namespace options = boost::program_options;

constexpr double most_nodes = 2e7;
constexpr double most_cases = 1e12;
constexpr double most_messages = 1e8;
/// Diagonal messages that weigh a part of a whole one are counted in thousandths.
constexpr int fine_parts = 1000;

options::options_description known_options() {
  options::options_description known;
  auto add = known.add_options();
  for (const char* name :
       {"job", "spares", "method", "network", "order", "stencil", "pattern", "rule", "choice", "victims", "state"})
    add(name, options::value<std::string>());
  add("failures", options::value<int>());
  add("threads", options::value<int>());
  add("rearrange", options::value<int>());
  add("sample", options::value<std::int64_t>());
  add("seed", options::value<std::uint64_t>());
  add("diagonal-weight", options::value<double>());
  add("periodic", "")("json", "");
  return known;
}

/// The flags as given, with what they take where they are wrong.
class Flags {
public:
  explicit Flags(const Words& words) : values_(read_options(words, known_options(), "job", 0)) {}

  bool has(const char* name) const { return values_.count(name) != 0; }
  template <class Value> Value get(const char* name, Value otherwise) const {
    return has(name) ? values_[name].as<Value>() : otherwise;
  }
  std::string text(const char* name, const std::string& otherwise) const { return get(name, otherwise); }

  /// The number of the word among those that are allowed.
  std::size_t choice(const char* name, const std::vector<std::string>& allowed) const {
    const std::string word = text(name, allowed.front());
    const auto found = std::find(allowed.begin(), allowed.end(), word);
    if (found == allowed.end()) throw UsageError(fmt::format("--{}: {}", name, scenario::unknown(name, word, allowed)));
    return static_cast<std::size_t>(found - allowed.begin());
  }

  template <class Number> Number between(const char* name, Number otherwise, Number least, Number most) const {
    const Number number = get(name, otherwise);
    if (number < least || number > most)
      throw UsageError(fmt::format("--{} takes a number from {} to {}, got {}", name, least, most, number));
    return number;
  }

private:
  options::variables_map values_;
};

std::vector<int> read_extents(const std::string& text) {
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

spares::Layout read_layout(const Flags& flags) {
  if (!flags.has("job")) throw UsageError("collisions needs the job's extents, such as --job 20x20");
  auto job = read_extents(flags.text("job", ""));
  const int dimensions = static_cast<int>(job.size());
  const std::string faces = flags.text("spares", fmt::format("{}d-1", dimensions));
  auto parsed = spares::parse_faces(faces, dimensions);
  if (!parsed)
    throw UsageError(
        fmt::format("--spares of a job in {0} dimensions takes {0}d-1 ... {0}d-{0} or names of faces, such "
                    "as x+,x-, got \"{1}\"",
                    dimensions, faces));
  const Wrap wrap = flags.choice("network", {"mesh", "torus"}) == 0 ? Wrap::none : Wrap::around;
  auto order = flags.has("order") ? parse_order(flags.text("order", ""), job.size()) : std::vector<int>{};
  return {std::move(job), *std::move(parsed), wrap, std::move(order)};
}

spares::Policy read_policy(const Flags& flags, int dimensions) {
  const std::string method = flags.text("method", "0d");
  const auto methods = spares::parse_method(method, dimensions);
  if (!methods)
    throw UsageError(fmt::format("--method of a job in {0} dimensions takes 0d ... {0}d or hybrid, got \"{1}\"",
                                 dimensions, method));
  return {*methods,
          flags.choice("rule", {"keep", "shortest"}) == 0 ? spares::DirectionRule::keep
                                                          : spares::DirectionRule::shortest,
          flags.choice("choice", {"nearest", "least-collisions"}) == 0 ? spares::SpareChoice::nearest
                                                                       : spares::SpareChoice::least_collisions};
}

int parts_of_a_message(const Flags& flags) {
  const double weight = flags.between("diagonal-weight", 1.0, 0.0, 1.0);
  return weight == std::round(weight) ? 1 : fine_parts;
}

/// The weight of the messages along several axes, in parts.
int diagonal_weight(const Flags& flags, int dimensions) {
  const std::vector<std::string> names = dimensions == 2   ? std::vector<std::string>{"5", "9"}
                                         : dimensions == 3 ? std::vector<std::string>{"7", "27"}
                                                           : std::vector<std::string>{"star", "box"};
  const bool has_diagonals = flags.choice("stencil", names) == 1;
  if (flags.has("diagonal-weight") && !has_diagonals)
    throw UsageError(
        fmt::format("--diagonal-weight is for stencils with diagonals: --stencil {} is missing", names[1]));
  return has_diagonals ? static_cast<int>(std::lround(flags.get("diagonal-weight", 1.0) * parts_of_a_message(flags)))
                       : 0;
}

void refuse_too_many(double messages) {
  if (messages > most_messages)
    throw UsageError(fmt::format("that pattern has {} messages; at most {} can be counted", messages, most_messages));
}

spares::Pattern read_pattern(const Flags& flags, const std::vector<int>& job, int ranks) {
  const std::string name = flags.text("pattern", "stencil");
  if (name == "stencil") {
    const int diagonal = diagonal_weight(flags, static_cast<int>(job.size()));
    const double partners =
        std::pow(3.0, diagonal > 0 ? static_cast<double>(job.size()) : 0) + 2.0 * static_cast<double>(job.size());
    refuse_too_many(partners * ranks);
    return spares::stencil(job,
                           {parts_of_a_message(flags), diagonal, flags.has("periodic") ? Wrap::around : Wrap::none});
  }
  for (const char* flag : {"stencil", "periodic", "diagonal-weight"})
    if (flags.has(flag)) throw UsageError(fmt::format("--{} is for --pattern stencil only", flag));
  if (name == "all-to-all") {
    refuse_too_many(static_cast<double>(ranks) * ranks);
    return spares::all_to_all(ranks);
  }
  if (name == "binomial-tree") return spares::binomial_tree(ranks);
  if (name == "ring") return spares::ring(ranks);
  if (name == "random-permutation")
    return spares::random_permutation(ranks, RandomStream(flags.get<std::uint64_t>("seed", 1), 0, "spares/pattern"));
  if (name.find('.') != std::string::npos || name.find('/') != std::string::npos)
    return {ranks, read_message_pairs(name, ranks)};
  throw UsageError(fmt::format(
      "--pattern: {}; the name of a file with pairs of ranks has a dot or a slash",
      scenario::unknown("pattern", name, {"stencil", "all-to-all", "binomial-tree", "ring", "random-permutation"})));
}

std::optional<Bytes> read_state(const Flags& flags) {
  if (!flags.has("state")) return std::nullopt;
  const auto size = parse_bytes(flags.text("state", ""));
  if (!size || *size < Bytes(0))
    throw UsageError(
        fmt::format("--state takes the size of a rank's state, such as 16MiB, got \"{}\"", flags.text("state", "")));
  return size;
}

std::optional<spares::Sample> read_sample(const Flags& flags) {
  if (!flags.has("sample")) return std::nullopt;
  const auto cases = flags.between<std::int64_t>("sample", 1, 1, std::int64_t{1} << 40);
  return spares::Sample{cases, flags.get<std::uint64_t>("seed", 1)};
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

CollisionsOrder read_collisions_order(const Words& words) {
  const Flags flags(words);
  spares::Layout layout = read_layout(flags);
  const std::vector<int> job = layout.job();
  const int ranks = layout.ranks();
  const int cores = cores_here();
  const std::vector<spares::Victims> victims{spares::Victims::job, spares::Victims::ranks, spares::Victims::nodes};
  const bool is_plain = flags.text("pattern", "stencil") != "stencil";
  CollisionsOrder order{std::move(layout),
                        read_pattern(flags, job, ranks),
                        read_policy(flags, static_cast<int>(job.size())),
                        flags.between("failures", 1, 1, 1000000),
                        victims[flags.choice("victims", {"job", "ranks", "nodes"})],
                        read_sample(flags),
                        is_plain ? 1 : parts_of_a_message(flags),
                        flags.between("threads", cores, 1, 1024),
                        read_state(flags),
                        flags.has("rearrange") ? flags.between("rearrange", 1, 1, ranks) : 0,
                        flags.get<std::uint64_t>("seed", 1),
                        flags.has("json")};
  refuse_endless(order.campaign());
  return order;
}

} // namespace daruma::cli
