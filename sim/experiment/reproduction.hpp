// A paper's artefact, simulated: what was published beside what came out, and what follows from it.
#pragma once

#include "sim/engine/simulate.hpp"
#include "sim/scenario/parse.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace daruma::experiment {

/// One published number. `fitted`: a parameter was set from this very row; all others are predictions.
struct Row {
  std::string label;
  double paper;
  double simulated;
  std::string unit;
  bool fitted;

  double relative_error() const;
};

struct Claim {
  std::string text;
  bool holds;
};

struct Reproduction {
  std::string id;
  std::string source;
  std::vector<Row> rows;
  std::vector<Claim> claims;

  double worst_relative_error() const;
};

/// What an artefact's reproduction may use.
struct Laboratory {
  const scenario::Surroundings& surroundings;
  std::filesystem::path scenarios;
  const engine::Models& models;
};

struct Artefact {
  std::string id;
  std::string title;
  std::function<Reproduction(const Laboratory&)> reproduce;
};

/// All artefacts that can be reproduced, in the order of the papers.
const std::vector<Artefact>& artefacts();

/// {id, source, rows: [{case, paper, simulated, unit, relative_error, fitted}], claims: [...], worst_relative_error}
std::string to_json(const Reproduction&);
/// For a terminal.
std::string to_table(const Reproduction&);

} // namespace daruma::experiment
