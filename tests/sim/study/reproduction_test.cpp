// What of an artefact is found and shown: errors, what was fitted, what was put in.
#include "sim/study/reproduction.hpp"

#include <gmock/gmock.h>

namespace daruma::study {
namespace {

using testing::HasSubstr;
using testing::Not;

const Parameter on_one{"/machine/speed", "3", SourceKind::fitted, "set so", {"x/case one"}};

Reproduction named(const char* id, Reproduction reproduction) {
  reproduction.id = id;
  return reproduction;
}

TEST(Reproduction, JsonAndTableSayTheSame) {
  const Reproduction small =
      named("x", {"a paper", {{"case one", 10, 12, "s", {}, {on_one}}, {"case two", 5, 5, "s"}}, {{"so", true}}});
  EXPECT_DOUBLE_EQ(small.worst_relative_error().value(), 0.2);
  EXPECT_THAT(to_json(small), HasSubstr("\"relative_error\": 0.2"));
  EXPECT_THAT(to_table(small), HasSubstr("20.0%  fitted"));
  EXPECT_THAT(to_table(small), HasSubstr("0.0%  predicted"));
  EXPECT_THAT(to_table(small), HasSubstr("worst relative error 20.0%"));
}

TEST(Reproduction, ARowIsFittedByItsOwnRunsParametersOnly) {
  const Reproduction two =
      named("x", {"a paper", {{"case one", 10, 12, "s", {}, {on_one}}, {"case one", 10, 11, "s"}}});
  EXPECT_TRUE(two.is_fitted(two.rows[0]));
  EXPECT_FALSE(two.is_fitted(two.rows[1])) << "another run, in which that parameter was not used";
  Reproduction all = two;
  all.parameters = {on_one};
  EXPECT_TRUE(all.is_fitted(all.rows[1]));
}

TEST(Reproduction, ARowThatShowsAnothersNumberIsFittedOnIt) {
  const Reproduction other = named("y", {"ours", {{"changed", 10, 12, "s", {}, {on_one}, "x/case one"}}});
  EXPECT_TRUE(other.is_fitted(other.rows[0]));
}

TEST(Reproduction, WhereNothingIsPublishedNothingIsFitted) {
  const Reproduction own = named("x", {"our own", {{"case one", {}, 12, "s", {}, {on_one}}}});
  EXPECT_FALSE(own.is_fitted(own.rows[0]));
}

TEST(Reproduction, NamesWhatWasAssumedOrFittedOnce) {
  const Parameter cited{"/machine/cores", "4", SourceKind::cited, "a data sheet"};
  const Parameter assumed{"/machine/latency", "1us", SourceKind::assumed, "an order of magnitude"};
  const Parameters all{assumed, cited, on_one};
  const Reproduction two =
      named("x", {"a paper", {{"case one", 10, 12, "s", {}, all}, {"case two", 5, 5, "s", {}, all}}});
  EXPECT_THAT(to_table(two), HasSubstr("put in:\n"
                                       "fitted   /machine/speed 3: set so; set from x/case one\n"
                                       "assumed  /machine/latency 1us: an order of magnitude\n"));
  EXPECT_THAT(to_table(two), Not(HasSubstr("data sheet")));
  EXPECT_THAT(to_json(two), HasSubstr("data sheet"));
}

TEST(Reproduction, ANoteStandsBesideItsRow) {
  const Reproduction noted =
      named("x", {"a paper", {{"case one", 1, 1, "nodes", {{"note", "nodes 1, 2 are one too many"}}}}});
  EXPECT_THAT(to_table(noted), HasSubstr("predicted; nodes 1, 2 are one too many\n"));
}

TEST(Reproduction, ARowWithoutAPublishedNumberHasNoneInItsColumn) {
  const Reproduction mixed = named("x", {"a paper", {{"case one", 10, 12, "s"}, {"case two", {}, 5, "s"}}});
  EXPECT_THAT(to_table(mixed), HasSubstr("case one          10          12 s"));
  EXPECT_THAT(to_table(mixed), HasSubstr("case two                       5 s"));
}

TEST(Reproduction, ARowThatIsNotOnTheFigureHasNoErrorBar) {
  Reproduction figure{"source"};
  figure.plot = lines("x", "x", Scale::linear, "y");
  figure.plot->error = "half_width";
  figure.rows = {point("line", "x", 1, 2, "s"), {"whole", {}, 3, "s"}};
  figure.rows[0].fields.emplace_back("half_width", 0.5);
  EXPECT_NE(to_table(figure).find("2 s +- 0.5\n"), std::string::npos);
  EXPECT_NE(to_table(figure).find("3 s\n"), std::string::npos);
}

TEST(Reproduction, OfRowsWithoutAPublishedNumberShowsNoError) {
  Reproduction own = named("x", {"our own", {{"load 0.5", {}, 12, "min", {{"load", 0.5}, {"policy", "never"}}}}});
  own.plot = PlotSpec{{"load", "load"}, {"simulated", "minutes"}, "policy"};
  EXPECT_FALSE(own.worst_relative_error());
  EXPECT_THAT(to_table(own), Not(HasSubstr("error")));
  EXPECT_THAT(to_json(own), Not(HasSubstr("relative_error")));
  EXPECT_THAT(to_json(own), HasSubstr(R"("load": 0.5)"));
  EXPECT_THAT(to_json(own), HasSubstr(R"("series": "policy")"));
  EXPECT_THAT(to_json(own), Not(testing::AnyOf(HasSubstr("column"), HasSubstr("level"))));
  own.plot->column = "price";
  own.plot->level = Level{100, "rigid"};
  EXPECT_THAT(to_json(own), HasSubstr(R"("column": "price")"));
  EXPECT_THAT(to_json(own), HasSubstr(R"("level": {)"));
}

} // namespace
} // namespace daruma::study
