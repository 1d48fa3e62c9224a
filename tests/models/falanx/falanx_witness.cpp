#include "tests/models/falanx/falanx_witness.hpp"

#include "models/falanx/include/falanx_worker.h"
#include "models/falanx/mpi/job.hpp"
#include "models/falanx/mpi/sleep_arguments.hpp"
#include "models/port/rank.hpp"

#include <array>
#include <map>

namespace daruma::models {
namespace {

constexpr const char* kind = "witness";
constexpr const char* function_name = "tell";

/// A task's name is the key of its input; at its output's beginning stands what it has made of it.
struct Input {
  std::int64_t number;
  double length_s;
  std::int64_t output_size;
};

std::int64_t answer_to(std::int64_t number) { return 1000003 * (number + 1); }

template <class Content> std::string block(const Content& content, double size) {
  std::string bytes(std::max(static_cast<std::size_t>(size), sizeof content), '\0');
  std::copy_n(reinterpret_cast<const char*>(&content), sizeof content, bytes.data());
  return bytes;
}

void say(const char* what, const std::string& name) { port().note(kind, std::string(what) + " " + name); }

struct Key {
  std::array<char, MAX_KEY_LENGTH> text{};
  std::size_t length = 0;
  std::string string() const { return {text.data(), length}; }
};

void give_answer(falanx_context_t* con, const Key& name, const Input& input) {
  const std::string key = "out-" + name.string();
  const std::string bytes = block(answer_to(input.number), static_cast<double>(input.output_size));
  if (data_store_set(falanx_context_get_data_store(con), key.data(), key.size(), bytes.data(), bytes.size()) ==
      FLX_SUCCESS)
    falanx_set_response_key(con, key.data(), key.size());
}

/// What is left by a jump here owns no memory.
void tell_and_sleep(falanx_context_t* con, MPI_Comm comm) {
  Input input{};
  Key name;
  int code = FLX_SUCCESS;
  if (rank_in(comm) == 0) {
    falanx_get_request_key_value(con, name.text.data(), name.text.size(), &name.length);
    say("begin", name.string());
    code = data_store_get_value(falanx_context_get_data_store(con), name.text.data(), name.length,
                                reinterpret_cast<char*>(&input), sizeof input);
  }
  if (size_of(comm) > 1) MPI_Bcast(&input, sizeof input, MPI_BYTE, 0, comm);
  port().sleep(Seconds(input.length_s));
  if (size_of(comm) > 1) MPI_Barrier(comm);
  if (rank_in(comm) != 0) return;
  if (code == FLX_SUCCESS || code == FLX_ERR_TRUNCATED) give_answer(con, name, input);
  say("end", name.string());
}

class MainLogic {
public:
  MainLogic(falanx_context_t* con, const falanx::SleepOrder& order)
      : con_(con), store_(falanx_context_get_data_store(con)), order_(order) {}

  void perform() {
    for (int number = 0; number < order_.tasks; ++number) begin(number, number % order_.priorities);
    falanx_id_t id{};
    while (falanx_task_wait_any(con_, &id) != FLX_NO_WAIT_TASK) handle(id);
  }

private:
  void begin(int number, int priority) {
    const std::string name = std::to_string(number) + "." + std::to_string(attempts_[number]++);
    const Input input{number, order_.length.count(), static_cast<std::int64_t>(order_.output.value())};
    const std::string bytes = block(input, order_.input.value());
    data_store_set(store_, name.data(), name.size(), bytes.data(), bytes.size());
    falanx_id_t id{};
    say("submit", name);
    falanx_task_submit(con_, function_name, name.data(), name.size(), priority, &id);
    names_[id.order] = {number, name};
  }

  void handle(const falanx_id_t& id) {
    Key key;
    const int code = falanx_get_result_value(con_, id, key.text.data(), key.text.size(), &key.length);
    const auto [number, name] = names_.at(id.order);
    const char* const fate = code == FLX_ERR_PROC_FAILED ? "failed" : judge(key, number);
    say(fate, name);
    const bool is_over = fate == std::string("completed") || fate == std::string("wrong");
    const bool is_dropped = fate == std::string("failed") && order_.on_failure == falanx::OnFailure::drop;
    if (!is_over && !is_dropped) begin(number, id.priority + 1);
  }

  const char* judge(const Key& key, int number) const {
    std::int64_t answer = 0;
    const int code = key.length == 0 ? FLX_ERR_DATA_LOST
                                     : data_store_get_value(store_, key.text.data(), key.length,
                                                            reinterpret_cast<char*>(&answer), sizeof answer);
    if (code != FLX_SUCCESS && code != FLX_ERR_TRUNCATED) return "missing";
    return answer == answer_to(number) ? "completed" : "wrong";
  }

  falanx_context_t* con_;
  data_store_t* store_;
  const falanx::SleepOrder& order_;
  std::map<int, int> attempts_;
  std::map<long long, std::pair<int, std::string>> names_; ///< by order of submission
};

void witness() {
  MPI_Init(nullptr, nullptr);
  const falanx::SleepOrder order = falanx::read_sleep_order(size_of(MPI_COMM_WORLD));
  falanx_context_t* const con = falanx::open_job(MPI_COMM_WORLD, order.roles, *order.scheduler, order.times);
  falanx_register_function(con, function_name, tell_and_sleep);
  if (falanx_start(con) == FLX_SUCCESS) {
    MainLogic(con, order).perform();
    falanx_stop(con);
  }
  falanx_finalize(con);
  MPI_Finalize();
}

// --- What was said

/// What happened to one submission.
struct Story {
  std::map<std::string, int> said{};
  int worker = -1; ///< who began it
  Seconds reported{0};

  int times(const char* what) const {
    const auto found = said.find(what);
    return found == said.end() ? 0 : found->second;
  }
};

class Evidence {
public:
  Evidence(const results::Result& result, const Circumstances& around) : around_(around) {
    for (const results::Event& event : result.events) {
      if (event.kind == "death" && around.roles.role_of(event.process) == falanx::Role::worker)
        deaths_[around.roles.group_of(event.process)].push_back(event.time);
      if (event.kind == kind) hear(event);
    }
  }

  std::string contradiction() const {
    int over = 0;
    int failed = 0;
    std::map<int, int> lost; // by group, begun
    for (const auto& [name, story] : stories_) {
      if (const std::string fault = fault_in(story); !fault.empty()) return name + " " + fault;
      over += story.times("completed") + (around_.drops ? story.times("failed") : 0);
      failed += story.times("failed");
      if (story.times("failed") > 0 && story.worker >= 0) ++lost[around_.roles.group_of(story.worker)];
    }
    for (const auto& [group, count] : lost)
      if (count > deaths_in(group, Seconds(1e9)))
        return "group " + std::to_string(group) + " lost more tasks than ranks: " + std::to_string(count);
    int deaths = 0;
    for (const auto& [group, times] : deaths_) deaths += static_cast<int>(times.size());
    if (failed > deaths * around_.most_taken) return std::to_string(failed) + " tasks failed";
    return over == around_.tasks ? "" : "only " + std::to_string(over) + " tasks are over";
  }

private:
  void hear(const results::Event& event) {
    const std::size_t gap = event.text.find(' ');
    const std::string what = event.text.substr(0, gap);
    Story& story = stories_[event.text.substr(gap + 1)];
    ++story.said[what];
    if (what == "begin") story.worker = event.process;
    if (what != "begin" && what != "end" && what != "submit") story.reported = event.time;
  }

  int deaths_in(int group, Seconds until) const {
    const auto found = deaths_.find(group);
    if (found == deaths_.end()) return 0;
    return static_cast<int>(
        std::count_if(found->second.begin(), found->second.end(), [until](Seconds time) { return time <= until; }));
  }

  std::string fault_in(const Story& story) const {
    const int reports =
        story.times("completed") + story.times("failed") + story.times("missing") + story.times("wrong");
    if (story.times("submit") != 1 || reports != 1) return "was reported " + std::to_string(reports) + " times";
    if (story.times("begin") > 1) return "was begun " + std::to_string(story.times("begin")) + " times";
    if (story.times("wrong") > 0) return "has a wrong answer";
    if (story.times("missing") > 0 && !around_.may_lose_data) return "has no answer";
    if (story.times("failed") == 0 && story.times("end") != 1) return "was lost, and nobody says so";
    const bool is_begun_and_failed = story.times("failed") > 0 && story.worker >= 0;
    if (is_begun_and_failed && deaths_in(around_.roles.group_of(story.worker), story.reported) == 0)
      return "is said to have failed in a group that lost nobody";
    return "";
  }

  const Circumstances& around_;
  std::map<std::string, Story> stories_;
  std::map<int, std::vector<Seconds>> deaths_; ///< by group
};

} // namespace

Program falanx_witness() { return {"falanx-witness", witness, falanx::sleep_argument_rules(), falanx::sleep_mismatch}; }

std::string contradiction(const results::Result& result, const Circumstances& around) {
  const results::JobRow& job = result.jobs.front();
  if (!job.finished) return "the job did not finish: " + job.reason;
  return Evidence(result, around).contradiction();
}

} // namespace daruma::models
