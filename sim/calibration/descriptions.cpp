#include "sim/calibration/descriptions.hpp"

#include "sim/calibration/choices.hpp"
#include "sim/calibration/processor_times.hpp"
#include "sim/calibration/trials.hpp"
#include "sim/core/provenance.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>

namespace daruma::calibration {

namespace {

using OrderedJson = nlohmann::ordered_json;

/// Processes that one core ran in the measurements that this project knows of.
constexpr int processes_per_core = 64;

OrderedJson sourced(const OrderedJson& value, SourceKind kind, const std::string& source) {
  return {{"value", value}, {"kind", name_of(kind)}, {"source", source}};
}

/// What a number was fitted on, by the beginning of its place.
std::string fitted_on(const Place& place) {
  static const std::pair<const char*, const char*> sources[] = {
      {"/loopback/latency", "half of a round trip of 1 B between two processes, less what both sides do"},
      {"/loopback/bandwidth",
       "half of a round trip of 64 KiB to 1 MiB, less what both sides do and the latency; the middle of them"},
      {"/send/", "MPI_Isend of lengths that the rule covers, and the first beyond them"},
      {"/receive/", "MPI_Wait for messages that have long been there, of lengths as of send"},
      {"/combine/", "MPI_Reduce_local with MPI_SUM and floats by two ranks at once in what the other has just read, of "
                    "lengths as of send"},
      {"/copy/", "MPI_Allgather of one rank, by two at once, of lengths as of send"},
      {"/agreement", "MPIX_Comm_agree without failures, 4 to 12 ranks"},
      {"/split", "MPI_Comm_split, 4 to 12 ranks"},
      {"/revoke", "from MPIX_Comm_revoke to the last of 4 to 12 ranks that waits in a receive"},
      {"/detector/period", "8 of 12 ranks killed at once, beside 1 of 12"},
      {"/shrink", "1 of 4 to 12 ranks killed, from then to the last return from MPIX_Comm_shrink, less the detector"},
      {"/spawn", "MPI_Comm_spawn and merge of 1 to 4 processes at 4 ranks"},
      {"/per_request", "reads by all clients at once: the server's half"},
      {"/client_per_request", "reads by all clients at once: the client's half"},
      {"/marshalling", "reads of 300 kB by all clients at once, less short ones: the server's half"},
      {"/client_unmarshalling", "reads of 300 kB by all clients at once, less short ones: the client's half"},
      {"/per_name", "lists of 10 to 10 000 names by all clients at once, less their bytes: the server's half"},
      {"/client_per_name", "lists of 10 to 10 000 names by all clients at once, less their bytes: the client's half"},
      {"/per_transaction", "creates by all clients at once, less reads: each server's part"},
      {"/after_rest", "a read by one client alone 0.1 s after the last, less one at once: the half of each side"},
      {"/cooling", "a read by one client alone 8 ms after the last, beside one 0.1 s after it"},
      {"/log_force", "a create by one client alone, less what is computed for it"},
  };
  for (const auto& [beginning, source] : sources)
    if (place.second.rfind(beginning, 0) == 0) return source;
  return "";
}

/// It was chosen, not fitted.
bool is_condition(const Place& place) { return place.second.find("bytes_below") != std::string::npos; }

void write_numbers(OrderedJson& json, Document document, const std::vector<Values>& runs, const Origin& origin) {
  for (const auto& [place, value] : fit(medians(runs), origin)) {
    if (place.first != document) continue;
    const Spread spread = reach(place, runs, origin);
    OrderedJson& number = json[OrderedJson::json_pointer(place.second)];
    if (is_condition(place)) {
      number = to_text(place, value);
      continue;
    }
    number = sourced(to_text(place, value), SourceKind::fitted,
                     fmt::format("medians of {} runs; run by run {} to {}", runs.size(), to_text(place, spread.least),
                                 to_text(place, spread.most)));
    number["fitted_on"] = fitted_on(place);
  }
}

OrderedJson machine(const std::vector<Values>& runs, const Origin& origin) {
  OrderedJson json{
      {"name", "this-computer"},
      {"description",
       fmt::format("The computer that {} was measured on, with {} cores: all processes on one node. Made by "
                   "daruma calibrate.",
                   origin.name, origin.cores)}};
  json["nodes"] = sourced(1, SourceKind::measured, "all processes ran on it");
  json["cores"] = sourced(
      processes_per_core * origin.cores, SourceKind::assumed,
      fmt::format("places for processes, {} to each of {} cores, which take turns", processes_per_core, origin.cores));
  json["core_speed"] =
      sourced("1Gf/s", SourceKind::assumed, "for real, work is a pause of the time that it takes at this speed");
  write_numbers(json, Document::machine, runs, origin);
  json["topology"] = {{"kind", sourced("flat", SourceKind::measured, "one node")}};
  return json;
}

OrderedJson runtime(const std::vector<Values>& runs, const Origin& origin) {
  OrderedJson json{
      {"name", "this-mpi"},
      {"description", fmt::format("{}, measured on {} cores with more ranks than cores. Made by daruma calibrate.",
                                  origin.name, origin.cores)}};
  write_numbers(json, Document::runtime, runs, origin);
  if (json.contains("detector"))
    json["detector"]["kind"] =
        sourced("serial", SourceKind::assumed, "the shortest model whose time grows with the number of failures");
  const Values values = medians(runs);
  const bool is_known = values.count(quantity(library(), "eager_limit_B")) > 0;
  json["eager_limit"] =
      sourced(fmt::format("{}B", eager_limit(values)), is_known ? SourceKind::measured : SourceKind::assumed,
              is_known ? "what the library says by MPI_T of its shared memory transport"
                       : "the default of Open MPI's shared memory transport");
  if (const auto found = choices(values, origin)) {
    json["description"] = json["description"].get<std::string>() + " " + found->evidence;
    json["collectives"]["use"] = found->table;
    for (const auto& [collective, algorithm] : found->forced) json["collectives"][collective] = algorithm;
  }
  return json;
}

OrderedJson tree_store(const std::vector<Values>& runs, const Origin& origin) {
  OrderedJson json{{"nodes", std::vector<int>(static_cast<std::size_t>(origin.servers), 0)}};
  write_numbers(json, Document::tree_store, runs, origin);
  json["processors"] = sourced(origin.cores, SourceKind::measured, "the cores of the computer");
  return json;
}

struct UnitName {
  const char* name;
  double value;
};

/// In the largest of the units, which fall, that keeps the number at or above 1.
template <std::size_t count> std::string in_units(double value, const UnitName (&units)[count]) {
  for (const UnitName& unit : units)
    if (value >= unit.value) return fmt::format("{:.4g}{}", value / unit.value, unit.name);
  const UnitName& last = units[count - 1];
  return fmt::format("{:.4g}{}", value / last.value, last.name);
}

} // namespace

Spread reach(const Place& place, const std::vector<Values>& runs, const Origin& origin) {
  std::vector<double> values;
  for (const Values& run : runs) {
    const Numbers numbers = fit(run, origin);
    if (const auto found = numbers.find(place); found != numbers.end()) values.push_back(found->second);
  }
  return spread(std::move(values));
}

std::string to_text(const Place& place, double value) {
  const auto is_of = [&place](const char* word) { return place.second.find(word) != std::string::npos; };
  if (is_of("bytes_below")) return fmt::format("{}B", static_cast<std::int64_t>(value));
  const bool is_rate = is_of("bandwidth") || is_of("rate") || is_of("marshalling");
  constexpr UnitName rates[] = {{"GB/s", 1e9}, {"MB/s", 1e6}, {"kB/s", 1e3}, {"B/s", 1}};
  constexpr UnitName times[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}};
  return is_rate ? in_units(value, rates) : in_units(value, times);
}

Descriptions describe(const std::vector<Values>& runs, const Origin& origin) {
  const std::string store = origin.servers > 0 ? tree_store(runs, origin).dump(2) + "\n" : "";
  return {machine(runs, origin).dump(2) + "\n", runtime(runs, origin).dump(2) + "\n", store};
}

} // namespace daruma::calibration
