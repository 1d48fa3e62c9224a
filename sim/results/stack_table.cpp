#include "sim/results/process_list.hpp"
#include "sim/results/sinks.hpp"
#include "sim/results/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace daruma::results {

namespace {

constexpr std::size_t most_rows = 20;
constexpr std::size_t outermost_shown = 4; // of calls, where they are too many
constexpr std::size_t innermost_shown = 8;

std::string who(const Stack& stack) {
  const std::string all = processes({stack.processes.begin(), stack.processes.end()});
  return stack.thread == 0 ? all : fmt::format("{}, thread {}", all, stack.thread);
}

std::string chain(const Stack& stack) {
  std::vector<std::string> calls = stack.calls;
  if (const std::size_t most = outermost_shown + innermost_shown; calls.size() > most + 1) {
    const auto middle = calls.begin() + outermost_shown;
    *middle = fmt::format("{} more", calls.size() - most);
    calls.erase(middle + 1, calls.end() - innermost_shown);
  }
  return fmt::format("{}", fmt::join(calls, " > "));
}

} // namespace

std::string stack_table(const Result& result, int columns) {
  if (result.stacks.empty()) return "";
  Column jobs{"job"};
  Column standing{"who"};
  Column calls{"where they stood"};
  for (std::size_t i = 0; i < std::min(most_rows, result.stacks.size()); ++i) {
    jobs.cells.push_back(result.stacks[i].job);
    standing.cells.push_back(who(result.stacks[i]));
    calls.cells.push_back(chain(result.stacks[i]));
  }
  const std::size_t rest = result.stacks.size() - jobs.cells.size();
  return side_by_side({jobs, standing, calls}, columns) +
         (rest > 0 ? fmt::format("and {} more in result.json\n", rest) : "");
}

} // namespace daruma::results
