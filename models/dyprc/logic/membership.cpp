#include "models/dyprc/logic/membership.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace daruma::models::dyprc {
namespace {

using Row = std::vector<std::size_t>; ///< indices into the members, in the order of their places

constexpr std::size_t vacant = static_cast<std::size_t>(-1);

/// The members sorted by what they were.
struct Present {
  Row ranks; ///< one seat per settled rank, vacant where it is lost
  Row spares;
  Row newcomers;
};

Present muster(const Roster& settled, const std::vector<Member>& members) {
  Present present;
  present.ranks.assign(settled.ranks, vacant);
  std::vector<std::pair<int, std::size_t>> spares;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (members[i].former == Member::newcomer)
      present.newcomers.push_back(i);
    else if (members[i].former < settled.ranks)
      present.ranks[members[i].former] = i;
    else
      spares.emplace_back(members[i].former, i);
  }
  std::sort(spares.begin(), spares.end());
  for (const auto& [former, index] : spares) present.spares.push_back(index);
  return present;
}

int vacancies(const Row& seats) { return static_cast<int>(std::count(seats.begin(), seats.end(), vacant)); }

/// Moves the first of `from` into vacant seats, lowest seat first, while there are both.
void fill(Row& seats, Row& from) {
  auto next = from.begin();
  for (std::size_t& seat : seats)
    if (seat == vacant && next != from.end()) seat = *next++;
  from.erase(from.begin(), next);
}

void close_up(Row& seats) { seats.erase(std::remove(seats.begin(), seats.end(), vacant), seats.end()); }

void append(Row& row, const Row& more) { row.insert(row.end(), more.begin(), more.end()); }

/// Gives the places out, ranks first.
void settle(Plan& plan, const Row& ranks, const Row& spares, std::size_t members) {
  plan.roster = {static_cast<int>(ranks.size()), static_cast<int>(spares.size())};
  plan.place.assign(members, Plan::leaves);
  Row row = ranks;
  append(row, spares);
  for (std::size_t place = 0; place < row.size(); ++place) plan.place[row[place]] = static_cast<int>(place);
}

/// An order: the old ranks close up and keep their order, newcomers come after them, the last ones leave.
void obey(Plan& plan, Present present, const Wishes& wishes, std::size_t members) {
  close_up(present.ranks);
  append(present.ranks, present.newcomers);
  const int lacking = wishes.resize_to - static_cast<int>(present.ranks.size());
  if (lacking > 0 && wishes.can_spawn) {
    plan.start = lacking;
    return;
  }
  if (lacking < 0) present.ranks.resize(wishes.resize_to);
  settle(plan, present.ranks, present.spares, members);
}

/// No order: lost ranks are replaced as the style says, and closed up where nobody is left to replace them.
void recover(Plan& plan, Present present, const Wishes& wishes, std::size_t members) {
  fill(present.ranks, present.newcomers);
  if (wishes.style == RecoveryStyle::spare) fill(present.ranks, present.spares);
  if (wishes.style == RecoveryStyle::spawn && wishes.can_spawn) plan.start = vacancies(present.ranks);
  if (plan.start > 0) return;
  close_up(present.ranks);
  append(present.ranks, present.newcomers);
  settle(plan, present.ranks, present.spares, members);
}

bool all_finished(const Row& ranks, const std::vector<Member>& members) {
  return std::all_of(ranks.begin(), ranks.end(),
                     [&](std::size_t index) { return index != vacant && members[index].finished != 0; });
}

} // namespace

Plan plan(const Roster& settled, const std::vector<Member>& members, const Wishes& wishes) {
  Present present = muster(settled, members);
  Plan plan;
  plan.lost = vacancies(present.ranks);
  if (plan.lost > 0 && wishes.style == RecoveryStyle::rerun) {
    plan.rerun = true;
    return plan;
  }
  plan.finished = all_finished(present.ranks, members);
  const bool only_spares = plan.lost == settled.ranks && present.newcomers.empty();
  if (only_spares) fill(present.ranks, present.spares);
  if (wishes.resize_to != Wishes::as_it_is && !plan.finished)
    obey(plan, std::move(present), wishes, members.size());
  else
    recover(plan, std::move(present), wishes, members.size());
  return plan;
}

} // namespace daruma::models::dyprc
