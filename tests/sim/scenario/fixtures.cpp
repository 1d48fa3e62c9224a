#include "tests/sim/scenario/fixtures.hpp"

namespace daruma::scenario {

using Json = nlohmann::json;

std::filesystem::path schema_file() {
  return std::filesystem::path(DARUMA_SOURCE_DIR) / "scenarios" / "scenario.schema.json";
}

const Surroundings& surroundings() {
  static const std::filesystem::path root = DARUMA_SOURCE_DIR;
  static const Surroundings around{root / "tests/sim/scenario/platforms",
                                   root / "tests/sim/scenario/platforms/runtimes",
                                   load_schema(schema_file()),
                                   {"dyprc-loop", "dyprc-sendrecv"}};
  return around;
}

const Json& good_scenario() {
  static const Json scenario = Json::parse(R"json({
    "$schema": "scenario.schema.json",
    "name": "good",
    "description": "Uses every key of a scenario once.",
    "machine": "pair",
    "runtime": "slow",
    "seed": 7,
    "horizon": "1h",
    "jobs": [
      { "name": "quake", "model": "dyprc-loop", "ranks": 4,
        "arguments": { "loops": 4, "verbose": false, "message": "512KiB" },
        "checkpoint": { "every": "2 loops", "size": "64MiB", "to": "partner-memory" },
        "fewest": 2, "limit": "20min", "deadline": "30min",
        "account": { "user": 3, "partition": 2, "qos": 1, "nice": 5 } },
      { "name": "flood", "model": "dyprc-sendrecv", "ranks": 2, "spares": 1, "recovery": "spare",
        "start": "1s", "placement": "round-robin",
        "dependency": "after:quake+5,afterany:quake", "array": { "name": "floods", "limit": 2 } }
    ],
    "manager": { "queue": { "policy": "easy", "order": "multifactor", "depth": 2, "lookahead": 9, "slack": 0.5,
                            "priority": { "age": 1, "fair_share": 2, "size": 3, "partition": 4, "qos": 5,
                                          "max_age": "2d", "half_life": "1d", "partitions": [1, 2], "qualities": [3] } },
                 "urgent": "kill", "idle": 1, "spares": 1, "kill_invalid_depend": true },
    "events": [
      { "at": "150ms", "kill": "quake", "ranks": [1, 2] },
      { "after": { "job": "quake", "restarts": 2, "delay": "1s" }, "resize": "quake", "to": 6 },
      { "at": "2s", "kill": "flood", "random": 1, "below": 2 },
      { "at": "3s", "node_off": 1 },
      { "at": "4s", "command": "quake", "text": "krank,1" },
      { "break": { "what": "node1.cpu_fan", "at": "5s" } },
      { "at": "6s", "slow": "quake", "ranks": [3], "factor": 2.5, "for": "10s" },
      { "at": "6s", "slow_node": 1, "factor": 4, "for": "20s" },
      { "at": "6s", "slow_link": "switch0.port1", "factor": 8, "for": "30s" },
      { "at": "7s", "hang": 0, "for": "2s" },
      { "at": "8s", "partition": [0], "from": [1], "for": "100ms" },
      { "at": "9s", "flip_message": "quake", "processes": [1], "nth": 3, "bit": 17 },
      { "at": "2s", "delay_message": "quake", "processes": [1], "nth": 3, "for": "2s" },
      { "at": "2s", "delay_news": "quake", "processes": [1], "for": "2s" }
    ],
    "breakdowns": [{ "device": "port", "law": "weibull", "shape": 0.7, "mtbf": "50y" }],
    "localisation": { "recourse": "none",
                      "sockets": { "network": "routed", "tcp_retries2": 8, "tcp_syn_retries": 4,
                                   "tcp_keepalive_time": "60s", "tcp_keepalive_intvl": "10s",
                                   "tcp_keepalive_probes": 3, "retrans_time_ms": "500ms", "mcast_solicit": 2,
                                   "ucast_solicit": 1, "base_reachable_time_ms": "20s",
                                   "delay_first_probe_time": "2s" },
                      "management": { "latency": "50us", "bmc_answer": "10ms", "agent_answer": "1ms",
                                      "ipmi_timeout": "5s", "snmp_timeout": "500ms", "snmp_retries": 2 } },
    "failures": { "law": "weibull", "shape": 0.7, "node_mtbf": "5y" },
    "background": { "arrival_gap": "5min", "per": "node", "service": "2min", "law": "pareto", "shape": 3,
                    "hogs": [{ "node": 1, "count": 2, "at": "10s" }] },
    "tree_store": { "nodes": [1], "per_request": "40us", "per_transaction": "50us", "marshalling": "100MB/s",
                    "per_name": "200ns", "log_force": "2ms", "client_per_request": "30us",
                    "client_unmarshalling": "50MB/s", "client_per_name": "100ns", "writes_block_reads": true,
                    "after_rest": "300us", "cooling": "7ms", "processors": 2, "tick": "200ms", "sync_limit": 4, "election": "300ms",
                    "session_timeout": "4s", "deaths": [{ "server": 0, "at": "2s" }] },
    "expect": [
      { "metric": "quake.finished", "is": true },
      { "metric": "quake.restarts", "at_least": 1 },
      { "metric": "quake.makespan_s", "at_most": 100.5 }
    ]
  })json");
  return scenario;
}

Scenario good_with(const std::vector<Override>& overrides) {
  return parse(good_scenario().dump(), "test.json", surroundings(), overrides);
}

Json changed_scenario(const std::vector<Change>& changes) {
  Json scenario = good_scenario();
  for (const Change& change : changes) {
    const Json::json_pointer pointer(change.pointer);
    if (!change.json.empty())
      scenario[pointer] = Json::parse(change.json);
    else
      scenario[pointer.parent_pointer()].erase(pointer.back());
  }
  return scenario;
}

std::vector<std::string> problems_of_text(const std::string& text) {
  std::vector<std::string> problems;
  try {
    parse(text, "test.json", surroundings());
  } catch (const ScenarioError& error) {
    for (const Problem& problem : error.problems()) problems.push_back(problem.pointer + ": " + problem.sentence);
  }
  return problems;
}

std::vector<std::string> problems_of(const Json& scenario) { return problems_of_text(scenario.dump()); }

} // namespace daruma::scenario
