#include "sim/faults/names.hpp"

#include "sim/core/number.hpp"

namespace daruma::faults {

using models::faults::Component;
using models::faults::FaultModel;
using models::faults::FaultModelElem;
using models::faults::FaultTree;
using models::faults::Holder;

namespace {

class Words {
public:
  explicit Words(std::string_view text, std::string_view noun = "component") : whole_(text), rest_(text), noun_(noun) {}

  bool is_at_end() const { return rest_.empty(); }
  /// Up to the next dot.
  std::string_view next() {
    const std::size_t dot = rest_.find('.');
    const std::string_view word = rest_.substr(0, dot);
    rest_ = dot == std::string_view::npos ? "" : rest_.substr(dot + 1);
    return word;
  }
  std::string_view peek() const { return rest_.substr(0, rest_.find('.')); }
  [[noreturn]] void refuse(const std::string& why) const {
    throw UnknownComponent("\"" + std::string(whole_) + "\" is no " + std::string(noun_) + ": " + why);
  }

private:
  std::string_view whole_;
  std::string_view rest_;
  std::string_view noun_;
};

/// The number after `noun`, which has to be below `count`; nothing if the word does not begin with the noun.
std::optional<int> number_after(std::string_view noun, std::string_view word, int count, const Words& words) {
  if (word.substr(0, noun.size()) != noun) return std::nullopt;
  const auto number = number_in<int>(word.substr(noun.size()));
  if (!number) return std::nullopt;
  if (*number < 0 || *number >= count)
    words.refuse("there are " + std::string(noun) + "0 to " + std::string(noun) + std::to_string(count - 1));
  return number;
}

std::string devices_of(Holder holder, const FaultTree& tree) {
  std::string names;
  for (const FaultModel& model : tree.models())
    if (model.holder == holder) names += (names.empty() ? "" : ", ") + model.name;
  return names;
}

const FaultModel& device(Holder holder, std::string_view noun, Words& words, const FaultTree& tree) {
  const FaultModel* const named = tree.find(words.peek());
  if (named != nullptr && named->holder == holder) {
    words.next();
    return *named;
  }
  const FaultModel* const itself = tree.find(noun);
  if (itself != nullptr && itself->holder == holder) return *itself; // "switch0" is its device "switch"
  words.refuse("a " + std::string(noun) + " has " + devices_of(holder, tree));
}

const FaultModelElem& way_to_break(const FaultModel& model, Words& words) {
  if (words.is_at_end()) return model.elements.front();
  if (const FaultModelElem* const element = model.element(words.next()); element != nullptr && words.is_at_end())
    if (!element->then.empty()) return *element;
  std::string ways;
  for (const FaultModelElem& element : model.elements)
    if (!element.then.empty()) ways += (ways.empty() ? "" : ", ") + element.name;
  words.refuse("a " + model.name + " breaks as " + ways);
}

ManagementPart management_part(Words& words, const Fabric& fabric) {
  if (words.is_at_end()) return {};
  const std::string_view end = words.next();
  const auto node = number_after("node", end, fabric.nodes(), words);
  if (node && words.is_at_end()) return {Holder::node, *node};
  const auto network_switch = number_after("switch", end, fabric.switches(), words);
  if (network_switch && words.is_at_end()) return {Holder::network_switch, *network_switch};
  words.refuse("the management network has cables to nodes and switches, as management.node0");
}

FailureMode part_of_switch(int number, Words& words, const Fabric& fabric, const FaultTree& tree) {
  const auto port = number_after("port", words.peek(), fabric.ports(number), words);
  if (port) words.next();
  const Holder holder = port ? Holder::port : Holder::network_switch;
  const FaultModel& model = device(holder, port ? "port" : "switch", words, tree);
  const FaultModelElem& way = way_to_break(model, words);
  if (!port) return {{&model, number}, &way};
  if (!way.is_symptom || fabric.counts_to(number, *port)) return {{&model, number, *port}, &way};
  const auto other = fabric.other_end(number, *port); // it is the same cable
  return {{&model, other.number, other.port}, &way};
}

} // namespace

std::string ManagementPart::name() const {
  if (!holder) return "management";
  return (*holder == Holder::node ? "management.node" : "management.switch") + std::to_string(number);
}

Target target(std::string_view text, const Fabric& fabric, const FaultTree& tree) {
  Words words(text);
  const std::string_view first = words.next();
  if (first == "management") return management_part(words, fabric);
  if (const auto node = number_after("node", first, fabric.nodes(), words)) {
    const FaultModel& model = device(Holder::node, "node", words, tree);
    return FailureMode{{&model, *node}, &way_to_break(model, words)};
  }
  if (const auto number = number_after("switch", first, fabric.switches(), words))
    return part_of_switch(*number, words, fabric, tree);
  words.refuse("names begin with node0, switch0 or management");
}

NamedLinks links(std::string_view text, const Fabric& fabric) {
  if (const auto link = fabric.link_named(text)) return {{*link}};
  Words words(text, "link");
  const std::string_view first = words.next();
  if (const auto node = number_after("node", first, fabric.nodes(), words); node && words.is_at_end())
    return {fabric.links_of_node(*node), node};
  if (const auto number = number_after("switch", first, fabric.switches(), words)) {
    const auto port = number_after("port", words.next(), fabric.ports(*number), words);
    if (!port || !words.is_at_end()) words.refuse("a link of a switch is at a port of it, as switch0.port0");
    const auto cable = fabric.links_of_port(*number, *port);
    if (cable.empty()) return {{}, fabric.other_end(*number, *port).number}; // a router's, to its node
    return {cable};
  }
  words.refuse("links are named as node0, as switch0.port0, or by both ends as daruma collisions prints them");
}

std::vector<Component> all_components(const Fabric& fabric, const FaultTree& tree) {
  std::vector<Component> all;
  const auto add = [&](Holder holder, int number, int port) {
    for (const FaultModel& model : tree.models())
      if (model.holder == holder) all.push_back({&model, number, port});
  };
  for (int node = 0; node < fabric.nodes(); ++node) add(Holder::node, node, -1);
  for (int number = 0; number < fabric.switches(); ++number) add(Holder::network_switch, number, -1);
  for (int number = 0; number < fabric.switches(); ++number)
    for (int port = 0; port < fabric.ports(number); ++port) add(Holder::port, number, port);
  return all;
}

} // namespace daruma::faults
