#include "sim/mpi/process/groups.hpp"

#include "sim/mpi/process/errors.hpp"

#include <algorithm>
#include <memory>

namespace daruma::mpi {

const Members& members_of(MPI_Group group) {
  static const Members empty;
  return group == MPI_GROUP_EMPTY ? empty : *reinterpret_cast<const Members*>(group);
}

MPI_Group make_group(Members members) {
  if (members.empty()) return MPI_GROUP_EMPTY;
  return reinterpret_cast<MPI_Group>(std::make_unique<Members>(std::move(members)).release());
}

int position(const Members& members, const Process& process) {
  const auto found = std::find(members.begin(), members.end(), &process);
  return found == members.end() ? MPI_UNDEFINED : static_cast<int>(found - members.begin());
}

namespace {

bool contains(const Members& members, const Process& process) { return position(members, process) != MPI_UNDEFINED; }

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

bool are_ranks(const Members& members, const int* ranks, int n) {
  return std::all_of(ranks, ranks + n, [&](int rank) { return rank >= 0 && rank < static_cast<int>(members.size()); });
}

/// A call on a group: the error of `body(const Members&)` is raised.
template <class Body> int on_group(const char* call, MPI_Group group, Body&& body) {
  Process& process = enter(call);
  const int error = group == MPI_GROUP_NULL ? +MPI_ERR_GROUP : error_of(body, members_of(group));
  return error == MPI_SUCCESS ? +MPI_SUCCESS : raise(*process.world, error);
}

int include(const Members& members, int n, const int* ranks, MPI_Group* result) {
  if (!are_ranks(members, ranks, n)) return MPI_ERR_RANK;
  Members chosen;
  for (int i = 0; i < n; ++i) chosen.push_back(members[static_cast<std::size_t>(ranks[i])]);
  *result = make_group(std::move(chosen));
  return MPI_SUCCESS;
}

int exclude(const Members& members, int n, const int* ranks, MPI_Group* result) {
  if (!are_ranks(members, ranks, n)) return MPI_ERR_RANK;
  Members chosen;
  for (int rank = 0; rank < static_cast<int>(members.size()); ++rank)
    if (std::find(ranks, ranks + n, rank) == ranks + n) chosen.push_back(members[static_cast<std::size_t>(rank)]);
  *result = make_group(std::move(chosen));
  return MPI_SUCCESS;
}

/// Those of `first` that are in `second`, or are not.
Members select(const Members& first, const Members& second, bool common) {
  Members chosen;
  std::copy_if(first.begin(), first.end(), std::back_inserter(chosen),
               [&](const Process* process) { return contains(second, *process) == common; });
  return chosen;
}

} // namespace

extern "C" {

int MPI_Group_size(MPI_Group group, int* size) {
  return on_group(__func__, group, [&](const Members& members) { *size = static_cast<int>(members.size()); });
}

int MPI_Group_rank(MPI_Group group, int* rank) {
  return on_group(__func__, group, [&](const Members& members) { *rank = position(members, self()); });
}

int MPI_Group_incl(MPI_Group group, int n, const int* ranks, MPI_Group* newgroup) {
  return on_group(__func__, group, [&](const Members& members) { return include(members, n, ranks, newgroup); });
}

int MPI_Group_excl(MPI_Group group, int n, const int* ranks, MPI_Group* newgroup) {
  return on_group(__func__, group, [&](const Members& members) { return exclude(members, n, ranks, newgroup); });
}

int MPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group* newgroup) {
  return on_group(__func__, group, [&](const Members& members) {
    if (!have_strides(n, ranges)) return +MPI_ERR_ARG;
    const auto ranks = ranks_of(n, ranges);
    return include(members, static_cast<int>(ranks.size()), ranks.data(), newgroup);
  });
}

int MPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group* newgroup) {
  return on_group(__func__, group, [&](const Members& members) {
    if (!have_strides(n, ranges)) return +MPI_ERR_ARG;
    const auto ranks = ranks_of(n, ranges);
    return exclude(members, static_cast<int>(ranks.size()), ranks.data(), newgroup);
  });
}

int MPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
  return on_group(__func__, group1, [&](const Members& first) {
    Members all = first;
    const Members rest = select(members_of(group2), first, false);
    all.insert(all.end(), rest.begin(), rest.end());
    *newgroup = make_group(std::move(all));
  });
}

int MPI_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
  return on_group(__func__, group1,
                  [&](const Members& first) { *newgroup = make_group(select(first, members_of(group2), true)); });
}

int MPI_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
  return on_group(__func__, group1,
                  [&](const Members& first) { *newgroup = make_group(select(first, members_of(group2), false)); });
}

int MPI_Group_compare(MPI_Group group1, MPI_Group group2, int* result) {
  return on_group(__func__, group1, [&](const Members& first) {
    const Members& second = members_of(group2);
    if (first == second)
      *result = MPI_IDENT;
    else if (first.size() == second.size() && select(first, second, false).empty())
      *result = MPI_SIMILAR;
    else
      *result = MPI_UNEQUAL;
  });
}

int MPI_Group_translate_ranks(MPI_Group group1, int n, const int* ranks1, MPI_Group group2, int* ranks2) {
  return on_group(__func__, group1, [&](const Members& first) {
    for (int i = 0; i < n; ++i) {
      if (ranks1[i] == MPI_PROC_NULL) {
        ranks2[i] = MPI_PROC_NULL;
        continue;
      }
      if (!are_ranks(first, ranks1 + i, 1)) return +MPI_ERR_RANK;
      ranks2[i] = position(members_of(group2), *first[static_cast<std::size_t>(ranks1[i])]);
    }
    return +MPI_SUCCESS;
  });
}

int MPI_Group_free(MPI_Group* group) {
  return on_group(__func__, *group, [&](const Members&) {
    if (*group != MPI_GROUP_EMPTY) delete reinterpret_cast<Members*>(*group);
    *group = MPI_GROUP_NULL;
  });
}
}

} // namespace daruma::mpi
