// A paper's artefact, simulated: what was published beside what came out, and what follows from it.
#pragma once

#include "sim/run/simulated/simulate.hpp"
#include "sim/scenario/parse.hpp"
#include "sim/study/precision.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace daruma::study {

/// What a row says besides its number: where it lies on the figure's axes, how sure it is.
using Field = std::variant<double, std::string>;
using Fields = std::vector<std::pair<std::string, Field>>;

/// One number of an artefact. `paper` is missing where the paper gives no number, or the artefact is our own.
/// `fitted`: a parameter was set from this very row; all others are predictions.
struct Row {
  std::string label;
  std::optional<double> paper;
  double simulated;
  std::string unit;
  bool fitted;
  Fields fields{};

  /// Of a row with a published number.
  double relative_error() const;
};

struct Claim {
  std::string text;
  bool holds;
};

enum class Scale { linear, logarithmic };

/// One of the rows' fields as an axis of a figure.
struct Axis {
  std::string field;
  std::string label;
  Scale scale = Scale::linear;
};

/// How analysis/draw_figure.py draws the rows: a line for each value of `series`, in a panel for each value of `panel`.
struct Picture {
  Axis x;
  Axis y;
  std::string series{}; ///< a field; empty: one line
  std::string panel{};  ///< a field; empty: one panel
  std::string error{};  ///< a field: half the length of the error bars; empty: none
};

struct Reproduction {
  std::string id;
  std::string source;
  std::vector<Row> rows;
  std::vector<Claim> claims;
  std::optional<Picture> picture{};

  /// Over the rows with a published number; nothing if there are none.
  std::optional<double> worst_relative_error() const;
  /// Of the row of that label; without one not a number, of which nothing holds.
  double number_at(const std::string& label) const;
};

/// A row that is a point of a line named `series`.
Row point(const std::string& series, const std::string& x_name, double x, double y, const std::string& unit,
          std::optional<double> paper = std::nullopt);
/// How to draw such rows.
Picture lines(const std::string& x_name, const std::string& x_label, Scale, const std::string& y_label);
/// The numbers of a line's points, in their order.
std::vector<double> line(const Reproduction&, const std::string& series);

/// What an artefact's reproduction may use.
struct Laboratory {
  const scenario::Surroundings& surroundings;
  std::filesystem::path scenarios;
  const run::Models& models;
  Precision precision{}; ///< of models without ranks
};

struct Artefact {
  std::string id;
  std::string title;
  std::function<Reproduction(const Laboratory&)> reproduce;
};

/// All artefacts that can be reproduced, in the order of the papers.
const std::vector<Artefact>& artefacts();

/// {id, source, rows: [{case, paper, simulated, unit, relative_error, fitted, fields...}], claims: [...], picture,
/// worst_relative_error}; without what there is not.
std::string to_json(const Reproduction&);
/// For a terminal.
std::string to_table(const Reproduction&);

} // namespace daruma::study
