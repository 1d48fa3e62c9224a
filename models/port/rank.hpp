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

} // namespace daruma::models
