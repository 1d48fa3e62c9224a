#include "sim/mpi/process/groups.hpp"

#include "sim/mpi/process/errors.hpp"
#include "sim/mpi/process/job.hpp"

#include <algorithm>
#include <memory>
#include <vector>

namespace daruma::mpi {

const GroupPtr& resolve(MPI_Group group) {
  return group == MPI_GROUP_EMPTY ? empty_group() : *reinterpret_cast<const GroupPtr*>(group);
}

MPI_Group to_mpi(GroupPtr group) {
  if (group->empty()) return MPI_GROUP_EMPTY;
  return reinterpret_cast<MPI_Group>(std::make_unique<GroupPtr>(std::move(group)).release());
}

namespace {

bool have_strides(int n, const int ranges[][3]) {
  return std::all_of(ranges, ranges + n, [](const int* range) { return range[2] != 0; });
}

/// The ranks that triplets (first, last, stride) name, in order.
std::vector<int> ranks_of(int n, const int ranges[][3]) {
  std::vector<int> ranks;
  for (int i = 0; i < n; ++i)
    for (int rank = ranges[i][0]; ranges[i][2] > 0 ? rank <= ranges[i][1] : rank >= ranges[i][1]; rank += ranges[i][2])
      ranks.push_back(rank);
  return ranks;
}

bool are_ranks(const Group& group, const int* ranks, int n) {
  return std::all_of(ranks, ranks + n, [&](int rank) { return rank >= 0 && rank < static_cast<int>(group.size()); });
}

/// None, or a communicator that is given instead of its group.
bool is_no_group(MPI_Group group) {
  const void* const handle = group;
  return group == MPI_GROUP_NULL || handle == MPI_COMM_WORLD || handle == MPI_COMM_SELF;
}

/// A call on a group that gives something to `result`: the error of `body(const Group&)` is raised.
template <class Body> int on_group(const char* call, MPI_Group group, const void* result, Body&& body) {
  Process& process = enter(call);
  const int error = is_no_group(group) ? +MPI_ERR_GROUP : !result ? +MPI_ERR_ARG : error_of(body, *resolve(group));
  return error == MPI_SUCCESS ? +MPI_SUCCESS : raise(*process.world, error);
}

int include(const Group& group, int n, const int* ranks, MPI_Group* result) {
  if (!are_ranks(group, ranks, n)) return MPI_ERR_RANK;
  Members chosen;
  chosen.reserve(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) chosen.push_back(group[static_cast<std::size_t>(ranks[i])]);
  *result = to_mpi(group_of(std::move(chosen)));
  return MPI_SUCCESS;
}

int exclude(const Group& group, int n, const int* ranks, MPI_Group* result) {
  if (!are_ranks(group, ranks, n)) return MPI_ERR_RANK;
  std::vector<bool> excluded(group.size());
  for (int i = 0; i < n; ++i) excluded[static_cast<std::size_t>(ranks[i])] = true;
  Members chosen;
  for (std::size_t rank = 0; rank < group.size(); ++rank)
    if (!excluded[rank]) chosen.push_back(group[rank]);
  *result = to_mpi(group_of(std::move(chosen)));
  return MPI_SUCCESS;
}

int combine(const char* call, SetOperation operation, MPI_Group first, MPI_Group second, MPI_Group* result) {
  if (is_no_group(second)) first = second;
  return on_group(call, first, result, [&](const Group&) {
    *result = to_mpi(self().job->groups.combine(operation, resolve(first), resolve(second)));
  });
}

} // namespace

extern "C" {

int MPI_Group_size(MPI_Group group, int* size) {
  return on_group(__func__, group, size, [&](const Group& all) { *size = static_cast<int>(all.size()); });
}

int MPI_Group_rank(MPI_Group group, int* rank) {
  return on_group(__func__, group, rank, [&](const Group& all) { *rank = all.rank_of(self()); });
}

int MPI_Group_incl(MPI_Group group, int n, const int* ranks, MPI_Group* newgroup) {
  return on_group(__func__, group, newgroup, [&](const Group& all) { return include(all, n, ranks, newgroup); });
}

int MPI_Group_excl(MPI_Group group, int n, const int* ranks, MPI_Group* newgroup) {
  return on_group(__func__, group, newgroup, [&](const Group& all) { return exclude(all, n, ranks, newgroup); });
}

int MPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group* newgroup) {
  return on_group(__func__, group, newgroup, [&](const Group& all) {
    if (!have_strides(n, ranges)) return +MPI_ERR_ARG;
    const auto ranks = ranks_of(n, ranges);
    return include(all, static_cast<int>(ranks.size()), ranks.data(), newgroup);
  });
}

int MPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group* newgroup) {
  return on_group(__func__, group, newgroup, [&](const Group& all) {
    if (!have_strides(n, ranges)) return +MPI_ERR_ARG;
    const auto ranks = ranks_of(n, ranges);
    return exclude(all, static_cast<int>(ranks.size()), ranks.data(), newgroup);
  });
}

int MPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
  return combine(__func__, SetOperation::unite, group1, group2, newgroup);
}

int MPI_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
  return combine(__func__, SetOperation::intersect, group1, group2, newgroup);
}

int MPI_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
  return combine(__func__, SetOperation::subtract, group1, group2, newgroup);
}

int MPI_Group_compare(MPI_Group group1, MPI_Group group2, int* result) {
  if (is_no_group(group2)) group1 = group2;
  return on_group(__func__, group1, result, [&](const Group& first) {
    const Group& second = *resolve(group2);
    if (&first == &second)
      *result = MPI_IDENT;
    else
      *result = have_same_members(first, second) ? MPI_SIMILAR : MPI_UNEQUAL;
  });
}

int MPI_Group_translate_ranks(MPI_Group group1, int n, const int* ranks1, MPI_Group group2, int* ranks2) {
  if (is_no_group(group2)) group1 = group2;
  return on_group(__func__, group1, n == 0 ? &n : ranks2, [&](const Group& first) {
    const Group& second = *resolve(group2);
    for (int i = 0; i < n; ++i) {
      if (ranks1[i] == MPI_PROC_NULL) {
        ranks2[i] = MPI_PROC_NULL;
        continue;
      }
      if (!are_ranks(first, ranks1 + i, 1)) return +MPI_ERR_RANK;
      ranks2[i] = second.rank_of(*first[static_cast<std::size_t>(ranks1[i])]);
    }
    return +MPI_SUCCESS;
  });
}

int MPI_Group_free(MPI_Group* group) {
  return on_group(__func__, *group, group, [&](const Group&) {
    if (*group != MPI_GROUP_EMPTY) delete reinterpret_cast<GroupPtr*>(*group);
    *group = MPI_GROUP_NULL;
  });
}
}

} // namespace daruma::mpi
