#include "sim/simgrid/timed.hpp"

#include <simgrid/kernel/resource/Model.hpp>
#include <simgrid/s4u/Engine.hpp>

#include <algorithm>
#include <cmath>

namespace daruma::simgrid_api {

/// The engine outlives what it is told of.
class Timed::Clock final : public simgrid::kernel::resource::Model {
public:
  Clock(const std::string& name, Timed& timed) : Model(name), timed_(&timed) {}
  void retire() { timed_ = nullptr; }

  /// The time until then; negative if there is nothing to wait for.
  double next_occurring_event(double now) override {
    if (!timed_) return -1;
    const Seconds next = timed_->next(Seconds(now));
    return std::isinf(next.count()) ? -1 : std::max(0.0, next.count() - now);
  }
  void update_actions_state(double now, double) override {
    if (timed_) timed_->advance(Seconds(now));
  }

private:
  Timed* timed_;
};

Timed::Timed(const std::string& name) : clock_(std::make_shared<Clock>(name, *this)) {
  simgrid::s4u::Engine::get_instance()->add_model(clock_);
}

Timed::~Timed() { clock_->retire(); }

} // namespace daruma::simgrid_api
