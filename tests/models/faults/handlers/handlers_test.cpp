// Handlers, whichever world they ask: what is broken is named, what does not answer is unknown, and nothing hangs.
#include "tests/models/faults/handlers/world.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace daruma::models::faults::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Each question that nobody answers takes its time: who was silent is not to be asked again.
class CountedQuestions final : public Handlers {
public:
  explicit CountedQuestions(Handlers& asked) : asked_(asked) {}
  Answer ask(const Component& component, const FaultModelElem& element) override {
    return counted(asked_.ask(component, element));
  }
  Answer ask_age(const Component& component, const FaultModelElem& element) override {
    return counted(asked_.ask_age(component, element));
  }

  int unanswered = 0;

private:
  Answer counted(Answer answer) {
    unanswered += answer.lost == Lost::agent ? 1 : 0;
    return answer;
  }

  Handlers& asked_;
};

class FaultHandlers : public testing::Test {
protected:
  std::vector<Candidate> all() const { return candidates(Error::ehostunreach, {0, {{0, 0, 1}}, 1}, tree_); }
  Component component(const std::string& name) const {
    for (const Candidate& candidate : all())
      if (candidate.component.name() == name) return candidate.component;
    throw std::invalid_argument(name);
  }
  void show_broken(const std::string& name, const std::string& element) {
    const Component one = component(name);
    world_->show(one, *one.model->element(element), one.model->element(element)->broken);
  }
  void silence(Agent agent) {
    world_->silence(agent);
    silent_.push_back(agent);
  }
  std::vector<Finding> found() {
    const auto handlers = world_->handlers();
    CountedQuestions counted(*handlers);
    auto findings = detect(all(), tree_, counted, world_->cabling());
    unanswered_ = counted.unanswered;
    return findings;
  }
  void TearDown() override {
    for (const Agent agent : silent_) world_->end_silence(agent);
  }

  const std::unique_ptr<World> world_ = make_world();
  const FaultTree& tree_ = world_->tree();
  int unanswered_ = 0; ///< questions that an agent did not answer, of the last request

private:
  std::vector<Agent> silent_;
};

TEST_F(FaultHandlers, ExcludeEverythingWhereNothingIsBroken) {
  for (const Finding& finding : found())
    EXPECT_EQ(finding.verdict, Verdict::excluded) << finding.component.name() << ": " << finding.why_not;
}

bool takes_its_agent(const FaultModelElem& element) {
  return std::any_of(element.then.begin(), element.then.end(),
                     [](const Consequence& one) { return one.effect == Effect::goes_dark && one.after <= Seconds(0); });
}

TEST_F(FaultHandlers, NameEachDeviceByEachThingThatShowsItAndOnlyWhileItDoes) {
  for (const Candidate& candidate : all())
    for (const FaultModelElem& element : candidate.component.model->elements) {
      if (element.is_symptom) continue;
      const std::string name = candidate.component.name();
      const bool is_dark = world_->has_consequences() && takes_its_agent(element);
      world_->show(candidate.component, element, element.broken);
      const auto findings = found();
      EXPECT_THAT(named(findings), ElementsAre(name)) << element.name;
      for (const Finding& finding : findings)
        if (finding.component.name() == name && !is_dark) { EXPECT_THAT(finding.shown, ElementsAre(element.name)); }
      world_->show(candidate.component, element, element.sound);
      EXPECT_THAT(named(found()), IsEmpty()) << name << " " << element.name;
    }
}

TEST_F(FaultHandlers, NameTheFanThatHeatsTheProcessor) {
  show_broken("node1.temperature", "degrees");
  show_broken("node1.cpu", "throttled");
  EXPECT_THAT(named(found()), ElementsAre("node1.temperature"));
  show_broken("node1.cpu_fan", "speed");
  EXPECT_THAT(named(found()), ElementsAre("node1.cpu_fan"));
}

TEST_F(FaultHandlers, NameThePortWhoseCableIsDarkAtBothEndsAndNotAtOne) {
  show_broken("switch0.port1", "state");
  if (!world_->has_consequences()) { EXPECT_THAT(named(found()), IsEmpty()); }
  show_broken("node1.nic", "link");
  EXPECT_THAT(named(found()), ElementsAre("switch0.port1"));
}

TEST_F(FaultHandlers, LeaveUnknownWhatASilentBmcDoesNotTellAndNameTheRest) {
  show_broken("switch0.port1", "hardware");
  show_broken("node1.disk", "device");
  silence(Agent::bmc_of_node1);
  const auto findings = found();
  EXPECT_THAT(named(findings), ElementsAre("switch0.port1"));
  for (const Finding& finding : findings) {
    if (finding.component.name().rfind("node1.", 0) != 0) continue;
    EXPECT_EQ(finding.verdict, Verdict::unknown) << finding.component.name();
    EXPECT_THAT(finding.why_not, HasSubstr("node1")) << finding.component.name();
    EXPECT_THAT(finding.why_not, HasSubstr("does not answer within")) << finding.component.name();
  }
  EXPECT_EQ(unanswered_, 1);
}

TEST_F(FaultHandlers, LeaveUnknownWhatASilentSwitchDoesNotTell) {
  show_broken("node1.memory", "uncorrectable");
  silence(Agent::switch0);
  const auto findings = found();
  EXPECT_THAT(named(findings), ElementsAre("node1.memory"));
  for (const Finding& finding : findings)
    if (finding.component.name().rfind("switch0", 0) == 0) {
      EXPECT_EQ(finding.verdict, Verdict::unknown) << finding.component.name();
      EXPECT_THAT(finding.why_not, HasSubstr("switch0")) << finding.component.name();
    } else {
      EXPECT_NE(finding.verdict, Verdict::unknown) << finding.component.name() << ": " << finding.why_not;
    }
  EXPECT_EQ(unanswered_, 1);
}

TEST_F(FaultHandlers, AskAgainWhoeverWasSilentOnce) {
  silence(Agent::bmc_of_node1);
  EXPECT_EQ(found().back().verdict, Verdict::unknown);
  world_->end_silence(Agent::bmc_of_node1);
  EXPECT_EQ(found().back().verdict, Verdict::excluded);
}

} // namespace
} // namespace daruma::models::faults::test
