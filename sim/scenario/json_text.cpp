#include "sim/scenario/json_text.hpp"

#include "sim/scenario/wording.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <string_view>
#include <utility>
#include <vector>

namespace daruma::scenario {

namespace {

using Json = nlohmann::json;

constexpr std::size_t largest_file = std::size_t{64} << 20;
constexpr std::size_t deepest = 64;
constexpr std::size_t most_values = 1'000'000;
constexpr std::size_t longest_text = 4096; // also what keeps the schema's regular expressions off the stack's end

/// "line 3, column 7" of the byte that the parser had read when it gave up.
std::string place(std::string_view text, std::size_t bytes_read) {
  const std::string_view read = text.substr(0, bytes_read);
  const auto line = 1 + std::count(read.begin(), read.end(), '\n');
  const std::size_t line_start = read.rfind('\n') + 1; // npos + 1 is 0: the first line
  const std::size_t column = std::max<std::size_t>(1, read.size() - line_start);
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

/// nlohmann's reason without its own prefix, and without what it quotes of the file.
std::string reason(std::string what) {
  if (const std::size_t id_end = what.find("] "); id_end != std::string::npos) what.erase(0, id_end + 2);
  if (what.rfind("parse error at", 0) == 0) what.erase(0, what.find(": ") + 2);
  if (const std::size_t quote = what.find("; last read: "); quote != std::string::npos) {
    const std::size_t expected = what.rfind("; expected ");
    what.erase(quote, expected == std::string::npos || expected < quote ? std::string::npos : expected - quote);
  }
  if (what.rfind("number overflow", 0) == 0) return "a number is too large to represent";
  return what;
}

/// Builds the document while it watches the bounds. Returning false stops the parser.
class BoundedBuilder : public nlohmann::json_sax<Json> {
public:
  BoundedBuilder(std::string_view text, Report& report) : text_(text), report_(report) {}

  Json take() { return std::move(root_); }

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  bool number_float(number_float_t value, const string_t&) override { return put(value); }
  bool string(string_t& value) override { return is_short(value) && put(std::move(value)); }
  bool binary(binary_t&) override { return false; } // JSON text has no binary values
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    if (!is_short(name)) return false;
    open_.back().key = std::move(name);
    if (open_.back().value->contains(open_.back().key)) report_.add(pointer(), "key given twice in one object");
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override {
    return refuse("", place(text_, position) + ": " + reason(error.what()));
  }

private:
  /// A list or object that is being filled; the key of the member that comes next.
  struct Open {
    Json* value;
    std::string key;
  };

  bool refuse(std::string pointer, std::string sentence) {
    report_.add(std::move(pointer), std::move(sentence));
    return false;
  }

  bool is_short(const std::string& text) {
    return text.size() <= longest_text ||
           refuse(pointer(), "text of " + std::to_string(text.size()) + " bytes; at most 4096 are allowed");
  }

  bool put(Json value) { return place_value(std::move(value)) != nullptr; }

  bool open(Json container) {
    if (open_.size() == deepest) return refuse("", "nested deeper than 64 levels");
    Json* const placed = place_value(std::move(container));
    if (placed != nullptr) open_.push_back({placed, {}});
    return placed != nullptr;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  Json* place_value(Json value) {
    if (++values_ > most_values) {
      refuse("", "more than a million values");
      return nullptr;
    }
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    Json& container = *open_.back().value;
    if (container.is_array()) return &container.emplace_back(std::move(value));
    return &(container[open_.back().key] = std::move(value));
  }

  /// Where the next value goes.
  std::string pointer() const {
    std::string result;
    for (const Open& open : open_) {
      const bool is_innermost = &open == &open_.back();
      const std::size_t index = open.value->size() - (is_innermost ? 0 : 1);
      result = below(result, open.value->is_array() ? std::to_string(index) : open.key);
    }
    return result;
  }

  std::string_view text_;
  Report& report_;
  Json root_;
  std::vector<Open> open_;
  std::size_t values_ = 0;
};

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

} // namespace

std::optional<std::string> read_file(const std::filesystem::path& path, Report& report) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) {
    report.add("", "no such file");
    return std::nullopt;
  }
  if (std::filesystem::is_directory(status)) {
    report.add("", "is a directory; a JSON file is expected");
    return std::nullopt;
  }
  std::ifstream file(path, std::ios::binary);
  // One byte more than allowed is read, so that an endless file (a pipe, a device) is refused as well.
  std::string text;
  std::vector<char> block(std::size_t{1} << 16);
  while (text.size() <= largest_file &&
         file.read(block.data(), static_cast<std::streamsize>(block.size())).gcount() > 0) {
    text.append(block.data(), static_cast<std::size_t>(file.gcount()));
  }
  if (!file.is_open() || file.bad()) {
    report.add("", "cannot be read; check its permissions");
    return std::nullopt;
  }
  return text;
}

std::optional<nlohmann::json> read_json(const std::string& text, Report& report) {
  if (text.size() > largest_file) {
    report.add("", "is larger than 64 MiB");
    return std::nullopt;
  }
  if (is_blank(text)) {
    report.add("", "is empty; a JSON object is expected");
    return std::nullopt;
  }
  BoundedBuilder builder(text, report);
  Json::sax_parse(text, &builder);
  if (!report.remarks().empty()) return std::nullopt;
  return builder.take();
}

} // namespace daruma::scenario
