#include "sim/scenario/readers.hpp"

#include <nlohmann/json.hpp>

#include <charconv>

namespace daruma::scenario {

namespace {

/// Of a number, or of text as "0-63"; the schema has seen to the form.
Trace::Range read_range(const Node& node) {
  if (!node.is_text()) {
    const int number = node.whole(0);
    return {number, number};
  }
  const std::string text = node.text();
  const char* const end = text.data() + text.size();
  Trace::Range range{0, 0};
  const auto [hyphen, error] = std::from_chars(text.data(), end, range.first);
  if (error == std::errc() && hyphen != end) std::from_chars(hyphen + 1, end, range.last);
  if (range.last < range.first) node.remark("a range ends where it begins or later, got \"" + text + "\"");
  return range;
}

} // namespace

Trace read_trace(const Node& node) {
  Trace trace;
  for (const Node& range : node["ranks"].items()) trace.ranks.push_back(read_range(range));
  for (const Node& kind : node["kinds"].items()) trace.kinds.push_back(kind.text());
  return trace;
}

} // namespace daruma::scenario
