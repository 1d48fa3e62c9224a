// Broken scenarios and the exact messages that each must give: one mistake, one message, in words that
// say where, what was found, and what is allowed.
#include "tests/sim/scenario/fixtures.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <string_view>

namespace daruma::scenario {
namespace {

/// Of literals, because so many strings are slow to compile: a table, filled up with what is empty.
struct Broken {
  struct Replaced {
    const char* pointer;
    const char* json;
  };
  const char* name;
  Replaced replaced[12];
  const char* sentences[9];

  std::vector<Change> changes() const {
    std::vector<Change> all;
    for (const Replaced& one : replaced)
      if (one.pointer != nullptr) all.push_back({one.pointer, one.json});
    return all;
  }
  std::vector<std::string> problems() const {
    std::vector<std::string> all;
    for (const char* sentence : sentences)
      if (sentence != nullptr) all.emplace_back(sentence);
    return all;
  }
};

void PrintTo(const Broken& broken, std::ostream* out) { *out << broken.name; }

const std::string times = "a time such as \"150ms\" (units ns, us, ms, s, min, h, d, y)";

constexpr Broken shapes[]{
    {"misspelt_key",
     {{"/jobs/0/recovry", R"("shrink")"}},
     {R"(/jobs/0/recovry: unknown key "recovry"; did you mean "recovery"?)"}},
    {"unknown_key_unlike_any",
     {{"/failures/colour", "3"}},
     {R"(/failures/colour: unknown key "colour"; known: "law", "list", "node_mtbf" and "shape")"}},
    {"key_with_a_slash",
     {{"/a~1b", "1"}},
     {R"(/a~1b: unknown key "a/b"; known: "$schema", "background", "breakdowns", "centre", "description", "events", )"
      R"("expect", "explore", "failures", "horizon", "jobs", "localisation", "machine", "manager", "name", "network_model", "runtime", "seed", "trace" and "tree_store")"}},
    {"missing_name", {{"/name", ""}}, {R"(: "name" is missing)"}},
    {"missing_machine", {{"/machine", ""}}, {R"(: "machine" is missing)"}},
    {"missing_jobs_leave_nobody_to_refer_to",
     {{"/jobs", ""}},
     {R"(: needs exactly one of "jobs" and "centre", has none)"}},
    {"jobs_and_a_centre",
     {{"/centre", R"({ "log": "x.swf" })"}},
     {R"(: needs exactly one of "jobs" and "centre", has "jobs" and "centre")"}},
    {"no_jobs", {{"/jobs", "[]"}}, {R"(/jobs: must not be empty)"}},
    {"empty_name", {{"/name", R"("")"}}, {R"(/name: expected text of at least one character, got "")"}},
    {"jobs_not_a_list", {{"/jobs", "{}"}}, {R"(/jobs: expected a list of jobs, got {})"}},
    {"job_not_an_object",
     {{"/jobs/1", "3"}, {"/events/2", R"({ "at": "2s", "node_off": 0 })"}},
     {R"(/jobs/1: expected a job in braces, got 3)"}},
    {"missing_model", {{"/jobs/0/model", ""}}, {R"(/jobs/0: needs exactly one of "model" and "program", has none)"}},
    {"model_and_program",
     {{"/jobs", R"([{ "name": "p", "program": "x.so", "ranks": 2, "model": "dyprc-loop" }])"},
      {"/events", "[]"},
      {"/expect", "[]"}},
     {R"(/jobs/0: needs exactly one of "model" and "program", has "model" and "program")"}},
    {"program_with_a_models_arguments",
     {{"/jobs", R"([{ "name": "p", "program": "x.so", "ranks": 2, "arguments": {"loops": 4} }])"},
      {"/events", "[]"},
      {"/expect", "[]"}},
     {R"(/jobs/0/arguments: a program takes a list of words, such as ["--steps", "10"])"}},
    {"model_with_a_programs_arguments",
     {{"/jobs/0/arguments", R"(["--steps"])"}},
     {R"(/jobs/0/arguments: a model takes its arguments by name, such as {"loops": 4})"}},
    {"argument_of_a_program_that_is_no_word",
     {{"/jobs", R"([{ "name": "p", "program": "x.so", "ranks": 2, "arguments": [3] }])"},
      {"/events", "[]"},
      {"/expect", "[]"}},
     {R"(/jobs/0/arguments/0: expected text, got 3)"}},
    {"host_time_of_a_model",
     {{"/jobs/0/host_time_scale", "2"}},
     {R"(/jobs/0/host_time_scale: only programs are timed on this computer; a model knows what its work costs)"}},
    {"trace_of_a_range_backwards",
     {{"/trace", R"({ "ranks": [3, "9-2"] })"}},
     {R"(/trace/ranks/1: a range ends where it begins or later, got "9-2")"}},
    {"trace_of_no_range",
     {{"/trace", R"({ "ranks": ["some"] })"}},
     {R"(/trace/ranks/0: expected a number such as 3, or a range such as "0-63", got "some")"}},
    {"output_limit_of_a_model",
     {{"/jobs/0/output_limit", R"("1MiB")"}},
     {R"(/jobs/0/output_limit: only what programs print has a limit)"}},
    {"no_patience",
     {{"/jobs", R"([{ "name": "p", "program": "x.so", "ranks": 2, "patience": "0s" }])"},
      {"/events", "[]"},
      {"/expect", "[]"}},
     {R"(/jobs/0/patience: must be positive, got "0s")"}},
    {"stack_that_holds_no_call",
     {{"/jobs/0/stack", R"("64KiB")"}},
     {R"(/jobs/0/stack: must be from 128KiB to 1GiB, got "64KiB")"}},
    {"stack_of_more_than_memory",
     {{"/jobs/0/stack", R"("2GiB")"}},
     {R"(/jobs/0/stack: must be from 128KiB to 1GiB, got "2GiB")"}},
    {"negative_host_time",
     {{"/jobs", R"([{ "name": "p", "program": "x.so", "ranks": 2, "host_time_scale": -1 }])"},
      {"/events", "[]"},
      {"/expect", "[]"}},
     {R"(/jobs/0/host_time_scale: must be at least 0, got -1)"}},
    {"order_to_a_program",
     {{"/jobs", R"([{ "name": "p", "program": "x.so", "ranks": 2 }])"},
      {"/events", R"([{ "at": "1s", "resize": "p", "to": 1 }])"},
      {"/expect", "[]"}},
     {R"(/events/0/resize: job "p" runs a program; only models take orders)"}},
    {"program_with_spares",
     {{"/jobs", R"([{ "name": "p", "program": "x.so", "ranks": 2, "spares": 1 }])"},
      {"/events", "[]"},
      {"/expect", "[]"}},
     {R"(/jobs/0/spares: only models make use of "spares"; this job runs a program)"}},
    {"program_that_is_told_when_to_save",
     {{"/jobs", R"([{ "name": "p", "program": "x.so", "ranks": 2, "checkpoint": { "every": "1 loop" } }])"},
      {"/events", "[]"},
      {"/expect", "[]"}},
     {R"(/jobs/0/checkpoint/every: a program decides by itself when it calls daruma_checkpoint)"}},
    {"program_with_a_recovery_of_models",
     {{"/jobs", R"([{ "name": "p", "program": "x.so", "ranks": 2, "recovery": "spawn" }])"},
      {"/events", "[]"},
      {"/expect", "[]"}},
     {R"(/jobs/0/recovery: a program recovers by itself; of recoveries it can only be given "rerun")"}},
    {"ranks_as_text", {{"/jobs/0/ranks", R"("4")"}}, {R"(/jobs/0/ranks: expected a whole number, got "4")"}},
    {"ranks_with_a_fraction", {{"/jobs/0/ranks", "4.5"}}, {R"(/jobs/0/ranks: expected a whole number, got 4.5)"}},
    {"no_ranks", {{"/jobs/0/ranks", "0"}}, {R"(/jobs/0/ranks: must be at least 1, got 0)"}},
    {"too_many_ranks",
     {{"/jobs/0/ranks", "99999999999"}},
     {R"(/jobs/0/ranks: must be at most 1000000, got 99999999999)"}},
    {"ranks_null", {{"/jobs/0/ranks", "null"}}, {R"(/jobs/0/ranks: expected a whole number, got null)"}},
    {"negative_spares", {{"/jobs/1/spares", "-1"}}, {R"(/jobs/1/spares: must be at least 0, got -1)"}},
    {"misspelt_choice",
     {{"/jobs/0/placement", R"("blok")"}},
     {R"(/jobs/0/placement: expected one of "block" and "round-robin", got "blok"; did you mean "block"?)"}},
    {"choice_of_another_type",
     {{"/jobs/0/recovery", "true"}},
     {R"(/jobs/0/recovery: expected one of "shrink", "spare", "spawn" and "rerun", got true)"}},
    {"job_name_with_a_blank",
     {{"/jobs/1/name", R"("my job")"}, {"/events/2", R"({ "at": "2s", "node_off": 0 })"}},
     {"/jobs/1/name: expected a name of letters, digits, \"-\" and \"_\" that starts with a letter, got \"my job\""}},
    {"argument_is_a_list",
     {{"/jobs/0/arguments/loops", "[4]"}},
     {R"(/jobs/0/arguments/loops: expected true, false, a number or text, got [...])"}},
    {"time_as_number",
     {{"/jobs/1/start", "3"}},
     {"/jobs/1/start: expected a time such as \"150ms\" (units ns, us, ms, s, min, h, d, y), got 3"}},
    {"time_without_unit",
     {{"/horizon", R"("3")"}},
     {"/horizon: expected a time such as \"150ms\" (units ns, us, ms, s, min, h, d, y), got \"3\""}},
    {"time_of_unknown_unit",
     {{"/events/0/at", R"("3 parsec")"}},
     {"/events/0/at: expected a time such as \"150ms\" (units ns, us, ms, s, min, h, d, y), got \"3 parsec\""}},
    {"size_of_unknown_unit",
     {{"/jobs/0/checkpoint/size", R"("64mb")"}},
     {R"(/jobs/0/checkpoint/size: expected a size such as "512KiB" (units B, kB to PB, KiB to PiB), got "64mb")"}},
    {"checkpoint_every_zero_loops",
     {{"/jobs/0/checkpoint/every", R"("0 loops")"}},
     {R"(/jobs/0/checkpoint/every: expected a number of loops such as "5 loops", got "0 loops")"}},
    {"checkpoint_nowhere",
     {{"/jobs/0/checkpoint/to", R"("filesystem")"}},
     {R"(/jobs/0/checkpoint/to: expected one of "local-memory", "partner-memory" and "file-system", got "filesystem"; )"
      R"(did you mean "file-system"?)"}},
    {"event_without_a_time",
     {{"/events/3/at", ""}},
     {R"(/events/3: needs exactly one of "at", "after", "during" and "break", has none)"}},
    {"event_with_two_times",
     {{"/events/1/at", R"("1s")"}},
     {R"(/events/1: needs exactly one of "at", "after", "during" and "break", has "at" and "after")"}},
    {"event_without_an_action",
     {{"/events/3/node_off", ""}},
     {R"(/events/3: needs exactly one of "kill", "node_off", "resize", "command" and "break", has none)"}},
    {"event_with_two_actions",
     {{"/events/3/command", R"("quake")"}, {"/events/3/text", R"("4")"}},
     {R"(/events/3: needs exactly one of "kill", "node_off", "resize", "command" and "break", has "node_off" and "command")"}},
    {"break_without_a_time", {{"/events/5/break/at", ""}}, {R"(/events/5/break: "at" is missing)"}},
    {"break_with_two_times",
     {{"/events/5/at", R"("1s")"}},
     {R"(/events/5: needs exactly one of "at", "after", "during" and "break", has "at" and "break")"}},
    {"break_of_a_number",
     {{"/events/5/break/what", "3"}},
     {R"(/events/5/break/what: expected a component such as "node3.cpu_fan", got 3)"}},
    {"breakdown_of_a_negative_time",
     {{"/breakdowns/0/mtbf", R"("-1y")"}},
     {R"(/breakdowns/0/mtbf: must be positive, got "-1y")"}},
    {"localisation_with_an_unknown_recourse",
     {{"/localisation/recourse", R"("hope")"}},
     {R"(/localisation/recourse: expected one of "none" and "informed", got "hope")"}},
    {"keepalive_of_a_negative_time",
     {{"/localisation/sockets/tcp_keepalive_time", R"("-1s")"}},
     {R"(/localisation/sockets/tcp_keepalive_time: must not be negative, got "-1s")"}},
    {"kill_of_nobody",
     {{"/events/0/ranks", ""}},
     {R"(/events/0: needs exactly one of "ranks", "processes" and "random", has none)"}},
    {"kill_of_no_ranks", {{"/events/0/ranks", "[]"}}, {R"(/events/0/ranks: must not be empty)"}},
    {"random_without_below", {{"/events/2/below", ""}}, {R"(/events/2: "random" needs "below" beside it)"}},
    {"resize_without_to", {{"/events/1/to", ""}}, {R"(/events/1: "resize" needs "to" beside it)"}},
    {"resize_to_nothing", {{"/events/1/to", "0"}}, {R"(/events/1/to: must be at least 1, got 0)"}},
    {"to_beside_a_kill", {{"/events/0/to", "3"}}, {R"(/events/0: "to" needs "resize" beside it)"}},
    {"command_without_text", {{"/events/4/text", ""}}, {R"(/events/4: "command" needs "text" beside it)"}},
    {"command_of_two_lines",
     {{"/events/4/text", R"("4\n8")"}},
     {R"(/events/4/text: expected one line of text, got "4\n8")"}},
    {"after_no_job", {{"/events/1/after/job", ""}}, {R"(/events/1/after: "job" is missing)"}},
    {"after_restart_zero",
     {{"/events/1/after/restarts", "0"}},
     {R"(/events/1/after/restarts: must be at least 1, got 0)"}},
    {"failures_without_law", {{"/failures/law", ""}}, {R"(/failures: "law" is missing)"}},
    {"expectation_without_relation",
     {{"/expect/0/is", ""}},
     {R"(/expect/0: needs exactly one of "is", "at_least" and "at_most", has none)"}},
    {"expectation_with_two_relations",
     {{"/expect/1/is", "3"}},
     {R"(/expect/1: needs exactly one of "is", "at_least" and "at_most", has "is" and "at_least")"}},
    {"expectation_in_more_than_all_runs",
     {{"/expect/0/in_at_least", "1.5"}},
     {R"(/expect/0/in_at_least: must be at most 1, got 1.5)"}},
    {"expectation_of_text",
     {{"/expect/0/is", R"("yes")"}},
     {R"(/expect/0/is: expected true, false or a number, got "yes")"}},
    {"seed_with_a_fraction", {{"/seed", "1.5"}}, {R"(/seed: expected a whole number from 0 to 2^64-1, got 1.5)"}},
    {"seed_beyond_64_bits",
     {{"/seed", "18446744073709551616"}},
     {R"(/seed: expected a whole number from 0 to 2^64-1, got 1.8446744073709552e+19)"}},
    {"machine_is_a_number",
     {{"/machine", "3"}},
     {R"(/machine: expected the name of a machine, or a description in braces, got 3)"}},
    {"machine_key_misspelt",
     {{"/machine", R"({ "nodes": 2, "cores": 4, "core_sped": "1Gf/s" })"}},
     {R"(/machine/core_sped: unknown key "core_sped"; did you mean "core_speed"?)"}},
    {"machine_without_nodes",
     {{"/machine", R"({ "nodes": 0, "cores": 4 })"}},
     {R"(/machine/nodes: must be at least 1, got 0)"}},
    {"sourced_value_misspelt",
     {{"/machine", R"({ "nodes": 2, "cores": { "valu": 4, "source": "data sheet" } })"}},
     {R"(/machine/cores: "value" is missing)", R"(/machine/cores/valu: unknown key "valu"; did you mean "value"?)"}},
    {"sourced_value_of_another_type",
     {{"/machine", R"({ "nodes": 2, "cores": { "value": "4", "source": "data sheet" } })"}},
     {R"(/machine/cores/value: expected a whole number, got "4")"}},
    {"rate_without_per_second",
     {{"/machine", R"({ "nodes": 2, "cores": 4, "memory": "10GB" })"}},
     {R"(/machine/memory: expected a rate such as "12.5GB/s" or "100Gb/s" )"
      R"((units B/s, kB/s to PB/s, KiB/s to PiB/s, Kb/s to Tb/s), got "10GB")"}},
    {"speed_in_another_unit",
     {{"/machine", R"({ "nodes": 2, "cores": 4, "core_speed": "3GHz" })"}},
     {R"(/machine/core_speed: expected a speed such as "43.2Gf/s" (units flop/s, kf/s to Pf/s), got "3GHz")"}},
    {"unknown_topology",
     {{"/machine", R"({ "nodes": 2, "cores": 4, "topology": { "kind": "fattree" } })"}},
     {R"(/machine/topology/kind: expected one of "flat", "fat-tree", "mesh", "torus" and "dragonfly", got "fattree"; )"
      R"(did you mean "fat-tree"?)"}},
    {"extent_zero",
     {{"/machine", R"({ "cores": 4, "topology": { "kind": "mesh", "dimensions": [2, 0] } })"}},
     {R"(/machine/topology/dimensions/1: must be at least 1, got 0)"}},
    {"unknown_detector",
     {{"/runtime", R"({ "detector": { "kind": "heartbeat" } })"}},
     {R"(/runtime/detector/kind: expected one of "perfect", "on-communication", "serial" and "heartbeat-ring", got "heartbeat")"}},
};

constexpr Broken meanings[]{
    {"expectation_in_all_runs",
     {{"/expect/0/in_at_least", "1"}},
     {R"(/expect/0/in_at_least: must be above 0 and below 1, got 1)"}},
    {"confidence_without_a_part",
     {{"/expect/0/confidence", "0.9"}},
     {R"(/expect/0/confidence: is of a claim about many runs: "in_at_least" is missing)"}},
    {"certainty",
     {{"/expect/0/in_at_least", "0.9"}, {"/expect/0/confidence", "1"}},
     {R"(/expect/0/confidence: must be above 0 and below 1, got 1)"}},
    {"more_than_it_has", {{"/jobs/0/fewest", "5"}}, {R"(/jobs/0/fewest: the job has 4 ranks, and can hardly need 5)"}},
    {"no_time_at_all", {{"/jobs/0/deadline", R"("0s")"}}, {R"(/jobs/0/deadline: must be positive, got "0s")"}},
    {"what_is_for_jobs_beside_a_centre",
     {{"/jobs", ""}, {"/events", "[]"}, {"/expect", ""}, {"/centre", R"({ "log": "x.swf" })"}},
     {R"(/background: is for "jobs"; a "centre" runs those of its log)",
      R"(/breakdowns: is for "jobs"; a "centre" runs those of its log)",
      R"(/events: is for "jobs"; a "centre" runs those of its log)",
      R"(/horizon: is for "jobs"; a "centre" runs those of its log)",
      R"(/localisation: is for "jobs"; a "centre" runs those of its log)",
      R"(/manager: is for "jobs"; a "centre" runs those of its log)",
      R"(/tree_store: is for "jobs"; a "centre" runs those of its log)"}},
    {"negative_time", {{"/events/0/at", R"("-3h")"}}, {R"(/events/0/at: must not be negative, got "-3h")"}},
    {"negative_size",
     {{"/jobs/0/checkpoint/size", R"("-1B")"}},
     {R"(/jobs/0/checkpoint/size: must not be negative, got "-1B")"}},
    {"overflowing_time",
     {{"/failures/node_mtbf", R"("1e308y")"}},
     {R"(/failures/node_mtbf: is too large or too small a number: "1e308y")"}},
    {"mtbf_zero", {{"/failures/node_mtbf", R"("0s")"}}, {R"(/failures/node_mtbf: must be positive, got "0s")"}},
    {"negative_seed", {{"/seed", "-1"}}, {R"(/seed: must not be negative, got -1)"}},
    {"negative_bandwidth",
     {{"/machine", R"({ "nodes": 2, "cores": 4, "link": { "bandwidth": "-1GB/s" } })"}},
     {R"(/machine/link/bandwidth: must be positive, got "-1GB/s")"}},
    {"speed_zero",
     {{"/machine", R"({ "nodes": 2, "cores": 4, "core_speed": "0Gf/s" })"}},
     {R"(/machine/core_speed: must be positive, got "0Gf/s")"}},
    {"negative_latency_with_source",
     {{"/machine", R"({ "nodes": 2, "cores": 4, "loopback": { "latency": { "value": "-1us", "source": "x" } } })"}},
     {R"(/machine/loopback/latency/value: must not be negative, got "-1us")"}},
    {"unknown_model",
     {{"/jobs/0/model", R"("dyprc-lop")"}},
     {R"(/jobs/0/model: unknown model "dyprc-lop"; did you mean "dyprc-loop"?)"}},
    {"unknown_model_unlike_any",
     {{"/jobs/0/model", R"("namd")"}},
     {R"(/jobs/0/model: unknown model "namd"; known: "dyprc-loop" and "dyprc-sendrecv")"}},
    {"unknown_machine", {{"/machine", R"("pairs")"}}, {R"(/machine: unknown machine "pairs"; did you mean "pair"?)"}},
    {"machine_outside_its_folder",
     {{"/machine", R"("../platforms/pair")"}},
     {R"(/machine: unknown machine "../platforms/pair"; known: "broken", "listed", "pair", "tree", "truncated" and "using")"}},
    {"unknown_machine_used",
     {{"/machine", R"({ "use": "tre", "nodes": 3 })"}},
     {R"(/machine/use: unknown machine "tre"; did you mean "tree"?)"}},
    {"unknown_runtime", {{"/runtime", R"("sloow")"}}, {R"(/runtime: unknown runtime "sloow"; did you mean "slow"?)"}},
    {"more_nodes_than_the_machine_has",
     {{"/machine", R"({ "use": "pair", "nodes": 3 })"}},
     {R"(/machine/nodes: machine "pair" has 2 nodes, got 3)"}},
    {"two_jobs_of_one_name",
     {{"/jobs/1/name", R"("quake")"}, {"/events/2", R"({ "at": "2s", "node_off": 0 })"}},
     {R"(/jobs/1/name: job name "quake" is taken by /jobs/0)"}},
    {"spare_recovery_without_spares",
     {{"/jobs/1/spares", ""}},
     {R"(/jobs/1/recovery: recovery "spare" needs "spares" of at least 1, got 0)"}},
    {"spares_that_nobody_needs",
     {{"/jobs/0/spares", "2"}},
     {R"(/jobs/0/spares: only recovery "spare" has a use for spares, got 2 spares and recovery "shrink")"}},
    {"job_larger_than_the_machine",
     {{"/jobs/0/ranks", "9"}},
     {R"(/jobs/0/ranks: 9 processes do not fit on 2 nodes of 4 cores, on which there are servers, too)"}},
    {"jobs_together_larger_than_the_machine",
     {{"/manager", ""}, {"/jobs/0/start", R"("1s")"}, {"/jobs/0/ranks", "6"}},
     {R"(/jobs: of the jobs that start at 1s, 9 processes do not fit on 2 nodes of 4 cores, on which there are servers, too)"}},
    {"resize_larger_than_the_machine",
     {{"/events/1/to", "9"}},
     {R"(/events/1/to: 9 ranks do not fit on 2 nodes of 4 cores, on which there are servers, too)"}},
    {"event_of_an_unknown_job",
     {{"/events/0/kill", R"("quack")"}},
     {R"(/events/0/kill: unknown job "quack"; did you mean "quake"?)"}},
    {"command_to_an_unknown_job",
     {{"/events/4/command", R"("storm")"}},
     {R"(/events/4/command: unknown job "storm"; known: "quake" and "flood")"}},
    {"after_an_unknown_job",
     {{"/events/1/after/job", R"("quak")"}},
     {R"(/events/1/after/job: unknown job "quak"; did you mean "quake"?)"}},
    {"during_a_call_of_an_unknown_job",
     {{"/events/0", R"({ "during": { "job": "quak", "process": 0, "call": "MPI_Recv" }, "node_off": 1 })"}},
     {R"(/events/0/during/job: unknown job "quak"; did you mean "quake"?)"}},
    {"during_no_call_of_mpi",
     {{"/events/0", R"({ "during": { "job": "quake", "process": 0, "call": "recv" }, "node_off": 1 })"}},
     {R"(/events/0/during/call: expected a call of MPI such as "MPI_Allreduce", got "recv")"}},
    {"before_a_call_for_the_second_time",
     {{"/events/0", R"({ "during": { "job": "quake", "process": 0, "call": "MPI_Recv", "nth": 2 }, "node_off": 1 })"}},
     {R"(/events/0/during/nth: a call begins once; "nth" counts what happens inside or after it)"}},
    {"processes_of_an_unknown_job",
     {{"/events/0", R"({ "at": "1s", "kill": "quak", "processes": [0] })"}},
     {R"(/events/0/kill: unknown job "quak"; did you mean "quake"?)"}},
    {"leaks_by_another_word",
     {{"/explore", R"({ "leaks": "forbidden" })"}},
     {R"(/explore/leaks: expected one of "refused" and "allowed", got "forbidden")"}},
    {"rank_that_does_not_exist",
     {{"/events/0", R"({ "at": "1s", "kill": "flood", "ranks": [0, 3] })"}},
     {R"(/events/0/ranks/1: job "flood" has ranks 0 to 2, got 3)"}},
    {"rank_killed_twice_at_once", {{"/events/0/ranks", "[1, 2, 1]"}}, {R"(/events/0/ranks/2: rank 1 is named twice)"}},
    {"more_random_ranks_than_there_are_below",
     {{"/events/2/random", "3"}},
     {R"(/events/2/random: cannot draw 3 distinct ranks below 2)"}},
    {"random_ranks_below_too_many",
     {{"/events/2/below", "5"}},
     {R"(/events/2/below: job "flood" has at most 3 processes, got 5)"}},
    {"node_that_does_not_exist",
     {{"/events/3/node_off", "2"}},
     {R"(/events/3/node_off: the machine has nodes 0 to 1, got 2)"}},
    {"event_after_the_horizon",
     {{"/horizon", R"("2.5s")"}},
     {R"(/events/3/at: "3s" is after the horizon of 2.5s)", R"(/events/4/at: "4s" is after the horizon of 2.5s)",
      R"(/events/5/break/at: "5s" is after the horizon of 2.5s)"}},
    {"job_after_the_horizon", {{"/jobs/1/start", R"("2h")"}}, {R"(/jobs/1/start: "2h" is after the horizon of 1h)"}},
    {"failures_of_unknown_law",
     {{"/failures/law", R"("webull")"}},
     {R"(/failures/law: unknown failure law "webull"; did you mean "weibull"?)"}},
    {"breakdowns_that_are_listed",
     {{"/breakdowns/0/law", R"("list")"}},
     {R"(/breakdowns/0/law: unknown failure law "list"; known: "exponential" and "weibull")"}},
    {"breakdown_without_shape",
     {{"/breakdowns/0/shape", ""}},
     {R"(/breakdowns/0: failure law "weibull" needs "shape")"}},
    {"weibull_without_shape", {{"/failures/shape", ""}}, {R"(/failures: failure law "weibull" needs "shape")"}},
    {"weibull_of_negative_shape", {{"/failures/shape", "-0.7"}}, {R"(/failures/shape: must be positive, got -0.7)"}},
    {"exponential_with_shape",
     {{"/failures/law", R"("exponential")"}},
     {R"(/failures/shape: failure law "exponential" has no use for "shape"; it takes "node_mtbf")"}},
    {"load_of_negative_gap",
     {{"/background/arrival_gap", R"("-5min")"}},
     {R"(/background/arrival_gap: must be positive, got "-5min")"}},
    {"load_of_no_arrivals",
     {{"/background/arrival_gap", ""}, {"/background/per", ""}, {"/background/law", ""}, {"/background/shape", ""}},
     {R"(/background/service: needs "arrival_gap": without it nothing arrives at random)"}},
    {"load_with_a_shape_that_its_law_has_not",
     {{"/background/law", R"("fixed")"}},
     {R"(/background/shape: only the law "pareto" has a shape)"}},
    {"store_of_two",
     {{"/tree_store", R"({ "nodes": [0, 1] })"}},
     {R"(/tree_store/nodes: must name an odd number of nodes, because a majority has to go on, got 2)"}},
    {"store_nowhere", {{"/tree_store/nodes/0", "7"}}, {R"(/tree_store/nodes/0: the machine has nodes 0 to 1, got 7)"}},
    {"store_on_too_few_cores",
     {{"/tree_store/nodes", "[0, 0, 0, 0, 0]"}},
     {R"(/events/1/to: 6 ranks do not fit on 2 nodes of 4 cores, on which there are servers, too)",
      R"(/jobs/0/ranks: 4 processes do not fit on 2 nodes of 4 cores, on which there are servers, too)",
      R"(/tree_store/nodes: puts more servers on node 0 than its 4 cores)"}},
    {"death_of_nobody",
     {{"/tree_store/deaths/0/server", "3"}},
     {R"(/tree_store/deaths/0/server: the store has servers 0 to 0, got 3)"}},
    {"store_without_time", {{"/tree_store/tick", R"("0s")"}}, {R"(/tree_store/tick: must be positive, got "0s")"}},
    {"load_without_a_mean", {{"/background/shape", "1"}}, {R"(/background/shape: must be above 1, got 1)"}},
    {"hog_on_a_node_that_is_not_there",
     {{"/background/hogs/0/node", "2"}},
     {R"(/background/hogs/0/node: the machine has nodes 0 to 1, got 2)"}},
    {"load_from_a_trace_that_is_not_there",
     {{"/background/trace", R"("no-such.csv")"}},
     {R"(/background/trace: no-such.csv: no such file)"}},
    {"listed_failures_without_a_list",
     {{"/failures", R"({ "law": "list" })"}},
     {R"(/failures: failure law "list" needs "list")"}},
    {"listed_failure_of_a_node_that_does_not_exist",
     {{"/failures", R"({ "law": "list", "list": [{ "at": "1s", "node": 0 }, { "at": "2h", "node": 7 }] })"}},
     {R"(/failures/list/1/at: "2h" is after the horizon of 1h)",
      R"(/failures/list/1/node: the machine has nodes 0 to 1, got 7)"}},
    {"metric_of_an_unknown_job",
     {{"/expect/0/metric", R"("quaqe.finished")"}},
     {R"(/expect/0/metric: unknown job "quaqe"; did you mean "quake"?)"}},
    {"mesh_without_dimensions",
     {{"/machine", R"({ "cores": 4, "topology": { "kind": "mesh" } })"}},
     {R"(/machine/topology: topology "mesh" needs "dimensions")"}},
    {"flat_with_dimensions",
     {{"/machine", R"({ "nodes": 2, "cores": 4, "topology": { "kind": "flat", "dimensions": [2] } })"}},
     {R"(/machine/topology/dimensions: topology "flat" has no use for "dimensions")"}},
    {"torus_of_seven_dimensions",
     {{"/machine", R"({ "cores": 4, "topology": { "kind": "torus", "dimensions": [2, 1, 1, 1, 1, 1, 1] } })"}},
     {R"(/machine/topology/dimensions: must have 1 to 6 extents, got 7)"}},
    {"nodes_that_disagree_with_the_dimensions",
     {{"/machine", R"({ "nodes": 5, "cores": 4, "topology": { "kind": "torus", "dimensions": [2, 3] } })"}},
     {R"(/machine/nodes: the topology has 6 nodes, got 5)"}},
    {"mesh_of_too_many_nodes",
     {{"/machine", R"({ "cores": 4, "topology": { "kind": "mesh", "dimensions": [1000000, 1000000, 1000000] } })"}},
     {R"(/machine/topology: has more than 1000000 nodes, the most that a machine may have)"}},
    {"more_nodes_than_the_fat_tree_has",
     {{"/machine",
       R"({ "nodes": 9, "cores": 4, "topology": { "kind": "fat-tree", "down": [4, 2], "up": [1, 2], "parallel": [1, 1] } })"}},
     {R"(/machine/nodes: the topology has 8 nodes, got 9)"}},
    {"fat_tree_of_uneven_levels",
     {{"/machine",
       R"({ "cores": 4, "topology": { "kind": "fat-tree", "down": [4, 2], "up": [1], "parallel": [1, 1] } })"}},
     {R"(/machine/topology: "down", "up" and "parallel" must have one number per level each, got 2, 1 and 2)"}},
    {"dragonfly_without_groups",
     {{"/machine",
       R"({ "cores": 4, "topology": { "kind": "dragonfly", "chassis_per_group": 2, "routers_per_chassis": 4, "nodes_per_router": 2, "down": [2] } })"}},
     {R"(/machine/topology: topology "dragonfly" needs "groups")",
      R"(/machine/topology/down: topology "dragonfly" has no use for "down"; it takes "groups", "chassis_per_group", "routers_per_chassis", "nodes_per_router" and "parallel")"}},
    {"dragonfly_with_two_of_three_kinds_of_cables",
     {{"/machine",
       R"({ "cores": 4, "topology": { "kind": "dragonfly", "groups": 3, "chassis_per_group": 2, "routers_per_chassis": 4, "nodes_per_router": 2, "parallel": [1, 3] } })"}},
     {R"(/machine/topology/parallel: must have 3 numbers, got 2)"}},
    {"dragonfly_of_more_groups_than_routers",
     {{"/machine",
       R"({ "cores": 4, "topology": { "kind": "dragonfly", "groups": 9, "chassis_per_group": 2, "routers_per_chassis": 4, "nodes_per_router": 2 } })"}},
     {R"(/machine/topology: a group's cables to each of the 9 groups need a router of their own, and a group of 2x4 routers has 8)"}},
    {"dragonfly_too_small_for_its_nodes",
     {{"/machine",
       R"({ "nodes": 49, "cores": 4, "topology": { "kind": "dragonfly", "groups": 3, "chassis_per_group": 2, "routers_per_chassis": 4, "nodes_per_router": 2 } })"}},
     {R"(/machine/nodes: the topology has 48 nodes, got 49)"}},
    {"serial_detector_without_period",
     {{"/runtime", R"({ "detector": { "kind": "serial" } })"}},
     {R"(/runtime/detector: detector "serial" needs "period")"}},
    {"serial_detector_of_period_zero",
     {{"/runtime", R"({ "detector": { "kind": "serial", "period": "0s" } })"}},
     {R"(/runtime/detector/period: must be positive, got "0s")"}},
    {"perfect_detector_with_timeout",
     {{"/runtime", R"({ "detector": { "timeout": "1s" } })"}},
     {R"(/runtime/detector/timeout: detector "perfect" has no use for "timeout")"}},
    {"heartbeats_slower_than_the_timeout",
     {{"/runtime", R"({ "detector": { "kind": "heartbeat-ring", "period": "2s", "timeout": "1s" } })"}},
     {R"(/runtime/detector/timeout: must be at least the period of 2s, got "1s")"}},
    {"messages_without_heartbeats",
     {{"/runtime", R"({ "operations": "messages" })"}},
     {R"(/runtime/operations: "messages" needs a detector of the kind "heartbeat-ring")"}},
    {"unknown_table_of_collectives",
     {{"/runtime", R"({ "collectives": "plein" })"}},
     {R"(/runtime/collectives: unknown table of collectives "plein"; did you mean "plain"?)"}},
    {"unknown_table_of_collectives_with_changes",
     {{"/runtime", R"({ "collectives": { "use": "mpi", "bcast": "linear" } })"}},
     {R"(/runtime/collectives/use: unknown table of collectives "mpi"; known: "plain")"}},
    {"unknown_algorithm",
     {{"/runtime", R"({ "collectives": { "bcast": "binomal", "scan": [{ "algorithm": "ring" }] } })"}},
     {R"(/runtime/collectives/bcast: unknown algorithm of bcast "binomal"; did you mean "binomial"?)",
      R"(/runtime/collectives/scan/0/algorithm: unknown algorithm of scan "ring"; known: "linear" and "recursive-doubling")"}},
    {"rule_without_an_algorithm",
     {{"/runtime", R"({ "collectives": { "bcast": [{ "ranks_below": 4 }] } })"}},
     {R"(/runtime/collectives/bcast/0: "algorithm" is missing)"}},
    {"collective_that_is_none",
     {{"/runtime", R"({ "collectives": { "alreduce": "ring" } })"}},
     {R"(/runtime/collectives/alreduce: unknown key "alreduce"; did you mean "allreduce"?)"}},
    {"heartbeats_without_timeout",
     {{"/runtime", R"({ "detector": { "kind": "heartbeat-ring", "period": "2s" } })"}},
     {R"(/runtime/detector: detector "heartbeat-ring" needs "timeout")"}},
    {"negative_timeout",
     {{"/runtime", R"({ "detector": { "kind": "on-communication", "timeout": "-1s" } })"}},
     {R"(/runtime/detector/timeout: must not be negative, got "-1s")"}},
};

/// Of a scenario with a centre in the place of jobs and what is for these.
constexpr Broken centres[]{
    {"a_centre_without_a_log",
     {{"/failures", ""}, {"/centre", R"({ "queue": "easy" })"}},
     {R"(/centre: "log" is missing)"}},
    {"what_needs_something_else_of_a_centre",
     {{"/centre", R"({ "log": "x.swf", "failure_log": { "file": "y", "system": 20 },
                       "repair": { "median": "1h" }, "groups": { "nodes": 4, "together": 1.5 },
                       "flexible": { "mouldable": 0.7, "malleable": 0.7 },
                       "urgent": { "policy": "preempt", "gap": "1d", "processors": 4, "run": "2h", "deadline": "1h" } })"}},
     {R"(/centre/failure_log: nodes fail by "failures" or by a log, not both)",
      R"(/centre/flexible: "mouldable" and "malleable" are parts of all jobs, together no more than 1)",
      R"(/centre/groups/together: must be at most 1, got 1.5)",
      R"(/centre/repair: the failure log says how long repairs took)",
      R"(/centre/urgent/deadline: is missed by a job that runs 2h, got "1h")"}},
    {"switches_that_a_flat_machine_has_not",
     {{"/centre", R"({ "log": "x.swf", "groups": { "switch_level": 1, "together": 0.5 } })"}},
     {R"(/centre/groups/switch_level: needs a machine on which several nodes share a switch that can fail: on topology "flat" a single ideal switch joins all nodes)"}},
    {"switches_of_a_level_that_the_tree_has_not",
     {{"/machine", R"({ "use": "tree", "cores": 4 })"},
      {"/centre", R"({ "log": "x.swf", "groups": { "switch_level": 3, "together": 0.5 } })"}},
     {R"(/centre/groups/switch_level: the machine has 2 levels of switches, got 3)"}},
    {"switches_that_take_no_nodes_down",
     {{"/machine", R"({ "use": "tree", "cores": 4 })"},
      {"/centre", R"({ "log": "x.swf", "groups": { "switch_level": 2, "together": 0.5 } })"}},
     {R"(/centre/groups/switch_level: the machine has 2 switches of level 2 above the same nodes: none of them takes these down)"}},
    {"groups_said_twice",
     {{"/machine", R"({ "use": "tree", "cores": 4 })"},
      {"/centre", R"({ "log": "x.swf", "groups": { "nodes": 4, "switch_level": 1, "together": 0.5 } })"}},
     {R"(/centre/groups: needs exactly one of "nodes" and "switch_level", has "nodes" and "switch_level")"}},
    {"repairs_at_a_centre_where_nothing_fails",
     {{"/failures", ""}, {"/centre", R"({ "log": "x.swf", "repair": { "median": "1h" } })"}},
     {R"(/centre/repair: nothing fails without "failures" or "failure_log")"}},
};

class BrokenScenario : public testing::TestWithParam<Broken> {};

TEST_P(BrokenScenario, IsRefusedWithTheseWords) {
  EXPECT_EQ(problems_of(changed_scenario(GetParam().changes())), GetParam().problems());
}

class BrokenCentre : public testing::TestWithParam<Broken> {};

TEST_P(BrokenCentre, IsRefusedWithTheseWords) {
  std::vector<Change> changes;
  for (const char* key :
       {"manager", "jobs", "events", "expect", "background", "breakdowns", "horizon", "localisation", "tree_store"})
    changes.push_back({std::string("/") + key, ""});
  for (const Change& change : GetParam().changes()) changes.push_back(change);
  EXPECT_EQ(problems_of(changed_scenario(changes)), GetParam().problems());
}

const auto name_of_case = [](const auto& info) { return std::string(info.param.name); };
INSTANTIATE_TEST_SUITE_P(Shape, BrokenScenario, testing::ValuesIn(shapes), name_of_case);
INSTANTIATE_TEST_SUITE_P(Meaning, BrokenScenario, testing::ValuesIn(meanings), name_of_case);
INSTANTIATE_TEST_SUITE_P(Meaning, BrokenCentre, testing::ValuesIn(centres), name_of_case);

TEST(BrokenScenario, EveryMistakeIsReportedInOneRun) {
  std::vector<Change> changes;
  std::vector<std::string> expected;
  for (const char* name : {"misspelt_key", "ranks_as_text", "time_of_unknown_unit", "event_without_an_action",
                           "overflowing_time", "unknown_runtime", "spare_recovery_without_spares"}) {
    const auto add = [&](const Broken& broken) {
      if (broken.name != std::string_view(name)) return;
      for (const Change& change : broken.changes()) changes.push_back(change);
      for (const std::string& problem : broken.problems()) expected.push_back(problem);
    };
    std::for_each(std::begin(shapes), std::end(shapes), add);
    std::for_each(std::begin(meanings), std::end(meanings), add);
  }
  ASSERT_EQ(expected.size(), 7u);
  EXPECT_THAT(problems_of(changed_scenario(changes)), testing::UnorderedElementsAreArray(expected));
}

TEST(BrokenScenario, ProblemsStandInTheOrderOfTheirPointers) {
  std::vector<Change> changes;
  for (int i = 0; i < 12; ++i) changes.push_back({"/expect/" + std::to_string(i), R"({ "metric": "quake.x" })"});
  const std::vector<std::string> problems = problems_of(changed_scenario(changes));
  ASSERT_EQ(problems.size(), 12u);
  EXPECT_THAT(problems[2], testing::StartsWith("/expect/2: "));
  EXPECT_THAT(problems[10], testing::StartsWith("/expect/10: "));
}

TEST(BrokenScenario, TheErrorHasALineForEachProblem) {
  try {
    parse(changed_scenario({{"/seed", "-1"}, {"/name", ""}}).dump(), "dir/test.json", surroundings());
    FAIL() << "a broken scenario was accepted";
  } catch (const ScenarioError& error) {
    EXPECT_STREQ(error.what(), "dir/test.json: \"name\" is missing\n"
                               "dir/test.json: /seed: must not be negative, got -1");
  }
}

TEST(BrokenScenario, LongValuesAreShortened) {
  const std::string text(500, 'x');
  EXPECT_EQ(problems_of(changed_scenario({{"/horizon", "\"" + text + "\""}})),
            std::vector<std::string>{"/horizon: expected " + times + ", got \"" + text.substr(0, 56) + "..."});
}

TEST(BrokenScenario, AHundredMistakesAreEnough) {
  std::vector<Change> changes;
  for (int i = 0; i < 500; ++i) changes.push_back({"/key" + std::to_string(i), "1"});
  const std::vector<std::string> problems = problems_of(changed_scenario(changes));
  ASSERT_EQ(problems.size(), 101u);
  EXPECT_EQ(problems.back(), ": there are more mistakes than these 100");
}

} // namespace
} // namespace daruma::scenario
