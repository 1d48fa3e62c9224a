#include "sim/faults/health.hpp"

#include <algorithm>

namespace daruma::faults {

using models::faults::Consequence;
using models::faults::Effect;
using models::faults::Way;

namespace {

using models::faults::Component;
using models::faults::Holder;

/// A value that rises takes its time.
Seconds until_shown(const models::faults::FaultModelElem& element) {
  return element.rise > 0 ? Seconds((element.high - element.sound) / element.rise) : Seconds(0);
}

/// Whose power it lives on: a node's or a switch's.
Holder power_of(const Component& component) {
  return component.model->holder == Holder::node ? Holder::node : Holder::network_switch;
}

} // namespace

void Health::inflict(const Break& one) {
  const auto is_known = [&one](const Break& other) {
    return other.what.element == one.what.element && other.what.component == one.what.component;
  };
  const auto known = std::find_if(breaks_.begin(), breaks_.end(), is_known);
  if (known != breaks_.end() && known->at <= one.at) return;
  breaks_.push_back(one);
  follow(one.what, one.at);
}

void Health::switch_off(int node, Seconds at) {
  const auto& models = tree_.models();
  const auto any =
      std::find_if(models.begin(), models.end(), [](const auto& model) { return model.holder == Holder::node; });
  if (any != models.end()) enter({at, Effect::switches_off, {&*any, node}});
}

void Health::enter(const Step& step) {
  const auto put_into = [&step](std::vector<Step>& steps) {
    const auto is_before = [](const Step& a, const Step& b) { return a.at < b.at; };
    steps.insert(std::upper_bound(steps.begin(), steps.end(), step, is_before), step);
  };
  put_into(steps_);
  put_into(steps_of_[{power_of(step.component), step.component.holder}]);
}

const std::vector<Step>& Health::steps_of(Holder holder, int number) const {
  static const std::vector<Step> none{};
  const auto known = steps_of_.find({holder, number});
  return known == steps_of_.end() ? none : known->second;
}

void Health::follow(const FailureMode& broken, Seconds since) {
  for (const Consequence& consequence : broken.element->then) {
    const Seconds at = since + consequence.after;
    if (consequence.effect != Effect::breaks) {
      enter({at, consequence.effect, broken.component, consequence.speed});
      continue;
    }
    Component next = broken.component;
    next.model = tree_.find(consequence.breaks);
    const FaultModelElem* const element = next.model->element(consequence.element);
    enter({at + until_shown(*element), Effect::breaks, next});
    inflict({{next, element}, at});
  }
}

/// The first that takes the power decides; what would come later does not.
Seconds Health::end_of(const Component& component, Seconds now) const {
  for (const Step& step : steps_of(power_of(component), component.holder)) {
    if (step.at > now) break;
    if (step.effect == Effect::switches_off || step.effect == Effect::goes_dark) return step.at;
  }
  return now;
}

bool Health::happened(Effect effect, Holder holder, int number, Seconds now) const {
  const std::vector<Step>& steps = steps_of(holder, number);
  return std::any_of(steps.begin(), steps.end(), [&](const Step& step) {
    return step.effect == effect && step.at <= now && step.at <= end_of(step.component, now);
  });
}

template <class IsSo> std::optional<Seconds> Health::first_step(Seconds now, const IsSo& is_so) const {
  const auto found =
      std::find_if(steps_.begin(), steps_.end(), [&](const Step& step) { return step.at <= now && is_so(step.at); });
  return found == steps_.end() ? std::nullopt : std::optional(found->at);
}

bool Health::has_standby_power(Holder holder, int number, Seconds now) const {
  return !happened(Effect::goes_dark, holder, number, now);
}

bool Health::has_power(Holder holder, int number, Seconds now) const {
  return has_standby_power(holder, number, now) && !happened(Effect::switches_off, holder, number, now);
}

bool Health::is_up(int node, Seconds now) const {
  return has_power(Holder::node, node, now) && !happened(Effect::hangs, Holder::node, node, now);
}

bool Health::has_processes(int node, Seconds now) const {
  return is_up(node, now) && !happened(Effect::ends_processes, Holder::node, node, now);
}

double Health::speed(int node, Seconds now) const {
  double slowest = 1;
  for (const Step& step : steps_of(Holder::node, node))
    if (step.effect == Effect::slows && step.at <= now) slowest = std::min(slowest, step.speed);
  return slowest;
}

bool Health::is_cut(const CableEnd& end, Seconds now) const {
  const std::vector<Step>& steps = steps_of(end.holder, end.number);
  return std::any_of(steps.begin(), steps.end(), [&](const Step& step) {
    return step.effect == Effect::cuts && step.at <= now && step.component.port == end.port;
  });
}

bool Health::works(const CableEnd& end, Seconds now) const {
  return has_power(end.holder, end.number, now) && !is_cut(end, now);
}

bool Health::sees_link(const CableEnd& end, Seconds now) const {
  if (!works(end, now)) return false;
  if (end.holder != Holder::node) return works(fabric_.other_end(end.number, end.port), now);
  const auto port = fabric_.plugged_into(end.number, models::faults::Plug::nic);
  return port && works(*port, now);
}

std::optional<Seconds> Health::link_lost_at(const CableEnd& end, Seconds now) const {
  return first_step(now, [&](Seconds time) { return !sees_link(end, time); });
}

std::optional<Seconds> Health::standby_lost_at(Holder holder, int number, Seconds now) const {
  return first_step(now, [&](Seconds time) { return !has_standby_power(holder, number, time); });
}

bool Health::has_interface(int node, Seconds now) const { return !is_cut({Holder::node, node}, now); }

bool Health::carries(const Way& way, Seconds now) const {
  const auto passes = [&](const models::faults::Hop& hop) {
    return sees_link({Holder::network_switch, hop.network_switch, hop.port_in}, now) &&
           sees_link({Holder::network_switch, hop.network_switch, hop.port_out}, now);
  };
  return has_interface(way.from, now) && is_up(way.to, now) && std::all_of(way.hops.begin(), way.hops.end(), passes);
}

/// One whose value rises is only broken when that is above what is allowed.
bool Health::is_element_broken(const Break& one, Seconds now) const {
  const Seconds end = end_of(one.what.component, now);
  if (one.at > end) return false;
  const FaultModelElem& element = *one.what.element;
  return element.rise <= 0 || element.is_fault(element.sound + element.rise * (end - one.at).count());
}

bool Health::is_broken(const Component& component, Seconds now) const {
  return std::any_of(breaks_.begin(), breaks_.end(),
                     [&](const Break& one) { return one.what.component == component && is_element_broken(one, now); });
}

double Health::reading(const Component& component, const FaultModelElem& element, Seconds now) const {
  if (element.is_symptom) {
    return sees_link({power_of(component), component.holder, component.port}, now) ? element.sound : element.broken;
  }
  const Seconds end = end_of(component, now);
  double value = element.sound;
  for (const Break& one : breaks_) {
    if (one.at > end || one.what.element != &element || !(one.what.component == component)) continue;
    value = element.rise > 0 ? std::max(value, element.sound + element.rise * (end - one.at).count()) : element.broken;
  }
  return value;
}

} // namespace daruma::faults
