// Mistakes found in one JSON document, by pointer, before they are attributed to a file.
//
// Whoever looks first (the schema) speaks first: a later check stays silent about a value that was
// already objected to, so that no mistake is told twice in two wordings.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace daruma::scenario {

struct Remark {
  std::string pointer;
  std::string sentence;
};

class Report {
public:
  /// Adds a remark; several on one pointer are kept.
  void add(std::string pointer, std::string sentence);
  /// Was this very value objected to?
  bool is_known(const std::string& pointer) const { return known_.count(pointer) > 0; }
  /// Was this value or anything inside it objected to?
  bool has_within(const std::string& pointer) const;
  /// Has this report as many remarks as anybody wants to read?
  bool is_full() const { return remarks_.size() >= most_remarks; }
  const std::vector<Remark>& remarks() const { return remarks_; }

  /// A report without remarks of its own that knows what this one knows inside `pointer`.
  Report within(const std::string& pointer) const;

private:
  static constexpr std::size_t most_remarks = 200;
  std::vector<Remark> remarks_;
  std::set<std::string> known_;
};

/// The pointer of a member or item: `pointer` + "/" + the token with "~" and "/" escaped (RFC 6901).
std::string below(const std::string& pointer, std::string_view token);

/// Is `pointer` equal to `ancestor` or inside it?
bool is_within(std::string_view pointer, std::string_view ancestor);

} // namespace daruma::scenario
