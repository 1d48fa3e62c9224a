#include "sim/batch/comma_values.hpp"

namespace daruma::batch {

std::vector<std::string_view> comma_values(std::string_view line) {
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  std::vector<std::string_view> values;
  std::size_t begin = 0;
  bool is_quoted = false;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && line[i] == '"') is_quoted = !is_quoted;
    if (i < line.size() && (line[i] != ',' || is_quoted)) continue;
    values.push_back(line.substr(begin, i - begin));
    begin = i + 1;
  }
  return values;
}

} // namespace daruma::batch
