#include "sim/results/pages/markup.hpp"

#include "sim/core/replaced.hpp"

namespace daruma::pages {

std::string escaped(std::string_view text) {
  return replaced(text, {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}});
}

Markup& Markup::begin(std::string_view tag, const Attributes& attributes) {
  html_ += "<" + std::string(tag);
  for (const auto& [name, value] : attributes) html_ += " " + name + "=\"" + escaped(value) + "\"";
  html_ += ">";
  open_.emplace_back(tag);
  return *this;
}

Markup& Markup::end() {
  html_ += "</" + open_.back() + ">\n";
  open_.pop_back();
  return *this;
}

Markup& Markup::text(std::string_view text) {
  html_ += escaped(text);
  return *this;
}

Markup& Markup::element(std::string_view tag, std::string_view text, const Attributes& attributes) {
  return begin(tag, attributes).text(text).end();
}

Markup& Markup::add(const Markup& piece) {
  html_ += piece.html_;
  return *this;
}

} // namespace daruma::pages
