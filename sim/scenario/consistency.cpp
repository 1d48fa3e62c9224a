#include "sim/scenario/consistency.hpp"

#include "sim/scenario/wording.hpp"

#include <algorithm>
#include <limits>

namespace daruma::scenario {

namespace {

class Consistency {
public:
  Consistency(const Scenario& scenario, bool is_machine_known, const std::vector<std::string>& models,
              const Node& document)
      : scenario_(scenario), is_machine_known_(is_machine_known), models_(models), document_(document) {
    for (std::size_t i = 0; i < scenario.jobs.size(); ++i) {
      job_names_.push_back(scenario.jobs[i].name);
      job_indices_.emplace(scenario.jobs[i].name, i); // the first of that name stays
    }
    measure_sizes();
  }

  void check() const {
    for (std::size_t i = 0; i < scenario_.jobs.size(); ++i) check_job(scenario_.jobs[i], document_["jobs"][i], i);
    for (std::size_t i = 0; i < scenario_.events.size(); ++i) check_event(scenario_.events[i], document_["events"][i]);
    for (std::size_t i = 0; i < scenario_.expect.size(); ++i) check_metric(scenario_.expect[i], document_["expect"][i]);
    if (scenario_.centre && !document_["jobs"].is_given()) check_centre(scenario_, document_);
    if (scenario_.explore) check_exploration(*scenario_.explore, document_["explore"]);
    if (scenario_.failures) check_failures(*scenario_.failures);
    if (scenario_.background) check_background(*scenario_.background);
    if (scenario_.tree_store) check_tree_store(*scenario_.tree_store);
    if (scenario_.centre && is_machine_known_) check_switches(scenario_, document_);
    if (scenario_.centre && is_machine_known_) check_reservations(scenario_, document_);
    if (scenario_.centre && is_machine_known_) check_partitions(scenario_, document_);
    if (scenario_.centre && is_machine_known_) check_power(scenario_, document_);
    if (is_machine_known_) check_room();
  }

private:
  /// The cores that processes can have; a server of the store has one of its own.
  long long cores() const {
    const auto servers = scenario_.tree_store ? static_cast<long long>(scenario_.tree_store->nodes.size()) : 0;
    return static_cast<long long>(scenario_.machine.nodes) * scenario_.machine.cores - servers;
  }

  static long long processes(const Job& job) { return static_cast<long long>(job.ranks) + job.spares; }

  std::string do_not_fit(long long count, std::string_view noun) const {
    const Machine& machine = scenario_.machine;
    return counted(count, noun) + " do not fit on " + counted(machine.nodes, "node") + " of " +
           counted(machine.cores, "core") + (scenario_.tree_store ? ", on which there are servers, too" : "");
  }

  void check_job(const Job& job, const Node& node, std::size_t index) const {
    const bool is_known_model = std::find(models_.begin(), models_.end(), job.model) != models_.end();
    if (!job.model.empty() && !is_known_model) node["model"].remark(unknown("model", job.model, models_));
    const std::size_t first = job_indices_.at(job.name);
    if (!job.name.empty() && first < index)
      node["name"].remark("job name " + in_quotes(job.name) + " is taken by /jobs/" + std::to_string(first));
    check_time(job.start, node["start"]);
    if (scenario_.manager) return;
    for (const char* const key : {"dependency", "array"})
      if (node[key].is_given())
        node[key].remark("is heeded by a \"manager\" of the machine, and the scenario has none");
  }

  /// What would happen after the end never happens: better said than ignored.
  void check_time(Seconds time, const Node& node) const {
    if (scenario_.horizon > Seconds(0) && time > scenario_.horizon)
      node.remark(in_quotes(to_text(time)) + " is after the horizon of " + to_text(scenario_.horizon));
  }

  /// Jobs that start together run together, unless there is a queue.
  void check_room() const {
    std::map<Seconds, long long> together;
    for (const Job& job : scenario_.jobs)
      if (processes(job) <= cores()) together[job.start] += processes(job);
    for (std::size_t i = 0; i < scenario_.jobs.size(); ++i) {
      const Job& job = scenario_.jobs[i];
      if (processes(job) > cores()) {
        document_["jobs"][i]["ranks"].remark(do_not_fit(processes(job), "process"));
      } else if (!scenario_.manager && together[job.start] > cores()) {
        document_["jobs"].remark("of the jobs that start at " + to_text(job.start) + ", " +
                                 do_not_fit(together[job.start], "process"));
      }
    }
  }

  /// The job of that name. An unknown one is remarked, unless it may be that of a job whose name could not be read.
  const Job* find_job(const std::string& name, const Node& node) const {
    if (name.empty()) return nullptr;
    const auto found = job_indices_.find(name);
    if (found != job_indices_.end()) return &scenario_.jobs[found->second];
    const bool is_any_unread = job_indices_.empty() || job_indices_.count("") > 0;
    if (!is_any_unread && !node.report().is_full()) node.remark(unknown("job", name, job_names_));
    return nullptr;
  }

  void check_event(const Event& event, const Node& node) const {
    check_time(event.when.at, node["break"].is_given() ? node["break"]["at"] : node["at"]);
    find_job(event.when.job, node["after"]["job"]);
    if (event.when.during) find_job(event.when.during->job, node["during"]["job"]);
    std::visit([&](const auto& action) { check_action(action, node); }, event.action);
  }

  /// What numbers there will be, only the run knows.
  void check_action(const KillProcesses& kill, const Node& node) const { find_job(kill.job, node["kill"]); }

  void check_action(const FlipMessage& flip, const Node& node) const { find_job(flip.job, node["flip_message"]); }

  void check_action(const DelayMessage& delay, const Node& node) const { find_job(delay.job, node["delay_message"]); }

  void check_action(const DelayNews& delay, const Node& node) const { find_job(delay.job, node["delay_news"]); }

  void check_action(const FlipArray& flip, const Node& node) const { check_program(flip.job, node["flip_array"]); }

  void check_action(const DenyMemory& deny, const Node& node) const { check_program(deny.job, node["deny_memory"]); }

  /// What a model has in its memory is the simulator's own.
  void check_program(const std::string& name, const Node& node) const {
    const Job* const job = find_job(name, node);
    if (job != nullptr && !job->model.empty())
      node.remark("job " + in_quotes(name) + " runs a model; only programs have arrays and memory of their own");
  }

  void check_action(const SlowProcesses& slow, const Node& node) const { find_job(slow.job, node["slow"]); }

  void check_action(const KillRanks& kill, const Node& node) const { check_ranks(kill, node["kill"], node["ranks"]); }

  void check_action(const SlowRanks& slow, const Node& node) const { check_ranks(slow, node["slow"], node["ranks"]); }

  template <class OfRanks> void check_ranks(const OfRanks& action, const Node& name, const Node& ranks) const {
    const Job* const job = find_job(action.job, name);
    if (job == nullptr) return;
    for (std::size_t i = 0; i < action.ranks.size(); ++i) {
      if (action.ranks[i] < most_processes(*job)) continue;
      ranks[i].remark("job " + in_quotes(job->name) + " has ranks 0 to " + std::to_string(most_processes(*job) - 1) +
                      ", got " + std::to_string(action.ranks[i]));
    }
  }

  void check_action(const KillRandom& kill, const Node& node) const {
    const Job* const job = find_job(kill.job, node["kill"]);
    if (job == nullptr || kill.below <= most_processes(*job)) return;
    node["below"].remark("job " + in_quotes(job->name) + " has at most " + std::to_string(most_processes(*job)) +
                         " processes, got " + std::to_string(kill.below));
  }

  void check_action(const NodeOff& off, const Node& node) const { check_node(off.node, node["node_off"]); }

  void check_action(const SlowNode& slow, const Node& node) const { check_node(slow.node, node["slow_node"]); }

  void check_action(const SlowLink&, const Node&) const {}

  void check_action(const Hang& hang, const Node& node) const {
    check_node(hang.node, node["hang"]);
    if (!scenario_.tree_store) return;
    const std::vector<int>& servers = scenario_.tree_store->nodes;
    if (std::find(servers.begin(), servers.end(), hang.node) != servers.end())
      node["hang"].remark("a server of the tree store is there, and only nodes without one can hang");
  }

  void check_action(const Partition& partition, const Node& node) const {
    check_nodes(partition.nodes, node["partition"]);
    check_nodes(partition.from, node["from"]);
    for (std::size_t i = 0; i < partition.from.size(); ++i)
      if (std::count(partition.nodes.begin(), partition.nodes.end(), partition.from[i]) > 0)
        node["from"][i].remark("node " + std::to_string(partition.from[i]) + " is on both sides");
    check_silence(partition.duration, node["for"]);
  }

  void check_silence(Seconds duration, const Node& node) const {
    if (const std::string objection = objection_to_silence(scenario_.runtime.detector, duration); !objection.empty())
      node.remark(objection);
  }

  void check_exploration(const Exploration& exploration, const Node& node) const {
    const auto& kinds = exploration.faults;
    if (std::count(kinds.begin(), kinds.end(), FaultKind::partitions) > 0)
      check_silence(exploration.duration, node["for"].is_given() ? node["for"] : node);
  }

  /// Orders reach a job through its command file, which models read.
  void check_order(const std::string& name, const Node& node) const {
    const Job* const job = find_job(name, node);
    if (job != nullptr && !job->program.empty())
      node.remark("job " + in_quotes(name) + " runs a program; only models take orders");
  }

  void check_action(const Resize& resize, const Node& node) const {
    check_order(resize.job, node["resize"]);
    if (is_machine_known_ && resize.to > cores()) { node["to"].remark(do_not_fit(resize.to, "rank")); }
  }

  void check_action(const BreakComponent&, const Node&) const {}

  void check_action(const Command& command, const Node& node) const { check_order(command.job, node["command"]); }

  /// How many processes each job can have: at its start, by resize orders, or by its own commands, whose text is its
  /// own affair and is taken to ask for the whole machine.
  void measure_sizes() {
    for (const Job& job : scenario_.jobs) grow(job.name, processes(job));
    const long long largest = is_machine_known_ ? cores() : std::numeric_limits<int>::max();
    for (const Event& event : scenario_.events) {
      if (const auto* const resize = std::get_if<Resize>(&event.action)) grow(resize->job, resize->to);
      if (const auto* const command = std::get_if<Command>(&event.action)) grow(command->job, largest);
    }
  }

  void grow(const std::string& job, long long size) {
    long long& most = sizes_[job];
    most = std::max(most, size);
  }

  long long most_processes(const Job& job) const { return sizes_.at(job.name); }

  void check_node(int index, const Node& node) const {
    if (!is_machine_known_ || index < scenario_.machine.nodes) return;
    node.remark("the machine has nodes 0 to " + std::to_string(scenario_.machine.nodes - 1) + ", got " +
                std::to_string(index));
  }

  void check_nodes(const std::vector<int>& indices, const Node& nodes) const {
    for (std::size_t i = 0; i < indices.size(); ++i) check_node(indices[i], nodes[i]);
  }

  void check_failures(const Failures& failures) const {
    for (std::size_t i = 0; i < failures.list.size(); ++i) {
      const Node item = document_["failures"]["list"][i];
      check_time(failures.list[i].time, item["at"]);
      check_node(failures.list[i].node, item["node"]);
    }
  }

  void check_tree_store(const TreeStore& store) const {
    const Node node = document_["tree_store"];
    for (std::size_t i = 0; i < store.nodes.size(); ++i) check_node(store.nodes[i], node["nodes"][i]);
    for (std::size_t i = 0; i < store.deaths.size(); ++i) check_time(store.deaths[i].at, node["deaths"][i]["at"]);
    if (!is_machine_known_) return;
    for (const int place : store.nodes)
      if (std::count(store.nodes.begin(), store.nodes.end(), place) > scenario_.machine.cores) {
        node["nodes"].remark("puts more servers on node " + std::to_string(place) + " than its " +
                             counted(scenario_.machine.cores, "core"));
        return;
      }
  }

  /// What was listed in a trace has no place of its own in the document.
  void check_background(const Background& background) const {
    const Node node = document_["background"];
    const std::vector<Node> hogs = node["hogs"].items();
    for (const Node& hog : hogs) check_node(hog["node"].whole(0), hog["node"]);
    if (!is_machine_known_ || !node["trace"].is_given()) return;
    const auto beyond = std::find_if(background.listed.begin(), background.listed.end(), [this](const auto& job) {
      return job.work != never && job.node >= scenario_.machine.nodes;
    });
    if (beyond == background.listed.end()) return;
    node["trace"].remark("names node " + std::to_string(beyond->node) + ": the machine has " +
                         counted(scenario_.machine.nodes, "node"));
  }

  /// Metrics are named <job>.<what>.
  void check_metric(const Expectation& expectation, const Node& node) const {
    const std::size_t dot = expectation.metric.find('.');
    if (dot != std::string::npos) find_job(expectation.metric.substr(0, dot), node["metric"]);
  }

  const Scenario& scenario_;
  const bool is_machine_known_;
  const std::vector<std::string>& models_;
  const Node& document_;
  std::vector<std::string> job_names_;
  std::map<std::string, std::size_t> job_indices_;
  std::map<std::string, long long> sizes_;
};

} // namespace

std::string objection_to_silence(const Detector& detector, Seconds duration) {
  const Seconds longest = detector.timeout - detector.period;
  const bool waits = detector.kind == DetectorKind::heartbeat_ring && longest > Seconds(0);
  if (!waits || duration <= longest) return "";
  return "is too long for the runtime's detector, which waits for a heartbeat for " + to_text(detector.timeout) +
         ": both sides would declare each other dead and go on apart, which is not simulated. Up to " +
         to_text(longest) + " nobody is suspected";
}

void check_consistency(const Scenario& scenario, bool is_machine_known, const std::vector<std::string>& models,
                       const Node& document) {
  Consistency(scenario, is_machine_known, models, document).check();
}

} // namespace daruma::scenario
