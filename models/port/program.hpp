// A program that a model offers: its name in a scenario, its entry function, its arguments.
//
// Arguments are declared, so that a scenario can be checked before anything runs: `objections` is
// pure and serves whoever reads the scenario; the typed readers serve the running program and take
// the declared default where the scenario says nothing.
#pragma once

#include "models/port/port.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace daruma::models {

/// A count is at least 1, a number may be 0.
enum class ArgumentKind { count, number, message_size, work, duration };

struct ArgumentRule {
  std::string_view name;
  ArgumentKind kind;
  std::string_view standard; ///< taken where the scenario does not give the argument
};

struct Program {
  std::string_view name;
  Entry entry;
  std::vector<ArgumentRule> arguments;
};

/// One finished sentence per argument that the program does not know or cannot take; empty if all is well.
std::vector<std::string> objections(const Program&, const std::map<std::string, std::string>& arguments);

/// The calling process's argument. Throws std::invalid_argument with the sentence of `objections`.
int count_argument(const ArgumentRule&);
int number_argument(const ArgumentRule&);
Bytes message_size_argument(const ArgumentRule&);
Flops work_argument(const ArgumentRule&);
Seconds duration_argument(const ArgumentRule&);

} // namespace daruma::models
