// A program that a system offers, and all that is known of it wherever it runs: its name in a scenario, its entry
// function, its arguments, what it reports.
//
// Arguments are declared, so that a scenario can be checked before anything runs: `objections` is
// pure and serves whoever reads the scenario; the typed readers serve the running program and take
// the declared default where the scenario says nothing.
#pragma once

#include "models/port/port.hpp"
#include "sim/core/grid_line.hpp"
#include "sim/core/metric.hpp"
#include "sim/core/provenance.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace daruma::models {

/// A count is at least 1, a number may be 0, a magnitude has decimals. A word is what its rule accepts.
enum class ArgumentKind { count, number, magnitude, message_size, work, duration, word };

/// What is taken where a scenario does not give an argument, and where that comes from. No default is fitted: what was
/// set so that a result comes out stands in the scenario of that result.
struct Default {
  std::string_view value;
  SourceKind kind;
  std::string_view source; ///< a sentence, as Parameter::source
};

constexpr Default cited(std::string_view value, std::string_view source) { return {value, SourceKind::cited, source}; }
constexpr Default assumed(std::string_view value, std::string_view why) { return {value, SourceKind::assumed, why}; }

struct ArgumentRule {
  std::string_view name;
  ArgumentKind kind;
  Default standard;
  std::string_view meaning{};                  ///< a finished sentence
  const char* allowed = "";                    ///< of a word: what it accepts, as "a job's extents, such as 20x20"
  bool (*accepts)(std::string_view) = nullptr; ///< of a word; none: those that `allowed` has in quotes
};

using Arguments = std::map<std::string, std::string>;

/// Where a job is to run, as far as a model may depend on it.
struct Site {
  std::string machine;      ///< its name
  std::string topology;     ///< in words, such as "a mesh of 6x5"
  std::vector<int> extents; ///< of a mesh or torus; else empty
  Wrap wrap = Wrap::none;
  bool is_process_a_node = true; ///< each first process runs on the node of the program's first_nodes, p on p without
  FlopsPerSecond core_speed{0};  ///< of a core; 0: not known
};

/// How many processes a job has, and how it goes on without some of them.
struct JobShape {
  int ranks;
  int spares = 0;
  RecoveryStyle recovery = RecoveryStyle::shrink;
};

struct Program {
  std::string_view name;
  Entry entry;
  std::vector<ArgumentRule> arguments;
  /// A finished sentence if acceptable arguments do not fit each other, or such a job; empty if they do. None: all do.
  std::string (*mismatch)(const Arguments&, const JobShape&) = nullptr;
  /// A finished sentence if acceptable arguments fit no simulated job there; empty if they do. None: all do.
  std::string (*misplacement)(const Arguments&, const Site&) = nullptr;
  /// What the program does, a finished sentence.
  std::string_view what{};
  /// What it reports, by the names that it gives to port().metric.
  std::vector<Metric> metrics = {};
  /// Whether it draws random numbers of its own, with ranks or without. None: it may.
  bool (*draws)(const Arguments&) = nullptr;
  /// Whether the order "checkpoint" has a job of it save where it is and end, so that it can be started again from
  /// there.
  bool can_be_put_aside = false;
  /// The nodes that such a simulated job's first processes begin on, one for each; empty where the machine's next ones
  /// will do. None: they always do.
  std::vector<int> (*first_nodes)(const Arguments&, const JobShape&) = nullptr;
};

/// One finished sentence per argument that the program does not know or cannot take; empty if all is well.
std::vector<std::string> objections(const Program&, const Arguments&);

/// What an argument can be, such as "a size from 1B to 1GiB, such as \"512KiB\"".
const char* allowed_values(const ArgumentRule&);

/// The argument's value as given, or its default.
std::string value_of(const Arguments&, const ArgumentRule&);

/// What the calling process was given of them. Throws std::invalid_argument with the first of `objections`.
Arguments given_arguments(const Program&);
/// The calling process's argument. Throws std::invalid_argument with the sentence of `objections`.
int count_argument(const ArgumentRule&);
int number_argument(const ArgumentRule&);
Bytes message_size_argument(const ArgumentRule&);
Flops work_argument(const ArgumentRule&);
Seconds duration_argument(const ArgumentRule&);
std::string word_argument(const ArgumentRule&);

} // namespace daruma::models
