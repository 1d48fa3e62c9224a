#include "sim/study/series.hpp"

#include "sim/study/workers.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>
#include <utility>

namespace daruma::study {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int most_rounds_in_vain = 3;

class OnCores : public Executor {
public:
  OnCores(std::vector<RunKey> keys, int workers, MakeRun make)
      : keys_(std::move(keys)), make_(std::move(make)),
        crew_(static_cast<int>(keys_.size()), workers,
              [this](int piece) { return to_text(make_(keys_[static_cast<std::size_t>(piece)])); }) {}

  bool is_done() const override { return crew_.is_done(); }

  std::vector<SweptRun> finished_within(Seconds time) override {
    std::vector<SweptRun> runs;
    for (const Finished& finished : crew_.finished_within(time)) {
      if (finished.ending == Ending::threw) throw WorkerError(finished.text);
      auto run = finished.ending == Ending::returned ? read_run(finished.text) : std::nullopt;
      if (run)
        runs.push_back(std::move(*run));
      else
        loss_ = finished.text;
    }
    return runs;
  }

  std::string loss() const override { return loss_; }

private:
  const std::vector<RunKey> keys_;
  const MakeRun make_;
  Crew crew_;
  std::string loss_;
};

} // namespace

std::string to_text(const SweptRun& run) {
  return nlohmann::json{{"point", run.key.first},
                        {"replica", run.key.second},
                        {"seed", run.seed},
                        {"problem", run.problem},
                        {"metrics", run.metrics}}
      .dump();
}

std::optional<SweptRun> read_run(const std::string& text) {
  const nlohmann::json document = nlohmann::json::parse(text, nullptr, false);
  if (document.is_discarded()) return std::nullopt;
  try {
    SweptRun run{{document.at("point"), document.at("replica")}, document.at("seed"), document.at("problem"), {}};
    for (const auto& [name, value] : document.at("metrics").items()) // no finite number comes as null
      run.metrics[name] = value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
    return run;
  } catch (const nlohmann::json::exception&) { return std::nullopt; }
}

MakeExecutor on_cores(int workers, MakeRun make) {
  return [workers, make = std::move(make)](std::vector<RunKey> keys) -> std::unique_ptr<Executor> {
    return std::make_unique<OnCores>(std::move(keys), workers, make);
  };
}

bool Series::begin_round() {
  auto missing = ways_.missing();
  if (missing.empty()) return false;
  before_round_ = progress_.cases;
  expected_ = before_round_ + static_cast<std::int64_t>(missing.size());
  round_ = ways_.executor(std::move(missing));
  return true;
}

void Series::end_round() {
  rounds_in_vain_ = progress_.cases == before_round_ ? rounds_in_vain_ + 1 : 0;
  if (rounds_in_vain_ == most_rounds_in_vain)
    throw WorkerError(fmt::format("{} of the runs had no result, {} times: {}", expected_ - before_round_,
                                  most_rounds_in_vain, round_->loss()));
  round_.reset();
}

bool Series::is_done_within(Seconds time) {
  if (progress_.stop || (!round_ && !begin_round())) return true;
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(time);
  std::vector<SweptRun> runs;
  do {
    auto more = round_->finished_within(std::max(Seconds(0), Seconds(end - Clock::now())));
    std::move(more.begin(), more.end(), std::back_inserter(runs));
  } while (!round_->is_done() && !progress_.stop && Clock::now() < end);
  ways_.enter(runs);
  round_->entered();
  progress_.cases += static_cast<std::int64_t>(runs.size());
  if (round_->is_done()) end_round();
  return false;
}

} // namespace daruma::study
