// How texts begin and end.
#pragma once

#include <string_view>

namespace daruma {

inline bool begins_with(std::string_view text, std::string_view begin) { return text.substr(0, begin.size()) == begin; }

inline bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

} // namespace daruma
