#include "models/faults/handlers/cables.hpp"
#include "models/faults/handlers/real_handlers.hpp"
#include "models/faults/logic/read_fault_models.hpp"
#include "tests/models/faults/handlers/loopback.hpp"
#include "tests/models/faults/handlers/world.hpp"

#include <gtest/gtest.h>

namespace daruma::models::faults::test {

namespace {

class RealWorld final : public World {
public:
  ~RealWorld() override {
    for (const auto& [component, element] : shown_) show_value(component, element, element.sound);
  }

  const FaultTree& tree() const override { return tree_; }
  void show(const Component& component, const FaultModelElem& element, double value) override {
    shown_.emplace_back(component, element);
    show_value(component, element, value);
  }
  void silence(Agent agent) override { stop(process(agent)); }
  void end_silence(Agent agent) override { go_on(process(agent)); }
  bool has_consequences() const override { return false; }
  const Cabling& cabling() const override { return cabling_; }
  std::unique_ptr<Handlers> handlers() override { return std::make_unique<RealHandlers>(machine_); }

private:
  static std::string process(Agent agent) { return agent == Agent::switch0 ? "switch0" : "bmc1"; }

  void show_value(const Component& component, const FaultModelElem& element, double value) const {
    if (component.model->holder == Holder::node && element.state)
      set_state(machine_, component.holder, element.sensor, *element.state, value);
    else if (component.model->holder == Holder::node)
      set_sensor(machine_, component.holder, element.sensor, value);
    else
      set_object(machine_, component.holder, object(component, element), std::lround(value));
  }
  static std::string object(const Component& component, const FaultModelElem& element) {
    const std::size_t placeholder = element.sensor.find("{port}");
    return placeholder == std::string::npos ? element.sensor
                                            : element.sensor.substr(0, placeholder) + std::to_string(component.port);
  }

  const Management machine_ = read_management(management_file());
  const ToldCabling cabling_{machine_};
  const FaultTree tree_ = read_fault_models(std::filesystem::path(DARUMA_SOURCE_DIR) / "platforms" / "devices");
  std::vector<std::pair<Component, FaultModelElem>> shown_;
};

/// Waits before the first test until the BMCs have read their sensors.
class Ready final : public testing::Environment {
public:
  void SetUp() override { await_sensors(read_management(management_file())); }
};

const testing::Environment* const ready = testing::AddGlobalTestEnvironment(new Ready);

} // namespace

std::unique_ptr<World> make_world() { return std::make_unique<RealWorld>(); }

} // namespace daruma::models::faults::test
