#include "sim/explore/trials.hpp"

#include "sim/study/executor.hpp"

#include <map>
#include <set>
#include <utility>

namespace daruma::explore {

namespace {

class OnCores final : public Trials {
public:
  OnCores(const Bench& bench, const std::string& recording, int workers)
      : bench_(bench), reference_(read_recorded({recording}).reference), children_(workers) {}

  std::size_t workers() const override { return children_.workers(); }
  bool has_room() const override { return children_.has_room(); }
  bool is_idle() const override { return children_.is_idle() && loss_.empty(); }
  void start(const Trunk& trunk) override {
    for (const Trunk& one : apart(trunk)) left_[started_].insert(one.number);
    children_.start(started_++, [&](const study::WriteLine& write) { try_cases(bench_, reference_, trunk, write); });
  }
  std::vector<Outcome> ended_within(Seconds time) override {
    if (!loss_.empty()) throw study::WorkerError("cases have no outcome: their process " + loss_);
    std::vector<Outcome> outcomes;
    for (const study::ChildProcesses::News& news : children_.heard_within(time)) {
      for (const std::string& line : news.lines) {
        outcomes.push_back(read_outcome(line));
        left_[news.number].erase(outcomes.back().number);
      }
      if (news.has_ended && !left_[news.number].empty()) loss_ = news.fate;
      if (news.has_ended) left_.erase(news.number);
    }
    return outcomes;
  }
  void stop() override {
    left_.clear();
    loss_.clear();
    children_.kill();
  }

private:
  const Bench bench_;
  const Reference reference_;
  study::ChildProcesses children_;
  int started_ = 0;
  std::map<int, std::set<std::size_t>> left_; ///< cases of what was started that have no outcome yet
  std::string loss_;                          ///< why such will have none
};

} // namespace

MakeTrials on_cores(int workers) {
  return [workers](const Bench& bench, const std::string& recording) -> std::unique_ptr<Trials> {
    return std::make_unique<OnCores>(bench, recording, workers);
  };
}

} // namespace daruma::explore
