#include "sim/mpi/process/grid.hpp"

#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <set>

namespace daruma::mpi {

int Grid::size() const { return std::accumulate(extents.begin(), extents.end(), 1, std::multiplies<>()); }

std::vector<int> Grid::coordinates_of(int rank) const {
  std::vector<int> coordinates(extents.size());
  for (std::size_t d = extents.size(); d-- > 0; rank /= extents[d]) coordinates[d] = rank % extents[d];
  return coordinates;
}

int Grid::rank_at(const std::vector<int>& coordinates) const {
  int rank = 0;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    const bool is_inside = coordinates[d] >= 0 && coordinates[d] < extents[d];
    if (!is_inside && !periodic[d]) return MPI_PROC_NULL;
    rank = rank * extents[d] + ((coordinates[d] % extents[d]) + extents[d]) % extents[d];
  }
  return rank;
}

int Grid::shifted(int rank, int dimension, int steps) const {
  auto coordinates = coordinates_of(rank);
  coordinates[static_cast<std::size_t>(dimension)] += steps;
  return rank_at(coordinates);
}

Grid Grid::slice(const std::vector<bool>& kept) const {
  Grid sliced;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    if (!kept[d]) continue;
    sliced.extents.push_back(extents[d]);
    sliced.periodic.push_back(periodic[d]);
  }
  return sliced;
}

namespace {

/// Factors of a number, descending, and how equal they are: by the difference of the largest and the smallest, then by
/// their sum; of equal ones those with the largest factor.
struct Factors {
  std::vector<int> all;
  long long spread = std::numeric_limits<long long>::max();
  long long sum = 0;
};

int root_of(int product, int count) { return static_cast<int>(std::floor(std::pow(product, 1.0 / count) + 1e-9)); }

std::vector<int> divisors_of(int product) {
  std::set<int> all;
  for (int divisor = 1; divisor <= product / divisor; ++divisor)
    if (product % divisor == 0) all.insert({divisor, product / divisor});
  return {all.begin(), all.end()};
}

/// Looks for the most equal factors of a number, by trying all that can be better than what it has.
class Search {
public:
  explicit Search(int product) : divisors_(divisors_of(product)) {}

  /// Writes `product` as `count` more factors, none larger than the last of those that have been chosen.
  void seek(int product, int count) {
    if (count == 0) return judge(product);
    const int middle = root_of(product, count); // the smallest of what is to come is not larger
    for (const int factor : divisors_) {
      if (factor < middle || product % factor != 0) continue;
      if (!chosen_.empty() && factor > chosen_.back()) return;
      if ((chosen_.empty() ? factor : chosen_.front()) - middle > best_.spread) return;
      chosen_.push_back(factor);
      seek(product / factor, count - 1);
      chosen_.pop_back();
    }
  }

  const std::vector<int>& best() const { return best_.all; }

private:
  void judge(int left) {
    const long long spread = chosen_.front() - chosen_.back();
    const long long sum = std::accumulate(chosen_.begin(), chosen_.end(), 0LL);
    if (left == 1 && (spread < best_.spread || (spread == best_.spread && sum <= best_.sum)))
      best_ = {chosen_, spread, sum};
  }

  std::vector<int> divisors_;
  std::vector<int> chosen_;
  Factors best_;
};

std::vector<int> balanced_factors(int product, int count) {
  if (count == 0) return {};
  Search search(product);
  search.seek(product, count);
  return search.best();
}

} // namespace

bool balance(int nodes, std::vector<int>& extents) {
  int fixed = 1;
  int free = 0;
  for (const int extent : extents) {
    if (extent < 0) return false;
    if (extent == 0)
      ++free;
    else
      fixed *= extent;
  }
  if (nodes <= 0 || nodes % fixed != 0 || (free == 0 && nodes != fixed)) return false;
  const auto factors = balanced_factors(nodes / fixed, free);
  std::size_t next = 0;
  for (int& extent : extents)
    if (extent == 0) extent = factors[next++];
  return true;
}

} // namespace daruma::mpi
