// One model at the fast fidelity: what of a scenario is in the way, and how it runs. A new one is a file and a line in
// fast_world.cpp.
#pragma once

#include "sim/core/network.hpp"
#include "sim/results/records.hpp"
#include "sim/scenario/parse.hpp"
#include "sim/scenario/scenario.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace daruma::study {

/// Collects what is in the way.
class Objections {
public:
  explicit Objections(std::string file) : file_(std::move(file)) {}

  void unless(bool fine, const std::string& pointer, const std::string& sentence) {
    if (!fine) problems_.push_back({file_, pointer, sentence + "; --fidelity smpi runs it"});
  }
  std::vector<scenario::Problem> take() { return std::move(problems_); }

private:
  std::string file_;
  std::vector<scenario::Problem> problems_;
};

struct FastModel {
  std::string_view name;
  /// The scenario has one job, and it is of this model; it passed the model's checks.
  void (*object)(Objections&, const scenario::Scenario&);
  /// Fills in the job's row, except for its name, and the model's metrics.
  void (*run)(const scenario::Scenario&, int replication, results::JobRow&, results::Result&);
  /// Whether the job draws random numbers of its own, with ranks or without.
  bool (*draws)(const scenario::Job&);
};

/// Null if no model of that name has such a form.
const FastModel* find_fast_model(const std::string& name);

/// Of models whose messages do not slow each other down: to networks and nodes where they would.
void object_to_shared_links(Objections&, const scenario::Machine&);
/// Of a machine to which there is no such objection.
Network network_of(const scenario::Machine&);

const FastModel& fast_stencil();
const FastModel& fast_laplace();
const FastModel& fast_falanx();

} // namespace daruma::study
