#include "models/migration/logic/laplace.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace daruma::models::migration {
namespace {

/// Sums side by side, so that one addition does not wait for the last; their order is fixed.
constexpr int lanes = 8;

/// `row` becomes the mean of its neighbours; the sum of squared changes.
double relax(double* row, const double* above, const double* here, const double* below, int size) {
  std::array<double, lanes> sums{};
  int x = 1;
  const auto relax_point = [&](int at) {
    const double mean = 0.25 * (above[at] + below[at] + here[at - 1] + here[at + 1]);
    const double change = mean - here[at];
    row[at] = mean;
    return change * change;
  };
  for (; x + lanes <= size - 1; x += lanes)
    for (int lane = 0; lane < lanes; ++lane) sums[static_cast<std::size_t>(lane)] += relax_point(x + lane);
  for (; x < size - 1; ++x) sums[0] += relax_point(x);
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

} // namespace

Strip strip(int size, int rank, int count) {
  const auto begin_of = [&](int number) { return 1 + static_cast<int>(static_cast<long>(size - 2) * number / count); };
  return {begin_of(rank), begin_of(rank + 1)};
}

Field::Field(int size)
    : size_(size), points_(static_cast<std::size_t>(size) * static_cast<std::size_t>(size)),
      above_(static_cast<std::size_t>(size)), here_(static_cast<std::size_t>(size)) {
  std::fill_n(points_.begin(), size, 1.0);
}

double Field::sweep(const Strip& strip) {
  std::copy_n(row(strip.first - 1), size_, above_.begin());
  double sum = 0;
  for (int y = strip.first; y < strip.end; ++y) {
    std::copy_n(row(y), size_, here_.begin());
    sum += relax(row(y), above_.data(), here_.data(), row(y + 1), size_);
    above_.swap(here_);
  }
  return sum;
}

double Field::sum(int number) { return std::accumulate(row(number), row(number) + size_, 0.0); }

} // namespace daruma::models::migration
