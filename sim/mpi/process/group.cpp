#include "sim/mpi/process/group.hpp"

#include "sim/mpi/process/job.hpp"

#include <algorithm>
#include <iterator>
#include <mpi.h>
#include <numeric>

namespace daruma::mpi {

namespace {

bool is_in_order(const Members& members) {
  const auto breaks = [](const Process* left, const Process* right) { return left->number >= right->number; };
  return std::adjacent_find(members.begin(), members.end(), breaks) == members.end();
}

} // namespace

Group::Group(Members members) : members_(std::move(members)), is_in_order_(daruma::mpi::is_in_order(members_)) {}

int Group::rank_of(const Process& process) const {
  if (members_.empty()) return MPI_UNDEFINED;
  const int rank = is_in_order_ ? find_in_order(process.number) : find_in_index(process.number);
  return rank != MPI_UNDEFINED && members_[static_cast<std::size_t>(rank)] == &process ? rank : MPI_UNDEFINED;
}

bool Group::contains(const Process& process) const { return rank_of(process) != MPI_UNDEFINED; }

/// A member's rank is its distance from the first number, less the numbers that are left out before it.
int Group::find_in_order(int number) const {
  const int distance = number - members_.front()->number;
  const int last = static_cast<int>(members_.size()) - 1;
  const int left_out = members_.back()->number - members_.front()->number - last;
  const int from = std::max(distance - left_out, 0);
  const int to = std::min(distance, last);
  if (distance < 0 || from > to) return MPI_UNDEFINED;
  const auto found = std::lower_bound(members_.begin() + from, members_.begin() + to, number,
                                      [](const Process* member, int sought) { return member->number < sought; });
  return static_cast<int>(found - members_.begin());
}

int Group::find_in_index(int number) const {
  const auto number_at = [this](int rank) { return members_[static_cast<std::size_t>(rank)]->number; };
  if (by_number_.empty()) {
    by_number_.resize(members_.size());
    std::iota(by_number_.begin(), by_number_.end(), 0);
    std::sort(by_number_.begin(), by_number_.end(), [&](int left, int right) {
      return std::make_pair(number_at(left), left) < std::make_pair(number_at(right), right);
    });
  }
  const auto found = std::lower_bound(by_number_.begin(), by_number_.end(), number,
                                      [&](int rank, int sought) { return number_at(rank) < sought; });
  return found == by_number_.end() ? MPI_UNDEFINED : *found;
}

const GroupPtr& empty_group() {
  static const GroupPtr empty = std::make_shared<const Group>(Members{});
  return empty;
}

bool have_same_members(const Group& first, const Group& second) {
  return &first == &second ||
         (first.size() == second.size() &&
          std::all_of(first.begin(), first.end(), [&](const Process* member) { return second.contains(*member); }));
}

namespace {

std::size_t hash_of(const Members& members) {
  std::size_t hash = 14695981039346656037U; // FNV-1a over the numbers
  for (const Process* member : members) hash = (hash ^ static_cast<std::size_t>(member->number)) * 1099511628211U;
  return hash;
}

/// Those of `first` that are in `second`, or that are not.
Members select(const Group& first, const Group& second, bool common) {
  Members chosen;
  std::copy_if(first.begin(), first.end(), std::back_inserter(chosen),
               [&](const Process* member) { return second.contains(*member) == common; });
  return chosen;
}

Members carry_out(SetOperation operation, const Group& first, const Group& second) {
  if (operation != SetOperation::unite) return select(first, second, operation == SetOperation::intersect);
  Members all = first.members();
  const Members rest = select(second, first, false);
  all.insert(all.end(), rest.begin(), rest.end());
  return all;
}

} // namespace

GroupPtr GroupTable::of(Members members) {
  if (members.empty()) return empty_group();
  const std::size_t hash = hash_of(members);
  const auto [begin, end] = groups_.equal_range(hash);
  for (auto candidate = begin; candidate != end; ++candidate)
    if (GroupPtr group = candidate->second.lock(); group && group->members() == members) return group;
  if (groups_.size() >= room_) forget_unused();
  auto made = std::make_shared<const Group>(std::move(members));
  groups_.emplace(hash, made);
  return made;
}

void GroupTable::forget_unused() {
  for (auto group = groups_.begin(); group != groups_.end();)
    group = group->second.expired() ? groups_.erase(group) : std::next(group);
  room_ = std::max(room_, 2 * groups_.size());
}

GroupPtr GroupTable::combine(SetOperation operation, const GroupPtr& first, const GroupPtr& second) {
  for (const Combined& known : latest_)
    if (known.result && known.operation == operation && known.first == first && known.second == second)
      return known.result;
  Combined& place = latest_[oldest_];
  oldest_ = (oldest_ + 1) % latest_.size();
  place = {operation, first, second, of(carry_out(operation, *first, *second))};
  return place.result;
}

GroupPtr group_of(Members members) {
  if (members.empty()) return empty_group();
  GroupTable& groups = members.front()->job->groups;
  return groups.of(std::move(members));
}

} // namespace daruma::mpi
