#include "sim/run/simulated/debugger_stops.hpp"

#include "sim/core/units.hpp"

#include <algorithm>
#include <functional>

namespace daruma::run {

DebuggerStops::DebuggerStops(hosting::ShownProcess& shown, const std::vector<const scenario::Event*>& events)
    : shown_(shown) {
  for (const scenario::Event* const event : events) moments_.push_back(*event->when.during);
  const auto is_own = [&shown](const scenario::CallMoment& moment) { return shown.is(moment.job, moment.process); };
  if (std::any_of(moments_.begin(), moments_.end(), is_own))
    moments_.erase(std::remove_if(moments_.begin(), moments_.end(), std::not_fn(is_own)), moments_.end());
}

std::vector<const scenario::Event*> DebuggerStops::at(const Arrival& arrival) {
  if (std::find(moments_.begin(), moments_.end(), arrival.moment) != moments_.end())
    shown_.stop("an event comes at " + to_text(arrival.now) + ": process " + std::to_string(arrival.moment.process) +
                " of " + arrival.moment.job + " is " + in_words(arrival.moment));
  return {};
}

} // namespace daruma::run
