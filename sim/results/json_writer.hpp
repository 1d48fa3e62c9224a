// Writes JSON from front to back: shortest numbers that read back to the same value, one element per
// line for the outer levels and everything deeper on its parent's line, so that two results can be
// compared line by line. Memory holds the text, or with a sink
// the last part of it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace daruma::results {

/// In quotes, and escaped. Bytes that are no UTF-8 (a model may print anything) become replacement characters.
std::string quoted(std::string_view text);

/// Takes a text, part by part.
using Sink = std::function<void(std::string_view)>;

class JsonWriter {
public:
  /// Elements of the outermost `line_levels` objects and lists get a line each.
  explicit JsonWriter(int line_levels, Sink sink = {}) : line_levels_(line_levels), sink_(std::move(sink)) {}

  JsonWriter& begin_object() { return begin('{'); }
  JsonWriter& end_object() { return end('}'); }
  JsonWriter& begin_list() { return begin('['); }
  JsonWriter& end_list() { return end(']'); }
  JsonWriter& key(std::string_view name);

  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(double number); ///< null where JSON has no such number
  JsonWriter& value(std::int64_t number);
  JsonWriter& value(std::uint64_t number);
  JsonWriter& value(int number) { return value(static_cast<std::int64_t>(number)); }
  JsonWriter& value(bool truth);
  /// Text that is JSON already.
  JsonWriter& raw(std::string_view json);

  template <class Value> JsonWriter& member(std::string_view name, const Value& content) {
    return key(name).value(content);
  }

  /// The document; the writer is empty afterwards. Only without a sink.
  std::string take();
  /// Hands on what is left of the document. Only with a sink.
  void finish();

private:
  JsonWriter& begin(char bracket);
  JsonWriter& end(char bracket);
  void start_element();
  void hand_on();
  void break_line();

  int line_levels_;
  Sink sink_;
  int depth_ = 0;
  bool is_first_ = true;
  bool is_after_key_ = false;
  std::string text_;
};

/// All that a writer hands to a sink.
template <class Write> std::string whole(const Write& write) {
  std::string text;
  write([&text](std::string_view part) { text += part; });
  return text;
}

} // namespace daruma::results
