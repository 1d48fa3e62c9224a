// Findings of tests in the XML form that systems for continuous integration read: JUnit's, in the parts that all of
// them understand. Pure; without times, so that the same findings give the same text.
#pragma once

#include <string>
#include <vector>

namespace daruma::cli {

struct TestCase {
  std::string name;
  std::string failure; ///< why it failed; empty: it passed
};

struct TestSuite {
  std::string name;
  std::string file;
  std::vector<TestCase> cases;
};

std::string junit_xml(const std::vector<TestSuite>&);

} // namespace daruma::cli
