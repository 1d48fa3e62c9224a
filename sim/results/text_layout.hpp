// Lines for a terminal: columns as wide as their widest cell, numbers to the right, long text wrapped
// into the width that is left.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace daruma::results {

enum class Align { left, right };

struct Column {
  std::string head;
  Align align = Align::left;
  std::vector<std::string> cells{};
};

/// Columns of equally many cells side by side, two spaces apart, in lines of at most `width` characters: the last
/// column takes what width is left and is wrapped into it.
std::string side_by_side(const std::vector<Column>&, int width);

/// `text` broken at spaces into lines of at most `width` > 0 characters; longer words are cut.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

} // namespace daruma::results
