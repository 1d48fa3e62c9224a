#include "sim/explore/determinism.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <optional>
#include <sys/mman.h>
#include <tuple>
#include <utility>
#include <vector>

namespace daruma::explore {

namespace {

using Way = std::vector<const Step*>; // of one process
using Process = std::pair<std::string, int>;

std::map<Process, Way> ways_of(const std::vector<Step>& steps) {
  std::map<Process, Way> ways;
  for (const Step& step : steps) ways[{step.moment.job, step.moment.process}].push_back(&step);
  return ways;
}

auto all_of(const Step& step) {
  return std::tuple(step.moment, step.at, step.lasts, step.node, step.site.place, step.site.role, step.site.processes);
}
bool are_same(const Step* one, const Step* other) {
  return !(all_of(*one) < all_of(*other)) && !(all_of(*other) < all_of(*one));
}

/// Where two ways part: a step of each, null where one has ended.
struct Parting {
  const Step* one = nullptr;
  const Step* other = nullptr;

  const Step& first() const { return !other || (one && one->at <= other->at) ? *one : *other; }
};

std::optional<Parting> parting_of(const Way& one, const Way& other) {
  const auto [in_one, in_other] = std::mismatch(one.begin(), one.end(), other.begin(), other.end(), are_same);
  const bool has_one_ended = in_one == one.end(), has_other_ended = in_other == other.end();
  if (has_one_ended && has_other_ended) return std::nullopt;
  return Parting{has_one_ended ? nullptr : *in_one, has_other_ended ? nullptr : *in_other};
}

/// Of all processes the one whose ways part first.
std::optional<Parting> first_parting(const std::vector<Step>& one, const std::vector<Step>& other) {
  const auto ways = ways_of(one);
  auto others = ways_of(other);
  for (const auto& [process, way] : ways) others.try_emplace(process);
  std::optional<Parting> first;
  for (const auto& [process, way] : others) {
    const auto found = ways.find(process);
    const auto parting = parting_of(found == ways.end() ? Way{} : found->second, way);
    if (parting && (!first || parting->first().at < first->first().at)) first = parting;
  }
  return first;
}

/// "inside MPI_Send (3rd) at file.c:12, from 0.5 s to 0.6 s".
std::string stay_in_words(const Step* step) {
  if (!step) return "at no further call";
  const std::string place = step->site.place.file.empty() ? "" : " at " + hosting::short_name(step->site.place);
  return in_words(step->moment) +
         fmt::format("{}, from {:.9g} s to {:.9g} s", place, step->at.count(), (step->at + step->lasts).count());
}

std::string parting_in_words(const Parting& parting) {
  const scenario::CallMoment& moment = parting.first().moment;
  return fmt::format("process {} of {} is {} in one, and {} in the other", moment.process, moment.job,
                     stay_in_words(parting.one), stay_in_words(parting.other));
}

std::string different_lines(const std::vector<std::string>& one, const std::vector<std::string>& other) {
  std::vector<std::string> different;
  std::set_symmetric_difference(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(different));
  return different.empty() ? "" : fmt::format("only one of them prints \"{}\"", different.front());
}

std::string different_metrics(const std::map<std::string, double>& one, const std::map<std::string, double>& other) {
  const auto [in_one, in_other] = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
  if (in_one == one.end() && in_other == other.end()) return "";
  return fmt::format("{} is not the same", in_one == one.end() ? in_other->first : in_one->first);
}

} // namespace

/// What is freed last is given out first: things of one size, freed upwards, come back downwards.
void move_addresses() {
  constexpr std::size_t elsewhere = std::size_t{1} << 30;
  constexpr int of_a_size = 200;
  [[maybe_unused]] void* const gap =
      ::mmap(nullptr, elsewhere, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  for (std::size_t size = 16; size <= 1024; size += 16) {
    std::vector<void*> things(of_a_size);
    for (void*& thing : things) thing = std::malloc(size);
    std::sort(things.begin(), things.end());
    for (void* const thing : things) std::free(thing);
  }
}

std::string difference_of(const Recorded& one, const Recorded& other) {
  if (const auto parting = first_parting(one.steps, other.steps)) return parting_in_words(*parting);
  const std::string lines = different_lines(one.reference.lines, other.reference.lines);
  return lines.empty() ? different_metrics(one.reference.metrics, other.reference.metrics) : lines;
}

} // namespace daruma::explore
