// Fault localisation, Table 1. platforms/devices was written from this table: the rows say whether anything is missing,
// and predict nothing.
#include "models/faults/paper/machine.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace daruma::models::faults::paper {

namespace {

/// What the paper lists, and the element that observes it; none: nothing does.
struct Observable {
  const char* what;
  const char* standard;
  const char* device;
  const char* element;
};

constexpr std::array table_in_paper{Observable{"CPU: internal error", "ipmi", "cpu", "internal_error"},
                                    Observable{"CPU: speed reduced by itself", "ipmi", "cpu", "throttled"},
                                    Observable{"CPU: uncorrectable error", "ipmi", "cpu", "uncorrectable"},
                                    Observable{"CPU: temperature", "ipmi", "temperature", "degrees"},
                                    Observable{"CPU fan: rotations", "ipmi", "cpu_fan", "speed"},
                                    Observable{"memory: uncorrectable ECC error", "ipmi", "memory", "uncorrectable"},
                                    Observable{"disk: fault of the device", "ipmi", "disk", "device"},
                                    Observable{"disk: fault of the controller", "ipmi", "disk", "controller"},
                                    Observable{"power supply: failure", "ipmi", "power_supply", "failure"},
                                    Observable{"power supply: no power", "ipmi", "power_supply", "input_lost"},
                                    Observable{"NIC: fault", "ipmi", "nic", "fault"},
                                    Observable{"NIC: no power", "ipmi", "nic", "power"},
                                    Observable{"switch: power", "snmp", "switch", "power"},
                                    Observable{"switch: fan", "snmp", "switch", "fan"},
                                    Observable{"switch: state of a port", "snmp", "port", "hardware"},
                                    Observable{"switch: bytes sent and received by a port", "snmp", "port", ""},
                                    Observable{"switch: cable of a port", "snmp", "port", "cable"}};

const Parameter transcription{"/devices/*/elements",
                              "what is asked of which device",
                              SourceKind::cited,
                              "written from the table itself",
                              {"detect-table1"}};

bool is_observed(const Observable& one, const FaultTree& tree) {
  const FaultModel* const device = tree.find(one.device);
  const FaultModelElem* const element = device == nullptr ? nullptr : device->element(one.element);
  return element != nullptr && element->handler == one.standard;
}

bool is_in_paper(const std::string& device, const std::string& element) {
  return std::any_of(table_in_paper.begin(), table_in_paper.end(),
                     [&](const Observable& one) { return one.device == device && one.element == element; });
}

} // namespace

study::Reproduction table1(const study::StudyContext& context) {
  const FaultTree tree = devices(context);
  study::Reproduction table{fmt::format("{}, Table 1: what IPMI and SNMP tell of which device; 1 where a fault model "
                                        "asks for it",
                                        paper_name)};
  table.parameters = {transcription};
  int missing = 0;
  for (const Observable& one : table_in_paper) {
    const bool is_there = is_observed(one, tree);
    missing += is_there ? 0 : 1;
    table.rows.push_back({std::string(one.what) + ", " + one.standard, 1, is_there ? 1.0 : 0.0, ""});
  }
  for (const FaultModel& device : tree.models())
    for (const FaultModelElem& element : device.elements)
      if (!is_in_paper(device.name, element.name))
        table.rows.push_back({device.title + ": " + element.name + ", " + element.handler, {}, 1, ""});
  table.claims = {{"all is asked for but what a port sends and receives, of which no amount is a fault", missing == 1}};
  return table;
}

} // namespace daruma::models::faults::paper
