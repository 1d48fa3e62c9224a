// Verdicts in the XML form that systems for continuous integration read: JUnit's, in the parts that all of them
// understand. Without times, so that the same findings give the same text.
#pragma once

#include <string>
#include <vector>

namespace daruma::cli {

struct JUnitCase {
  std::string name;
  std::string failure; ///< empty: none
};

struct JUnitSuite {
  std::string name;
  std::string file;
  std::vector<JUnitCase> cases;
};

std::string junit_xml(const std::vector<JUnitSuite>&);

} // namespace daruma::cli
