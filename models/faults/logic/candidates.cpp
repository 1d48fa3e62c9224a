#include "models/faults/logic/candidates.hpp"

#include <algorithm>
#include <utility>

namespace daruma::models::faults {

namespace {

class Walk {
public:
  Walk(Error error, const FaultTree& tree) : error_(error), tree_(tree) {}

  void visit(Side side, Holder holder, int number, int port = -1) {
    for (const FaultModel& model : tree_.models())
      if (model.holder == holder && model.gives(error_, side)) found_.push_back({{&model, number, port}, place_});
    ++place_;
  }
  std::vector<Candidate> take() { return std::move(found_); }

private:
  Error error_;
  const FaultTree& tree_;
  int place_ = 0;
  std::vector<Candidate> found_;
};

} // namespace

std::string Component::name() const {
  const std::string number = std::to_string(holder);
  switch (model->holder) {
  case Holder::node:
    return "node" + number + "." + model->name;
  case Holder::port:
    return "switch" + number + ".port" + std::to_string(port) + (model->name == "port" ? "" : "." + model->name);
  case Holder::network_switch:
    return "switch" + number + (model->name == "switch" ? "" : "." + model->name);
  }
  return "";
}

bool is_on(const Way& way, const Component& component) {
  if (component.model->holder == Holder::node) return component.holder == way.from || component.holder == way.to;
  return std::any_of(way.hops.begin(), way.hops.end(), [&component](const Hop& hop) {
    if (component.holder != hop.network_switch) return false;
    return component.model->holder == Holder::network_switch || component.port == hop.port_in ||
           component.port == hop.port_out;
  });
}

std::vector<Candidate> candidates(Error error, const Way& way, const FaultTree& tree) {
  Walk walk(error, tree);
  walk.visit(Side::own, Holder::node, way.from);
  for (const Hop& hop : way.hops) {
    walk.visit(Side::way, Holder::port, hop.network_switch, hop.port_in);
    walk.visit(Side::way, Holder::network_switch, hop.network_switch);
    walk.visit(Side::way, Holder::port, hop.network_switch, hop.port_out);
  }
  walk.visit(Side::peer, Holder::node, way.to);
  return walk.take();
}

std::vector<Candidate> candidates(Error error, const Way& there, const Way& back, const FaultTree& tree) {
  Way reversed{back.to, {}, back.from};
  for (auto hop = back.hops.rbegin(); hop != back.hops.rend(); ++hop)
    reversed.hops.push_back({hop->network_switch, hop->port_out, hop->port_in});
  std::vector<Candidate> all = candidates(error, there, tree);
  const auto is_known = [&all](const Candidate& one) {
    return std::any_of(all.begin(), all.end(),
                       [&](const Candidate& known) { return known.component == one.component; });
  };
  for (const Candidate& candidate : candidates(error, reversed, tree))
    if (!is_known(candidate)) all.push_back(candidate);
  std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) { return a.place < b.place; });
  return all;
}

} // namespace daruma::models::faults
