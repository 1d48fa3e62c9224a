#include "sim/study/slurm.hpp"

#include <fmt/format.h>

#include <set>
#include <sstream>
#include <string>
#include <utility>

namespace daruma::study {

namespace {

std::string name_of(const RunKey& key) { return fmt::format("{}-{}", key.first, key.second); }

std::vector<std::string> work_of(const std::vector<RunKey>& keys) {
  std::vector<std::string> work;
  work.reserve(keys.size());
  for (const auto& [point, replica] : keys) work.push_back(fmt::format("{} {}", point, replica));
  return work;
}

std::set<std::string> names_of(const std::vector<RunKey>& keys) {
  std::set<std::string> names;
  for (const RunKey& key : keys) names.insert(name_of(key));
  return names;
}

class OnSlurm : public Executor {
public:
  OnSlurm(const std::vector<RunKey>& keys, const SlurmArray& array) : tasks_(work_of(keys), names_of(keys), array) {}

  bool is_done() const override { return tasks_.is_done(); }
  std::vector<SweptRun> finished_within(Seconds time) override {
    std::vector<SweptRun> runs;
    for (const SlurmPiece& piece : tasks_.finished_within(time))
      if (auto run = read_run(piece.text)) runs.push_back(std::move(*run));
    return runs;
  }
  void entered() override { tasks_.entered(); }
  std::string loss() const override { return tasks_.loss(); }
  std::string obstacle() const override { return tasks_.obstacle(); }

private:
  SlurmTasks tasks_;
};

} // namespace

MakeExecutor on_slurm(SlurmArray array) {
  return [array = std::move(array)](const std::vector<RunKey>& keys) -> std::unique_ptr<Executor> {
    return std::make_unique<OnSlurm>(keys, array);
  };
}

std::vector<RunKey> runs_of_this_task(const std::filesystem::path& folder) {
  std::vector<RunKey> runs;
  for (const std::string& line : work_of_this_task(folder)) {
    RunKey key;
    std::istringstream(line) >> key.first >> key.second;
    runs.push_back(key);
  }
  return runs;
}

void hand_in(const std::filesystem::path& folder, const SweptRun& run) {
  hand_in(folder, SlurmPiece{name_of(run.key), write_run(run)});
}

} // namespace daruma::study
