// Writes HTML from front to back: elements open and close in order, and what is text stays text. Nothing else of this
// folder escapes anything.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace daruma::pages {

using Attributes = std::vector<std::pair<std::string, std::string>>;

class Markup {
public:
  Markup& begin(std::string_view tag, const Attributes& attributes = {});
  /// Ends the innermost element that is open.
  Markup& end();
  Markup& text(std::string_view text);
  /// An element of nothing but text.
  Markup& element(std::string_view tag, std::string_view text, const Attributes& attributes = {});
  /// A piece that was written apart; all its elements are closed.
  Markup& add(const Markup& piece);

  bool is_empty() const { return html_.empty(); }
  const std::string& html() const { return html_; }

private:
  std::string html_;
  std::vector<std::string> open_;
};

/// Characters that mean something in HTML, as what stands for them, both between tags and in quoted attributes.
std::string escaped(std::string_view text);

} // namespace daruma::pages
