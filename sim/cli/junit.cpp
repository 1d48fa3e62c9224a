#include "sim/cli/junit.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace daruma::cli {

namespace {

/// Control characters, which XML cannot have, become question marks.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const bool is_control = static_cast<unsigned char>(c) < 0x20;
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else if (c == '\n')
      result += "&#10;";
    else
      result += is_control ? '?' : c;
  }
  return result;
}

long failures_of(const TestSuite& suite) {
  return std::count_if(suite.cases.begin(), suite.cases.end(),
                       [](const TestCase& test) { return !test.failure.empty(); });
}

std::string case_xml(const TestSuite& suite, const TestCase& test) {
  const std::string head =
      fmt::format("    <testcase classname=\"{}\" name=\"{}\"", escaped(suite.name), escaped(test.name));
  if (test.failure.empty()) return head + "/>\n";
  return head + fmt::format(">\n      <failure message=\"{}\"/>\n    </testcase>\n", escaped(test.failure));
}

} // namespace

std::string junit_xml(const std::vector<TestSuite>& suites) {
  std::size_t tests = 0;
  long failures = 0;
  std::string text;
  for (const TestSuite& suite : suites) {
    tests += suite.cases.size();
    failures += failures_of(suite);
    text += fmt::format("  <testsuite name=\"{}\" file=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\">\n",
                        escaped(suite.name), escaped(suite.file), suite.cases.size(), failures_of(suite));
    for (const TestCase& test : suite.cases) text += case_xml(suite, test);
    text += "  </testsuite>\n";
  }
  return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"{}\" failures=\"{}\">\n{}"
                     "</testsuites>\n",
                     tests, failures, text);
}

} // namespace daruma::cli
