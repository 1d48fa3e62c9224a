// How near DyProReconf's numbers have to come out, and which of them were put in.
#include "tests/models/reproduced.hpp"

#include <gtest/gtest.h>

namespace daruma::models::dyprc {
namespace {

std::vector<std::string> fitted_rows(const study::Reproduction& reproduction) {
  std::vector<std::string> labels;
  for (const study::Row& row : reproduction.rows)
    if (reproduction.is_fitted(row)) labels.push_back(row.label);
  return labels;
}

using Labels = std::vector<std::string>;

TEST(DyprcPaper, Table1) {
  const auto table = reproduced("dyprc-table1");
  EXPECT_LE(table.worst_relative_error().value(), 0.1);
  EXPECT_EQ(fitted_rows(table), (Labels{"MPIX_Comm_shrink, 12 -> 4, without detector thread",
                                        "MPIX_Comm_shrink, 12 -> 4, with detector thread"}));
  const double times_as_fast = table.rows[1].simulated / table.rows[3].simulated;
  EXPECT_GT(times_as_fast, 7);
  EXPECT_LT(times_as_fast, 13);
}

TEST(DyprcPaper, Table2) {
  const auto table = reproduced("dyprc-table2");
  ASSERT_EQ(table.rows.size(), 6u);
  EXPECT_LE(table.worst_relative_error().value(), 0.25);
  EXPECT_EQ(fitted_rows(table),
            (Labels{"MPIX_Comm_shrink, 12 -> 4, without detector thread",
                    "MPIX_Comm_shrink, 12 -> 4, with detector thread", "MPI_Comm_split + MPI_Finalize, 12 -> 4"}));
  for (const std::size_t order : {4, 5}) {
    EXPECT_LT(table.rows[order].simulated, 1);
    EXPECT_GT(table.rows[order - 2].simulated, 100 * table.rows[order].simulated);
  }
}

TEST(DyprcPaper, Fig4) {
  const auto figure = reproduced("dyprc-fig4");
  for (const study::Row& row : figure.rows) {
    const bool is_large = std::stoi(row.label.substr(row.label.find("ranks, ") + 7)) >= 65536;
    if (!is_large || !row.paper) continue;
    EXPECT_LT(row.simulated, 1.5 * *row.paper) << row.label;
    EXPECT_LT(*row.paper, 1.5 * row.simulated) << row.label;
  }
  EXPECT_EQ(fitted_rows(figure),
            (Labels{"loop 2, 24 ranks, 1 B", "loop 3, 4 ranks, 1 B", "loop 3, 4 ranks, 524288 B"}));
}

TEST(DyprcPaper, Fig5) {
  const auto figure = reproduced("dyprc-fig5");
  EXPECT_LE(figure.worst_relative_error().value(), 0.12);
  EXPECT_EQ(fitted_rows(figure), (Labels{"restart 4, 253 -> 252 ranks", "one iteration"}));
}

TEST(DyprcPaper, MalleableStudy) {
  const auto study = reproduced("malleable-study");
  const auto at = [&](const std::string& label) { return study.number_at(label); };
  EXPECT_LT(at("turnaround, min, free, 100 % malleable"), 85);
  EXPECT_LT(at("wait, min, free, 100 % malleable"), 5);
  EXPECT_GT(at("utilisation, keep-preferred, free, 100 % malleable"), 104);
  EXPECT_NEAR(at("makespan, rigid"), 1'556'685, 20) << "the last job comes then, and takes 19 s";
  EXPECT_NEAR(at("gain in turnaround that is left, average, 1 GB a core"), 100, 2);
  EXPECT_LT(at("gain in turnaround that is left, average, 64 GB a core"), 80);
  EXPECT_GT(at("wait, min, free, 100 % malleable, half of the nodes"), 50);
}

} // namespace
} // namespace daruma::models::dyprc
