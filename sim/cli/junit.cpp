#include "sim/cli/junit.hpp"

#include "sim/core/replaced.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace daruma::cli {

namespace {

/// Control characters, which XML cannot have, become question marks.
std::string escaped(std::string text) {
  const auto is_no_text = [](unsigned char c) { return c < 0x20 && c != '\n'; };
  std::replace_if(text.begin(), text.end(), is_no_text, '?');
  return replaced(text, {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\n', "&#10;"}});
}

std::string case_xml(const std::string& suite, const JUnitCase& one) {
  const std::string head = fmt::format("    <testcase classname=\"{}\" name=\"{}\"", escaped(suite), escaped(one.name));
  if (one.failure.empty()) return head + "/>\n";
  return head + fmt::format(">\n      <failure message=\"{}\"/>\n    </testcase>\n", escaped(one.failure));
}

} // namespace

std::string junit_xml(const std::vector<JUnitSuite>& suites) {
  std::size_t tests = 0;
  std::ptrdiff_t failures = 0;
  std::string text;
  for (const JUnitSuite& suite : suites) {
    const auto failed =
        std::count_if(suite.cases.begin(), suite.cases.end(), [](const auto& one) { return !one.failure.empty(); });
    tests += suite.cases.size();
    failures += failed;
    text += fmt::format("  <testsuite name=\"{}\" file=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\">\n",
                        escaped(suite.name), escaped(suite.file), suite.cases.size(), failed);
    for (const JUnitCase& one : suite.cases) text += case_xml(suite.name, one);
    text += "  </testsuite>\n";
  }
  return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"{}\" failures=\"{}\">\n{}"
                     "</testsuites>\n",
                     tests, failures, text);
}

} // namespace daruma::cli
