#include "tests/sim/results/sample.hpp"

#include <set>

namespace daruma::results {

Result small_result() {
  Result result;
  result.scenario_json = R"({ "name": "small", "seed": 3 })";
  result.seed = 3;
  result.versions = {{"daruma", "0.1.0"}, {"simgrid", "3.32"}};
  result.metrics = {{"quake.finished", 1}, {"quake.makespan_s", 0.1}, {"quake.work_flop", 1.5e15}};
  result.units = {{"quake.finished", "truth"}, {"quake.makespan_s", "s"}};
  result.events = {{Seconds(0.05), "kill", "quake", 2, ""},
                   {Seconds(0.06), "detect", "quake", 0, "process 2 is dead"},
                   {Seconds(0.06), "detect", "quake", 1, "process 2 is dead"},
                   {Seconds(0.06), "detect", "quake", 3, "process 2 is dead"},
                   {Seconds(0.07), "restart", "quake", -1, "shrunk 4 -> 3"},
                   {Seconds(0.08), "node_off", "", -1, "node 1"}};
  result.spans = {{Seconds(0.062), Seconds(0.064), "agree", "quake", 0, ""},
                  {Seconds(0.06), Seconds(0.07), "shrink", "quake", 0, "4 -> 3"},
                  {Seconds(0.06), Seconds(0.07), "shrink", "quake", 1, "4 -> 3"}};
  JobRow quake;
  quake.name = "quake";
  quake.model = "dyprc-loop";
  quake.finished = true;
  quake.end = Seconds(0.1);
  quake.ranks_at_start = 4;
  quake.ranks_at_end = 3;
  quake.deaths = 1;
  quake.restarts = 1;
  JobRow flood;
  flood.name = "flood";
  flood.model = "dyprc-sendrecv";
  flood.start = Seconds(0.02);
  flood.end = Seconds(0.08);
  flood.ranks_at_start = 2;
  flood.deaths = 2;
  flood.reason = "no process was left";
  result.jobs = {quake, flood};
  return result;
}

Result large_result(int ranks, int kills) {
  Result result;
  std::set<int> alive;
  for (int process = 0; process < ranks; ++process) alive.insert(alive.end(), process);
  for (int kill = 0; kill < kills; ++kill) {
    const Seconds now(10.0 * (kill + 1));
    const int victim = (kill * 337 + 8) % ranks;
    alive.erase(victim);
    result.events.push_back({now, "kill", "quake", victim, ""});
    const std::string death = "process " + std::to_string(victim) + " is dead";
    const std::string shrink = "shrunk to " + std::to_string(alive.size());
    for (const int process : alive) {
      result.events.push_back({now + Seconds(0.1 + process * 1e-6), "detect", "quake", process, death});
      result.spans.push_back({now + Seconds(0.2), now + Seconds(0.3 + process * 1e-7), "shrink", "quake", process, ""});
      result.spans.push_back({now + Seconds(0.25), now + Seconds(0.3 + process * 1e-7), "agree", "quake", process, ""});
    }
    for (const int process : alive) {
      result.events.push_back({now + Seconds(0.3 + process * 1e-7), "restart", "quake", process, shrink});
    }
  }
  JobRow quake;
  quake.name = "quake";
  quake.ranks_at_start = ranks;
  quake.ranks_at_end = static_cast<int>(alive.size());
  result.jobs = {quake};
  return result;
}

} // namespace daruma::results
