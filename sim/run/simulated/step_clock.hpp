// The steps of the simulated clock, for who wants to look at each: a model of SimGrid's in which nothing ever happens.
#pragma once

#include <simgrid/kernel/resource/Model.hpp>
#include <simgrid/s4u/Engine.hpp>

#include <functional>
#include <memory>
#include <utility>

namespace daruma::run {

/// Thrown by who looks at a step, it ends the engine's run; what was to come stays undone.
struct TimeIsOver {};

class StepClock final : public simgrid::kernel::resource::Model {
public:
  /// Calls `step` whenever time is about to go on, in kernel context, as long as this or the engine lives.
  static void set(std::function<void()> step) {
    simgrid::s4u::Engine::get_instance()->add_model(std::make_shared<StepClock>(std::move(step)));
  }
  explicit StepClock(std::function<void()> step) : Model("daruma::run"), step_(std::move(step)) {}

  double next_occurring_event(double) override { return -1; }
  void update_actions_state(double, double) override { step_(); }

private:
  std::function<void()> step_;
};

} // namespace daruma::run
