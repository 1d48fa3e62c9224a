// Handlers that remember who did not answer: waiting for the same agent again and again would only take time.
#pragma once

#include "models/faults/logic/detection.hpp"

namespace daruma::models::faults {

class Agents final : public Handlers {
public:
  explicit Agents(Handlers& handlers) : handlers_(handlers) {}

  Answer ask(const Component&, const FaultModelElem&) override;

private:
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

} // namespace daruma::models::faults
