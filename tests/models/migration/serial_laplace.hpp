// Jacobi's iteration as a textbook has it, with two whole fields and no strips: what migr-laplace has to come to.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace daruma::models::test {

struct SerialLaplace {
  explicit SerialLaplace(std::size_t points) : size(points), field(points * points) {
    for (std::size_t x = 0; x < size; ++x) field[x] = 1;
  }

  void iterate() {
    const std::vector<double> old = field;
    residual = 0;
    for (std::size_t y = 1; y + 1 < size; ++y)
      for (std::size_t x = 1; x + 1 < size; ++x) {
        const std::size_t at = y * size + x;
        field[at] = 0.25 * (old[at - size] + old[at + size] + old[at - 1] + old[at + 1]);
        residual += (field[at] - old[at]) * (field[at] - old[at]);
      }
    residual = std::sqrt(residual);
  }

  /// The mean of all points, added up row by row.
  double mean() const {
    double sum = 0;
    for (std::size_t y = 0; y < size; ++y) {
      double row = 0;
      for (std::size_t x = 0; x < size; ++x) row += field[y * size + x];
      sum += row;
    }
    return sum / static_cast<double>(size * size);
  }

  std::size_t size;
  std::vector<double> field;
  double residual = HUGE_VAL;
};

inline SerialLaplace solved_serially(std::size_t size, int iterations) {
  SerialLaplace solver(size);
  for (int i = 0; i < iterations; ++i) solver.iterate();
  return solver;
}

} // namespace daruma::models::test
