// IPMI and SNMP of a simulated machine: what a process on one node learns when it asks a device, and when.
//
// A management controller (BMC) lives on standby power: it answers though its node is off or hangs, and tells what its
// event log has of sensors that have lost their power. Whether a NIC without power sees a link, it cannot say. A
// switch answers for itself and its ports while it has power, the management switch for the ports that BMCs are plugged
// into. Who cannot be reached is waited for until the timeout.
#pragma once

#include "models/faults/logic/detection.hpp"
#include "sim/faults/health.hpp"
#include "sim/faults/management.hpp"

namespace daruma::faults {

class SimulatedHandlers final : public models::faults::Handlers {
public:
  SimulatedHandlers(const Health& health, const Management& management, const ManagementTimes& times, int asker,
                    Seconds begin)
      : health_(health), management_(management), times_(times), asker_(asker), now_(begin) {}

  models::faults::Answer ask(const models::faults::Component&, const models::faults::FaultModelElem&) override;
  /// Of a port or a NIC: since its link was lost, or since the beginning.
  models::faults::Answer ask_age(const models::faults::Component&, const models::faults::FaultModelElem&) override;

  /// When the last answer was there.
  Seconds now() const { return now_; }
  int queries() const { return queries_; }

private:
  bool is_of_management_switch(const models::faults::Component&) const;
  /// Who answers: a BMC, a switch, the management switch (no holder).
  ManagementPart agent_of(const models::faults::Component&) const;
  Seconds answer_time(const ManagementPart& agent) const;
  Seconds timeout(const ManagementPart& agent) const;
  std::optional<Seconds> link_lost_at(const models::faults::Component&) const;
  /// Asks, and waits. Nothing if there is an answer.
  std::optional<models::faults::Answer> why_not(const models::faults::Component&);

  const Health& health_;
  const Management& management_;
  const ManagementTimes& times_;
  int asker_;
  Seconds now_;
  int queries_ = 0;
};

} // namespace daruma::faults
