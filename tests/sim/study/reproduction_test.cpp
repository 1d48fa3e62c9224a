// The bounds within which the papers' numbers have to come out; for artefacts that the README shows
// tests/docs has them.
#include "sim/cli/installation.hpp"
#include "sim/cli/models.hpp"
#include "sim/study/reproduction.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace daruma::study {
namespace {

Reproduction reproduced(const std::string& id) {
  const auto places = cli::surroundings();
  const Laboratory laboratory{places, cli::installation().scenarios, cli::models()};
  const auto& all = artefacts();
  return std::find_if(all.begin(), all.end(), [&](const Artefact& known) { return known.id == id; })
      ->reproduce(laboratory);
}

void expect_claims(const Reproduction& reproduction) {
  EXPECT_FALSE(reproduction.claims.empty());
  for (const Claim& claim : reproduction.claims) EXPECT_TRUE(claim.holds) << claim.text;
}

TEST(Reproduction, Table2WithinTwentyFivePercent) {
  const auto table = reproduced("dyprc-table2");
  ASSERT_EQ(table.rows.size(), 6u);
  EXPECT_LE(table.worst_relative_error().value(), 0.25);
  expect_claims(table);
}

TEST(Reproduction, Figure4WithinAFactorOfOneAndAHalfFrom64KiBUp) { expect_claims(reproduced("dyprc-fig4")); }

TEST(Reproduction, FalanxByTheNumberOfWorkers) { expect_claims(reproduced("falanx-scale")); }
TEST(Reproduction, FalanxByTheRateOfFailures) { expect_claims(reproduced("falanx-failures")); }

TEST(Reproduction, MigrationFiguresMakeThePapersClaims) {
  for (const char* id : {"migr-fig7", "migr-fig8", "migr-fig9", "migr-fig10"}) expect_claims(reproduced(id));
}

TEST(Reproduction, OurOwnMigrationArtefactsHold) {
  for (const char* id : {"migr-policies", "migr-interval", "migr-scale", "migr-quantum"}) expect_claims(reproduced(id));
}

void expect_exact(const Reproduction& reproduction) {
  EXPECT_EQ(reproduction.worst_relative_error(), 0);
  expect_claims(reproduction);
}

TEST(SpareNodes, Figure3) { expect_claims(reproduced("spare-fig3")); }
TEST(SpareNodes, Figure4) { expect_exact(reproduced("spare-fig4")); }
TEST(SpareNodes, Figure6) { expect_exact(reproduced("spare-fig6")); }
TEST(SpareNodes, Figure7) { expect_exact(reproduced("spare-fig7")); }
TEST(SpareNodes, Figure8) { expect_exact(reproduced("spare-fig8")); }
TEST(SpareNodes, Figure9) { expect_claims(reproduced("spare-fig9")); }
TEST(SpareNodes, ThreeDimensions) { expect_claims(reproduced("spare-3d")); }
TEST(SpareNodes, Tori) { expect_claims(reproduced("spare-torus")); }
TEST(SpareNodes, Rearrangement) { expect_claims(reproduced("spare-rearrange")); }
TEST(SpareNodes, Fugaku) { expect_claims(reproduced("spare-fugaku")); }
TEST(SpareNodes, Drift) { expect_claims(reproduced("spare-drift")); }
TEST(SpareNodes, Utilisation) { expect_claims(reproduced("spare-utilisation")); }

TEST(Faults, Table1) { expect_claims(reproduced("detect-table1")); }

TEST(Reproduction, JsonAndTableSayTheSame) {
  Reproduction small{"x", "a paper", {{"case one", 10, 12, "s", true}, {"case two", 5, 5, "s", false}}, {{"so", true}}};
  EXPECT_DOUBLE_EQ(small.worst_relative_error().value(), 0.2);
  EXPECT_NE(to_json(small).find("\"relative_error\": 0.2"), std::string::npos);
  EXPECT_NE(to_table(small).find("20.0%  fitted"), std::string::npos);
  EXPECT_NE(to_table(small).find("worst relative error 20.0%"), std::string::npos);
}

TEST(Reproduction, ARowWithoutAPublishedNumberHasNoneInItsColumn) {
  const Reproduction mixed{"x", "a paper", {{"case one", 10, 12, "s", true}, {"case two", {}, 5, "s", false}}, {}};
  EXPECT_NE(to_table(mixed).find("case one          10          12 s"), std::string::npos) << to_table(mixed);
  EXPECT_NE(to_table(mixed).find("case two                       5 s"), std::string::npos) << to_table(mixed);
}

TEST(Reproduction, OfRowsWithoutAPublishedNumberShowsNoError) {
  Reproduction own{"x", "our own", {{"load 0.5", {}, 12, "min", false, {{"load", 0.5}, {"policy", "never"}}}}, {}};
  own.picture = Picture{{"load", "load"}, {"simulated", "minutes"}, "policy"};
  EXPECT_FALSE(own.worst_relative_error());
  EXPECT_EQ(to_table(own).find("error"), std::string::npos);
  const std::string json = to_json(own);
  EXPECT_EQ(json.find("relative_error"), std::string::npos);
  EXPECT_NE(json.find(R"("load": 0.5)"), std::string::npos);
  EXPECT_NE(json.find(R"("series": "policy")"), std::string::npos);
}

} // namespace
} // namespace daruma::study
