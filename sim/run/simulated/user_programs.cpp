#include "sim/run/simulated/user_programs.hpp"

#include "models/port/port.hpp"
#include "sim/hosting/debugger.hpp"
#include "sim/mpi/process/runtime.hpp"
#include "sim/run/simulated/clock.hpp"

#include <mpi.h>

#include <set>

namespace daruma::run {

bool may_leave() {
  int initialized = 0;
  int finalized = 0;
  MPI_Initialized(&initialized);
  MPI_Finalized(&finalized);
  return finalized || !initialized;
}

UserPrograms::UserPrograms(JobController& controller, std::function<std::uint64_t()> progress, Broke broke)
    : controller_(controller), broke_(std::move(broke)),
      session_(std::in_place, [this, progress = std::move(progress)] { return progress() + begun_; }) {}

const hosting::UserProgram& UserPrograms::program(const std::filesystem::path& file) {
  return programs_.try_emplace(file, file).first->second;
}

const hosting::UserProgram& UserPrograms::find(const std::filesystem::path& folder, const std::string& name) {
  if (name.empty()) throw hosting::ImageError("the command is empty");
  std::string why = "there is no file \"" + name + "\"";
  for (const char* const ending : {"", ".so"}) {
    const std::filesystem::path file = (folder / (name + ending)).lexically_normal();
    if (programs_.count(file) != 0) return program(file);
    if (std::filesystem::is_directory(file)) why = "\"" + name + "\" is a folder";
    if (!std::filesystem::is_regular_file(file)) continue;
    const std::string objection = hosting::objection(file);
    if (objection.empty()) return program(file);
    why = "\"" + file.filename().string() + "\" " + objection;
  }
  throw hosting::ImageError(why);
}

void UserPrograms::run(JobLife& job, const hosting::UserProgram& program, const std::vector<std::string>& words,
                       const std::string& folder) {
  ++begun_;
  const int process = models::port().process_id();
  const auto remember = [this, &job, process](int thread, hosting::Ended why) {
    if (why == hosting::Ended::endless) keep_stacks("process " + std::to_string(process) + " has no end");
    if (why_all_end_.empty()) return;
    hosting::ShownProcess* const shown = hosting::shown_process();
    if (shown && shown->is(job.name(), process)) shown->stop(why_all_end_ + ", at " + to_text(now()));
    hosting::CallChain& chain = ended_at_[{job.name(), process, thread}] = hosting::where();
    if (why == hosting::Ended::endless) chain.call = nullptr; // it was interrupted outside, or goes in and out
  };
  const auto finalize = [&job] {
    if (job.plan().finalize_at_exit && !may_leave()) MPI_Finalize();
  };
  const auto leave = [this, &job, process](int status) {
    returned(job, process, status);
    if (may_leave()) job.come_to_end();
    mpi::leave();
  };
  const auto give_up = [this, &job, process](const std::string& why) {
    broke_(job, process, why);
    mpi::die(why);
  };
  hosting::OutputBudget& output = output_.try_emplace(job.name()).first->second;
  output.limit = job.plan().output_limit;
  const hosting::ProgramOptions options{
      words,  job.plan().host_time_scale, job.plan().patience, output, job.name(), folder, remember, finalize, leave,
      give_up};
  returned(job, process, hosting::run(program, options, models::port()));
}

void UserPrograms::returned(JobLife& job, int process, int status) {
  if (!may_leave()) mpi::die("exit status " + std::to_string(status) + " without MPI_Finalize");
  if (status != 0) controller_.failed(job, process, now(), status);
}

std::string UserPrograms::whereabouts(const std::string& job, int process, int thread) const {
  const auto ended = ended_at_.find({job, process, thread});
  if (ended != ended_at_.end())
    return ended->second.places.empty() ? "" : hosting::source_line(ended->second.places.front().address);
  const void* const here = hosting::here();
  return here && models::port().process_id() == process ? hosting::source_line(here) : "";
}

namespace {

/// The calls that led there, by names and lines: the same for all who stand in the same place, although each has its
/// program at other addresses.
std::vector<std::string> calls_of(const hosting::CallChain& chain) {
  std::vector<std::string> calls;
  if (chain.call) calls.emplace_back(chain.call);
  for (const auto& [address, times] : chain.places) {
    const auto place = hosting::program_place(address);
    if (!place) continue;
    const std::string count = times == 1 ? "" : " (" + std::to_string(times) + " times)";
    for (const std::string& name : hosting::function_names(*place)) calls.push_back(name + count);
  }
  if (!chain.is_whole) calls.emplace_back("...");
  return {calls.rbegin(), calls.rend()};
}

} // namespace

std::vector<results::Stack> UserPrograms::stacks() const {
  std::set<hosting::ProgramPlace> places;
  for (const auto& [name, chain] : ended_at_)
    for (const auto& [address, times] : chain.places)
      if (auto place = hosting::program_place(address)) places.insert(std::move(*place));
  hosting::look_up_source_lines({places.begin(), places.end()});
  std::map<std::tuple<std::string, int, std::vector<std::string>>, std::size_t> known;
  std::vector<results::Stack> stacks;
  for (const auto& [name, chain] : ended_at_) {
    const auto& [job, process, thread] = name;
    const auto [found, is_new] = known.try_emplace({job, thread, calls_of(chain)}, stacks.size());
    if (is_new) stacks.push_back({job, {}, thread, std::get<2>(found->first)});
    stacks[found->second].processes.push_back(process);
  }
  return stacks;
}

} // namespace daruma::run
