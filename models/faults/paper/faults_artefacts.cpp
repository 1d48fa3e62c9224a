#include "models/faults/paper/faults_artefacts.hpp"

#include "models/faults/logic/detection.hpp"
#include "models/faults/logic/read_fault_models.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

namespace daruma::study {

namespace {

/// Two nodes at one switch; one component is broken, and everything answers.
class OneBroken : public models::faults::Handlers {
public:
  explicit OneBroken(std::string name) : broken_(std::move(name)) {}

  models::faults::Answer ask(const models::faults::Component& component,
                             const models::faults::FaultModelElem& element) override {
    const bool is_broken = component.name() == broken_;
    const bool has_upper = element.high < std::numeric_limits<double>::infinity();
    if (has_upper) return models::faults::Answer::of(is_broken ? element.high + 1 : element.high);
    return models::faults::Answer::of(is_broken ? element.low - 1 : element.low);
  }

private:
  std::string broken_;
};

std::vector<models::faults::Candidate> unreachable(int from, const models::faults::FaultTree& tree) {
  return models::faults::candidates(models::faults::Error::ehostunreach, {from, {{0, from, 1 - from}}, 1 - from}, tree);
}

bool is_named(const std::string& name, int from, const models::faults::FaultTree& tree) {
  OneBroken handlers(name);
  return models::faults::named(models::faults::detect(unreachable(from, tree), tree, handlers)) == std::vector{name};
}

/// Seen from node 0: (1) to (5), and the six parts of (6).
constexpr std::array in_paper{"node0.nic",         "switch0.port0", "switch0",           "switch0.port1",
                              "node1.nic",         "node1.cpu",     "node1.cpu_fan",     "node1.memory",
                              "node1.temperature", "node1.disk",    "node1.power_supply"};

/// One after the other from 1 on; 0: not there.
int position(const std::string& name, const std::vector<models::faults::Candidate>& all) {
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].component.name() == name) return static_cast<int>(i) + 1;
  return 0;
}

bool names_each_alone(int from, const models::faults::FaultTree& tree) {
  const auto all = unreachable(from, tree);
  return std::all_of(all.begin(), all.end(), [&](const models::faults::Candidate& candidate) {
    return is_named(candidate.component.name(), from, tree);
  });
}

Reproduction faults_fig7(const Laboratory& laboratory) {
  const models::faults::FaultTree tree =
      models::faults::read_fault_models(laboratory.surroundings.machines / "devices");
  const auto all = unreachable(0, tree);
  Reproduction figure{
      "detect-fig7",
      "fault localisation (Sakai, Ishikawa), Fig. 7: what a write of node 0 that fails with EHOSTUNREACH "
      "may be due to, in the order in which it is asked",
      {},
      {}};
  for (std::size_t i = 0; i < in_paper.size(); ++i)
    figure.rows.push_back(
        {in_paper[i], static_cast<double>(i + 1), static_cast<double>(position(in_paper[i], all)), "th asked", false});
  figure.claims = {{"nothing else is a candidate", all.size() == in_paper.size()},
                   {"each of them, broken alone, is named by node 0, and nothing else is", names_each_alone(0, tree)},
                   {"and so by node 1", names_each_alone(1, tree)}};
  return figure;
}

// --- Table 1

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

bool is_observed(const Observable& one, const models::faults::FaultTree& tree) {
  const models::faults::FaultModel* const device = tree.find(one.device);
  const models::faults::FaultModelElem* const element = device == nullptr ? nullptr : device->element(one.element);
  return element != nullptr && element->handler == one.standard;
}

bool is_in_paper(const std::string& device, const std::string& element) {
  return std::any_of(table_in_paper.begin(), table_in_paper.end(),
                     [&](const Observable& one) { return one.device == device && one.element == element; });
}

Reproduction faults_table1(const Laboratory& laboratory) {
  const models::faults::FaultTree tree =
      models::faults::read_fault_models(laboratory.surroundings.machines / "devices");
  Reproduction table{"detect-table1",
                     "fault localisation (Sakai, Ishikawa), Table 1: what IPMI and SNMP tell of which device; 1 where "
                     "a fault model asks for it",
                     {},
                     {}};
  int missing = 0;
  for (const Observable& one : table_in_paper) {
    const bool is_there = is_observed(one, tree);
    missing += is_there ? 0 : 1;
    table.rows.push_back({std::string(one.what) + ", " + one.standard, 1, is_there ? 1.0 : 0.0, "", false});
  }
  for (const models::faults::FaultModel& device : tree.models())
    for (const models::faults::FaultModelElem& element : device.elements)
      if (!is_in_paper(device.name, element.name))
        table.rows.push_back({device.title + ": " + element.name + ", " + element.handler, {}, 1, "", false});
  table.claims = {{"all is asked for but what a port sends and receives, of which no amount is a fault", missing == 1}};
  return table;
}

} // namespace

std::vector<Artefact> faults_artefacts() {
  return {{"detect-table1", "fault localisation: what IPMI and SNMP tell of which device", faults_table1},
          {"detect-fig7", "fault localisation: the candidates of an unreachable host", faults_fig7},
          {"detect-accuracy", "fault localisation: what is named rightly, by what is cut of the management network",
           faults_accuracy},
          {"detect-cost", "fault localisation: what watching costs while nothing fails, and what is known afterwards",
           faults_cost},
          {"detect-recovery", "fault localisation: the time lost to a dead switch, with and without knowing of it",
           faults_recovery}};
}

} // namespace daruma::study
