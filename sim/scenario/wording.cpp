#include "sim/scenario/wording.hpp"

#include "sim/core/lower.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace daruma::scenario {

namespace {

constexpr std::size_t longest_shown = 60;
constexpr std::size_t most_listed = 20;

/// At most `longest_shown` bytes of JSON text, cut between characters.
std::string shortened(std::string text) {
  if (text.size() <= longest_shown) return text;
  std::size_t cut = longest_shown - 3;
  const auto is_continuation = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
  while (cut > 0 && is_continuation(text[cut])) --cut;
  text.resize(cut);
  return text + "...";
}

/// Edits between two names: optimal string alignment, three rows of the table at a time.
std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swap) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

} // namespace

std::string in_quotes(std::string_view text) { return shown(nlohmann::json(text)); }

std::string shown(const nlohmann::json& value) {
  if (value.is_object()) return value.empty() ? "{}" : "{...}";
  if (value.is_array()) return value.empty() ? "[]" : "[...]";
  return shortened(value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

std::string listed(const std::vector<std::string>& names) {
  std::string result;
  const std::size_t count = std::min(names.size(), most_listed);
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) result += i + 1 == names.size() ? " and " : ", ";
    result += in_quotes(names[i]);
  }
  return count == names.size() ? result : result + " and more";
}

std::string counted(long long count, std::string_view noun) {
  const char* const ending = noun.back() == 's' ? "es" : "s";
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : ending);
}

std::string nearest(std::string_view name, const std::vector<std::string>& candidates) {
  const std::size_t most_edits = std::clamp<std::size_t>((name.size() + 1) / 3, 1, 5);
  std::string best;
  std::size_t fewest = most_edits + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t longer = std::max(name.size(), candidate.size());
    const std::size_t shorter = std::min(name.size(), candidate.size());
    if (longer - shorter > most_edits) continue;
    const std::size_t count = edits(lower(name), lower(candidate));
    if (count < fewest && count < shorter) {
      fewest = count;
      best = candidate;
    }
  }
  return best;
}

std::string unknown(std::string_view noun, std::string_view name, const std::vector<std::string>& known) {
  std::string sentence = "unknown " + std::string(noun) + " " + in_quotes(name);
  if (const std::string meant = nearest(name, known); !meant.empty())
    return sentence + "; did you mean " + in_quotes(meant) + "?";
  if (known.empty()) return sentence + "; there is none";
  return sentence + "; known: " + listed(known);
}

} // namespace daruma::scenario
