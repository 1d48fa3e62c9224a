#include "models/falanx/mpi/idle_workers.hpp"

#include "models/falanx/include/falanx_worker.h"
#include "models/falanx/mpi/job.hpp"
#include "models/port/port.hpp"
#include "models/port/rank.hpp"
#include "sim/core/number.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace daruma::models::falanx {
namespace {

constexpr const char* rest_function = "rest";
constexpr Seconds look_every{1};
constexpr int before_all = std::numeric_limits<int>::max();

/// What the key's value says.
constexpr char rests = 'r';
constexpr char is_over = 'o';

/// Not before it is said, nor when nobody can say it any more.
bool goes_on(falanx_context_t* con, const char* key, std::size_t length) {
  char value = is_over;
  const int code = data_store_get_value(falanx_context_get_data_store(con), key, length, &value, sizeof value);
  return code == FLX_SUCCESS && value == rests;
}

/// Rank 0 looks, the others wait for it. What is left by a jump here owns no memory.
void rest(falanx_context_t* con, MPI_Comm comm) {
  const bool is_first = rank_in(comm) == 0;
  port().lend_core();
  if (is_first) {
    std::array<char, MAX_KEY_LENGTH> key{};
    std::size_t length = 0;
    falanx_get_request_key_value(con, key.data(), key.size(), &length);
    port().note("rest", "its core is free");
    while (goes_on(con, key.data(), length)) port().sleep(look_every);
    port().note("work", "it takes its core back");
  }
  if (size_of(comm) > 1) MPI_Barrier(comm);
  port().take_core_back();
}

std::optional<int> as_ranks(const std::string& line) {
  const auto ranks = number_in<int>(line);
  return ranks && *ranks > 0 ? ranks : std::nullopt;
}

} // namespace

void IdleWorkers::enlist(falanx_context_t* con) { falanx_register_function(con, rest_function, rest); }

IdleWorkers::IdleWorkers(falanx_context_t* con, const Roles& roles, const SchedulerKind& scheduler)
    : con_(con), roles_(roles), scheduler_(scheduler) {}

void IdleWorkers::obey() {
  const auto line = port().commands().take();
  if (!line) return;
  const auto ranks = as_ranks(*line);
  if (!ranks) return port().note("ignored", "\"" + *line + "\": no number of ranks");
  if (scheduler_.on_tree_store && scheduler_.on_tree_store->cure == Cure::batch)
    return port().note("ignored", "\"" + *line + "\": Starters of \"" + std::string(scheduler_.name) +
                                      "\" hold several tasks, which would wait with them");
  const int too_many = std::max(0, roles_.ranks() - *ranks);
  const int groups = (too_many + roles_.group_size - 1) / roles_.group_size;
  settle(std::min(groups, roles_.groups - 1));
  port().commands().answer(roles_.ranks() - static_cast<int>(resting_.size()) * roles_.group_size);
}

/// Those who were told last are woken first.
void IdleWorkers::settle(int groups) {
  while (static_cast<int>(resting_.size()) < groups) begin();
  while (static_cast<int>(resting_.size()) > groups) {
    wake(resting_.rbegin()->second);
    resting_.erase(std::prev(resting_.end()));
  }
}

void IdleWorkers::begin() {
  const std::string key = "rest:" + std::to_string(begun_++);
  data_store_set(falanx_context_get_data_store(con_), key.data(), key.size(), &rests, sizeof rests);
  falanx_id_t id{};
  falanx_task_submit(con_, rest_function, key.data(), key.size(), before_all, &id);
  resting_[id.order] = key;
  tasks_.insert(id.order);
}

/// Where its group lost a rank, or its end was said.
bool IdleWorkers::ended(const falanx_id_t& id) {
  if (tasks_.erase(id.order) == 0) return false;
  std::array<char, MAX_KEY_LENGTH> key{};
  std::size_t length = 0;
  falanx_get_result_value(con_, id, key.data(), key.size(), &length);
  resting_.erase(id.order);
  return true;
}

void IdleWorkers::wake(const std::string& key) const {
  data_store_set(falanx_context_get_data_store(con_), key.data(), key.size(), &is_over, sizeof is_over);
}

void IdleWorkers::wake_all() { settle(0); }

} // namespace daruma::models::falanx
