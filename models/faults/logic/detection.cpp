#include "models/faults/logic/detection.hpp"

#include "models/faults/logic/cabling.hpp"

#include <algorithm>

namespace daruma::models::faults {

namespace {

/// Handlers that remember who did not answer: waiting for the same agent again and again would only take time.
class Agents final : public Handlers {
public:
  explicit Agents(Handlers& handlers) : handlers_(handlers) {}

  Answer ask(const Component& component, const FaultModelElem& element) override {
    return ask(component, element, &Handlers::ask);
  }
  Answer ask_age(const Component& component, const FaultModelElem& element) override {
    return ask(component, element, &Handlers::ask_age);
  }

private:
  using Question = Answer (Handlers::*)(const Component&, const FaultModelElem&);

  Answer ask(const Component&, const FaultModelElem&, Question);

  /// Who answers: for the ports of a switch the same as for the switch.
  struct Agent {
    bool is_of_node;
    int holder;
    std::string handler;
    std::string why_not;

    bool answers_for(const Component&, const FaultModelElem&) const;
  };

  Handlers& handlers_;
  std::vector<Agent> lost_;
};

bool Agents::Agent::answers_for(const Component& component, const FaultModelElem& element) const {
  return is_of_node == (component.model->holder == Holder::node) && holder == component.holder &&
         handler == element.handler;
}

Answer Agents::ask(const Component& component, const FaultModelElem& element, Question question) {
  for (const Agent& agent : lost_)
    if (agent.answers_for(component, element)) return Answer::no_agent(agent.why_not);
  Answer answer = (handlers_.*question)(component, element);
  if (answer.lost == Lost::agent)
    lost_.push_back({component.model->holder == Holder::node, component.holder, element.handler, answer.why_not});
  return answer;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool hides(const Candidate& a, const Candidate& b) {
  const FaultModel& model = *a.component.model;
  if (a.place == b.place) return contains(model.hides_here, b.component.model->name);
  return a.place < b.place && contains(model.hides_beyond, b.component.model->name);
}

bool is_at(const CableEnd& end, const Component& component) {
  if (component.holder != end.number) return false;
  if (component.model->holder == Holder::port) return end.holder != Holder::node && component.port == end.port;
  return component.model->holder == end.holder;
}

class Detection {
public:
  Detection(const std::vector<Candidate>& all, const FaultTree& tree, Handlers& handlers, const Cabling* cabling)
      : all_(all), tree_(tree), handlers_(handlers) {
    if (cabling != nullptr) neighbours_.emplace(tree, handlers_, *cabling);
  }

  std::vector<Finding> run() {
    for (const Candidate& candidate : all_) findings_.push_back(look_at(candidate));
    if (neighbours_)
      for (Finding& finding : findings_) ask_neighbours(finding);
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

  /// Every element, because each says something about the fault. A symptom alone says nothing.
  Finding ask(const Component& component) {
    Finding finding{component, Verdict::excluded, {}, ""};
    for (const FaultModelElem& element : component.model->elements) {
      if (element.is_symptom) continue;
      const Answer answer = handlers_.ask(component, element);
      if (!answer.value && finding.verdict == Verdict::excluded) finding.verdict = Verdict::unknown;
      if (!answer.value && finding.why_not.empty()) finding.why_not = answer.why_not;
      if (!answer.value || !element.is_fault(*answer.value)) continue;
      finding.verdict = Verdict::confirmed;
      finding.shown.push_back(element.name);
    }
    if (finding.verdict != Verdict::unknown) finding.why_not.clear();
    return finding;
  }

  void ask_neighbours(Finding& finding) {
    const Component& component = finding.component;
    if (component.model->holder == Holder::network_switch) {
      if (finding.verdict == Verdict::unknown && finding.because.empty() && neighbours_->is_down(component.holder))
        finding = {component, Verdict::confirmed, {"neighbours"}, ""};
    } else if (component.model->holder == Holder::port && finding.verdict == Verdict::excluded) {
      look_at_link(finding);
    } else if (component.model->holder == Holder::node && finding.verdict == Verdict::unknown) {
      look_at_lost_links(finding);
    }
  }

  /// Of what nobody could ask: whether links tell that it took them with it.
  void look_at_lost_links(Finding& finding) {
    if (!finding.because.empty()) return;
    for (const FaultModelElem& element : finding.component.model->elements)
      if (neighbours_->are_lost(finding.component.holder, element.lost_links))
        finding = {finding.component, Verdict::confirmed, {element.name}, ""};
  }

  void look_at_link(Finding& port) {
    const auto shown = neighbours_->missing_link(port.component);
    if (shown.empty()) return;
    if (neighbours_->is_cable_damaged(port.component))
      port = {port.component, Verdict::confirmed, shown, ""};
    else
      port = {port.component, Verdict::unknown, {}, "", "it sees no link, which may be due to the other end"};
  }

  /// Of a port that nobody could judge: its switch, or what is at the other end of its cable.
  bool takes_away(const Component& broken, const Component& port) const {
    if (!neighbours_ || port.model->holder != Holder::port) return false;
    const bool is_its_switch = broken.model->holder == Holder::network_switch && broken.holder == port.holder;
    return is_its_switch || is_at(neighbours_->beyond(port), broken);
  }

  /// One asked before a fault that hides it may be known by now, its effects by their causes.
  void conclude(std::size_t number) {
    Finding& finding = findings_[number];
    if (finding.verdict == Verdict::excluded || !finding.because.empty()) return;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (findings_[i].verdict != Verdict::confirmed || i == number) continue;
      const bool explains = finding.verdict == Verdict::unknown
                                ? hides(all_[i], all_[number]) || takes_away(all_[i].component, finding.component)
                                : all_[i].place == all_[number].place &&
                                      tree_.causes(all_[i].component.model->name, finding.component.model->name);
      if (!explains) continue;
      finding.because = all_[i].component.name();
      return;
    }
  }

  const std::vector<Candidate>& all_;
  const FaultTree& tree_;
  Agents handlers_;
  std::optional<Neighbours> neighbours_;
  std::vector<Finding> findings_;
};

} // namespace

std::vector<Finding> detect(const std::vector<Candidate>& all, const FaultTree& tree, Handlers& handlers) {
  return Detection(all, tree, handlers, nullptr).run();
}

std::vector<Finding> detect(const std::vector<Candidate>& all, const FaultTree& tree, Handlers& handlers,
                            const Cabling& cabling) {
  return Detection(all, tree, handlers, &cabling).run();
}

std::vector<std::string> named(const std::vector<Finding>& findings) {
  std::vector<std::string> names;
  for (const Finding& finding : findings)
    if (finding.verdict == Verdict::confirmed && finding.because.empty()) names.push_back(finding.component.name());
  return names;
}

} // namespace daruma::models::faults
