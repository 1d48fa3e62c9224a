#include "sim/results/json_writer.hpp"

#include "sim/core/number.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace daruma::results {

namespace {

constexpr std::size_t enough_at_once = 1 << 16;

bool is_plain(char letter) { return letter >= ' ' && letter <= '~' && letter != '"' && letter != '\\'; }

} // namespace

std::string quoted(std::string_view text) {
  if (std::all_of(text.begin(), text.end(), is_plain)) return '"' + std::string(text) + '"';
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

JsonWriter& JsonWriter::key(std::string_view name) {
  start_element();
  text_ += quoted(name);
  text_ += ": ";
  is_after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  start_element();
  text_ += quoted(text);
  return *this;
}

JsonWriter& JsonWriter::value(double number) { return raw(std::isfinite(number) ? shortest(number) : "null"); }
JsonWriter& JsonWriter::value(std::int64_t number) { return raw(shortest(number)); }
JsonWriter& JsonWriter::value(std::uint64_t number) { return raw(shortest(number)); }
JsonWriter& JsonWriter::value(bool truth) { return raw(truth ? "true" : "false"); }

JsonWriter& JsonWriter::raw(std::string_view json) {
  start_element();
  text_ += json;
  return *this;
}

std::string JsonWriter::take() {
  text_ += '\n';
  is_first_ = true;
  return std::exchange(text_, {});
}

void JsonWriter::finish() {
  text_ += '\n';
  hand_on();
}

void JsonWriter::hand_on() {
  sink_(text_);
  text_.clear();
}

JsonWriter& JsonWriter::begin(char bracket) {
  start_element();
  text_ += bracket;
  ++depth_;
  is_first_ = true;
  return *this;
}

JsonWriter& JsonWriter::end(char bracket) {
  --depth_;
  if (!is_first_ && depth_ < line_levels_) break_line();
  text_ += bracket;
  is_first_ = false;
  return *this;
}

void JsonWriter::start_element() {
  if (sink_ && text_.size() >= enough_at_once) hand_on();
  if (std::exchange(is_after_key_, false)) return;
  if (!std::exchange(is_first_, false)) text_ += depth_ <= line_levels_ ? "," : ", ";
  if (depth_ > 0 && depth_ <= line_levels_) break_line();
}

void JsonWriter::break_line() {
  text_ += '\n';
  text_.append(2 * static_cast<std::size_t>(depth_), ' ');
}

} // namespace daruma::results
