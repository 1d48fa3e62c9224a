#include "sim/faults/diagnosis.hpp"

#include "sim/core/random_stream.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <set>
#include <tuple>

namespace daruma::faults {

using models::faults::Component;
using models::faults::FaultModelElem;
using models::faults::FaultTree;
using models::faults::Holder;

namespace {

constexpr std::int64_t most_cases_at_once = 16384; // they are laid out before the first is tried

/// Exactly, as long as a double can say so.
double combinations(std::size_t all, int chosen) {
  if (static_cast<std::size_t>(chosen) > all) return 0;
  double count = 1;
  for (int i = 0; i < chosen; ++i)
    count = std::round(count * static_cast<double>(all - static_cast<std::size_t>(i)) / (i + 1));
  return count;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// "node3.cpu" is a "cpu", "switch0" a "switch", "switch0.port5" a "port".
std::string kind_of(const std::string& name) {
  std::string last = name.substr(name.rfind('.') == std::string::npos ? 0 : name.rfind('.') + 1);
  return last.substr(0, last.find_first_of("0123456789"));
}

/// Whether messages between the two ends need it.
bool stands_between(const Component& component, const Pair& pair, const Fabric& fabric) {
  return is_on(fabric.way(pair.first, pair.second), component) || is_on(fabric.way(pair.second, pair.first), component);
}

/// Keeps the books of one thread.
class Books {
public:
  Books(const Campaign& campaign, const Crossings& crossings) : campaign_(campaign), crossings_(crossings) {}

  void enter(const Case& one) {
    const std::int64_t before = sums_.detections;
    Evidence evidence;
    campaign_.run(one, crossings_, [&](const Record& record) {
      enter(record);
      if (one.breaks.size() == 1) evidence.add(record);
    });
    ++sums_.cases;
    const bool is_seen = sums_.detections > before;
    sums_.unseen += is_seen ? 0 : 1;
    if (one.breaks.size() != 1) return;
    const FailureMode& what = one.breaks.front().what;
    if (is_seen)
      sums_.by_evidence[evidence.sum()].push_back(what);
    else
      ++sums_.ways[way(what)].unseen;
  }
  const Diagnosis& sums() const { return sums_; }

private:
  static std::string way(const FailureMode& what) { return what.component.model->name + "." + what.element->name; }

  void enter(const Record& record) {
    ++sums_.detections;
    sums_.error_s.add(record.error.after.count());
    sums_.name_s.add((record.answered - record.asked).count());
    sums_.queries.add(record.queries);
    const std::vector<std::string> truth = truth_between(record);
    const bool is_exact = std::is_permutation(truth.begin(), truth.end(), record.named.begin(), record.named.end());
    sums_.exact += is_exact ? 1 : 0;
    sums_.broken += static_cast<std::int64_t>(truth.size());
    for (const std::string& name : record.named) count_name(name, truth, record.wrong);
    for (const std::string& name : truth) confuse(name, truth, record.named);
    for (const Break& broken : record.what->breaks)
      if (contains(truth, broken.what.component.name())) enter_way(record, broken.what, is_exact);
  }

  void enter_way(const Record& record, const FailureMode& what, bool is_exact) {
    Diagnosis::Tally& outcome = sums_.ways[way(what)];
    const bool is_named = contains(record.named, what.component.name());
    const bool is_hidden_here = !is_named && is_hidden(record, what.component);
    ++outcome.detections;
    outcome.exact += is_exact && record.what->breaks.size() == 1 ? 1 : 0;
    outcome.named += is_named ? 1 : 0;
    outcome.hidden += is_hidden_here ? 1 : 0;
    sums_.hidden += is_hidden_here ? 1 : 0;
  }

  static bool is_hidden(const Record& record, const Component& component) {
    return std::any_of(record.findings.begin(), record.findings.end(), [&](const models::faults::Finding& finding) {
      return finding.component == component && contains(record.named, finding.because);
    });
  }

  std::vector<std::string> truth_between(const Record& record) const {
    std::vector<std::string> truth;
    for (const Break& broken : record.what->breaks)
      if (stands_between(broken.what.component, record.pair, campaign_.fabric()))
        truth.push_back(broken.what.component.name());
    return truth;
  }

  void count_name(const std::string& name, const std::vector<std::string>& truth,
                  const std::vector<std::string>& wrong) {
    if (contains(wrong, name))
      ++sums_.sound;
    else
      ++(contains(truth, name) ? sums_.right : sums_.effects);
  }

  /// What is not named is taken for the names that are not true.
  void confuse(const std::string& name, const std::vector<std::string>& truth, const std::vector<std::string>& named) {
    const std::string kind = kind_of(name);
    if (contains(named, name)) {
      ++sums_.confusion[{kind, kind}];
      return;
    }
    bool is_taken = false;
    for (const std::string& other : named) {
      if (contains(truth, other)) continue;
      is_taken = true;
      ++sums_.confusion[{kind, kind_of(other) == kind ? "other" : kind_of(other)}];
    }
    if (!is_taken) ++sums_.confusion[{kind, "nothing"}];
  }

  const Campaign& campaign_;
  const Crossings& crossings_;
  Diagnosis sums_;
};

double share(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? 1 : static_cast<double>(part) / static_cast<double>(whole);
}

} // namespace

std::vector<FailureMode> all_failure_modes(const Fabric& fabric, const FaultTree& tree) {
  std::vector<FailureMode> all;
  for (const Component& component : all_components(fabric, tree))
    for (const FaultModelElem& element : component.model->elements) {
      const bool is_of_another = element.is_symptom && component.model->holder == Holder::port &&
                                 !fabric.counts_to(component.holder, component.port);
      if (!element.then.empty() && !is_of_another) all.push_back({component, &element});
    }
  return all;
}

double Cases::count() const {
  return sample_ ? static_cast<double>(sample_->cases) : combinations(failure_modes_.size(), faults_);
}

Case Cases::at(std::int64_t number) const {
  Case one{{}, cut_};
  for (const std::size_t index : sample_ ? drawn(number) : combination(number))
    one.breaks.push_back({failure_modes_[index], Seconds(0)});
  return one;
}

std::vector<std::size_t> Cases::drawn(std::int64_t number) const {
  RandomStream random(sample_->seed, static_cast<std::uint64_t>(number), "diagnose");
  std::vector<std::size_t> chosen;
  while (chosen.size() < static_cast<std::size_t>(faults_)) {
    const auto index = static_cast<std::size_t>(random.below(failure_modes_.size()));
    if (std::find(chosen.begin(), chosen.end(), index) == chosen.end()) chosen.push_back(index);
  }
  return chosen;
}

/// The number-th of all in ascending order.
std::vector<std::size_t> Cases::combination(std::int64_t number) const {
  if (faults_ == 1) return {static_cast<std::size_t>(number)};
  std::vector<std::size_t> chosen;
  auto rest = static_cast<double>(number);
  for (std::size_t index = 0; static_cast<int>(chosen.size()) < faults_; ++index) {
    const double with = combinations(failure_modes_.size() - index - 1, faults_ - static_cast<int>(chosen.size()) - 1);
    if (rest < with)
      chosen.push_back(index);
    else
      rest -= with;
  }
  return chosen;
}

double Diagnosis::precision() const { return share(right, right + effects + sound); }
double Diagnosis::recall() const { return share(right, broken); }

void Diagnosis::add(const Diagnosis& other) {
  cases += other.cases;
  unseen += other.unseen;
  detections += other.detections;
  exact += other.exact;
  broken += other.broken;
  right += other.right;
  effects += other.effects;
  sound += other.sound;
  for (const auto& [way, outcome] : other.ways) {
    ways[way].detections += outcome.detections;
    ways[way].exact += outcome.exact;
    ways[way].named += outcome.named;
    ways[way].hidden += outcome.hidden;
    ways[way].unseen += outcome.unseen;
  }
  hidden += other.hidden;
  for (const auto& [evidence, faults] : other.by_evidence)
    by_evidence[evidence].insert(by_evidence[evidence].end(), faults.begin(), faults.end());
  for (const auto& [pair, times] : other.confusion) confusion[pair] += times;
  error_s.add(other.error_s);
  name_s.add(other.name_s);
  queries.add(other.queries);
}

namespace {

/// As many cases from there on as the crossings of `most` switches and ports serve; one at least.
std::vector<Case> next_cases(const Cases& cases, std::int64_t begin, std::int64_t end, double most) {
  std::vector<Case> some;
  std::set<std::tuple<Holder, int, int>> parts;
  for (std::int64_t number = begin; number < end; ++number) {
    Case one = cases.at(number);
    for (const Break& broken : one.breaks) {
      const Component& component = broken.what.component;
      if (component.model->holder != Holder::node)
        parts.insert({component.model->holder, component.holder, component.port});
    }
    if (!some.empty() && static_cast<double>(parts.size()) > most) return some;
    some.push_back(std::move(one));
  }
  return some;
}

Diagnosis diagnose_some(const Campaign& campaign, const std::vector<Case>& cases, int threads, Progress& progress) {
  const Crossings crossings(campaign.fabric(), broken_in(cases), campaign.most_pairs(), threads, progress.stop);
  std::atomic<std::size_t> next{0};
  std::mutex adding;
  Diagnosis all;
  on_threads(threads, [&](int) {
    Books books(campaign, crossings);
    for (std::size_t number = next++; number < cases.size() && !progress.stop; number = next++) {
      books.enter(cases[number]);
      ++progress.cases;
    }
    const std::lock_guard lock(adding);
    all.add(books.sums());
  });
  return all;
}

} // namespace

Diagnosis diagnose(const Campaign& campaign, const Cases& cases, int threads, Progress& progress,
                   double crossings_at_once) {
  const auto count = static_cast<std::int64_t>(cases.count());
  const double crossings_of_a_part =
      std::min(static_cast<double>(campaign.most_pairs()), mean_crossings(campaign.fabric()));
  Diagnosis all;
  for (std::int64_t done = 0; done < count && !progress.stop;) {
    const auto some =
        next_cases(cases, done, std::min(count, done + most_cases_at_once), crossings_at_once / crossings_of_a_part);
    all.add(diagnose_some(campaign, some, threads, progress));
    done += static_cast<std::int64_t>(some.size());
  }
  all.partial = all.cases < count;
  return all;
}

} // namespace daruma::faults
