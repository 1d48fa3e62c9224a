#include "sim/study/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>

namespace daruma::study {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int most_rounds_in_vain = 3;

} // namespace

bool Batch::begin_round() {
  auto missing = ways_.missing();
  if (missing.empty()) return false;
  before_round_ = progress_.cases;
  expected_ = before_round_ + static_cast<std::int64_t>(missing.size());
  round_ = ways_.executor(std::move(missing));
  return true;
}

void Batch::end_round() {
  rounds_in_vain_ = progress_.cases == before_round_ ? rounds_in_vain_ + 1 : 0;
  if (rounds_in_vain_ == most_rounds_in_vain)
    throw WorkerError(fmt::format("{} of the runs had no result, {} times: {}", expected_ - before_round_,
                                  most_rounds_in_vain, round_->loss()));
  round_.reset();
}

bool Batch::is_done_within(Seconds time) {
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
