// A line of an array's work is a trunk, and a piece of what comes back a case: its key, and its outcome. Numbers of
// cases hold for one command only: who goes on with an array of an earlier one knows cases by their keys.
//
// Beside the array's own files its folder has "recording", the first line of the run without faults.
#include "sim/explore/exploration.hpp"
#include "sim/explore/trials.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <deque>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace daruma::explore {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string write_trunk(const Trunk& trunk) {
  Json branches = Json::array();
  for (const Branch& branch : trunk.branches) branches.push_back(Json::array({branch.number, json_of(branch.fault)}));
  return Json::array({key_of(trunk.faults), branches, trunk.number, static_cast<int>(trunk.keeps)}).dump();
}

Trunk read_trunk(const std::string& line) {
  const Json json = Json::parse(line);
  Trunk trunk{read_case(json[0].get<std::string>()), {}, json[2], static_cast<Recorder::Keeps>(json[3].get<int>())};
  for (const Json& branch : json[1]) trunk.branches.push_back({branch[0], read_fault(branch[1])});
  return trunk;
}

/// The keys of a trunk's cases, by number.
std::map<std::size_t, std::string> keys_of(const Trunk& trunk) {
  std::map<std::size_t, std::string> keys;
  for (const Trunk& one : apart(trunk)) keys[one.number] = key_of(one.faults);
  return keys;
}

fs::path recording_in(const fs::path& folder) { return folder / "recording"; }

class OnSlurm final : public Trials {
public:
  OnSlurm(const std::string& recording, study::SlurmArray array) : array_(std::move(array)) {
    fs::create_directories(array_.folder);
    std::ofstream file(recording_in(array_.folder));
    file << recording << "\n";
    file.close();
    if (!file) throw study::SlurmError(recording_in(array_.folder).string() + " cannot be written");
  }

  std::size_t workers() const override {
    constexpr std::size_t usual = 64; // of which nobody knows how many run at once
    return usual;
  }
  bool has_room() const override { return !tasks_; }
  bool is_idle() const override { return !tasks_ && work_.empty(); }

  void start(const Trunk& trunk) override {
    work_.push_back(write_trunk(trunk));
    for (const auto& [number, key] : keys_of(trunk)) numbers_[key] = number;
  }

  std::vector<Outcome> ended_within(Seconds time) override {
    if (!tasks_) submit();
    std::vector<Outcome> outcomes;
    for (const study::SlurmPiece& piece : tasks_->finished_within(time))
      if (auto outcome = outcome_in(piece.text)) outcomes.push_back(std::move(*outcome));
    if (tasks_->is_done() && tasks_->has_lost()) throw study::WorkerError("cases have no outcome: " + tasks_->loss());
    return outcomes;
  }

  void entered() override {
    if (!tasks_) return;
    tasks_->entered();
    if (tasks_->is_done()) stop();
  }

  void stop() override {
    tasks_.reset();
    work_.clear();
    numbers_.clear();
  }

  std::string obstacle() const override { return tasks_ ? tasks_->obstacle() : ""; }

private:
  void submit() {
    std::set<std::string> names;
    for (const auto& [key, number] : numbers_) names.insert(std::to_string(number));
    tasks_.emplace(work_, std::move(names), array_);
  }

  /// Nothing if nobody asked for that case.
  std::optional<Outcome> outcome_in(const std::string& text) const {
    const std::size_t end_of_key = text.find('\n');
    const auto found = numbers_.find(text.substr(0, end_of_key));
    if (end_of_key == std::string::npos || found == numbers_.end()) return std::nullopt;
    Outcome outcome = read_outcome(text.substr(end_of_key + 1));
    outcome.number = found->second;
    return outcome;
  }

  const study::SlurmArray array_;
  std::vector<std::string> work_;
  std::map<std::string, std::size_t> numbers_; ///< of cases, by their keys
  std::optional<study::SlurmTasks> tasks_;
};

/// Hands in what comes of the trunk's cases as they end.
void try_trunk(const Bench& bench, const Reference& reference, const Trunk& trunk, const fs::path& folder) {
  const auto keys = keys_of(trunk);
  study::ChildProcesses child(1);
  child.start(0, [&](const study::WriteLine& write) { try_cases(bench, reference, trunk, write); });
  while (!child.is_idle())
    for (const auto& news : child.heard_within(Seconds(60)))
      for (const std::string& line : news.lines) {
        const std::size_t number = read_outcome(line).number;
        study::hand_in(folder, study::SlurmPiece{std::to_string(number), keys.at(number) + "\n" + line});
      }
}

} // namespace

MakeTrials on_slurm(study::SlurmArray array) {
  return [array = std::move(array)](const Bench&, const std::string& recording) -> std::unique_ptr<Trials> {
    return std::make_unique<OnSlurm>(recording, array);
  };
}

void be_task(Bench bench, const fs::path& folder) {
  const fs::path place = fs::absolute(folder); // cases are tried in folders of their own
  const std::vector<std::string> work = study::work_of_this_task(place);
  std::ifstream file(recording_in(place));
  std::string line;
  if (!std::getline(file, line)) throw study::SlurmError(recording_in(place).string() + " cannot be read");
  const Recorded recorded = read_recorded({line});
  bench.limits = limits_of(recorded, bench.scenario.scenario());
  for (const std::string& trunk : work) try_trunk(bench, recorded.reference, read_trunk(trunk), place);
}

} // namespace daruma::explore
