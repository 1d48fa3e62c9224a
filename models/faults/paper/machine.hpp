// The machine of scenarios/two-level-switches.json with its devices, and what it takes to break it.
#pragma once

#include "models/faults/logic/fault_model.hpp"
#include "sim/faults/diagnosis.hpp"
#include "sim/study/reproduction.hpp"

#include <string>

namespace daruma::models::faults::paper {

inline constexpr const char* paper_name = "fault localisation (Sakai, Ishikawa)";

/// platforms/devices
FaultTree devices(const study::StudyContext&);
/// The numbers in there that say where they come from and are at `key` of a device, or all of them.
Parameters parameters_of_devices(const study::StudyContext&, const std::string& key = "");

struct BreakableMachine {
  FaultTree tree;
  daruma::faults::Fabric fabric;
  daruma::faults::Campaign campaign;

  BreakableMachine(const study::StudyContext&, std::size_t pairs_of_a_case);
  BreakableMachine(const BreakableMachine&) = delete;
  BreakableMachine& operator=(const BreakableMachine&) = delete;

  daruma::faults::Diagnosis diagnose(const daruma::faults::Cases&) const;
};

} // namespace daruma::models::faults::paper
