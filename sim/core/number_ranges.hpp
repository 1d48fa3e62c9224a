// Whole numbers from 0 on as people write many of them: "0-3 7".
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace daruma {

/// Writes them, joined as they come: those that follow each other are a range.
class NumberRanges {
public:
  void add(int first, int last);
  void add(int number) { add(number, number); }
  /// All of them; there are none left then.
  std::string take();

private:
  void close();

  std::string text_{};
  int first_ = -1;
  int last_ = -2;
};

struct NumberRange {
  int first;
  int last; ///< of a number alone the same; it may be before the first, as it is written
};
/// As they are written; nothing, if one of them is no range of whole numbers, or a number is too large.
std::optional<std::vector<NumberRange>> ranges_in(const std::string& text);

} // namespace daruma
