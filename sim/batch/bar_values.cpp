#include "sim/batch/bar_values.hpp"

namespace daruma::batch {

std::vector<std::string_view> bar_values(std::string_view line) {
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  std::vector<std::string_view> values;
  for (std::size_t bar = line.find('|'); bar != std::string_view::npos; bar = line.find('|')) {
    values.push_back(line.substr(0, bar));
    line.remove_prefix(bar + 1);
  }
  values.push_back(line);
  return values;
}

} // namespace daruma::batch
