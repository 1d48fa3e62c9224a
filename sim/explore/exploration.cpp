#include "sim/explore/exploration.hpp"

#include "sim/explore/befallings.hpp"
#include "sim/explore/determinism.hpp"
#include "sim/study/executor.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace daruma::explore {

namespace {

constexpr std::size_t most_in_a_trunk = 200;

/// Cases that have all but their last faults in common, and those that show something first, go together.
std::vector<std::vector<std::size_t>> grouped(const std::vector<Tried>& tried, const std::vector<std::size_t>& numbers,
                                              std::size_t most) {
  std::map<std::string, std::size_t> open; // the group of a prefix that has room
  std::vector<std::vector<std::size_t>> groups;
  for (const std::size_t number : numbers) {
    const Case& faults = tried[number].candidate.faults;
    const std::string prefix = key_of(Case(faults.begin(), faults.end() - 1));
    const auto [group, is_new] = open.try_emplace(prefix, groups.size());
    if (is_new) groups.emplace_back();
    groups[group->second].push_back(number);
    if (groups[group->second].size() == most) open.erase(group);
  }
  return groups;
}

} // namespace

Limits limits_of(const Recorded& recorded, const scenario::Scenario& scenario) {
  constexpr double patience = 20;
  constexpr Seconds for_detection{3600};
  Limits limits;
  limits.simulated = patience * recorded.reference.end + for_detection;
  if (scenario.horizon > Seconds(0)) limits.simulated = std::min(limits.simulated, scenario.horizon);
  limits.processor_seconds = std::max(10, static_cast<int>(std::ceil(patience * recorded.processor_seconds)));
  return limits;
}

Exploration::Exploration(const Bench& bench, const Order& order, ExplorationFile& file, Progress& progress,
                         MakeTrials make_trials)
    : bench_(bench), order_(order), file_(file), progress_(progress), recorders_(order.workers),
      make_trials_(std::move(make_trials)) {}

void Exploration::start_recording(std::size_t number) {
  recorders_.start(static_cast<int>(number), [&](const study::WriteLine& write) {
    if (number > 0) move_addresses();
    record(bench_, write);
  });
}

void Exploration::read_recordings() {
  recorded_ = read_recorded(recordings_[0]);
  if (!recorded_->problem.empty()) return;
  const std::string difference = difference_of(*recorded_, read_recorded(recordings_[1]));
  if (!difference.empty())
    recorded_->problem =
        "two runs without faults are not the same, so that no case could be tried twice: " + difference +
        "; what the program takes from this computer, its clock, devices or addresses, is not simulated";
}

bool Exploration::is_out_of_time() const {
  return progress_.stop || std::chrono::steady_clock::now() - begin_ > order_.time;
}

bool Exploration::is_done_within(Seconds time) {
  if (is_over_) return true;
  if (is_out_of_time()) waiting_.clear();
  if (progress_.stop && !recorded_) return is_over_ = true;
  if (progress_.stop) trials_->stop();
  while (recordings_started_ < recordings_.size() && recorders_.has_room()) start_recording(recordings_started_++);
  while (!waiting_.empty() && trials_->has_room() && !progress_.stop) {
    trials_->start(waiting_.front());
    waiting_.pop_front();
  }
  if (!recorders_.is_idle())
    for (const study::ChildProcesses::News& news : recorders_.heard_within(time)) take_recording(news);
  else if (trials_ && !trials_->is_idle())
    take(trials_->ended_within(time));
  const bool is_recorded = recordings_started_ == recordings_.size() && recorders_.is_idle();
  if (is_recorded && waiting_.empty() && (!trials_ || trials_->is_idle())) plan_next_round();
  return is_over_;
}

void Exploration::take_recording(const study::ChildProcesses::News& news) {
  std::vector<std::string>& recording = recordings_.at(static_cast<std::size_t>(news.number));
  recording.insert(recording.end(), news.lines.begin(), news.lines.end());
  if (news.has_ended && recording.empty())
    throw study::WorkerError("the run without faults has no result: it " + news.fate);
}

void Exploration::take(const std::vector<Outcome>& outcomes) {
  std::vector<std::pair<std::string, Outcome>> entries;
  for (const Outcome& outcome : outcomes) {
    Tried& tried = tried_[outcome.number];
    tried.outcome = outcome;
    entries.emplace_back(key_of(tried.candidate.faults), outcome);
    ++progress_.cases;
  }
  file_.enter(entries);
  trials_->entered();
}

/// Of what is late, one is enough in a case, and what is not late are so many as asked for.
bool Exploration::is_wanted(const Candidate& candidate) const {
  if (!order_.tries_orders) return true;
  const auto late = std::count_if(candidate.faults.begin(), candidate.faults.end(),
                                  [](const Fault& fault) { return befalling(fault.victim).is_of_order; });
  return late <= 1 && static_cast<std::ptrdiff_t>(candidate.faults.size()) - late <= order_.faults;
}

/// Of the round's cases. After a death the next one is wanted at places that nobody has seen; what is late makes a
/// difference by who has sent it, and by who dies then.
Recorder::Keeps Exploration::keeps() const {
  if (round_ == order_.most_faults()) return Recorder::Keeps::nothing;
  const auto is_late = [](Victim victim) { return befalling(victim).is_of_order; };
  return std::any_of(order_.victims.begin(), order_.victims.end(), is_late) ? Recorder::Keeps::first_of_each_process
                                                                            : Recorder::Keeps::first_of_each_site;
}

/// After the recording or a round.
void Exploration::plan_next_round() {
  if (!recorded_) {
    read_recordings();
    bench_.limits = limits_of(*recorded_, bench_.scenario.scenario());
    trials_ = make_trials_(bench_, recordings_[0].front());
    recordings_ = {};
  }
  is_over_ = !recorded_->problem.empty() || is_out_of_time() || round_ == order_.most_faults();
  if (is_over_) return;
  std::vector<Candidate> all;
  const auto add = [&](std::vector<Candidate> some) {
    std::copy_if(std::make_move_iterator(some.begin()), std::make_move_iterator(some.end()), std::back_inserter(all),
                 [this](const Candidate& one) { return is_wanted(one); });
  };
  const Sanctuary sanctuary = sanctuary_of(bench_.promise, recorded_->steps);
  for (const Victim victim : order_.victims) {
    if (round_ == 0) add(candidates({}, {}, outside_of(sanctuary, recorded_->steps, victim), victim, order_.choice));
    for (std::size_t i = round_begin_; i < tried_.size(); ++i)
      if (tried_[i].outcome)
        add(candidates(tried_[i].candidate.faults, tried_[i].candidate.site,
                       outside_of(sanctuary, tried_[i].outcome->after, victim), victim, order_.choice));
  }
  ++round_;
  plan(std::move(all));
}

/// Each round has its part of what earlier ones have left.
void Exploration::plan(std::vector<Candidate> all) {
  const std::size_t rounds_left = static_cast<std::size_t>(order_.most_faults()) + 1 - static_cast<std::size_t>(round_);
  const std::size_t budget = (order_.cases - std::min(order_.cases, tried_.size())) / rounds_left;
  const bool is_followed = keeps() != Recorder::Keeps::nothing;
  possible_ += all.size();
  all = order_.is_sample ? drawn(std::move(all), budget, order_.seed) : by_novelty(std::move(all));
  all.resize(std::min(all.size(), budget));
  round_begin_ = tried_.size();
  std::vector<std::size_t> numbers;
  for (Candidate& candidate : all) {
    std::optional<Outcome> known = file_.find(key_of(candidate.faults));
    if (known && is_followed && known->after.empty()) known.reset(); // nobody asked then where it went on
    tried_.push_back({std::move(candidate), std::move(known)});
    if (tried_.back().outcome)
      ++progress_.cases;
    else
      numbers.push_back(tried_.size() - 1);
  }
  make_trunks(numbers);
  if (waiting_.empty()) plan_next_round();
}

void Exploration::make_trunks(const std::vector<std::size_t>& numbers) {
  const std::size_t share = numbers.size() / (4 * trials_->workers()) + 1; // so that all cores end together
  for (const auto& group : grouped(tried_, numbers, std::min(share, most_in_a_trunk))) {
    const Case& first = tried_[group.front()].candidate.faults;
    Trunk trunk{Case(first.begin(), first.end() - 1), {}, 0, keeps()};
    for (const std::size_t number : group) trunk.branches.push_back({number, tried_[number].candidate.faults.back()});
    for (Trunk& one : recorded_->uses_files ? apart(trunk) : std::vector{trunk}) waiting_.push_back(std::move(one));
  }
}

} // namespace daruma::explore
