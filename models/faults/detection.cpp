#include "models/faults/detection.hpp"

#include <algorithm>

namespace daruma::models::faults {

namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool hides(const Candidate& a, const Candidate& b) {
  const FaultModel& model = *a.component.model;
  if (a.place == b.place) return contains(model.hides_here, b.component.model->name);
  return a.place < b.place && contains(model.hides_beyond, b.component.model->name);
}

/// Who answers: the ports of a switch by the same as the switch.
struct Agent {
  bool is_of_node;
  int holder;
  std::string handler;
  std::string why_not;

  bool answers_for(const Component& component, const FaultModelElem& element) const {
    return is_of_node == (component.model->holder == Holder::node) && holder == component.holder &&
           handler == element.handler;
  }
};

class Detection {
public:
  Detection(const std::vector<Candidate>& all, const FaultTree& tree, Handlers& handlers)
      : all_(all), tree_(tree), handlers_(handlers) {}

  std::vector<Finding> run() {
    for (const Candidate& candidate : all_) findings_.push_back(look_at(candidate));
    for (std::size_t i = 0; i < all_.size(); ++i) conclude(i);
    return std::move(findings_);
  }

private:
  Finding look_at(const Candidate& candidate) {
    for (std::size_t i = 0; i < findings_.size(); ++i)
      if (findings_[i].verdict == Verdict::confirmed && hides(all_[i], candidate))
        return {candidate.component, Verdict::unknown, {}, all_[i].component.name()};
    return ask(candidate.component);
  }

  /// Every element, because each says something about the fault.
  Finding ask(const Component& component) {
    Finding finding{component, Verdict::excluded, {}, ""};
    for (const FaultModelElem& element : component.model->elements) {
      const Answer answer = ask(component, element);
      if (!answer.value && finding.verdict == Verdict::excluded) finding.verdict = Verdict::unknown;
      if (!answer.value && finding.why_not.empty()) finding.why_not = answer.why_not;
      if (!answer.value || !element.is_fault(*answer.value)) continue;
      finding.verdict = Verdict::confirmed;
      finding.shown.push_back(element.name);
    }
    if (finding.verdict != Verdict::unknown) finding.why_not.clear();
    return finding;
  }

  Answer ask(const Component& component, const FaultModelElem& element) {
    for (const Agent& agent : lost_)
      if (agent.answers_for(component, element)) return Answer::no_agent(agent.why_not);
    Answer answer = handlers_.ask(component, element);
    if (answer.lost == Lost::agent)
      lost_.push_back({component.model->holder == Holder::node, component.holder, element.handler, answer.why_not});
    return answer;
  }

  /// One asked before a fault that hides it may be known by now, its effects by their causes.
  void conclude(std::size_t number) {
    Finding& finding = findings_[number];
    if (finding.verdict == Verdict::excluded || !finding.because.empty()) return;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (findings_[i].verdict != Verdict::confirmed || i == number) continue;
      const bool explains = finding.verdict == Verdict::unknown
                                ? hides(all_[i], all_[number])
                                : all_[i].place == all_[number].place &&
                                      tree_.causes(all_[i].component.model->name, finding.component.model->name);
      if (!explains) continue;
      finding.because = all_[i].component.name();
      return;
    }
  }

  const std::vector<Candidate>& all_;
  const FaultTree& tree_;
  Handlers& handlers_;
  std::vector<Finding> findings_;
  std::vector<Agent> lost_;
};

} // namespace

std::vector<Finding> detect(const std::vector<Candidate>& all, const FaultTree& tree, Handlers& handlers) {
  return Detection(all, tree, handlers).run();
}

std::vector<std::string> named(const std::vector<Finding>& findings) {
  std::vector<std::string> names;
  for (const Finding& finding : findings)
    if (finding.verdict == Verdict::confirmed && finding.because.empty()) names.push_back(finding.component.name());
  return names;
}

} // namespace daruma::models::faults
