#include "sim/study/slurm.hpp"

#include "sim/core/replaced.hpp"
#include "sim/study/slurm_queue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <thread>
#include <unistd.h>
#include <utility>

namespace daruma::study {

namespace {

namespace fs = std::filesystem;
using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t most_tasks = 1000; // Slurm's own limit, unless its administrator raised it
constexpr auto between_looks = std::chrono::milliseconds(100);
constexpr auto between_questions = std::chrono::seconds(1);
constexpr auto until_told = std::chrono::seconds(3); // that nothing goes on

void put(const fs::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::trunc);
  stream << text;
  stream.close();
  if (!stream) throw SlurmError(file.string() + " cannot be written");
}

std::optional<std::string> get(const fs::path& file) {
  std::ifstream stream(file);
  if (!stream) return std::nullopt;
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// What tasks wait for of which none runs.
std::string obstacle_to(const std::string& job, const SlurmQueue& queue) {
  const SlurmReply nodes = ask_nodes(queue.partition);
  const std::string outage = nodes.is_good ? read_outage(nodes.text, queue.partition) : "";
  return fmt::format("none of the tasks of Slurm's job {} runs: {}{}{}", job, fmt::join(queue.reasons, "; "),
                     outage.empty() ? "" : "; ", outage);
}

class OnSlurm : public Executor {
public:
  OnSlurm(const std::vector<RunKey>& keys, const SlurmArray& array) : array_(array), wanted_(keys.begin(), keys.end()) {
    fs::create_directories(array_.folder / "rows");
    if (const auto earlier = get(array_.folder / "job"))
      job_ = *earlier;
    else
      look_at_rows(); // of an array whose end nobody saw
    if (job_.empty() && !wanted_.empty()) submit();
  }

  ~OnSlurm() override {
    if (is_over_ || job_.empty()) return;
    ask_slurm("scancel " + job_);
    forget_job();
  }
  OnSlurm(const OnSlurm&) = delete;
  OnSlurm& operator=(const OnSlurm&) = delete;

  bool is_done() const override { return is_over_ && found_.empty(); }

  std::vector<SweptRun> finished_within(Seconds time) override {
    const auto end = SteadyClock::now() + std::chrono::duration_cast<SteadyClock::duration>(time);
    do {
      const bool was_over = is_over_; // a row may have come just before the end
      look_at_rows();
      if (!found_.empty() || was_over) break;
      if (wanted_.empty() || has_left_queue()) {
        is_over_ = true;
        forget_job();
        continue;
      }
      std::this_thread::sleep_for(between_looks);
    } while (SteadyClock::now() < end);
    return std::exchange(found_, {});
  }

  void entered() override {
    std::error_code gone;
    for (const fs::path& file : std::exchange(seen_, {})) fs::remove(file, gone);
  }

  std::string loss() const override {
    return fmt::format("Slurm's job {} ended without them; {} may say why", job_,
                       (array_.folder / "task-*.txt").string());
  }

  std::string obstacle() const override { return obstacle_; }

private:
  void submit() {
    const std::vector<RunKey> runs(wanted_.begin(), wanted_.end());
    std::string list;
    for (const auto& [point, replica] : runs) list += fmt::format("{} {}\n", point, replica);
    put(array_.folder / "runs.txt", list);
    std::string script = "#!/bin/sh\nexec";
    for (const std::string& word : array_.command) script += " " + shell_word(word);
    put(array_.folder / "task.sh", script + "\n");
    const SlurmReply reply = order_slurm(fmt::format(
        "sbatch --parsable --ntasks=1 --cpus-per-task=1 --job-name={} --array=0-{} --output={} {}",
        shell_word(array_.name), std::min(runs.size(), most_tasks) - 1,
        shell_word((array_.folder / "task-%a.txt").string()), shell_word((array_.folder / "task.sh").string())));
    if (!reply.is_good) throw SlurmError("sbatch: " + reply.text);
    job_ = reply.text.substr(0, reply.text.find(';'));
    put(array_.folder / "job", job_);
  }

  /// Takes up whole rows. They stay where they are until they are in the database.
  void look_at_rows() {
    for (const auto& entry : fs::directory_iterator(array_.folder / "rows")) {
      if (entry.path().extension() != ".json" || !seen_.insert(entry.path()).second) continue;
      auto run = read_run(get(entry.path()).value_or(""));
      if (!run) continue;
      wanted_.erase(run->key);
      found_.push_back(std::move(*run));
    }
  }

  bool has_left_queue() {
    if (SteadyClock::now() < next_question_) return false;
    next_question_ = SteadyClock::now() + between_questions;
    const SlurmReply reply = ask_queue();
    const SlurmQueue queue = reply.is_good ? read_queue(reply.text, job_) : SlurmQueue();
    judge_progress(reply, queue);
    if (!reply.is_good) return false;
    const bool is_all_held = queue.held == queue.waiting && queue.running == 0;
    if (is_all_held && queue.held > 0) ask_slurm("scancel " + job_);
    return is_all_held;
  }

  void judge_progress(const SlurmReply& reply, const SlurmQueue& queue) {
    const auto now = SteadyClock::now();
    if (reply.is_good && (queue.running > 0 || queue.waiting == 0)) {
      obstacle_.clear();
      next_look_for_obstacle_ = now + until_told;
    }
    if (now < next_look_for_obstacle_) return;
    next_look_for_obstacle_ = now + until_told;
    obstacle_ = reply.is_good ? obstacle_to(job_, queue) : "Slurm does not answer: " + reply.text;
  }

  void forget_job() {
    std::error_code gone;
    fs::remove(array_.folder / "job", gone);
  }

  const SlurmArray array_;
  std::set<RunKey> wanted_;
  std::set<fs::path> seen_;
  std::vector<SweptRun> found_;
  std::string job_;
  bool is_over_ = false;
  SteadyClock::time_point next_question_ = SteadyClock::now();
  SteadyClock::time_point next_look_for_obstacle_ = SteadyClock::now() + until_told;
  std::string obstacle_;
};

int number_in_environment(const char* name) {
  const char* const text = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody changes it
  if (text == nullptr) throw SlurmError(fmt::format("this is no task of an array: {} is not set", name));
  return std::atoi(text);
}

} // namespace

MakeExecutor on_slurm(SlurmArray array) {
  return [array = std::move(array)](const std::vector<RunKey>& keys) -> std::unique_ptr<Executor> {
    return std::make_unique<OnSlurm>(keys, array);
  };
}

std::vector<RunKey> runs_of_this_task(const fs::path& folder) {
  const int task = number_in_environment("SLURM_ARRAY_TASK_ID");
  const int tasks = number_in_environment("SLURM_ARRAY_TASK_COUNT");
  std::ifstream list(folder / "runs.txt");
  if (!list) throw SlurmError((folder / "runs.txt").string() + " cannot be read");
  std::vector<RunKey> runs;
  RunKey key;
  for (int line = 0; list >> key.first >> key.second; ++line)
    if (line % tasks == task) runs.push_back(key);
  return runs;
}

void hand_in(const fs::path& folder, const SweptRun& run) {
  const auto name = fmt::format("{}-{}", run.key.first, run.key.second);
  const fs::path unfinished = folder / "rows" / fmt::format("{}.{}.unfinished", name, ::getpid());
  put(unfinished, write_run(run));
  fs::rename(unfinished, folder / "rows" / (name + ".json"));
}

} // namespace daruma::study
