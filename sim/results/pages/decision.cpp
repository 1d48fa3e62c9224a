#include "sim/results/pages/decision.hpp"

#include "sim/results/pages/readable.hpp"
#include "sim/scenario/wording.hpp"
#include "sim/study/paired.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace daruma::pages {

namespace {

using study::Difference;
using Values = std::map<int, double>;

double mean_of(const Values& values) {
  double sum = 0;
  for (const auto& [replica, value] : values) sum += value;
  return sum / static_cast<double>(values.size());
}

/// Those that have a value and no flaw.
std::vector<std::size_t> judged(const Contest& contest, const std::vector<Contender>& contenders) {
  std::vector<std::size_t> whole;
  for (std::size_t i = 0; i < contenders.size(); ++i)
    if (!contest.values[i].empty() && contenders[i].flaw.empty()) whole.push_back(i);
  return whole;
}

/// But for rounding.
bool is_different(double a, double b) {
  constexpr double rounding = 1e-9;
  return std::abs(a - b) > rounding * std::abs(a);
}

bool is_told_apart(const Values& a, const Values& b, int comparisons, Chance chance) {
  if (chance == Chance::none) return is_different(mean_of(a), mean_of(b));
  return study::paired_difference(a, b, {0.05, comparisons}).is_told_apart;
}

int pairs_of(std::size_t count) { return std::max(1, static_cast<int>(count * (count - 1) / 2)); }

/// As it stands in a sentence: a name with commas of its own in quotation marks.
std::string named(const Contender& contender) {
  return contender.label.find(", ") == std::string::npos ? contender.label : "“" + contender.label + "”";
}

std::string listed(const std::vector<std::size_t>& which, const std::vector<Contender>& contenders) {
  constexpr std::size_t most = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(which.size(), most); ++i)
    text += (i == 0 ? "" : i + 1 == which.size() ? " and " : ", ") + named(contenders[which[i]]);
  return which.size() > most ? text + fmt::format(" and {} more", which.size() - most) : text;
}

double largest_of(const Contest& contest) {
  double largest = 0;
  for (const Values& values : contest.values)
    if (!values.empty()) largest = std::max(largest, std::abs(mean_of(values)));
  return largest;
}

/// "1.2 h more (0.9 to 1.5 h)"; only the difference where it has no interval.
std::string told(const Difference& difference, const ReadableUnit& unit) {
  const double size = std::abs(difference.mean);
  std::string text = fmt::format("{} {}", unit.with_unit(size), difference.mean > 0 ? "more" : "less");
  if (difference.half_width > 0)
    text += fmt::format(", between {} and {}", unit.number(size - difference.half_width),
                        unit.with_unit(size + difference.half_width));
  return text;
}

std::size_t replicas_of(const Contest& contest) {
  std::size_t most = 0;
  for (const Values& values : contest.values) most = std::max(most, values.size());
  return most;
}

std::string compared(const Contest& contest, const std::vector<Contender>& contenders, const Standing& standing,
                     Chance chance) {
  const ReadableUnit unit = readable_unit(contest.unit, largest_of(contest));
  const Values& best = contest.values[standing.best];
  const std::string winner = fmt::format("{} with {}", named(contenders[standing.best]), unit.with_unit(mean_of(best)));
  if (standing.undecided.empty() && standing.behind.empty())
    return fmt::format("{}: {}, and nothing to compare it with.", readable_name(contest.name), winner);
  if (chance == Chance::drawn && replicas_of(contest) < 2)
    return fmt::format("{}: in one run of each the best is {}; one run tells no difference from chance, --replicas "
                       "does.",
                       readable_name(contest.name), winner);
  if (!standing.undecided.empty())
    return fmt::format("{}: no choice is the best beyond doubt: {} is not told from {}{}.", readable_name(contest.name),
                       winner, listed(standing.undecided, contenders),
                       standing.behind.empty() ? "" : ", only from " + listed(standing.behind, contenders));
  const std::size_t next = standing.behind.front();
  const int pairs = pairs_of(standing.behind.size() + 1);
  const Difference apart = study::paired_difference(best, contest.values[next], {0.05, pairs});
  return fmt::format("{}: {} is the best{}; next comes {}, {}.", readable_name(contest.name), winner,
                     chance == Chance::drawn ? " beyond doubt" : "", named(contenders[next]), told(apart, unit));
}

/// Where nothing that says which is better has a difference.
std::string without_difference(const std::vector<Contender>& contenders) {
  const std::size_t count = judged_of(contenders);
  if (count == 1) return "There is nothing to compare: only one choice can be judged.";
  return fmt::format("The {} choices{} are equal in everything that says which is better.", count,
                     count < contenders.size() ? " that can be judged" : "");
}

/// Of the first contest that tells half of the others from the best; if there is none, of that which tells most.
std::string sentence(const std::vector<Contender>& contenders, const std::vector<Contest>& contests, Chance chance) {
  if (judged_of(contenders) == 0) return "No choice can be judged: of none everything came to its end.";
  if (contests.empty()) return without_difference(contenders);
  std::string first;
  double apart = -1; // the part of the others that it tells from the best
  for (const Contest& contest : contests) {
    const auto standing = standing_of(contest, contenders, chance);
    if (!standing) continue;
    const auto behind = static_cast<double>(standing->behind.size());
    const auto others = behind + static_cast<double>(standing->undecided.size());
    const double part = others > 0 ? std::min(behind / others, 0.5) : 0;
    if (part <= apart) continue;
    apart = part;
    first = compared(contest, contenders, *standing, chance);
  }
  return first.empty() ? "Nothing that was measured says which choice is better." : first;
}

std::string capitalised(std::string text) {
  if (text.front() >= 'a' && text.front() <= 'z') text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text;
}

/// Those with the same flaw together.
std::string flaws(const std::vector<Contender>& contenders) {
  std::string text;
  std::set<std::string> told;
  for (const Contender& contender : contenders) {
    if (contender.flaw.empty() || !told.insert(contender.flaw).second) continue;
    std::vector<std::size_t> same;
    for (std::size_t i = 0; i < contenders.size(); ++i)
      if (contenders[i].flaw == contender.flaw) same.push_back(i);
    text += (text.empty() ? "" : "; ") + listed(same, contenders) + ": " + contender.flaw;
  }
  return text.empty() ? "" : "Not judged: " + text + ".";
}

/// How a cell stands to the best: the best beyond doubt, one of those among which the best is, or neither.
const char* mark_of(std::size_t contender, const std::optional<Standing>& standing) {
  if (!standing) return "";
  const auto& others = standing->undecided;
  const bool is_undecided = std::find(others.begin(), others.end(), contender) != others.end();
  if (contender == standing->best && others.empty() && !standing->behind.empty()) return "best";
  return !standing->behind.empty() && (contender == standing->best || is_undecided) ? "perhaps" : "";
}

Markup table(const std::vector<Contender>& contenders, const std::vector<Contest>& contests, Chance chance) {
  std::vector<std::optional<Standing>> standings;
  std::vector<Quantity> quantities;
  for (const Contest& contest : contests) {
    standings.push_back(standing_of(contest, contenders, chance));
    quantities.push_back({contest.name, contest.unit, {largest_of(contest)}});
  }
  const std::vector<ReadableUnit> units = shared_units(quantities);
  Markup html;
  html.begin("div", {{"class", "wide"}}).begin("table", {{"class", "decision"}}).begin("thead").begin("tr");
  html.element("th", "");
  for (std::size_t i = 0; i < contests.size(); ++i)
    html.element("th", readable_name(contests[i].name) + (units[i].name.empty() ? "" : ", " + units[i].name),
                 {{"scope", "col"}, {"title", contests[i].name}});
  html.end().end().begin("tbody");
  for (std::size_t row = 0; row < contenders.size(); ++row) {
    html.begin("tr").element("th", contenders[row].label, {{"scope", "row"}});
    for (std::size_t i = 0; i < contests.size(); ++i) {
      const Values& values = contests[i].values[row];
      const std::string mark = mark_of(row, standings[i]);
      html.element("td", values.empty() ? "" : units[i].number(mean_of(values)), {{"class", "number " + mark}});
    }
    html.end();
  }
  return html.end().end().end();
}

} // namespace

std::size_t judged_of(const std::vector<Contender>& contenders) {
  return static_cast<std::size_t>(
      std::count_if(contenders.begin(), contenders.end(), [](const Contender& one) { return one.flaw.empty(); }));
}

bool differs(const Contest& contest, const std::vector<Contender>& contenders) {
  const std::vector<std::size_t> all = judged(contest, contenders);
  return std::any_of(all.begin(), all.end(), [&](std::size_t one) {
    return is_different(mean_of(contest.values[one]), mean_of(contest.values[all.front()]));
  });
}

std::optional<Standing> standing_of(const Contest& contest, const std::vector<Contender>& contenders, Chance chance) {
  std::vector<std::size_t> all = judged(contest, contenders);
  if (contest.better == Better::neither || all.empty()) return std::nullopt;
  const auto is_better = [&contest](std::size_t a, std::size_t b) {
    const double difference = mean_of(contest.values[a]) - mean_of(contest.values[b]);
    return contest.better == Better::up ? difference > 0 : difference < 0;
  };
  std::stable_sort(all.begin(), all.end(), is_better);
  Standing standing{all.front()};
  for (auto other = all.begin() + 1; other != all.end(); ++other) {
    const bool is_apart =
        is_told_apart(contest.values[all.front()], contest.values[*other], pairs_of(all.size()), chance);
    (is_apart ? standing.behind : standing.undecided).push_back(*other);
  }
  return standing;
}

Markup decision(const std::vector<Contender>& contenders, const std::vector<Contest>& contests, Chance chance) {
  Markup html;
  if (const std::string text = flaws(contenders); !text.empty()) html.element("p", text, {{"class", "flaw"}});
  html.element("p", capitalised(sentence(contenders, contests, chance)), {{"class", "verdict"}});
  if (contests.empty()) return html;
  html.add(table(contenders, contests, chance));
  if (judged_of(contenders) < 2) return html;
  const char* const proof = chance == Chance::none
                                ? "Nothing in it is drawn: every difference is one."
                                : "Replicas share their draws and are compared one by one; what is called beyond doubt "
                                  "is so with 95 % for all pairs of a column together.";
  html.element("p", fmt::format("Means. ★ is the best beyond doubt; ≈ are those among which it is. {}", proof),
               {{"class", "note"}});
  return html;
}

} // namespace daruma::pages
