// What systems declare of themselves is complete: reports, lists and the reference are made from it.
#include "models/catalogue.hpp"
#include "models/descriptor/system.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <string>

namespace daruma::models {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::NotNull;

MATCHER(IsASentence, "") { return arg.size() > 1 && arg.back() == '.' && arg.front() != ' '; }

TEST(Catalogue, HasNoNameTwice) {
  std::set<std::string_view> names;
  for (const Program& program : catalogue()) EXPECT_TRUE(names.insert(program.name).second) << program.name;
}

TEST(Catalogue, FindsProgramsByTheirNames) {
  for (const Program& program : catalogue()) EXPECT_EQ(find_program(program.name), &program);
  EXPECT_EQ(find_program("spares"), nullptr);
}

TEST(Catalogue, ProgramsSayWhatTheyDo) {
  for (const Program& program : catalogue()) {
    EXPECT_THAT(program.what, IsASentence()) << program.name;
    EXPECT_THAT(program.entry, NotNull()) << program.name;
  }
}

TEST(Catalogue, ArgumentsHaveAMeaningAndAStandardThatIsAccepted) {
  for (const Program& program : catalogue())
    for (const ArgumentRule& rule : program.arguments) {
      EXPECT_THAT(rule.meaning, IsASentence()) << program.name << ' ' << rule.name;
      EXPECT_THAT(objections(program, {{std::string(rule.name), std::string(rule.standard.value)}}), IsEmpty());
    }
}

TEST(Catalogue, DefaultsOfArgumentsSayWhereTheyComeFrom) {
  const auto says_more_than_a_word = Contains(' ');
  for (const Program& program : catalogue())
    for (const ArgumentRule& rule : program.arguments) {
      const auto& [value, kind, source] = rule.standard;
      EXPECT_THAT(source, says_more_than_a_word) << program.name << ' ' << rule.name;
      EXPECT_NE(kind, SourceKind::fitted) << program.name << ' ' << rule.name << ": stands in the result's scenario";
    }
}

TEST(Catalogue, MetricsHaveAUnitAndAMeaning) {
  for (const Program& program : catalogue())
    for (const Metric& metric : program.metrics) {
      EXPECT_THAT(metric.unit, testing::Not(IsEmpty())) << program.name << ' ' << metric.name;
      EXPECT_THAT(metric.meaning, IsASentence()) << program.name << ' ' << metric.name;
    }
}

TEST(Catalogue, MetricsWhoseNamesHaveAUnitAreInIt) {
  for (const Program& program : catalogue())
    for (const Metric& metric : program.metrics) {
      const std::string stem = metric.name.substr(0, metric.name.find('['));
      const std::string end = stem.substr(std::min(stem.size(), stem.rfind('_')));
      if (end == "_ms" || end == "_s") { EXPECT_EQ(metric.unit, end.substr(1)) << metric.name; }
    }
}

TEST(Systems, OfferTheProgramsOfTheCatalogueInItsOrder) {
  std::vector<std::string_view> offered;
  std::vector<std::string_view> known;
  for (const System* const system : systems())
    for (const Program& program : system->programs) offered.push_back(program.name);
  for (const Program& program : catalogue()) known.push_back(program.name);
  EXPECT_EQ(offered, known);
}

TEST(Systems, HaveFastFormsAndDrawingsOfTheirOwnProgramsOnly) {
  for (const System* const system : systems()) {
    std::vector<std::string_view> own;
    for (const Program& program : system->programs) own.push_back(program.name);
    for (const FastForm& form : system->fast_forms) EXPECT_THAT(own, IsSupersetOf({form.program}));
    for (const GridDrawing& drawing : system->grid_drawings) EXPECT_THAT(own, IsSupersetOf({drawing.program}));
    EXPECT_THAT(system->what, IsASentence()) << system->name;
  }
}

TEST(Systems, AreFoundByTheirPrograms) {
  ASSERT_THAT(find_fast_form("migr-laplace"), NotNull());
  EXPECT_EQ(find_fast_form("dyprc-iterate"), nullptr);
  ASSERT_THAT(find_grid_drawing("spares-stencil"), NotNull());
  EXPECT_EQ(find_grid_drawing("migr-laplace"), nullptr);
}

} // namespace
} // namespace daruma::models
