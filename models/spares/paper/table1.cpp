// Spare nodes, Table 1: every sequence of failures is tried until one cannot be survived.
#include "models/spares/paper/counting.hpp"

#include <fmt/format.h>

namespace daruma::models::spares::paper {

namespace {

study::Row search(const SparesJob& job, double published) {
  return row_of(fmt::format("{} on {}, {}x{}", job.method, job.faces, job.extents[0], job.extents[1]), published,
                guaranteed(job));
}

} // namespace

study::Reproduction table1(const study::StudyContext&) {
  study::Reproduction table{fmt::format("{}, Table 1: failures that are survived whatever they hit", paper_name)};
  // 0D survives as many as there are spares: on 3x3 few enough for every sequence of them.
  table.rows = {search({{3, 3}, "2d-1", "0d"}, 3), search({{3, 3}, "2d-2", "0d"}, 7),
                search({{6, 6}, "2d-1", "1d"}, 1), search({{6, 6}, "2d-2", "1d"}, 3),
                search({{6, 6}, "2d-1", "2d"}, 1), search({{6, 6}, "2d-2", "2d"}, 2)};
  const auto survived = [&table](std::size_t row) { return table.rows[row].simulated; };
  table.claims = {{"spares at two edges survive more than at one, by each method",
                   survived(1) > survived(0) && survived(3) > survived(2) && survived(5) > survived(4)}};
  return table;
}

} // namespace daruma::models::spares::paper
