#include "models/dyprc/logic/membership.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace daruma::models::dyprc {
namespace {

using Row = std::vector<std::size_t>; ///< ranks in the communicator, in the order of their places

constexpr std::size_t vacant = static_cast<std::size_t>(-1);

/// Those who are there, by what they were.
struct Present {
  Row ranks; ///< one seat per settled rank, vacant where it is lost
  Row spares;
  Row newcomers;
  std::size_t count = 0; ///< of them all
};

Present muster(const Roster& settled, const Attendance& here) {
  Present present;
  present.ranks.assign(settled.ranks, vacant);
  auto lost = here.lost.begin();
  for (int place = 0; place < settled.ranks + settled.spares; ++place) {
    if (lost != here.lost.end() && *lost == place)
      ++lost;
    else if (place < settled.ranks)
      present.ranks[place] = present.count++;
    else
      present.spares.push_back(present.count++);
  }
  for (int i = 0; i < here.newcomers; ++i) present.newcomers.push_back(present.count++);
  return present;
}

int lost_ranks(const Roster& settled, const Attendance& here) {
  return static_cast<int>(std::lower_bound(here.lost.begin(), here.lost.end(), settled.ranks) - here.lost.begin());
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
void settle(Plan& plan, const Row& ranks, const Row& spares, std::size_t count) {
  plan.roster = {static_cast<int>(ranks.size()), static_cast<int>(spares.size())};
  plan.place.assign(count, Plan::leaves);
  Row row = ranks;
  append(row, spares);
  plan.keeps_order = row.size() == count && std::is_sorted(row.begin(), row.end());
  for (std::size_t place = 0; place < row.size(); ++place) plan.place[row[place]] = static_cast<int>(place);
}

/// An order: the old ranks close up and keep their order, newcomers come after them, the last ones leave.
void obey(Plan& plan, Present present, const Wishes& wishes) {
  close_up(present.ranks);
  append(present.ranks, present.newcomers);
  const int lacking = wishes.resize_to - static_cast<int>(present.ranks.size());
  if (lacking > 0 && wishes.can_spawn) {
    plan.start = lacking;
    return;
  }
  if (lacking < 0) present.ranks.resize(wishes.resize_to);
  settle(plan, present.ranks, present.spares, present.count);
}

/// No order: lost ranks are replaced as the style says, and closed up where nobody is left to replace them.
void recover(Plan& plan, Present present, const Wishes& wishes) {
  fill(present.ranks, present.newcomers);
  if (wishes.style == RecoveryStyle::spare) fill(present.ranks, present.spares);
  if (wishes.style == RecoveryStyle::spawn && wishes.can_spawn) plan.start = vacancies(present.ranks);
  if (plan.start > 0) return;
  close_up(present.ranks);
  append(present.ranks, present.newcomers);
  settle(plan, present.ranks, present.spares, present.count);
}

} // namespace

Plan plan(const Roster& settled, const Attendance& here, const Wishes& wishes) {
  Plan plan;
  plan.lost = lost_ranks(settled, here);
  plan.rerun = plan.lost > 0 && wishes.style == RecoveryStyle::rerun;
  plan.finished = plan.lost == 0 && here.finished;
  if (plan.rerun || plan.finished) return plan;
  Present present = muster(settled, here);
  const bool only_spares = plan.lost == settled.ranks && present.newcomers.empty();
  if (only_spares) fill(present.ranks, present.spares);
  if (wishes.resize_to != Wishes::as_it_is)
    obey(plan, std::move(present), wishes);
  else
    recover(plan, std::move(present), wishes);
  return plan;
}

} // namespace daruma::models::dyprc
