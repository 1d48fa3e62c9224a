#include "sim/explore/plan.hpp"

#include "sim/core/random_stream.hpp"
#include "sim/explore/befallings.hpp"
#include "sim/explore/overtaking.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

namespace daruma::explore {

Sanctuary sanctuary_of(const scenario::Exploration& promise, const std::vector<Step>& steps) {
  Sanctuary sanctuary{promise.immortal, {}, promise.from};
  for (const Step& step : steps)
    if (sanctuary.processes.count(step.moment.process) > 0) sanctuary.nodes.insert(step.node);
  return sanctuary;
}

std::vector<Step> outside_of(const Sanctuary& sanctuary, const std::vector<Step>& steps, Victim victim) {
  const Befalling& what = befalling(victim);
  std::vector<Step> outside;
  std::copy_if(steps.begin(), steps.end(), std::back_inserter(outside), [&](const Step& step) {
    const bool is_safe =
        what.is_of_process ? sanctuary.processes.count(step.moment.process) > 0 : sanctuary.nodes.count(step.node) > 0;
    return (what.is_of_order || !is_safe) && step.at >= sanctuary.from;
  });
  return outside;
}

namespace {

constexpr std::size_t most_in_a_step = 100;
constexpr std::uint64_t most_bits = 2'000'000'000; // as scenarios have them

/// The fault with different bits of so many bytes. What is drawn goes by the fault alone.
void add_bits(Fault fault, std::uint64_t bytes, const Choice& choice, std::vector<Fault>& faults) {
  RandomStream stream(choice.seed, 0, "explore/" + key_of({fault}));
  const std::uint64_t there = std::min(8 * bytes, most_bits);
  std::set<std::uint64_t> drawn;
  while (drawn.size() < std::min(static_cast<std::uint64_t>(choice.bits), there)) {
    const auto [bit, is_new] = drawn.insert(stream.below(there));
    fault.bit = static_cast<int>(*bit);
    if (is_new) faults.push_back(fault);
  }
}

std::vector<Fault> in_messages(Fault fault, const std::vector<std::uint64_t>& messages, const Choice& choice) {
  std::vector<Fault> faults;
  for (std::size_t i = 0; i < std::min(messages.size(), most_in_a_step); ++i) {
    fault.nth = static_cast<int>(i) + 1;
    add_bits(fault, messages[i], choice, faults);
  }
  return faults;
}

std::vector<Fault> in_arrays(Fault fault, const std::map<std::string, std::uint64_t>& arrays, const Choice& choice) {
  std::vector<Fault> faults;
  for (const auto& [name, bytes] : arrays) {
    fault.array = name;
    add_bits(fault, bytes, choice, faults);
  }
  return faults;
}

std::vector<Fault> of_each_piece(const Fault& fault, std::uint64_t pieces) {
  std::vector<Fault> faults(static_cast<std::size_t>(std::min<std::uint64_t>(pieces, most_in_a_step)), fault);
  for (std::size_t i = 0; i < faults.size(); ++i) faults[i].nth = static_cast<int>(i) + 1;
  return faults;
}

} // namespace

std::vector<Fault> faults_at(const Step& step, Victim victim, const Choice& choice) {
  const Fault fault{step.moment, Seconds(0), victim, step.node, choice.terms};
  if (victim == Victim::message) return in_messages(fault, step.exposed.messages, choice);
  if (victim == Victim::array) return in_arrays(fault, step.exposed.arrays, choice);
  if (victim == Victim::memory) return of_each_piece(fault, step.exposed.pieces);
  std::vector<Fault> faults{fault};
  if (victim == Victim::late_news) return faults;
  if (step.moment.part != scenario::CallMoment::Part::before && step.lasts > Seconds(0))
    faults.push_back({step.moment, step.lasts / 2, victim, step.node, choice.terms});
  return faults;
}

namespace {

std::vector<Step> first_of_each_process(const std::vector<Step>& steps) {
  std::map<std::pair<std::string, int>, Step> first;
  for (const Step& step : steps) {
    const auto [known, is_new] = first.try_emplace({step.moment.job, step.moment.process}, step);
    if (!is_new && step.at < known->second.at) known->second = step;
  }
  std::vector<Step> all;
  std::transform(first.begin(), first.end(), std::back_inserter(all), [](const auto& one) { return one.second; });
  return all;
}

} // namespace

std::vector<Candidate> candidates(const Case& prefix, const Site& before, const std::vector<Step>& steps, Victim victim,
                                  const Choice& choice) {
  if (victim == Victim::late_news && !prefix.empty()) return {};
  const bool is_late_message = victim == Victim::late_message;
  const Overtaking overtaking(is_late_message ? steps : std::vector<Step>());
  const bool is_late_news = victim == Victim::late_news;
  const std::vector<Step> first = is_late_news ? first_of_each_process(steps) : std::vector<Step>();
  std::vector<Candidate> all;
  for (const Step& step : is_late_news ? first : steps) {
    if (!prefix.empty() && step.moment == prefix.back().moment) continue;
    for (const Fault& fault : is_late_message ? overtaking.late_messages(step) : faults_at(step, victim, choice)) {
      Case faults = prefix;
      faults.push_back(fault);
      all.push_back({std::move(faults), step.site, fault.delay > Seconds(0), before});
    }
  }
  return all;
}

namespace {

/// First, last, middle, then the middles of what lies between.
std::vector<std::size_t> halving_order(std::size_t count) {
  std::vector<std::size_t> order{0};
  if (count > 1) order.push_back(count - 1);
  std::vector<std::pair<std::size_t, std::size_t>> gaps{{0, count - 1}};
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    const auto [low, high] = gaps[i];
    if (high - low < 2) continue;
    const std::size_t middle = low + (high - low) / 2;
    order.push_back(middle);
    gaps.emplace_back(low, middle);
    gaps.emplace_back(middle, high);
  }
  return order;
}

} // namespace

std::vector<Candidate> by_novelty(std::vector<Candidate> all) {
  std::map<std::tuple<Site, bool, Site>, std::size_t> kinds; // their numbers, in the order of coming
  std::vector<std::vector<std::size_t>> of_kind;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto [kind, is_new] = kinds.try_emplace({all[i].site, all[i].is_later, all[i].before}, of_kind.size());
    if (is_new) of_kind.emplace_back();
    of_kind[kind->second].push_back(i);
  }
  std::vector<std::pair<std::size_t, std::size_t>> turns; // a case's turn in its kind, and its kind
  std::vector<std::vector<std::size_t>> order;
  for (std::size_t kind = 0; kind < of_kind.size(); ++kind) {
    order.push_back(halving_order(of_kind[kind].size()));
    for (std::size_t turn = 0; turn < order.back().size(); ++turn) turns.emplace_back(turn, kind);
  }
  std::sort(turns.begin(), turns.end());
  std::vector<Candidate> sorted;
  sorted.reserve(all.size());
  for (const auto& [turn, kind] : turns) sorted.push_back(std::move(all[of_kind[kind][order[kind][turn]]]));
  return sorted;
}

std::vector<Candidate> drawn(std::vector<Candidate> all, std::size_t count, std::uint64_t seed) {
  RandomStream stream(seed, 0, "explore");
  for (std::size_t i = 0; i < std::min(count, all.size()); ++i)
    std::swap(all[i], all[i + static_cast<std::size_t>(stream.below(all.size() - i))]);
  all.resize(std::min(count, all.size()));
  return all;
}

} // namespace daruma::explore
