// Names of tests made of other names: letters, digits and lines.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>

namespace daruma::test {

inline std::string name_of(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char sign) { return !std::isalnum(sign); }, '_');
  return text;
}

} // namespace daruma::test
