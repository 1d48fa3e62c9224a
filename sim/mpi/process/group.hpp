// Groups: ordered sets of processes of one job.
//
// A group never changes, so whoever has the same one shares it: the members of a communicator, their MPI_Group
// handles, and the ranks that each work out the same group for themselves. A rank is found without a table where the
// members are in order of their numbers, as they are but for groups that a program puts in an order of its own.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <unordered_map>
#include <vector>

namespace daruma::mpi {

struct Process;

using Members = std::vector<Process*>;

class Group {
public:
  explicit Group(Members members);

  std::size_t size() const { return members_.size(); }
  bool empty() const { return members_.empty(); }
  Process* operator[](std::size_t rank) const { return members_[rank]; }
  const Members& members() const { return members_; }
  Members::const_iterator begin() const { return members_.begin(); }
  Members::const_iterator end() const { return members_.end(); }

  /// MPI_UNDEFINED where the process is no member.
  int rank_of(const Process& process) const;
  bool contains(const Process& process) const;

private:
  int find_in_order(int number) const;
  int find_in_index(int number) const;

  Members members_;
  bool is_in_order_;                   ///< each member's number is greater than the one before
  mutable std::vector<int> by_number_; ///< where not: the ranks in order of number, made when they are first needed
};

using GroupPtr = std::shared_ptr<const Group>;

const GroupPtr& empty_group();

bool have_same_members(const Group& first, const Group& second);

enum class SetOperation { unite, intersect, subtract };

/// The groups of a job that are in use; equal ones are one object.
class GroupTable {
public:
  GroupPtr of(Members members);
  /// As all ranks tend to ask for the same, the latest answers are kept.
  GroupPtr combine(SetOperation operation, const GroupPtr& first, const GroupPtr& second);

private:
  struct Combined {
    SetOperation operation;
    GroupPtr first, second, result;
  };
  void forget_unused();

  std::unordered_multimap<std::size_t, std::weak_ptr<const Group>> groups_; ///< by a hash of their members
  std::size_t room_ = 64;                                                   ///< groups until the unused are looked for
  std::array<Combined, 4> latest_{};
  std::size_t oldest_ = 0; ///< in `latest_`
};

/// The group of these members, none of them twice.
GroupPtr group_of(Members members);

} // namespace daruma::mpi
