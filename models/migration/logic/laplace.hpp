// The Laplace equation on a square by Jacobi's iteration: the arithmetic of the migration paper's sample (section 3.1).
//
// A point becomes the mean of its four neighbours; the points of the edge keep their values. A strip is
// some rows; a process that holds the whole field works on one strip of it and needs one row of each
// neighbour. Points do not depend on how the rows are cut, to the last bit.
#pragma once

#include <cstddef>
#include <vector>

namespace daruma::models::migration {

/// Rows [first, end) of the inner ones, 1 ... size - 2.
struct Strip {
  int first;
  int end;
};

/// Strip `rank` of `count`, which differ by one row at most.
Strip strip(int size, int rank, int count);

class Field {
public:
  /// size x size points: 1 along the first row, 0 elsewhere.
  explicit Field(int size);

  int size() const { return size_; }
  double* row(int number) { return &points_[static_cast<std::size_t>(number) * static_cast<std::size_t>(size_)]; }
  std::vector<double>& points() { return points_; }
  /// One iteration over the strip, in place; the sum of squared changes.
  double sweep(const Strip&);
  /// Sum of a row's points, from the left.
  double sum(int number);

private:
  int size_;
  std::vector<double> points_;
  std::vector<double> above_; ///< the row above the current one, as it was
  std::vector<double> here_;  ///< the current row, as it was
};

} // namespace daruma::models::migration
