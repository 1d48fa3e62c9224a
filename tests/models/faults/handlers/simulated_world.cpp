#include "sim/faults/simulated_handlers.hpp"
#include "tests/models/faults/handlers/world.hpp"
#include "tests/sim/faults/machines.hpp"

#include <algorithm>

namespace daruma::models::faults::test {

namespace {

using daruma::faults::ManagementPart;

/// Every break was at time 0; it is asked as soon as sensors show them.
class SimulatedWorld final : public World {
public:
  const FaultTree& tree() const override { return daruma::faults::devices(); }
  void show(const Component& component, const FaultModelElem& element, double value) override {
    const auto is_same = [&](const daruma::faults::FailureMode& one) {
      return one.component == component && one.element == &element;
    };
    broken_.erase(std::remove_if(broken_.begin(), broken_.end(), is_same), broken_.end());
    if (element.is_fault(value)) broken_.push_back({component, &element});
  }
  void silence(Agent agent) override { cut_.push_back(part(agent)); }
  void end_silence(Agent agent) override {
    const auto is_same = [whose = part(agent)](const ManagementPart& one) { return one.name() == whose.name(); };
    cut_.erase(std::remove_if(cut_.begin(), cut_.end(), is_same), cut_.end());
  }
  bool has_consequences() const override { return true; }
  const Cabling& cabling() const override { return fabric_; }

  std::unique_ptr<Handlers> handlers() override {
    health_.emplace(fabric_, daruma::faults::devices());
    management_ = {};
    Seconds begin{1};
    for (const auto& one : broken_) {
      health_->inflict({one, Seconds(0)});
      if (one.element->rise > 0)
        begin = std::max(begin, Seconds((one.element->high - one.element->sound) / one.element->rise + 1));
    }
    for (const ManagementPart& one : cut_) management_.cut(one, Seconds(0));
    return std::make_unique<daruma::faults::SimulatedHandlers>(*health_, management_, times_, 0, begin);
  }

private:
  static ManagementPart part(Agent agent) {
    if (agent == Agent::switch0) return {Holder::network_switch, 0};
    return {Holder::node, 1};
  }

  const daruma::faults::Fabric fabric_{daruma::faults::flat(2)};
  const daruma::faults::ManagementTimes times_{};
  std::vector<daruma::faults::FailureMode> broken_;
  std::vector<ManagementPart> cut_;
  std::optional<daruma::faults::Health> health_;
  daruma::faults::Management management_;
};

} // namespace

std::unique_ptr<World> make_world() { return std::make_unique<SimulatedWorld>(); }

} // namespace daruma::models::faults::test
