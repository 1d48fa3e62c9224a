// Reports as their readers meet them: in a browser, on a phone, on paper.
#include "tests/sim/cli/command_line.hpp"
#include "tests/sim/results/pages/browser.hpp"

#include <gmock/gmock.h>

namespace daruma::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class Report : public CommandLine {
protected:
  /// A report on a run whose nodes fail, and on a sweep, in one page.
  std::filesystem::path page() const {
    const std::string stencil = "'" + scenario("spare-stencil") + "'";
    EXPECT_EQ(call("run " + stencil + " --replicas 2 --out stencil").status, 0);
    EXPECT_EQ(call("sweep " + stencil +
                   " --fidelity fast --out sweep --replicas 3 --vary /jobs/0/arguments/method=0d,1d,2d"
                   " --workers 1 --metric heat.makespan_s")
                  .status,
              0);
    const Answer answer = call("report stencil sweep --out report.html --title 'Nodes & <spares>'");
    EXPECT_EQ(answer.status, 0) << answer.err;
    return folder_ / "report.html";
  }
};

constexpr const char* sections_in_sight =
    "return [...document.querySelectorAll('section')].filter(s => s.offsetHeight > 0).map(s => s.dataset.section)";

const char* const overflow = "return document.documentElement.scrollWidth - window.innerWidth";

TEST_F(Report, IsReadInABrowserOnAPhoneAndOnPaper) {
  if (const std::string lack = Browser::lack(); !lack.empty()) GTEST_SKIP() << lack;
  Browser browser;
  browser.open(page());
  EXPECT_EQ(browser.run("return document.title"), "Nodes & <spares>");
  EXPECT_EQ(browser.run(sections_in_sight), (nlohmann::json{"Time line", "Tables"})) << "the first of each part";

  for (const char* name : {"Figures", "Time line", "Machine", "Scenario", "Tables"}) {
    browser.click(std::string("article:first-of-type nav [data-section='") + name + "']");
    EXPECT_EQ(browser.run(sections_in_sight)[0], name);
  }
  for (const char* name : {"Tables", "Scenario", "Figures"}) {
    browser.click(std::string("article:last-of-type nav [data-section='") + name + "']");
    EXPECT_EQ(browser.run(sections_in_sight)[1], name);
  }

  browser.click("article:first-of-type nav [data-section='Tables']");
  const std::string first_cell = "return document.querySelectorAll('.sortable')[2].rows[1].cells[0].textContent";
  const std::string before = browser.run(first_cell);
  browser.click("section.shown .sortable:last-of-type th button");
  browser.run("document.querySelectorAll('.sortable')[2].querySelector('th button').click();"
              "document.querySelectorAll('.sortable')[2].querySelector('th button').click()");
  EXPECT_NE(browser.run(first_cell), before) << "sorted the other way round";

  browser.click("article:first-of-type nav [data-section='Time line']");
  const std::string rows_in_sight =
      "return [...document.querySelectorAll('tr[data-kind]')].filter(r => r.offsetHeight > 0).length";
  const int all = browser.run(rows_in_sight);
  browser.click("select[name=kind] option[value=death]");
  const int deaths = browser.run(rows_in_sight);
  EXPECT_GT(deaths, 0);
  EXPECT_LT(deaths, all);

  browser.be_wide(360);
  for (const char* name : {"Tables", "Figures", "Time line", "Machine", "Scenario"}) {
    browser.click(std::string("article:first-of-type nav [data-section='") + name + "']");
    EXPECT_LE(browser.run(overflow), 0) << name;
  }

  browser.be_paper();
  EXPECT_EQ(browser.run(sections_in_sight).size(), 8U) << "paper shows all";
  EXPECT_EQ(browser.run(rows_in_sight), all) << "whatever was chosen on the screen";
  EXPECT_THAT(browser.complaints(), IsEmpty());
}

TEST_F(Report, OfACentreIsZoomedAndAskedWhoWasWhere) {
  if (const std::string lack = Browser::lack(); !lack.empty()) GTEST_SKIP() << lack;
  ASSERT_EQ(call("run '" + scenario("centre-failures") + "' --fidelity fast --out centre").status, 0);
  ASSERT_EQ(call("report centre").status, 0);
  Browser browser;
  browser.open(folder_ / "centre" / "report.html");
  const std::string picture = "return document.querySelector('.gantt .bars').toDataURL()";
  const std::string all = browser.run(picture);
  const std::string empty = browser.run("const blank = document.createElement('canvas'), one = document.querySelector("
                                        "'.gantt .bars'); blank.width = one.width; blank.height = one.height;"
                                        "return blank.toDataURL()");
  EXPECT_GT(all.size(), 2 * empty.size()) << "it has jobs in it";
  const std::string await_drawing =
      "document.querySelector('.gantt [data-zoom=ACTION]').click();"
      "return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))";
  const auto press = [&](const std::string& action) {
    std::string script = await_drawing;
    browser.run(script.replace(script.find("ACTION"), 6, action));
  };
  press("in");
  EXPECT_NE(browser.run(picture), all);
  press("all");
  EXPECT_EQ(browser.run(picture), all);
  const std::string told = browser.run(
      "const one = document.querySelector('.gantt .bars'), frame = one.getBoundingClientRect();"
      "one.dispatchEvent(new PointerEvent('pointermove', {clientX: frame.left + 5, clientY: frame.top + 5}));"
      "return document.querySelector('.gantt .told').textContent");
  EXPECT_THAT(told, testing::MatchesRegex("job [0-9]+: nodes [0-9]+ to [0-9]+, from .* to .*"));
  const std::string map = "return document.querySelector('.gantt .map').toDataURL()";
  const std::string middle = browser.run(map);
  browser.run(
      "const one = document.querySelector('.gantt input'); one.value = 0; one.dispatchEvent(new Event('input'))");
  EXPECT_NE(browser.run(map), middle);
  browser.be_wide(360);
  EXPECT_LE(browser.run(overflow), 0);
  EXPECT_THAT(browser.complaints(), IsEmpty());
}

TEST_F(Report, RefusesWhatIsNoResult) {
  std::filesystem::create_directory(folder_ / "empty");
  std::ofstream(folder_ / "text.json") << "no JSON";
  std::ofstream(folder_ / "newer.json") << R"({"schema_version": 99})";
  std::ofstream(folder_ / "broken.sqlite") << "SQLite format 3 and then nothing of the kind";
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "report needs RESULT: folders that runs, sweeps or reproduce left behind"},
      {"absent", "absent does not exist"},
      {"empty", "empty holds neither a run's result.json, nor a sweep.sqlite, nor what"},
      {"text.json", "text.json is no result of daruma: is not JSON"},
      {"newer.json", "/schema_version: must be 1, got 99"},
      {"broken.sqlite", "broken.sqlite"}};
  for (const auto& [place, message] : cases) {
    const Answer answer = call("report " + place);
    EXPECT_EQ(answer.status, 2) << place;
    EXPECT_THAT(answer.err, HasSubstr(message));
  }
}

TEST_F(Report, RefusesAResultWhoseScenarioWasSpoilt) {
  ASSERT_EQ(call("run '" + scenario("spare-stencil") + "' --out stencil").status, 0);
  auto result = nlohmann::json::parse(read(folder_ / "stencil" / "result.json"));
  result["scenario"]["jobs"][0]["arguments"]["grid"] = "6by6";
  std::ofstream(folder_ / "stencil" / "result.json") << result;
  const Answer answer = call("report stencil");
  EXPECT_EQ(answer.status, 2);
  EXPECT_THAT(answer.err, HasSubstr("/jobs/0/arguments: argument \"grid\""));
}

TEST_F(Report, SaysThatTheDiskIsFull) {
  ASSERT_EQ(call("run '" + scenario("spare-stencil") + "' --out stencil").status, 0);
  const Answer answer = call("report stencil", "ulimit -f 8;");
  EXPECT_EQ(answer.status, 4);
  EXPECT_THAT(answer.err, HasSubstr("report.html cannot be written"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "stencil" / "report.html"));
}

} // namespace
} // namespace daruma::test
