// The questions that MPI programs ask of communicators, as values.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <numeric>
#include <vector>

namespace daruma::models {

inline int rank_in(MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

inline int size_of(MPI_Comm comm) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  return size;
}

/// Of each rank of `before`: the same process's rank in `comm`; MPI_UNDEFINED if it is not there.
inline std::vector<int> ranks_in(MPI_Comm comm, MPI_Comm before) {
  std::vector<int> old(static_cast<std::size_t>(size_of(before)));
  std::vector<int> ranks(old.size());
  std::iota(old.begin(), old.end(), 0);
  MPI_Group all = MPI_GROUP_NULL;
  MPI_Group here = MPI_GROUP_NULL;
  MPI_Comm_group(before, &all);
  MPI_Comm_group(comm, &here);
  MPI_Group_translate_ranks(all, static_cast<int>(old.size()), old.data(), here, ranks.data());
  MPI_Group_free(&all);
  MPI_Group_free(&here);
  return ranks;
}

/// The processes of `before` that are not in `comm`, in the order of `before`, by their ranks in `named_in`.
inline std::vector<int> ranks_missing(MPI_Comm comm, MPI_Comm before, MPI_Comm named_in) {
  MPI_Group all = MPI_GROUP_NULL;
  MPI_Group here = MPI_GROUP_NULL;
  MPI_Group names = MPI_GROUP_NULL;
  MPI_Group missing = MPI_GROUP_NULL;
  MPI_Comm_group(before, &all);
  MPI_Comm_group(comm, &here);
  MPI_Comm_group(named_in, &names);
  MPI_Group_difference(all, here, &missing);
  int count = 0;
  MPI_Group_size(missing, &count);
  std::vector<int> order(static_cast<std::size_t>(count));
  std::vector<int> ranks(order.size());
  std::iota(order.begin(), order.end(), 0);
  MPI_Group_translate_ranks(missing, count, order.data(), names, ranks.data());
  for (MPI_Group* group : {&all, &here, &names, &missing}) MPI_Group_free(group);
  return ranks;
}

} // namespace daruma::models
