#include "models/port/files/run_log.hpp"

#include "sim/core/number.hpp"
#include "sim/core/words.hpp"

#include <algorithm>

namespace daruma::models {
namespace {

const Choices<Ending> endings{{"returned", Ending::returned}, {"left", Ending::left}};

std::string text_of(double value) { return shortest(value); }
std::string text_of(int value) { return std::to_string(value); }
std::string text_of(Seconds time) { return text_of(time.count()); }
std::string text_of(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}
std::string text_of(Ending how) { return std::string(word_of(endings, how)); }

template <class... Fields> std::string line(const char* what, const Fields&... fields) {
  return (std::string(what) + ... + (" " + text_of(fields)));
}

struct Writer {
  std::string operator()(const Began& it) const {
    return line("began", it.time, it.pid, it.writer, it.first, it.count);
  }
  std::string operator()(const Printed& it) const { return line("printed", it.time, it.line); }
  std::string operator()(const Restarted& it) const { return line("restarted", it.time, it.how); }
  std::string operator()(const Migrated& it) const { return line("migrated", it.time, to_text(it.moves)); }
  std::string operator()(const Answered& it) const { return line("answered", it.time, it.ranks); }
  std::string operator()(const Aborted& it) const { return line("aborted", it.time, it.reason); }
  std::string operator()(const Noted& it) const { return line("note", it.time, it.kind, it.text); }
  std::string operator()(const Spanned& it) const { return line("span", it.begin, it.end, it.kind, it.text); }
  std::string operator()(const PhaseBegun& it) const { return line("phase", it.time, it.name); }
  std::string operator()(const PhaseEnded& it) const { return line("phase_end", it.time); }
  std::string operator()(const Measured& it) const { return line("metric", it.value, it.name); }
  std::string operator()(const Ended& it) const { return line("ended", it.time, it.how, it.status); }
  std::string operator()(const Died& it) const { return line("died", it.time, it.cause); }
  std::string operator()(const Broke& it) const { return line("broke", it.time, it.what); }
};

/// Takes a line apart, field by field; once one is not what it should be, all is wrong.
class Reader {
public:
  explicit Reader(std::string_view rest) : rest_(rest) {}

  bool is_right() const { return right_; }

  std::string word() {
    const std::size_t end = std::min(rest_.find(' '), rest_.size());
    std::string word(rest_.substr(0, end));
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    right_ = right_ && !word.empty();
    return word;
  }
  std::string text() const { return std::string(rest_); }

  template <class Number> Number number() {
    const auto value = number_in<Number>(word());
    right_ = right_ && value;
    return value.value_or(Number{});
  }
  Seconds time() { return Seconds(number<double>()); }

  Ending ending() {
    const auto found = value_named(endings, word());
    right_ = right_ && found;
    return found.value_or(Ending::returned);
  }

private:
  std::string_view rest_;
  bool right_ = true;
};

// Members of an aggregate are read in their order: the language promises it for braces.
std::optional<LogEntry> read(const std::string& what, Reader& in) {
  if (what == "began") return Began{in.time(), in.number<int>(), in.number<int>(), in.number<int>(), in.number<int>()};
  if (what == "printed") return Printed{in.time(), in.text()};
  if (what == "restarted") return Restarted{in.time(), in.text()};
  if (what == "migrated") return Migrated{in.time(), rank_moves_in(in.text())};
  if (what == "answered") return Answered{in.time(), in.number<int>()};
  if (what == "aborted") return Aborted{in.time(), in.text()};
  if (what == "note") return Noted{in.time(), in.word(), in.text()};
  if (what == "span") return Spanned{in.time(), in.time(), in.word(), in.text()};
  if (what == "phase") return PhaseBegun{in.time(), in.text()};
  if (what == "phase_end") return PhaseEnded{in.time()};
  if (what == "ended") return Ended{in.time(), in.ending(), in.number<int>()};
  if (what == "died") return Died{in.time(), in.text()};
  if (what == "broke") return Broke{in.time(), in.text()};
  if (what != "metric") return std::nullopt;
  const double value = in.number<double>();
  return Measured{in.text(), value};
}

} // namespace

std::string to_line(const LogEntry& entry) { return std::visit(Writer{}, entry); }

std::optional<LogEntry> parse_line(std::string_view line) {
  Reader in(line);
  const std::string what = in.word();
  auto entry = read(what, in);
  return in.is_right() ? entry : std::nullopt;
}

} // namespace daruma::models
