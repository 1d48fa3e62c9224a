#include "sim/study/slurm_tasks.hpp"

#include "sim/core/replaced.hpp"
#include "sim/study/slurm_queue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <thread>
#include <unistd.h>
#include <utility>

namespace daruma::study {

namespace {

namespace fs = std::filesystem;

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

} // namespace

/// What Slurm says of its queue.
struct SlurmTasks::Answered {
  SlurmReply reply;
  SlurmQueue queue;
};

SlurmTasks::SlurmTasks(const std::vector<std::string>& work, std::set<std::string> pieces, SlurmArray array)
    : array_(std::move(array)), wanted_(std::move(pieces)), next_question_(Clock::now()),
      next_look_for_obstacle_(Clock::now() + until_told) {
  fs::create_directories(array_.folder / "pieces");
  if (const auto earlier = get(array_.folder / "job"))
    job_ = *earlier;
  else
    look_at_pieces(); // of an array whose end nobody saw
  if (job_.empty() && !wanted_.empty()) submit(work);
}

SlurmTasks::~SlurmTasks() {
  if (is_over_ || job_.empty()) return;
  ask_slurm("scancel " + job_);
  forget_job();
}

std::vector<SlurmPiece> SlurmTasks::finished_within(Seconds time) {
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(time);
  for (look_at_pieces(); found_.empty() && !is_over_; look_at_pieces()) {
    if (wanted_.empty() || has_left_queue()) {
      is_over_ = true; // and pieces are looked at once more: some may have come meanwhile
      forget_job();
    } else if (Clock::now() < end) {
      std::this_thread::sleep_for(between_looks);
    } else {
      break;
    }
  }
  return std::exchange(found_, {});
}

void SlurmTasks::entered() {
  std::error_code gone;
  for (const fs::path& file : std::exchange(seen_, {})) fs::remove(file, gone);
}

std::string SlurmTasks::loss() const {
  return fmt::format("Slurm's job {} ended without them; {} may say why", job_,
                     (array_.folder / "task-*.txt").string());
}

void SlurmTasks::submit(const std::vector<std::string>& work) {
  put(array_.folder / "work.txt", fmt::format("{}\n", fmt::join(work, "\n")));
  std::string script = "#!/bin/sh\nexec";
  for (const std::string& word : array_.command) script += " " + shell_word(word);
  put(array_.folder / "task.sh", script + "\n");
  const SlurmReply reply = order_slurm(fmt::format(
      "sbatch --parsable --ntasks=1 --cpus-per-task=1 --job-name={} --array=0-{} --output={} {}",
      shell_word(array_.name), std::min(work.size(), most_tasks) - 1,
      shell_word((array_.folder / "task-%a.txt").string()), shell_word((array_.folder / "task.sh").string())));
  if (!reply.is_good) throw SlurmError("sbatch: " + reply.text);
  job_ = reply.text.substr(0, reply.text.find(';'));
  put(array_.folder / "job", job_);
}

/// Takes up whole pieces. They stay where they are until they are in the database.
void SlurmTasks::look_at_pieces() {
  for (const auto& entry : fs::directory_iterator(array_.folder / "pieces")) {
    if (entry.path().extension() != ".json" || !seen_.insert(entry.path()).second) continue;
    const std::string name = entry.path().stem();
    wanted_.erase(name);
    found_.push_back({name, get(entry.path()).value_or("")});
  }
}

bool SlurmTasks::has_left_queue() {
  if (Clock::now() < next_question_) return false;
  next_question_ = Clock::now() + between_questions;
  Answered answered{ask_queue(), {}};
  if (answered.reply.is_good) answered.queue = read_queue(answered.reply.text, job_);
  judge_progress(answered);
  if (!answered.reply.is_good) return false;
  const SlurmQueue& queue = answered.queue;
  const bool is_all_held = queue.held == queue.waiting && queue.running == 0;
  if (is_all_held && queue.held > 0) ask_slurm("scancel " + job_);
  return is_all_held;
}

void SlurmTasks::judge_progress(const Answered& answered) {
  const auto now = Clock::now();
  const auto& [reply, queue] = answered;
  if (reply.is_good && (queue.running > 0 || queue.waiting == 0)) {
    obstacle_.clear();
    next_look_for_obstacle_ = now + until_told;
  }
  if (now < next_look_for_obstacle_) return;
  next_look_for_obstacle_ = now + until_told;
  obstacle_ = reply.is_good ? obstacle_to(job_, queue) : "Slurm does not answer: " + reply.text;
}

void SlurmTasks::forget_job() {
  std::error_code gone;
  fs::remove(array_.folder / "job", gone);
}

namespace {

int number_in_environment(const char* name) {
  const char* const text = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody changes it
  if (text == nullptr) throw SlurmError(fmt::format("this is no task of an array: {} is not set", name));
  return std::atoi(text);
}

} // namespace

std::vector<std::string> work_of_this_task(const fs::path& folder) {
  const int task = number_in_environment("SLURM_ARRAY_TASK_ID");
  const int tasks = number_in_environment("SLURM_ARRAY_TASK_COUNT");
  std::ifstream list(folder / "work.txt");
  if (!list) throw SlurmError((folder / "work.txt").string() + " cannot be read");
  std::vector<std::string> work;
  int number = 0;
  for (std::string line; std::getline(list, line); ++number)
    if (number % tasks == task) work.push_back(line);
  return work;
}

void hand_in(const fs::path& folder, const SlurmPiece& piece) {
  const fs::path unfinished = folder / "pieces" / fmt::format("{}.{}.unfinished", piece.name, ::getpid());
  put(unfinished, piece.text);
  fs::rename(unfinished, folder / "pieces" / (piece.name + ".json"));
}

} // namespace daruma::study
