#include "sim/scenario/consistency.hpp"

#include "sim/scenario/wording.hpp"

#include <algorithm>
#include <limits>

namespace daruma::scenario {

namespace {

std::string number(long long value) { return std::to_string(value); }

class Consistency {
public:
  Consistency(const Scenario& scenario, bool is_machine_known, const std::vector<std::string>& models,
              const Node& document)
      : scenario_(scenario), is_machine_known_(is_machine_known), models_(models), document_(document) {
    for (const Job& job : scenario.jobs) job_names_.push_back(job.name);
  }

  void check() const {
    for (std::size_t i = 0; i < scenario_.jobs.size(); ++i) check_job(scenario_.jobs[i], document_["jobs"][i], i);
    for (std::size_t i = 0; i < scenario_.events.size(); ++i) check_event(scenario_.events[i], document_["events"][i]);
    for (std::size_t i = 0; i < scenario_.expect.size(); ++i) check_metric(scenario_.expect[i], document_["expect"][i]);
    if (scenario_.failures) check_failures(*scenario_.failures);
    if (is_machine_known_) check_room();
  }

private:
  long long cores() const { return static_cast<long long>(scenario_.machine.nodes) * scenario_.machine.cores; }

  std::string machine_size() const {
    return "the machine has " + number(scenario_.machine.nodes) + " x " + number(scenario_.machine.cores) + " = " +
           number(cores()) + " cores";
  }

  void check_job(const Job& job, const Node& node, std::size_t index) const {
    const bool is_known_model = std::find(models_.begin(), models_.end(), job.model) != models_.end();
    if (!job.model.empty() && !is_known_model) node["model"].remark(unknown("model", job.model, models_));
    const auto first = std::find(job_names_.begin(), job_names_.end(), job.name) - job_names_.begin();
    if (!job.name.empty() && static_cast<std::size_t>(first) < index) {
      node["name"].remark("job name " + in_quotes(job.name) + " is taken by /jobs/" + number(first));
    }
    check_time(job.start, node["start"]);
  }

  /// What would happen after the end never happens: better said than ignored.
  void check_time(Seconds time, const Node& node) const {
    if (scenario_.horizon > Seconds(0) && time > scenario_.horizon) {
      node.remark(in_quotes(to_text(time)) + " is after the horizon of " + to_text(scenario_.horizon));
    }
  }

  /// Jobs that start together run together.
  void check_room() const {
    std::map<Seconds, long long> processes;
    for (const Job& job : scenario_.jobs) processes[job.start] += job.ranks + job.spares;
    for (std::size_t i = 0; i < scenario_.jobs.size(); ++i) {
      const Job& job = scenario_.jobs[i];
      const long long alone = static_cast<long long>(job.ranks) + job.spares;
      const long long together = processes[job.start];
      if (together <= cores()) continue;
      if (alone > cores()) {
        document_["jobs"][i]["ranks"].remark(number(alone) + " processes do not fit: " + machine_size());
      } else {
        document_["jobs"].remark("jobs that start at " + to_text(job.start) + " have " + number(together) +
                                 " processes, which do not fit: " + machine_size());
      }
    }
  }

  /// The job of that name; a name that was objected to, or one that a misread job may have, is passed over.
  const Job* find_job(const std::string& name, const Node& node) const {
    const auto found = std::find(job_names_.begin(), job_names_.end(), name);
    if (name.empty()) return nullptr;
    if (found != job_names_.end()) return &scenario_.jobs[static_cast<std::size_t>(found - job_names_.begin())];
    const bool is_any_unread = std::find(job_names_.begin(), job_names_.end(), "") != job_names_.end();
    if (!is_any_unread && !job_names_.empty()) node.remark(unknown("job", name, job_names_));
    return nullptr;
  }

  void check_event(const Event& event, const Node& node) const {
    check_time(event.when.at, node["at"]);
    find_job(event.when.job, node["after"]["job"]);
    std::visit([&](const auto& action) { check_action(action, node); }, event.action);
  }

  void check_action(const KillRanks& kill, const Node& node) const {
    const Job* const job = find_job(kill.job, node["kill"]);
    if (job == nullptr) return;
    for (std::size_t i = 0; i < kill.ranks.size(); ++i) {
      if (kill.ranks[i] < most_processes(*job)) continue;
      node["ranks"][i].remark("job " + in_quotes(job->name) + " has ranks 0 to " + number(most_processes(*job) - 1) +
                              ", got " + number(kill.ranks[i]));
    }
  }

  void check_action(const KillRandom& kill, const Node& node) const {
    const Job* const job = find_job(kill.job, node["kill"]);
    if (job == nullptr || kill.below <= most_processes(*job)) return;
    node["below"].remark("job " + in_quotes(job->name) + " has at most " + number(most_processes(*job)) +
                         " processes, got " + number(kill.below));
  }

  void check_action(const NodeOff& off, const Node& node) const { check_node(off.node, node["node_off"]); }

  void check_action(const Resize& resize, const Node& node) const {
    find_job(resize.job, node["resize"]);
    if (is_machine_known_ && resize.to > cores()) {
      node["to"].remark(number(resize.to) + " ranks do not fit: " + machine_size());
    }
  }

  void check_action(const Command& command, const Node& node) const { find_job(command.job, node["command"]); }

  /// How large the job can get: at its start, by resize orders, or by its own commands, whose text is its affair.
  long long most_processes(const Job& job) const {
    long long most = static_cast<long long>(job.ranks) + job.spares;
    for (const Event& event : scenario_.events) {
      const auto* const resize = std::get_if<Resize>(&event.action);
      if (resize != nullptr && resize->job == job.name) most = std::max<long long>(most, resize->to);
      const auto* const command = std::get_if<Command>(&event.action);
      const bool is_open = command != nullptr && command->job == job.name;
      if (is_open) most = is_machine_known_ ? std::max(most, cores()) : std::numeric_limits<int>::max();
    }
    return most;
  }

  void check_node(int index, const Node& node) const {
    if (!is_machine_known_ || index < scenario_.machine.nodes) return;
    node.remark("the machine has nodes 0 to " + number(scenario_.machine.nodes - 1) + ", got " + number(index));
  }

  void check_failures(const Failures& failures) const {
    for (std::size_t i = 0; i < failures.list.size(); ++i) {
      const Node item = document_["failures"]["list"][i];
      check_time(failures.list[i].time, item["at"]);
      check_node(failures.list[i].node, item["node"]);
    }
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
};

} // namespace

void check_consistency(const Scenario& scenario, bool is_machine_known, const std::vector<std::string>& models,
                       const Node& document) {
  Consistency(scenario, is_machine_known, models, document).check();
}

} // namespace daruma::scenario
