// Fault localisation, Fig. 7: in which order candidates are asked. Along the way to the peer the walk over the route
// says it; among the parts of the peer it stands in platforms/devices as the figure has it, and comes out as it was put
// in.
#include "models/faults/logic/detection.hpp"
#include "models/faults/paper/machine.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>

namespace daruma::models::faults::paper {

namespace {

/// Two nodes at one switch; one component is broken, and everything answers.
class OneBroken : public Handlers {
public:
  explicit OneBroken(std::string name) : broken_(std::move(name)) {}

  Answer ask(const Component& component, const FaultModelElem& element) override {
    const bool is_broken = component.name() == broken_;
    const bool has_upper = element.high < std::numeric_limits<double>::infinity();
    if (has_upper) return Answer::of(is_broken ? element.high + 1 : element.high);
    return Answer::of(is_broken ? element.low - 1 : element.low);
  }
  Answer ask_age(const Component&, const FaultModelElem&) override { return Answer::no_sensor("nobody counts"); }

private:
  std::string broken_;
};

std::vector<Candidate> unreachable(int from, const FaultTree& tree) {
  return candidates(Error::ehostunreach, {from, {{0, from, 1 - from}}, 1 - from}, tree);
}

bool is_named(const std::string& name, int from, const FaultTree& tree) {
  OneBroken handlers(name);
  return named(detect(unreachable(from, tree), tree, handlers)) == std::vector{name};
}

/// Seen from node 0: (1) to (5), and the six parts of (6).
constexpr std::array in_paper{"node0.nic",         "switch0.port0", "switch0",           "switch0.port1",
                              "node1.nic",         "node1.cpu",     "node1.cpu_fan",     "node1.memory",
                              "node1.temperature", "node1.disk",    "node1.power_supply"};

/// One after the other from 1 on; 0: not there.
int position(const std::string& name, const std::vector<Candidate>& all) {
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].component.name() == name) return static_cast<int>(i) + 1;
  return 0;
}

bool names_each_alone(int from, const FaultTree& tree) {
  const auto all = unreachable(from, tree);
  return std::all_of(all.begin(), all.end(),
                     [&](const Candidate& candidate) { return is_named(candidate.component.name(), from, tree); });
}

} // namespace

study::Reproduction fig7(const study::StudyContext& context) {
  const FaultTree tree = devices(context);
  const auto all = unreachable(0, tree);
  study::Reproduction figure{fmt::format("{}, Fig. 7: what a write of node 0 that fails with EHOSTUNREACH may be due "
                                         "to, in the order in which it is asked",
                                         paper_name)};
  for (std::size_t i = 0; i < in_paper.size(); ++i)
    figure.rows.push_back(
        {in_paper[i], static_cast<double>(i + 1), static_cast<double>(position(in_paper[i], all)), "th asked"});
  figure.parameters = parameters_of_devices(context, "order");
  figure.claims = {{"nothing else is a candidate", all.size() == in_paper.size()},
                   {"each of them, broken alone, is named by node 0, and nothing else is", names_each_alone(0, tree)},
                   {"and so by node 1", names_each_alone(1, tree)}};
  return figure;
}

} // namespace daruma::models::faults::paper
