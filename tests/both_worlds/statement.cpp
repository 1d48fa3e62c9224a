#include "tests/both_worlds/statement.hpp"

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>

namespace daruma::both_worlds {

namespace {

const std::string second_run = "may need a second run: ";
const std::string open_mpi_only = "openmpi: ";

bool begins_with(const std::string& text, const std::string& beginning) {
  return text.compare(0, beginning.size(), beginning) == 0;
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

/// From the comment's beginning to its end, line by line.
std::vector<std::string> lines_of_comment(const std::string& program) {
  const std::size_t begin = program.find("/*");
  std::istringstream in(program.substr(begin + 2, program.find("*/") - begin - 2));
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(trimmed(line));
  return lines;
}

/// "0, 2" is 0 and 2.
std::vector<int> processes_in(const std::string& text) {
  std::vector<int> all;
  std::istringstream in(text);
  for (std::string number; std::getline(in, number, ',');) all.push_back(std::stoi(number));
  return all;
}

Line line_in(std::string text) {
  Line line;
  const std::string bar = " | ";
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(bar), text.size());
    const std::string outcome = text.substr(0, end);
    text.erase(0, end + bar.size());
    if (begins_with(outcome, open_mpi_only))
      line.legal_on_open_mpi.push_back(outcome.substr(open_mpi_only.size()));
    else
      line.legal.push_back(outcome);
  }
  return line;
}

void read_line(const std::string& text, Statement& statement) {
  static const std::regex form(R"(([0-9][0-9, ]*?) ?(dies?)?: (.*))");
  std::smatch parts;
  if (begins_with(text, second_run)) {
    statement.reason_for_second_run = text.substr(second_run.size());
    return;
  }
  if (!std::regex_match(text, parts, form)) throw std::runtime_error("no line of a statement: \"" + text + "\"");
  for (const int process : processes_in(parts[1])) {
    if (parts[2].matched)
      statement.deaths[process] = parts[3];
    else
      statement.lines[process].push_back(line_in(parts[3]));
  }
}

std::string listed(const Line& line, World world) {
  std::string all;
  for (const std::string& outcome : line.legal) all += (all.empty() ? "" : " | ") + outcome;
  if (world == World::open_mpi)
    for (const std::string& outcome : line.legal_on_open_mpi) all += (all.empty() ? "" : " | ") + outcome;
  return all;
}

void compare_lines(const std::string& who, const std::vector<Line>& stated, const std::vector<std::string>& printed,
                   World world, std::vector<std::string>& found) {
  for (std::size_t i = 0; i < std::max(stated.size(), printed.size()); ++i) {
    if (i >= stated.size())
      found.push_back(who + " printed \"" + printed[i] + "\", of which nothing is stated");
    else if (i >= printed.size())
      found.push_back(who + " did not print \"" + listed(stated[i], world) + "\"");
    else if (!stated[i].allows(printed[i], world))
      found.push_back(who + " printed \"" + printed[i] + "\"; legal is \"" + listed(stated[i], world) + "\"");
  }
}

void compare_deaths(const std::string& who, const std::string& stated, const std::string& death,
                    std::vector<std::string>& found) {
  if (stated.empty() && !death.empty()) found.push_back(who + " died of " + death + ", which is not stated");
  if (!stated.empty() && !begins_with(death, stated))
    found.push_back(who + " should have died of " + stated + (death.empty() ? "" : ", not of " + death));
}

} // namespace

bool Line::allows(const std::string& line, World world) const {
  const auto has = [&line](const std::vector<std::string>& outcomes) {
    return std::find(outcomes.begin(), outcomes.end(), line) != outcomes.end();
  };
  return has(legal) || (world == World::open_mpi && has(legal_on_open_mpi));
}

Statement read_statement(const std::string& program) {
  const std::string ranks = "ranks ";
  Statement statement;
  for (const std::string& line : lines_of_comment(program)) {
    if (begins_with(line, ranks))
      statement.ranks = std::stoi(line.substr(ranks.size()));
    else if (statement.ranks > 0 && !line.empty())
      read_line(line, statement);
  }
  if (statement.ranks == 0) throw std::runtime_error("the comment at its head does not say \"ranks N\"");
  return statement;
}

std::vector<std::string> differences(const Statement& statement, const std::map<int, Observed>& observed, World world) {
  std::set<int> processes;
  for (const auto& one : statement.lines) processes.insert(one.first);
  for (const auto& one : statement.deaths) processes.insert(one.first);
  for (const auto& one : observed) processes.insert(one.first);
  std::vector<std::string> found;
  for (const int process : processes) {
    const std::string who = "process " + std::to_string(process);
    const auto stated = statement.lines.find(process);
    const auto dies = statement.deaths.find(process);
    const auto seen = observed.find(process);
    const Observed what = seen == observed.end() ? Observed{} : seen->second;
    compare_lines(who, stated == statement.lines.end() ? std::vector<Line>{} : stated->second, what.lines, world,
                  found);
    compare_deaths(who, dies == statement.deaths.end() ? "" : dies->second, what.death, found);
  }
  return found;
}

} // namespace daruma::both_worlds
