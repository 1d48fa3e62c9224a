// A paper's artefact, simulated: what was published beside what came out, what follows from it, and what was put in.
//
// Whether a row was fitted is not said but found: it was where a parameter of its run was set from the number that the
// row is compared with. How near rows have to come to the published numbers is said by tests.
#pragma once

#include "sim/core/provenance.hpp"
#include "sim/run/simulated/simulate.hpp"
#include "sim/scenario/parse.hpp"
#include "sim/study/grid.hpp"
#include "sim/study/replications.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace daruma::study {

/// What a row says besides its number: where it lies on the figure's axes, how sure it is; "note" is shown beside it.
using Field = std::variant<double, std::string>;
using Fields = std::vector<std::pair<std::string, Field>>;

/// One number of an artefact. `paper` is missing where the paper gives no number, or the artefact is our own.
struct Row {
  std::string label;
  std::optional<double> paper;
  double simulated;
  std::string unit;
  Fields fields{};
  Parameters parameters{}; ///< of its run
  std::string published{}; ///< name of the number in `paper`; empty: "<artefact>/<label>"

  /// The relative error of a row that has a published number.
  double relative_error() const;
};

/// What the paper says, or we do, of the numbers: an order between them, or between them and a number of the paper.
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

/// Lines, or bars of the series' numbers upon each other; then each panel has a scale of its own.
enum class Shape { lines, stacks };

/// A level that lines are read against.
struct Level {
  double value;
  std::string label;
};

/// How analysis/draw_figure.py draws the rows: a line for each value of `series`, in a panel for each value of `panel`.
struct PlotSpec {
  Axis x;
  Axis y;
  std::string series{}; ///< a field; empty: one line
  std::string panel{};  ///< a field; empty: one panel
  std::string error{};  ///< a field: half the length of the error bars; empty: none
  Shape shape = Shape::lines;
  bool has_own_scales = false; ///< each panel of lines, as each of stacks
  std::string column{};        ///< a field: each panel is a row of as many as it has values, on one scale; empty: none
  std::optional<Level> level{};
};

struct Reproduction {
  std::string source;
  std::vector<Row> rows{};
  std::vector<Claim> claims{};
  std::optional<PlotSpec> plot{};
  std::vector<Grid> grids{};
  Parameters parameters{}; ///< of all rows' runs
  std::string id{};        ///< the artefact's; models/artefacts.def gives it

  /// Is there anything to draw?
  bool has_picture() const { return plot || !grids.empty(); }
  /// Over the rows with a published number; nothing if there are none.
  std::optional<double> worst_relative_error() const;
  /// Of the row of that label; without one not a number, of which nothing holds.
  double number_at(const std::string& label) const;
  /// Was a parameter of the row's run set from the very number that it is compared with?
  bool is_fitted(const Row&) const;
  /// The parameters of all runs, each once.
  Parameters all_parameters() const;
};

/// A row that is a point of a line named `series`.
Row point(const std::string& series, const std::string& x_name, double x, double y, const std::string& unit,
          std::optional<double> paper = std::nullopt);
/// How to draw such rows.
PlotSpec lines(const std::string& x_name, const std::string& x_label, Scale, const std::string& y_label);
/// The numbers of a line's points, in their order.
std::vector<double> line(const Reproduction&, const std::string& series);

/// What an artefact's reproduction may use.
struct StudyContext {
  const scenario::Surroundings& surroundings;
  std::filesystem::path scenarios;
  const run::Models& models;
  Precision precision{}; ///< of models without ranks

  /// The project's scenario of that name, changed.
  scenario::Scenario load(const std::string& name, const std::vector<scenario::Override>& changes = {}) const;
};

struct Artefact {
  std::string id;
  std::string title;
  std::function<Reproduction(const StudyContext&)> reproduce;
};

/// {id, source, rows: [{case, paper, simulated, unit, relative_error, fitted, fields...}], claims: [...], picture,
/// grids, worst_relative_error, parameters: [{name, value, kind, source, fitted_on}]}; without what there is not.
std::string to_json(const Reproduction&);
/// For a terminal; of the parameters those that are assumed, or were set from a result.
std::string to_table(const Reproduction&);

} // namespace daruma::study
