#include "sim/cli/run_order.hpp"

#include "sim/cli/command_line.hpp"
#include "sim/cli/installation.hpp"

#include <fmt/format.h>

#include <string_view>
#include <system_error>

namespace daruma::cli {

Fidelity read_fidelity(const Given& given) {
  return given.text("fidelity") == "fast" ? Fidelity::fast : Fidelity::smpi;
}

scenario::Override read_override(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || text.empty() || text.front() != '/')
    throw UsageError(fmt::format("--set takes /json/pointer=VALUE, got \"{}\"", text));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::vector<scenario::Override> read_overrides(const Given& given) {
  std::vector<scenario::Override> overrides;
  for (const std::string& set : given.texts("set")) overrides.push_back(read_override(set));
  if (given.has("seed")) overrides.push_back({"/seed", given.text("seed")});
  return overrides;
}

std::filesystem::path usual_out(const std::string& name) {
  namespace fs = std::filesystem;
  const fs::path usual = fs::path("out") / name;
  const auto is_taken = [](const fs::path& path) {
    std::error_code none;
    const fs::file_status status = fs::status(path, none);
    return fs::exists(status) && !fs::is_directory(status);
  };
  return is_taken(usual.parent_path()) || is_taken(usual) ? usual_out_of_program(name) : usual;
}

std::filesystem::path usual_out_of_program(const std::string& name) {
  return std::filesystem::path("daruma-out") / name;
}

std::filesystem::path read_out(const Given& given, const std::string& file) {
  return given.has("out") ? std::filesystem::path(given.text("out")) : usual_out(std::filesystem::path(file).stem());
}

namespace {

/// Only a single simulation with ranks can be watched and cut, or, which command_run sees to, one of a centre.
void check_watched(const Given& given, const RunOrder& order) {
  for (const char* name : {"until", "progress", "dry-run", "debug"}) {
    if (!given.has(name)) continue;
    if (!order.world.on.empty()) throw UsageError(fmt::format("--{} is of simulations; --on runs for real", name));
    const bool is_of_centres = name == std::string_view("until") || name == std::string_view("progress");
    if (order.fidelity == Fidelity::fast && !is_of_centres)
      throw UsageError(fmt::format("--{} is of runs with ranks; --fidelity fast has none", name));
    if (order.replicas > 1) throw UsageError(fmt::format("--{} is of a single run, not of --replicas", name));
  }
}

} // namespace

RunOrder read_run_order(const Given& given) {
  RunOrder order;
  order.command = as_typed("daruma run", given.words());
  order.overrides = read_overrides(given);
  order.replicas = given.whole("replicas");
  order.fidelity = read_fidelity(given);
  order.world = read_real_world(given);
  if (given.has("fidelity") && !order.world.on.empty())
    throw UsageError("--fidelity is of simulations; --on runs the scenario for real");
  order.until = given.has("until") ? given.time("until", "90s") : never;
  order.shows_progress = given.has("progress");
  order.is_dry = given.has("dry-run");
  order.debugged = given.text("debug");
  check_watched(given, order);
  order.json = given.has("json");
  if (given.has("debug") && (order.json || order.is_dry))
    throw UsageError(
        fmt::format("--debug is of a run that people watch, not of {}", order.json ? "--json" : "--dry-run"));
  order.file = scenario_file(given.arguments().front());
  order.out = read_out(given, order.file);
  return order;
}

} // namespace daruma::cli
