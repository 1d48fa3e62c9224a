#include "sim/explore/trial.hpp"

#include "sim/core/temporary_folder.hpp"
#include "sim/hosting/program_memory.hpp"
#include "sim/hosting/run.hpp"
#include "sim/hosting/user_program.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <iterator>
#include <map>
#include <optional>
#include <poll.h>
#include <set>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace daruma::explore {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using scenario::CallMoment;

/// Tells whether this process has files open that it had not when this was made. It is asked at each moment of each
/// process, and so looks only at the standard descriptors and at those that were free then, of which the lowest are
/// given out first.
class OpenFiles {
public:
  OpenFiles() {
    constexpr long enough = 512;
    const long most = std::min(::sysconf(_SC_OPEN_MAX), enough); // poll takes no more than may be open
    std::vector<pollfd> all(static_cast<std::size_t>(most));
    for (std::size_t i = 0; i < all.size(); ++i) all[i].fd = static_cast<int>(i);
    const std::set<int> open = open_among(all);
    for (const int descriptor : open) at_first_.insert(file_behind(descriptor));
    for (const pollfd& one : all)
      if (one.fd <= STDERR_FILENO || open.count(one.fd) == 0) asked_.push_back(one);
  }

  bool are_more() {
    const std::set<int> open = open_among(asked_);
    return std::any_of(open.begin(), open.end(), [this](int descriptor) {
      const auto file = file_behind(descriptor);
      return file && at_first_.count(file) == 0;
    });
  }

private:
  using File = std::optional<std::pair<dev_t, ino_t>>;

  static std::set<int> open_among(std::vector<pollfd>& asked) {
    std::set<int> open;
    ::poll(asked.data(), asked.size(), 0);
    for (const pollfd& one : asked)
      if ((one.revents & POLLNVAL) == 0) open.insert(one.fd);
    return open;
  }

  /// Nothing if it is none, or has no name.
  static File file_behind(int descriptor) {
    struct stat file {};
    if (::fstat(descriptor, &file) != 0 || !S_ISREG(file.st_mode) || file.st_nlink == 0) return std::nullopt;
    return std::pair(file.st_dev, file.st_ino);
  }

  std::vector<pollfd> asked_; ///< descriptors
  std::set<File> at_first_;
};

/// Of the process that has come there, with what it has done since its last moment.
Exposed exposed(Exposed all) {
  const hosting::ProgramMemory* const memory = hosting::own_memory();
  if (!memory) return all;
  all.pieces = memory->asked();
  for (const auto& [name, array] : memory->arrays()) all.arrays[name] = array.bytes;
  return all;
}

/// Writes down where processes come to.
class Recording : public run::Intervention {
public:
  explicit Recording(Recorder::Keeps keeps) : recorder_(keeps), keeps_(keeps) {}

  std::vector<const scenario::Event*> at(const run::Arrival& arrival) override {
    note_place(arrival.moment);
    write_down(arrival);
    return {};
  }
  void takes_part(const CallMoment& call, const run::Membership& membership) override {
    recorder_.take_part(call, membership);
  }
  void finalizes(const CallMoment&, const run::LeftBehind& left) override { recorder_.leave(left); }
  void sends(const std::string& job, int process, std::size_t bytes) override {
    if (keeps_ != Recorder::Keeps::nothing) done_[{job, process}].messages.push_back(bytes);
  }
  void sends_to(const std::string& job, int from, int to, Seconds comes) override {
    if (keeps_ != Recorder::Keeps::nothing) done_[{job, from}].sent.push_back({to, comes});
  }
  void takes_any(const std::string& job, int process) override {
    if (keeps_ != Recorder::Keeps::nothing) done_[{job, process}].takes_any = true;
  }

  Recorder& recorder() { return recorder_; }
  /// Of a run that is recorded in full: whether it had files open where a process came to a moment.
  bool opens_files() const { return opens_files_; }

protected:
  /// What is written down inside of a call has the place at which it began.
  void note_place(const CallMoment& moment) {
    if (keeps_ == Recorder::Keeps::nothing || moment.part != CallMoment::Part::before) return;
    places_[{moment.job, moment.process}] = hosting::program_place(hosting::here()).value_or(hosting::ProgramPlace{});
  }
  void write_down(const run::Arrival& arrival) {
    if (keeps_ == Recorder::Keeps::nothing) return;
    if (keeps_ == Recorder::Keeps::all) opens_files_ = opens_files_ || open_files_.are_more();
    const CallMoment& moment = arrival.moment;
    recorder_.begin(moment,
                    {arrival.now, arrival.node, exposed(std::exchange(done_[{moment.job, moment.process}], {}))},
                    places_[{moment.job, moment.process}]);
  }

private:
  Recorder recorder_;
  const Recorder::Keeps keeps_;
  OpenFiles open_files_;
  bool opens_files_ = false;
  std::map<std::pair<std::string, int>, hosting::ProgramPlace> places_; ///< of the calls that go on
  std::map<std::pair<std::string, int>, Exposed> done_;                 ///< since each one's last moment
};

/// Cuts runs that go on long after they should have ended. It watches the clock and sets none: where nobody can go on,
/// nothing must be left to happen, or the deadlock would not be seen.
class Deadline final : public Supervisor {
public:
  explicit Deadline(Seconds time) : time_(time) {}
  std::string order_to_stop() const override { return is_over_ ? "a deadline" : ""; }
  bool is_curious() override { return true; }
  void tell(const Standing& standing) override { is_over_ = standing.jobs_left > 0 && standing.now > time_; }

private:
  Seconds time_;
  bool is_over_ = false;
};

/// A folder for programs to begin in, with the files that they were promised.
class WorkingFolder {
public:
  explicit WorkingFolder(const Bench& bench) : folder_(bench.folders) {
    for (const fs::path& file : bench.promise.files)
      fs::copy(file, folder_.path() / file.filename(), fs::copy_options::recursive);
    before_ = contents();
    fs::current_path(folder_.path());
  }
  ~WorkingFolder() { fs::current_path("/"); }
  WorkingFolder(const WorkingFolder&) = delete;
  WorkingFolder& operator=(const WorkingFolder&) = delete;

  bool has_changed() const { return contents() != before_; }
  /// For a process that ends without destructors.
  void remove() const { fs::remove_all(folder_.path()); }

private:
  using Contents = std::map<fs::path, std::pair<std::uintmax_t, fs::file_time_type>>;

  Contents contents() const {
    Contents all;
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path()))
      if (entry.is_regular_file()) all[entry.path()] = {entry.file_size(), entry.last_write_time()};
    return all;
  }

  TemporaryFolder folder_;
  Contents before_;
};

/// Ends this process when it has had its time, of the processor or, where it does not use that, of the clock.
void limit_time(int processor_seconds) {
  const auto seconds = static_cast<rlim_t>(processor_seconds);
  const rlimit time{seconds, seconds + 1};
  ::setrlimit(RLIMIT_CPU, &time);
  constexpr unsigned patience = 30;
  ::alarm(static_cast<unsigned>(processor_seconds) * patience);
}

/// What is said of a copy that could not tell of itself.
Finding lost(int status, int processor_seconds) {
  const bool is_out_of_time = WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGALRM);
  if (is_out_of_time)
    return {Verdict::hang, fmt::format("it had not ended after {} s of this computer's time", processor_seconds)};
  if (status < 0) return {Verdict::crash, "the simulator could not make a copy of itself"};
  return {Verdict::crash, "the simulation " + study::fate_of(status)};
}

/// True in a copy of this process, which is to try that case; in the original once the copy has ended.
bool is_copy_for(std::size_t number, int processor_seconds, const study::WriteLine& write) {
  const pid_t original = ::getpid();
  const pid_t copy = ::fork();
  if (copy == 0) {
    study::end_with(original);
    limit_time(processor_seconds);
    return true;
  }
  int status = 0;
  while (copy > 0 && ::waitpid(copy, &status, 0) < 0 && errno == EINTR) {}
  if (copy < 0 || status != 0) write(write_outcome({number, lost(copy < 0 ? -1 : status, processor_seconds)}));
  return false;
}

/// Lets faults befall a run one after the other, and makes copies of the process for those that come last.
class Branching final : public Recording {
public:
  Branching(const Trunk& trunk, int processor_seconds, const WorkingFolder& folder, const study::WriteLine& write)
      : Recording(trunk.keeps), trunk_(trunk), processor_seconds_(processor_seconds), folder_(folder), write_(write) {
    for (const Fault& fault : trunk.faults) events_.push_back(event_of(fault));
    for (const Branch& branch : trunk.branches) open_.emplace(branch.fault.moment, &branch);
  }

  std::vector<const scenario::Event*> at(const run::Arrival& arrival) override {
    note_place(arrival.moment);
    if (come_ == trunk_.faults.size()) return grow(arrival);
    if (!(arrival.moment == trunk_.faults[come_].moment)) return {};
    return {&events_[come_++]};
  }

  /// The case of this process; nothing if it is the trunk, whose own case was not asked for.
  std::optional<std::size_t> number() const {
    if (branch_) return branch_->number;
    return trunk_.branches.empty() ? std::optional(trunk_.number) : std::nullopt;
  }
  /// What befalls this process's run.
  Case befalling() const {
    Case faults = trunk_.faults;
    if (branch_) faults.push_back(branch_->fault);
    return faults;
  }
  /// Whether every fault of the trunk has come.
  bool has_come() const { return come_ == trunk_.faults.size(); }
  /// Those whose moment has not come.
  std::vector<std::size_t> left() const {
    std::vector<std::size_t> numbers;
    for (const auto& [moment, branch] : open_) numbers.push_back(branch->number);
    return numbers;
  }

private:
  std::vector<const scenario::Event*> grow(const run::Arrival& arrival) {
    if (branch_ || trunk_.branches.empty()) {
      write_down(arrival);
      return {};
    }
    const auto [begin, end] = open_.equal_range(arrival.moment);
    for (auto next = begin; next != end; next = open_.erase(next)) {
      if (!is_copy_for(next->second->number, processor_seconds_, write_)) continue;
      branch_ = next->second;
      own_event_ = event_of(branch_->fault);
      if (branch_->fault.victim == Victim::late_message) write_down(arrival); // where the message comes from
      return {&own_event_};
    }
    if (open_.empty()) end_trunk();
    return {};
  }

  /// There is nothing left to branch off: how the trunk would go on is not the question.
  [[noreturn]] void end_trunk() const {
    folder_.remove();
    std::_Exit(0);
  }

  const Trunk& trunk_;
  const int processor_seconds_;
  const WorkingFolder& folder_;
  const study::WriteLine& write_;
  std::vector<scenario::Event> events_;           ///< of the trunk
  std::multimap<CallMoment, const Branch*> open_; ///< branches whose moment has not come
  std::size_t come_ = 0;                          ///< faults of the trunk
  const Branch* branch_ = nullptr;                ///< of which this process is the copy
  scenario::Event own_event_;                     ///< of the branch
};

/// Runs the scenario; `ended` is told how it ended, whatever that was.
void simulate(const Bench& bench, Recording& recording, const std::function<void(const run::Ending&)>& ended) {
  Deadline deadline(bench.limits.simulated);
  try {
    bench.scenario.run(0, {&deadline, &recording, ended});
  } catch (const run::SimulationError&) { // as `ended` was told
  }
}

/// JSON knows no others.
std::map<std::string, double> finite(std::map<std::string, double> metrics) {
  for (auto metric = metrics.begin(); metric != metrics.end();)
    metric = std::isfinite(metric->second) ? std::next(metric) : metrics.erase(metric);
  return metrics;
}

Finding finding_of(const Bench& bench, const Reference& reference, const run::Ending& ending, const Recorder& recorder,
                   const Case& faults) {
  Finding finding = judge(ending, recorder.left_behind(), reference, bench.promise, bench.scenario.scenario().expect);
  finding.is_promised = finding.is_promised && !may_give_up(faults, bench.promise);
  return finding;
}

} // namespace

std::vector<Trunk> apart(const Trunk& trunk) {
  if (trunk.branches.empty()) return {trunk};
  std::vector<Trunk> all;
  for (const Branch& branch : trunk.branches) {
    all.push_back({trunk.faults, {}, branch.number, trunk.keeps});
    all.back().faults.push_back(branch.fault);
  }
  return all;
}

std::string write_outcome(const Outcome& outcome) {
  const Finding& finding = outcome.finding;
  Json after = Json::array();
  for (const Step& step : outcome.after) after.push_back(write_step(step));
  return Json{outcome.number,
              word_of(verdicts, finding.verdict),
              finding.why,
              finding.deaths,
              finding.is_promised,
              outcome.end.count(),
              after}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

Outcome read_outcome(const std::string& line) {
  const Json json = Json::parse(line);
  Outcome outcome{json[0], {*value_named(verdicts, json[1].get<std::string>()), json[2], json[3], json[4]}};
  outcome.end = Seconds(json[5].get<double>());
  for (const Json& step : json[6]) outcome.after.push_back(read_step(step));
  return outcome;
}

void record(const Bench& bench, const study::WriteLine& write) {
  const WorkingFolder folder(bench);
  Recording recording(Recorder::Keeps::all);
  const std::string unkept = "without any fault it does not keep its own promise: ";
  const std::clock_t begin = std::clock();
  simulate(bench, recording, [&](const run::Ending& ending) {
    Recorder& recorder = recording.recorder();
    const Reference reference = reference_of(ending.result, recorder.left_behind());
    const Finding finding = finding_of(bench, reference, ending, recorder, {});
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    write(Json{{"lines", reference.lines},
               {"metrics", finite(reference.metrics)},
               {"communicators_left", reference.left_behind.communicators},
               {"requests_left", reference.left_behind.requests},
               {"deaths", reference.deaths},
               {"end", reference.end.count()},
               {"uses_files", folder.has_changed() || recording.opens_files()},
               {"problem", finding.verdict == Verdict::recovers ? "" : unkept + finding.why},
               {"processor_seconds", seconds}}
              .dump(-1, ' ', false, Json::error_handler_t::replace));
  });
  for (const Step& step : recording.recorder().steps()) write(write_step(step));
}

Recorded read_recorded(const std::vector<std::string>& lines) {
  Recorded recorded;
  const Json head = Json::parse(lines.front());
  recorded.reference = {head.at("lines"),
                        head.at("metrics"),
                        {head.at("communicators_left"), head.at("requests_left")},
                        head.at("deaths"),
                        Seconds(head.at("end").get<double>())};
  recorded.uses_files = head.at("uses_files");
  recorded.problem = head.at("problem");
  recorded.processor_seconds = head.at("processor_seconds");
  for (std::size_t i = 1; i < lines.size(); ++i) recorded.steps.push_back(read_step(lines[i]));
  return recorded;
}

void try_cases(const Bench& bench, const Reference& reference, const Trunk& trunk, const study::WriteLine& write) {
  const WorkingFolder folder(bench);
  const pid_t original = ::getpid();
  if (trunk.branches.empty() && !is_copy_for(trunk.number, bench.limits.processor_seconds, write)) return;
  const Finding never_came{Verdict::misuse,
                           "the moment of its last fault never came: the run without it was another one"};
  Branching branching(trunk, bench.limits.processor_seconds, folder, write);
  simulate(bench, branching, [&](const run::Ending& ending) {
    if (const auto number = branching.number(); number && branching.has_come())
      write(write_outcome({*number, finding_of(bench, reference, ending, branching.recorder(), branching.befalling()),
                           last_end(ending.result), branching.recorder().steps()}));
    else if (number)
      write(write_outcome({*number, never_came}));
    if (::getpid() != original) std::_Exit(0); // nothing is torn down, and the folder is the original's
  });
  for (const std::size_t number : branching.left()) write(write_outcome({number, never_came}));
}

void replay(const Bench& bench, const std::function<void(const run::Ending&)>& ended) {
  const WorkingFolder folder(bench);
  limit_time(bench.limits.processor_seconds);
  Recording recording(Recorder::Keeps::nothing);
  simulate(bench, recording, ended);
}

} // namespace daruma::explore
