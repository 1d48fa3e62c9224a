#include "models/dyprc/logic/command.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

namespace daruma::models::dyprc {
namespace {

/// Thrown and caught inside this file: the rest of the line cannot save it.
struct BadLine {
  std::string sentence;
};

std::string quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// A number in digits only, from `least` to `most`; `what` names it in the sentence.
int whole_number(std::string_view text, const char* what, int least, int most) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number =
      error != std::errc::invalid_argument && end == text.data() + text.size() && text.front() != '-';
  if (!is_number) throw BadLine{std::string(what) + " must be a whole number, got " + quoted(text)};
  if (error != std::errc{} || value < least || value > most)
    throw BadLine{std::string(what) + " must be from " + std::to_string(least) + " to " + std::to_string(most) +
                  ", got " + std::string(text)};
  return value;
}

int rank_number(std::string_view text) { return whole_number(text, "a rank", 0, most_ranks - 1); }

Seconds delay(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value) || std::signbit(value))
    throw BadLine{"the seconds must be a number of at least 0, got " + quoted(text)};
  return Seconds(value);
}

Kill kill_list(std::string_view list) {
  if (list.empty()) throw BadLine{"k must be followed by ranks, such as \"k3\" or \"k3,5\""};
  Kill kill;
  for (;;) {
    const auto comma = list.find(',');
    kill.ranks.push_back(rank_number(list.substr(0, comma)));
    if (comma == std::string_view::npos) return kill;
    list.remove_prefix(comma + 1);
  }
}

KillRandom kill_several(Seconds after, std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) throw BadLine{"R must be followed by maxp:n, got " + quoted(text)};
  KillRandom kill{after, whole_number(text.substr(0, colon), "maxp", 1, most_ranks), 1};
  kill.count = whole_number(text.substr(colon + 1), "the number of ranks to kill", 1, kill.below);
  return kill;
}

ParsedCommand timed(Seconds after, std::string_view target) {
  if (target.empty()) throw BadLine{"a time must be followed by a rank, rmaxp or Rmaxp:n"};
  if (target.front() == 'R') return kill_several(after, target.substr(1));
  if (target.front() == 'r') return KillRandom{after, whole_number(target.substr(1), "maxp", 1, most_ranks), 1};
  return Kill{after, {rank_number(target)}};
}

ParsedCommand understood(std::string_view line) {
  if (line.empty()) throw BadLine{"the line is empty"};
  if (line == "checkpoint") return PutAside{};
  if (line.front() == 'k') return kill_list(line.substr(1));
  if (const auto colon = line.find(':'); colon != std::string_view::npos)
    return timed(delay(line.substr(0, colon)), line.substr(colon + 1));
  return Resize{whole_number(line, "the number of processes", 1, most_ranks)};
}

} // namespace

ParsedCommand parse_command(std::string_view line) {
  try {
    return understood(trimmed(line));
  } catch (const BadLine& bad) { return CommandError{bad.sentence}; }
}

std::vector<int> draw_victims(const KillRandom& kill, RandomStream& random) {
  std::vector<int> ranks(kill.below);
  std::iota(ranks.begin(), ranks.end(), 0);
  for (int drawn = 0; drawn < kill.count; ++drawn) {
    const auto chosen = random.below(static_cast<std::uint64_t>(kill.below - drawn));
    std::swap(ranks[drawn], ranks[drawn + static_cast<int>(chosen)]);
  }
  ranks.resize(kill.count);
  std::sort(ranks.begin(), ranks.end());
  return ranks;
}

} // namespace daruma::models::dyprc
