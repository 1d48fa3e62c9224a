#include "sim/results/text_layout.hpp"

#include <algorithm>

namespace daruma::results {

namespace {

constexpr std::size_t column_gap = 2;
constexpr std::size_t narrowest = 16; // the last column is never squeezed below this

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// How many characters the UTF-8 text has.
std::size_t width_of(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_continuation));
}

/// Bytes of the first `width` characters.
std::size_t bytes_of(std::string_view text, std::size_t width) {
  std::size_t i = 0;
  while (i < text.size()) {
    if (!is_continuation(text[i]) && width-- == 0) break;
    ++i;
  }
  return i;
}

/// The part of `text` that makes the next line; what is left of `text` stays.
std::string next_line(std::string_view& text, std::size_t width) {
  std::size_t end = bytes_of(text, width);
  const bool is_inside_word = end < text.size() && text[end] != ' ';
  const std::size_t space = text.substr(0, end).rfind(' ');
  if (is_inside_word && space != std::string_view::npos && space > 0) end = space;
  std::string line(text.substr(0, end));
  text.remove_prefix(end);
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return line;
}

std::size_t width_of(const Column& column) {
  std::size_t width = width_of(column.head);
  for (const std::string& cell : column.cells) width = std::max(width, width_of(cell));
  return width;
}

std::string padded(const std::string& cell, std::size_t width, Align align) {
  const std::string padding(width - width_of(cell), ' ');
  return align == Align::left ? cell + padding : padding + cell;
}

/// Lays rows out one after the other; row 0 is the heads.
class Layout {
public:
  Layout(const std::vector<Column>& columns, std::size_t width) : columns_(columns) {
    for (std::size_t i = 0; i + 1 < columns.size(); ++i) {
      widths_.push_back(width_of(columns[i]));
      indent_ += widths_.back() + column_gap;
    }
    room_ = std::max(narrowest, width - std::min(width, indent_));
  }

  std::string text() const {
    std::string text;
    for (std::size_t row = 0; row <= columns_.front().cells.size(); ++row) text += lines(row);
    return text;
  }

private:
  static const std::string& cell(const Column& column, std::size_t row) {
    return row == 0 ? column.head : column.cells[row - 1];
  }

  std::string lines(std::size_t row) const {
    std::string line;
    for (std::size_t i = 0; i < widths_.size(); ++i)
      line += padded(cell(columns_[i], row), widths_[i], columns_[i].align) + std::string(column_gap, ' ');
    std::string text;
    for (const std::string& part : last_cell(row)) {
      line += part;
      line.resize(line.find_last_not_of(' ') + 1);
      text += line + '\n';
      line.assign(indent_, ' ');
    }
    return text;
  }

  std::vector<std::string> last_cell(std::size_t row) const {
    const Column& last = columns_.back();
    if (last.align == Align::right) return {padded(cell(last, row), width_of(last), Align::right)};
    return wrapped(cell(last, row), room_);
  }

  const std::vector<Column>& columns_;
  std::vector<std::size_t> widths_; ///< of all columns but the last
  std::size_t indent_ = 0;
  std::size_t room_ = 0;
};

} // namespace

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  do lines.push_back(next_line(text, width));
  while (!text.empty());
  return lines;
}

std::string side_by_side(const std::vector<Column>& columns, int width) {
  return Layout(columns, static_cast<std::size_t>(std::max(width, 1))).text();
}

} // namespace daruma::results
