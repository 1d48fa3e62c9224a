// What is broken since when, what follows from it, and what that does to nodes, switches and cables.
//
// A component breaks in one way (an element of its fault model) and stays broken. What follows is in the device's file:
// other devices break, the CPUs slow down, processes end, the kernel hangs, the power goes, a link is cut, each after
// its delay. A holder without power stays as it is: nothing heats up in it any more, and what its sensors showed last
// is what its management controller has in its event log.
#pragma once

#include "sim/faults/names.hpp"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace daruma::faults {

struct Break {
  FailureMode what;
  Seconds at;
};

/// Something that happens because of a break. What breaks after another does so when it shows.
struct Step {
  Seconds at;
  models::faults::Effect effect;
  models::faults::Component component; ///< which has it; for Effect::breaks the one that breaks
  double speed = 1;
};

class Health {
public:
  using CableEnd = models::faults::CableEnd;
  using Component = models::faults::Component;
  using FaultModelElem = models::faults::FaultModelElem;
  using Holder = models::faults::Holder;

  Health(const Fabric& fabric, const models::faults::FaultTree& tree) : fabric_(fabric), tree_(tree) {}

  const Fabric& fabric() const { return fabric_; }

  /// With all that follows. What is broken already in this way stays broken since then.
  void inflict(const Break&);

  /// Somebody takes the node's main power away.
  void switch_off(int node, Seconds at);

  /// What has happened, in the order of time.
  const std::vector<Step>& steps() const { return steps_; }
  /// Whether it does, or its node or switch has no power any more.
  bool takes_place(const Step& step) const { return step.at <= end_of(step.component, step.at); }

  bool is_broken(const Component&, Seconds now) const;
  /// What the element's sensor shows to whoever can ask it.
  double reading(const Component&, const FaultModelElem&, Seconds now) const;

  /// Of a node or a switch: main power, and power for whoever answers in its place.
  bool has_power(Holder, int number, Seconds now) const;
  bool has_standby_power(Holder, int number, Seconds now) const;
  /// Whether the node's kernel lives.
  bool is_up(int node, Seconds now) const;
  /// Whether processes that were there at the beginning are.
  bool has_processes(int node, Seconds now) const;
  /// The speed of the node's CPUs, as a fraction of their full speed.
  double speed(int node, Seconds now) const;
  /// Whether anything comes in by the cable that is plugged in there.
  bool sees_link(const CableEnd&, Seconds now) const;
  /// Since when not, and since when a node or a switch has had no standby power; nothing until then.
  std::optional<Seconds> link_lost_at(const CableEnd&, Seconds now) const;
  std::optional<Seconds> standby_lost_at(Holder, int number, Seconds now) const;
  /// Whether the node's own end of its cable works.
  bool has_interface(int node, Seconds now) const;
  /// Whether what is sent that way arrives at the other node's kernel.
  bool carries(const models::faults::Way&, Seconds now) const;

private:
  void follow(const FailureMode&, Seconds since);
  void enter(const Step&);
  /// Of a node, or of a switch and its ports.
  const std::vector<Step>& steps_of(Holder, int number) const;
  /// The time of the first step from which on it is so.
  template <class IsSo> std::optional<Seconds> first_step(Seconds now, const IsSo&) const;
  bool happened(models::faults::Effect, Holder, int number, Seconds now) const;
  bool is_cut(const CableEnd&, Seconds now) const;
  bool works(const CableEnd&, Seconds now) const;
  bool is_element_broken(const Break&, Seconds now) const;
  /// The time until which things go on in the component.
  Seconds end_of(const Component&, Seconds now) const;

  const Fabric& fabric_;
  const models::faults::FaultTree& tree_;
  std::vector<Break> breaks_;
  std::vector<Step> steps_;
  std::map<std::pair<Holder, int>, std::vector<Step>> steps_of_; ///< the same, by nodes and switches
};

} // namespace daruma::faults
