// A program at the fast fidelity: what of a scenario is in the way, and how it runs without ranks.
#pragma once

#include "sim/core/network.hpp"
#include "sim/results/records.hpp"
#include "sim/scenario/parse.hpp"
#include "sim/scenario/scenario.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace daruma::models {

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

struct FastForm {
  std::string_view program;
  /// The scenario has one job, and it is of this program; it passed the program's checks.
  void (*object)(Objections&, const scenario::Scenario&);
  /// Fills in the job's row, except for its name, and the program's metrics.
  void (*run)(const scenario::Scenario&, int replication, results::JobRow&, results::Result&);
};

/// Of programs whose messages do not slow each other down: to networks and nodes where they would.
void object_to_shared_links(Objections&, const scenario::Machine&);
/// Of a machine to which there is no such objection.
Network network_of(const scenario::Machine&);

} // namespace daruma::models
