#include "sim/scenario/report.hpp"

#include "sim/core/replaced.hpp"

#include <utility>

namespace daruma::scenario {

void Report::add(std::string pointer, std::string sentence) {
  known_.insert(pointer);
  if (!is_full()) remarks_.push_back({std::move(pointer), std::move(sentence)});
}

bool Report::has_within(const std::string& pointer) const {
  if (is_known(pointer)) return true;
  const auto inside = known_.lower_bound(pointer + "/");
  return inside != known_.end() && is_within(*inside, pointer);
}

Report Report::within(const std::string& pointer) const {
  Report inner;
  for (const std::string& known : known_)
    if (is_within(known, pointer)) inner.known_.insert(known.substr(pointer.size()));
  return inner;
}

std::string below(const std::string& pointer, std::string_view token) {
  return pointer + "/" + replaced(token, {{'~', "~0"}, {'/', "~1"}});
}

bool is_within(std::string_view pointer, std::string_view ancestor) {
  if (pointer.substr(0, ancestor.size()) != ancestor) return false;
  return pointer.size() == ancestor.size() || pointer[ancestor.size()] == '/';
}

} // namespace daruma::scenario
