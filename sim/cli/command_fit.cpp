// `daruma fit`: laws of the time to a failure and of repairs, from a log of failures.
#include "sim/batch/failure_statistics.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/common_options.hpp"
#include "sim/cli/fit_picture.hpp"
#include "sim/cli/given.hpp"
#include "sim/cli/other_programs.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/stored_results.hpp"
#include "sim/cli/suggestions.hpp"
#include "sim/core/temporary_folder.hpp"
#include "sim/results/json_writer.hpp"
#include "sim/scenario/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

namespace daruma::cli {

namespace {

using batch::FailureLog;
using batch::FittedLaw;
using batch::Lifetimes;
using scenario::counted;

struct Judged {
  FittedLaw law;
  double distance;
  std::optional<double> p; ///< none: nothing was drawn
};

/// What is known of one kind of times.
struct Fits {
  const char* title;
  Lifetimes times;
  std::vector<Judged> laws; ///< the best first; none: there are too few times
};

struct Correlation {
  int lag;
  double value;
};

struct Findings {
  FailureLog log;
  Fits up;
  Fits repairs;
  int overlaps;
  std::vector<Correlation> correlations; ///< none: there are too few failures
  double chance;                         ///< beyond which a correlation is hardly by chance
  double dispersion;
  std::map<int, int> at_once;
};

Fits fits_of(const char* title, const Lifetimes& lives, int resamples, std::uint64_t seed) {
  Fits fits{title, lives, {}};
  if (lives.complete.size() < 3 || lives.complete.front() == lives.complete.back()) return fits;
  for (const FittedLaw& law : batch::fit_laws(lives)) {
    Judged judged{law, batch::distance(law, lives), std::nullopt};
    if (resamples > 0) judged.p = batch::p_value(law, lives, resamples, seed);
    fits.laws.push_back(judged);
  }
  return fits;
}

std::vector<Correlation> correlations_of(const std::vector<double>& times) {
  std::vector<Correlation> all;
  const bool varies = std::adjacent_find(times.begin(), times.end(), std::not_equal_to<>()) != times.end();
  for (const int lag : {1, 2, 3, 5, 10})
    if (varies && times.size() > 2 * static_cast<std::size_t>(lag))
      all.push_back({lag, batch::autocorrelation(times, lag)});
  return all;
}

FailureLog read(const Given& given) {
  scenario::FailureLog log;
  log.file = given.arguments().front();
  if (given.has("system")) log.system = given.whole("system");
  if (given.has("nodes")) log.nodes = given.whole("nodes");
  if (log.system && log.nodes > 0)
    throw UsageError("--nodes is for tables of nodes and times; a file with systems says how many nodes each has");
  try {
    return batch::read_failure_log(log);
  } catch (const batch::LogError& error) { throw UsageError(error.what()); }
}

Seconds read_window(const Given& given) {
  const auto window = parse_seconds(given.text("together"));
  if (!window || *window < Seconds(0))
    throw UsageError(fmt::format("--together takes a time such as 1min, got \"{}\"", given.text("together")));
  return *window;
}

Findings findings_of(const FailureLog& log, const Given& given) {
  const int resamples = given.whole("resamples");
  const std::uint64_t seed = given.seed("seed");
  const batch::NodeLives lives = batch::lives_of(log);
  const std::vector<double> between = batch::times_between(log);
  return {log,
          fits_of("times to a failure of a node", lives.up, resamples, seed),
          fits_of("repairs", lives.repairs, resamples, seed),
          lives.overlaps,
          correlations_of(between),
          1.96 / std::sqrt(static_cast<double>(between.size())),
          batch::dispersion_by_day(log),
          batch::nodes_at_once(log, read_window(given))};
}

std::string rounded(double number) { return fmt::format("{:.4g}", number); }

/// For people, and read back by scenarios: in the unit that leaves at least two of it.
std::string time_text(Seconds time) {
  constexpr std::array units{std::pair{"y", 365.25 * 86400}, std::pair{"d", 86400.0}, std::pair{"h", 3600.0},
                             std::pair{"min", 60.0}};
  for (const auto& [unit, length] : units)
    if (time.count() >= 2 * length) return rounded(time.count() / length) + unit;
  return rounded(time.count()) + "s";
}

std::string table_of(const Fits& fits) {
  std::string text = fmt::format("\n{}: {} over, {} not when the log ended\n", fits.title, fits.times.complete.size(),
                                 fits.times.open.size());
  if (fits.laws.empty()) return text + "too few of them to fit a law\n";
  text += fmt::format("{:<12}  {:>8}  {:>12}  {:>12}  {:>8}  {:>6}\n", "law", "shape", "mean", "AIC", "distance", "p");
  for (const Judged& one : fits.laws)
    text += fmt::format("{:<12}  {:>8}  {:>12}  {:>12.1f}  {:>8.4f}  {:>6}\n", one.law.law->name,
                        one.law.law->shape == Shape::none ? "" : rounded(one.law.shape), time_text(one.law.mean),
                        one.law.aic, one.distance, one.p ? rounded(*one.p) : "");
  return text;
}

/// What a scenario takes of the failures: the best law.
std::string failures_to_paste(const FittedLaw& best) {
  const std::string shape = best.law->shape == Shape::none ? "" : fmt::format("\"shape\": {}, ", rounded(best.shape));
  return fmt::format(R"("failures": {{ "law": "{}", {}"node_mtbf": "{}" }})", best.law->name, shape,
                     time_text(best.mean));
}

/// Repairs are lognormal in a scenario, whatever fits best.
std::string repair_to_paste(const Fits& repairs) {
  for (const Judged& one : repairs.laws)
    if (one.law.law == &failure_law::lognormal)
      return fmt::format(R"("repair": {{ "median": "{}", "sigma": {} }})",
                         time_text(one.law.mean * std::exp(-one.law.shape * one.law.shape / 2)),
                         rounded(one.law.shape));
  return "";
}

std::string chance_text(const Findings& all) {
  std::string text;
  if (!all.correlations.empty()) {
    text += "\ntimes between failures of the system hang together, so many failures apart:\n";
    for (const Correlation& one : all.correlations)
      text += fmt::format("{:>12}  {:>8.4f}  {}\n", one.lag, one.value,
                          std::abs(one.value) > all.chance ? "beyond chance" : "as by chance");
  }
  if (all.dispersion > 0)
    text += fmt::format("failures a day vary {} times as much as if each came by chance\n", rounded(all.dispersion));
  text += "\nnodes that failed at once, and how often:\n";
  for (const auto& [nodes, times] : all.at_once) text += fmt::format("{:>12}  {:>8}\n", nodes, times);
  return text;
}

std::string paste_text(const Findings& all) {
  const FittedLaw& best = all.up.laws.front().law;
  std::string text = "\nto paste into a scenario:\n  " + failures_to_paste(best) + "\n";
  if (best.mean > all.log.span) text += "its mean is longer than the log: what few nodes would show, nobody has seen\n";
  const std::string repair = repair_to_paste(all.repairs);
  return repair.empty() ? text : text + "and into its \"centre\":\n  " + repair + "\n";
}

/// "284 failures of 64 nodes in 9.1y"
std::string summary_of(const FailureLog& log) {
  return fmt::format("{} of {} in {}", counted(static_cast<long long>(log.faults.size()), "failure"),
                     counted(log.nodes, "node"), time_text(log.span));
}

std::string to_text(const Findings& all) {
  std::string text = summary_of(all.log) + "\n";
  for (const std::string& sentence : all.log.left_out.sentences("the file")) text += sentence + "\n";
  if (all.overlaps > 0) text += fmt::format("{} of them of nodes that were down already\n", all.overlaps);
  text += table_of(all.up) + table_of(all.repairs) + chance_text(all);
  return all.up.laws.empty() ? text : text + paste_text(all);
}

void write(results::JsonWriter& json, const char* name, const Fits& fits) {
  json.key(name).begin_object();
  json.member("complete", static_cast<std::int64_t>(fits.times.complete.size()));
  json.member("open", static_cast<std::int64_t>(fits.times.open.size())).key("laws").begin_list();
  for (const Judged& one : fits.laws) {
    json.begin_object().member("law", one.law.law->name).member("shape", one.law.shape);
    json.member("mean_s", one.law.mean.count()).member("log_likelihood", one.law.log_likelihood);
    json.member("aic", one.law.aic).member("distance", one.distance);
    if (one.p) json.member("p", *one.p);
    json.end_object();
  }
  json.end_list().end_object();
}

std::string to_json(const Findings& all) {
  results::JsonWriter json(3);
  json.begin_object().member("failures", static_cast<std::int64_t>(all.log.faults.size()));
  json.member("nodes", all.log.nodes).member("span_s", all.log.span.count()).member("overlaps", all.overlaps);
  write(json, "time_to_failure", all.up);
  write(json, "repair", all.repairs);
  json.key("autocorrelation").begin_object();
  for (const Correlation& one : all.correlations) json.member(std::to_string(one.lag), one.value);
  json.end_object().member("chance", all.chance).member("dispersion_by_day", all.dispersion);
  json.key("nodes_at_once").begin_object();
  for (const auto& [nodes, times] : all.at_once) json.member(std::to_string(nodes), times);
  json.end_object().end_object();
  return json.take() + "\n";
}

TimesAndLaws times_and_laws(const Fits& fits) {
  TimesAndLaws all{fits.title, fits.times, {}};
  for (const Judged& one : fits.laws) all.laws.push_back(one.law);
  return all;
}

void draw(const Findings& all, const std::string& source, const std::filesystem::path& figure) {
  if (all.up.laws.empty() && all.repairs.laws.empty())
    throw UsageError("--picture: there are too few times to fit a law, and nothing to draw");
  const std::string kind = figure.extension().string();
  if (kind != ".svg" && kind != ".png" && kind != ".pdf")
    throw UsageError(fmt::format("--picture takes a name that ends with .svg, .png or .pdf, got {}", figure.string()));
  if (figure.has_parent_path()) make_folder(figure.parent_path());
  const TemporaryFolder folder;
  const auto numbers = folder.path() / "fit.json";
  write_file(numbers,
             fit_picture(source + ": " + summary_of(all.log), {times_and_laws(all.up), times_and_laws(all.repairs)}));
  const auto drawn = folder.path() / ("fit" + kind);
  if (!draw_figure(numbers, drawn))
    throw MachineError(fmt::format("{} was not drawn: that needs /usr/bin/python3 with matplotlib (on Debian: apt-get "
                                   "install python3-matplotlib)",
                                   figure.string()));
  write_file(figure, content_of(drawn));
}

int fit(const Given& given) {
  const Findings all = findings_of(read(given), given);
  fmt::print("{}", given.has("json") ? to_json(all) : to_text(all));
  if (!given.has("picture")) return done;
  draw(all, std::filesystem::path(given.arguments().front()).filename().string(), given.text("picture"));
  if (!given.has("json")) fmt::print("\ndrawn: {}\n", given.text("picture"));
  return done;
}

} // namespace

Command fit_command() {
  return {
      "fit",
      "fit laws of failures and repairs to a log of failures",
      "Fits every law that scenarios know by maximum likelihood; nodes that had not failed again when the log ended "
      "count as what they are, longer than that. The first law is the best by AIC. The distance is the largest "
      "between the law and the times; p is how often samples of the law itself are as far, so that a small p speaks "
      "against it. A node is taken for new when the log begins and after each repair.\n"
      "Says besides whether failures come in groups, and prints the law as a scenario takes it.",
      {{"FILE", "a table node,down,up of failures, or LANL's file", 1, 1, files}},
      {Option("system", "N", "of LANL's file: the number of the system").between(0, 1e9),
       Option("nodes", "N", "that a table is of").between(1, 1e9).otherwise("those that it names"),
       Option("together", "TIME", "failures within it of the first are at once").standard("1min"),
       Option("resamples", "N", "samples drawn for each p; 0: none").standard("99").between(0, 1e6),
       seed_option("seed of these samples").standard("1"),
       Option("picture", "FILE", "draws times and laws, as SVG (with python3-matplotlib)"), json_option()},
      {"fit failures.csv --picture failures.svg", "fit LA-UR-05-7318-failure-data-1996-2005.csv.xz --system 20"},
      fit};
}

} // namespace daruma::cli
