// Letters of the Latin alphabet without regard to their size.
#pragma once

#include <string>
#include <string_view>

namespace daruma {

inline std::string lower(std::string_view text) {
  std::string small(text);
  for (char& letter : small)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return small;
}

} // namespace daruma
