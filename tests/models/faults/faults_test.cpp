// The fault model: candidates in the paper's order, verdicts, and files that make no sense.
#include "models/faults/logic/detection.hpp"
#include "models/faults/logic/read_fault_models.hpp"
#include "sim/core/random_stream.hpp"
#include "sim/core/temporary_folder.hpp"

#include <gmock/gmock.h>

#include <cerrno>
#include <fstream>
#include <map>
#include <set>

namespace daruma::models::faults {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const FaultTree& tree() {
  static const FaultTree all = read_fault_models(std::filesystem::path(DARUMA_SOURCE_DIR) / "platforms" / "devices");
  return all;
}

/// Figure 6: two nodes at a switch, seen from `from`.
Way way_from(int from) { return {from, {{0, from, 1 - from}}, 1 - from}; }

std::vector<std::string> names(const std::vector<Candidate>& all) {
  std::vector<std::string> texts;
  for (const Candidate& candidate : all) texts.push_back(candidate.component.name());
  return texts;
}

/// Devices that are broken show it in every element; the mute ones do not answer.
class Bench : public Handlers {
public:
  std::set<std::string> broken;
  std::set<std::string> mute;
  std::set<int> silent_nodes; ///< their agents
  int asked = 0;

  Answer ask(const Component& component, const FaultModelElem& element) override {
    ++asked;
    if (mute.count(component.name()) != 0) return Answer::no_sensor("mute");
    if (component.model->holder == Holder::node && silent_nodes.count(component.holder) != 0)
      return Answer::no_agent("silent");
    const bool has_upper = element.high < 1e300;
    const double limit = has_upper ? element.high : element.low;
    const bool above = (broken.count(component.name()) != 0) == has_upper;
    return Answer::of(above ? limit + 1 : limit - 1);
  }
  Answer ask_age(const Component&, const FaultModelElem&) override { return Answer::no_sensor("mute"); }
};

std::vector<Finding> found(Bench& bench, int from = 0, Error error = Error::ehostunreach) {
  return detect(candidates(error, way_from(from), tree()), tree(), bench);
}

std::map<std::string, Verdict> verdicts(const std::vector<Finding>& findings) {
  std::map<std::string, Verdict> all;
  for (const Finding& finding : findings) all[finding.component.name()] = finding.verdict;
  return all;
}

TEST(FaultCandidates, OfAnUnreachableHostAreThoseOfFigure7) {
  EXPECT_THAT(names(candidates(Error::ehostunreach, way_from(0), tree())),
              ElementsAre("node0.nic", "switch0.port0", "switch0", "switch0.port1", "node1.nic", "node1.cpu",
                          "node1.cpu_fan", "node1.memory", "node1.temperature", "node1.disk", "node1.power_supply"));
}

TEST(FaultCandidates, DependOnTheError) {
  EXPECT_THAT(names(candidates(Error::enetdown, way_from(0), tree())), ElementsAre("node0.nic"));
  EXPECT_THAT(names(candidates(Error::econnreset, way_from(0), tree())), ElementsAre("node1.cpu", "node1.memory"));
  EXPECT_EQ(names(candidates(Error::etimedout, way_from(0), tree())).front(), "switch0.port0");
  EXPECT_EQ(names(candidates(Error::enetunreach, way_from(0), tree())),
            names(candidates(Error::ehostunreach, way_from(0), tree())));
}

TEST(FaultCandidates, FollowTheWayOverSeveralSwitches) {
  const Way way{3, {{0, 3, 8}, {2, 0, 1}, {1, 8, 4}}, 12};
  const auto all = names(candidates(Error::etimedout, way, tree()));
  EXPECT_THAT(std::vector(all.begin(), all.begin() + 10),
              ElementsAre("switch0.port3", "switch0", "switch0.port8", "switch2.port0", "switch2", "switch2.port1",
                          "switch1.port8", "switch1", "switch1.port4", "node12.nic"));
}

TEST(FaultErrors, AreThoseOfTheOperatingSystem) {
  EXPECT_EQ(error_of(EHOSTUNREACH), Error::ehostunreach);
  EXPECT_EQ(name_of(Error::econnrefused), "ECONNREFUSED");
  EXPECT_EQ(error_named("ETIMEDOUT"), Error::etimedout);
  EXPECT_EQ(error_of(EAGAIN), std::nullopt);
  EXPECT_EQ(error_named("EAGAIN"), std::nullopt);
}

TEST(Detection, NamesEachDeviceThatAloneIsBrokenFromBothEnds) {
  for (const int from : {0, 1})
    for (const std::string& name : names(candidates(Error::ehostunreach, way_from(from), tree()))) {
      Bench bench;
      bench.broken = {name};
      EXPECT_THAT(named(found(bench, from)), ElementsAre(name)) << "from node " << from;
    }
}

TEST(Detection, OfNothingBrokenExcludesAll) {
  Bench bench;
  for (const auto& [name, verdict] : verdicts(found(bench))) EXPECT_EQ(verdict, Verdict::excluded) << name;
}

TEST(Detection, NamesTheCauseAndNotItsEffects) {
  Bench bench;
  bench.broken = {"node1.cpu_fan", "node1.temperature", "node1.cpu"};
  EXPECT_THAT(named(found(bench)), ElementsAre("node1.cpu_fan"));
  bench.broken.erase("node1.cpu_fan");
  EXPECT_THAT(named(found(bench)), ElementsAre("node1.temperature"));
  bench.broken = {"node1.cpu_fan", "node1.memory"};
  EXPECT_THAT(named(found(bench)), ElementsAre("node1.cpu_fan", "node1.memory"));
}

TEST(Detection, DoesNotKnowWhatABrokenNicHidesAndDoesNotAsk) {
  Bench bench;
  bench.broken = {"node0.nic", "node1.disk"};
  const auto findings = found(bench);
  EXPECT_THAT(named(findings), ElementsAre("node0.nic"));
  for (std::size_t i = 1; i < findings.size(); ++i) {
    EXPECT_EQ(findings[i].verdict, Verdict::unknown) << findings[i].component.name();
    EXPECT_EQ(findings[i].because, "node0.nic");
  }
  EXPECT_EQ(bench.asked, 2) << "the two elements of the NIC";
}

TEST(Detection, OfAMuteDeviceIsUnknown) {
  Bench bench;
  bench.mute = {"switch0"};
  const auto all = verdicts(found(bench));
  EXPECT_EQ(all.at("switch0"), Verdict::unknown);
  EXPECT_EQ(all.at("node1.nic"), Verdict::excluded);
}

TEST(Detection, AsksASilentAgentOnlyOnce) {
  Bench bench;
  found(bench);
  const int asked_if_all_answer = bench.asked;
  bench.asked = 0;
  bench.silent_nodes = {1};
  const auto findings = found(bench);
  EXPECT_EQ(bench.asked, asked_if_all_answer - 11) << "one of the twelve elements that node 1 has";
  for (const Finding& finding : findings) {
    const bool is_silent = finding.component.name().rfind("node1.", 0) == 0;
    EXPECT_EQ(finding.verdict, is_silent ? Verdict::unknown : Verdict::excluded) << finding.component.name();
    EXPECT_EQ(finding.why_not, is_silent ? "silent" : "") << finding.component.name();
  }
}

/// What power takes with it was asked before it, and is explained afterwards.
TEST(Detection, SaysWhatHidesThoseThatWereAskedBefore) {
  Bench bench;
  bench.broken = {"node1.power_supply"};
  bench.mute = {"node1.cpu", "node1.disk"};
  for (const Finding& finding : found(bench))
    if (finding.verdict == Verdict::unknown) { EXPECT_EQ(finding.because, "node1.power_supply"); }
}

/// Whatever is broken and whatever is mute: nothing sound is named, and what is broken and answers is named, caused by
/// something that is, or hidden by it.
TEST(Detection, NeverNamesWhatIsSound) {
  const auto all = names(candidates(Error::ehostunreach, way_from(0), tree()));
  for (std::uint64_t round = 0; round < 5000; ++round) {
    RandomStream random(1, round, "detection");
    Bench bench;
    for (const std::string& name : all) {
      if (random.uniform() < 0.25) bench.broken.insert(name);
      if (random.uniform() < 0.15) bench.mute.insert(name);
    }
    const auto findings = found(bench);
    for (const std::string& name : named(findings)) {
      EXPECT_EQ(bench.broken.count(name), 1u) << name;
      EXPECT_EQ(bench.mute.count(name), 0u) << name;
    }
    for (const Finding& finding : findings) {
      const std::string name = finding.component.name();
      if (bench.broken.count(name) == 0 || bench.mute.count(name) != 0) continue;
      EXPECT_NE(finding.verdict, Verdict::excluded) << name;
      if (finding.verdict == Verdict::unknown) { EXPECT_EQ(bench.broken.count(finding.because), 1u) << name; }
    }
  }
}

// --- Files

std::string complaint(std::initializer_list<const char*> files) {
  const TemporaryFolder folder;
  int number = 0;
  for (const char* text : files) std::ofstream(folder.path() / (std::to_string(number++) + ".json")) << text;
  try {
    read_fault_models(folder.path());
    return "";
  } catch (const FaultTreeError& error) { return error.what(); }
}

std::string device(const std::string& name, const std::string& more) {
  return R"({"name": ")" + name + R"(", "title": "t", "holder": "node", "order": 1, "errors": {"peer": ["ETIMEDOUT"]},
             "elements": [{"name": "e", "tells": "t", "handler": "ipmi", "sensor": "S", "high": 1}])" +
         more + "}";
}

TEST(FaultModelFiles, ThatFitAreTaken) {
  EXPECT_EQ(complaint({device("a", R"(, "causes": ["b"])").c_str(), device("b", "").c_str()}), "");
}

TEST(FaultModelFiles, MayTellTheCausesAtTheEffect) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "a.json") << device("a", "");
  std::ofstream(folder.path() / "b.json") << device("b", R"(, "caused_by": ["a"])");
  EXPECT_TRUE(read_fault_models(folder.path()).causes("a", "b"));
  EXPECT_THAT(complaint({device("b", R"(, "caused_by": ["c"])").c_str()}),
              HasSubstr("\"b\" is caused by \"c\", which no file describes"));
}

TEST(FaultModelFiles, OfServicesFitThoseOfDevices) {
  const auto platforms = std::filesystem::path(DARUMA_SOURCE_DIR) / "platforms";
  const FaultTree all = read_fault_models(std::vector{platforms / "devices", platforms / "services"});
  EXPECT_TRUE(all.causes("memory", "process"));
  const auto refused = names(candidates(Error::econnrefused, way_from(0), all));
  EXPECT_THAT(refused, ElementsAre("node1.cpu", "node1.memory", "node1.process", "node1.rsh", "node1.nfs"));
}

TEST(FaultModelFiles, WithRelationsThatMakeNoSenseAreRefused) {
  EXPECT_THAT(complaint({device("a", R"(, "causes": ["c"])").c_str()}),
              HasSubstr("\"a\" causes \"c\", which no file describes"));
  EXPECT_THAT(complaint({device("a", R"(, "hides": {"here": ["a"]})").c_str()}), HasSubstr("\"a\" hides itself"));
  EXPECT_THAT(complaint({device("a", R"(, "causes": ["b"])").c_str(), device("b", R"(, "causes": ["a"])").c_str()}),
              HasSubstr("\"a\" causes itself, at once or by way of others"));
  EXPECT_THAT(complaint({device("a", "").c_str(), device("a", "").c_str()}), HasSubstr("\"a\" is described twice"));
}

TEST(FaultModelFiles, WithMistakesNameFileAndPlace) {
  EXPECT_THAT(complaint({"{"}), HasSubstr("0.json cannot be read, or is no JSON"));
  EXPECT_THAT(complaint({device("a", R"(, "colour": 1)").c_str()}), HasSubstr("0.json: /: unknown key \"colour\""));
  EXPECT_THAT(complaint({R"({"name": 3})"}), HasSubstr("0.json: /name: must be a text, got 3"));
  EXPECT_THAT(complaint({R"({"name": "a", "title": "t", "holder": "rack", "order": 1})"}),
              HasSubstr("/holder: must be \"node\", \"port\" or \"switch\", got \"rack\""));
  EXPECT_THAT(complaint({R"({"name": "a", "title": "t", "holder": "node", "order": 1, "errors": {"peer": ["EIO"]}})"}),
              HasSubstr("/errors/peer/0: must be one of"));
  EXPECT_THAT(complaint({R"([1])"}), HasSubstr("/: must be in braces"));
}

/// Of a device "a" that causes "b", with this beside its element's limits.
std::string complaint_of_life(const std::string& of_element) {
  const std::string a = R"({"name": "a", "title": "t", "holder": "node", "order": 1, "errors": {}, "causes": ["b"],
      "elements": [{"name": "e", "tells": "t", "handler": "ipmi", "sensor": "S", "high": 9, )" +
                        of_element + "}]}";
  return complaint({a.c_str(), device("b", "").c_str()});
}

TEST(FaultModelFiles, SayWhatFollowsFromABreak) {
  EXPECT_EQ(complaint_of_life(R"("sound": 5, "rise": 0.5, "then": [{"effect": "breaks", "at": 9, "breaks": "b.e"}])"),
            "");
  EXPECT_THAT(complaint_of_life(R"("then": [{"effect": "explodes", "after": "1s"}])"),
              HasSubstr("/elements/0/then/0/effect: must be one of \"breaks\", \"slows\""));
  EXPECT_THAT(complaint_of_life(R"("then": [{"effect": "hangs"}])"), HasSubstr("needs either \"after\" or \"at\""));
  EXPECT_THAT(complaint_of_life(R"("then": [{"effect": "hangs", "after": "soon"}])"),
              HasSubstr("/elements/0/then/0/after: must be a duration"));
  EXPECT_THAT(complaint_of_life(R"("then": [{"effect": "hangs", "at": 9}])"), HasSubstr("at: is never reached"));
  EXPECT_THAT(complaint_of_life(R"("then": [{"effect": "slows", "after": "0s", "speed": 2}])"),
              HasSubstr("speed: must be above 0 and at most 1"));
  EXPECT_THAT(complaint_of_life(R"("then": [{"effect": "breaks", "after": "0s", "breaks": "b"}])"),
              HasSubstr("must name a device and a way"));
  EXPECT_THAT(complaint_of_life(R"("then": [{"effect": "breaks", "after": "0s", "breaks": "c.e"}])"),
              HasSubstr("\"a\" breaks \"c\", which is not among what it causes"));
  EXPECT_THAT(complaint_of_life(R"("then": [{"effect": "breaks", "after": "0s", "breaks": "b.x"}])"),
              HasSubstr("\"a\" breaks \"b\" in a way \"x\" that it does not have"));
  EXPECT_THAT(complaint_of_life(R"("sound": 10)"), HasSubstr("/elements/0/sound: must be between"));
  EXPECT_THAT(complaint_of_life(R"("rise": -1)"), HasSubstr("/elements/0/rise: must be positive"));
  EXPECT_THAT(complaint_of_life(R"("symptom": 1)"), HasSubstr("/elements/0/symptom: must be true or false, got 1"));
}

TEST(FaultModelFiles, SayWhichLinksAreLostAndSinceWhenOneIs) {
  EXPECT_EQ(complaint_of_life(R"("lost_links": {"of": ["nic", "bmc"], "within": "1s"})"), "");
  EXPECT_THAT(complaint_of_life(R"("lost_links": {"of": ["disk"], "within": "1s"})"),
              HasSubstr("/elements/0/lost_links/of/0: must be \"nic\" or \"bmc\", got \"disk\""));
  EXPECT_THAT(complaint_of_life(R"("lost_links": {"of": ["nic"]})"), HasSubstr("\"within\" is missing"));
  EXPECT_THAT(complaint_of_life(R"("last_change": {"at": "1.3"})"), HasSubstr("\"clock\" is missing"));
  EXPECT_THAT(complaint({R"({"name": "s", "title": "t", "holder": "switch", "order": 1, "errors": {}, "elements":
                [{"name": "e", "tells": "t", "handler": "snmp", "sensor": "1.3", "high": 1,
                  "lost_links": {"of": ["nic"], "within": "1s"}}]})"}),
              HasSubstr("\"s\" has links to lose, which only a node has"));
}

TEST(FaultModelFiles, RefuseWhatCannotHappenToTheirHolder) {
  EXPECT_THAT(complaint({R"({"name": "s", "title": "t", "holder": "switch", "order": 1, "errors": {}, "elements":
                [{"name": "e", "tells": "t", "handler": "snmp", "sensor": "1.3", "high": 1,
                  "then": [{"effect": "slows", "after": "0s", "speed": 0.5}]}]})"}),
              HasSubstr("\"s\" has an effect that its holder cannot have"));
}

} // namespace
} // namespace daruma::models::faults
