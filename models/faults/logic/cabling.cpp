#include "models/faults/logic/cabling.hpp"

#include <algorithm>

namespace daruma::models::faults {

namespace {

bool has_symptom(const FaultModel& model) {
  return std::any_of(model.elements.begin(), model.elements.end(),
                     [](const FaultModelElem& element) { return element.is_symptom; });
}

/// The kind of device that a cable is plugged into.
const FaultModel* socket(const FaultTree& tree, Holder holder) {
  const auto found = std::find_if(tree.models().begin(), tree.models().end(), [holder](const FaultModel& model) {
    return model.holder == holder && has_symptom(model);
  });
  return found == tree.models().end() ? nullptr : &*found;
}

} // namespace

bool Cabling::counts_to(int network_switch, int port) const {
  const CableEnd other = other_end(network_switch, port);
  return other.holder == Holder::node || network_switch < other.number;
}

std::vector<std::string> Neighbours::missing_link(const Component& port) {
  std::vector<std::string> shown;
  for (const FaultModelElem& element : port.model->elements) {
    if (!element.is_symptom) continue;
    const Answer answer = handlers_.ask(port, element);
    if (answer.value && element.is_fault(*answer.value)) shown.push_back(element.name);
  }
  return shown;
}

Neighbours::Sight Neighbours::sight(const CableEnd& end) {
  const Holder holder = end.holder == Holder::node ? Holder::node : Holder::port;
  const FaultModel* const model = socket(tree_, holder);
  if (model == nullptr) return Sight::none;
  const Component component{model, end.number, end.port};
  Sight seen = Sight::none;
  for (const FaultModelElem& element : model->elements) {
    const Answer answer = handlers_.ask(component, element);
    if (!answer.value) return Sight::none;
    const bool is_shown = element.is_fault(*answer.value);
    if (is_shown && !element.is_symptom) return Sight::none;
    if (element.is_symptom && seen != Sight::no_link) seen = is_shown ? Sight::no_link : Sight::link;
  }
  return seen;
}

std::optional<Seconds> Neighbours::age(const CableEnd& end) {
  const FaultModel* const model = socket(tree_, end.holder == Holder::node ? Holder::node : Holder::port);
  if (model == nullptr) return std::nullopt;
  for (const FaultModelElem& element : model->elements) {
    if (!element.is_symptom || !element.last_change) continue;
    const Answer answer = handlers_.ask_age({model, end.number, end.port}, element);
    if (answer.value) return Seconds(*answer.value);
  }
  return std::nullopt;
}

bool Neighbours::are_lost(int node, const LostLinks& links) {
  std::vector<Seconds> ages;
  for (const Plug plug : links.of) {
    const auto port = cabling_.plugged_into(node, plug);
    if (!port || sight(*port) != Sight::no_link) return false;
    const auto lost = age(*port);
    if (!lost) return false;
    ages.push_back(*lost);
  }
  const auto [last, first] = std::minmax_element(ages.begin(), ages.end());
  return !ages.empty() && *first - *last <= links.within;
}

bool Neighbours::is_down(int network_switch) {
  const int ports = cabling_.ports(network_switch);
  const int enough = std::max(2, ports / 2 + 1);
  int dark = 0;
  for (int port = 0; port < ports && dark < enough; ++port) {
    const Sight seen = sight(cabling_.other_end(network_switch, port));
    if (seen == Sight::link) return false;
    if (seen == Sight::no_link) ++dark;
  }
  return dark >= enough;
}

bool Neighbours::is_cable_damaged(const Component& port) {
  return cabling_.counts_to(port.holder, port.port) && sight(beyond(port)) == Sight::no_link;
}

} // namespace daruma::models::faults
