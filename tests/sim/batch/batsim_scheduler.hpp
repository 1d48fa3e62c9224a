// A small scheduler as one writes it for Batsim, from the description of its protocol alone: first come, first served,
// or EASY. It takes the resources of the lowest numbers, and nothing of sim/batch.
#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace daruma::batch::test {

class BatsimScheduler {
public:
  enum class Discipline { fcfs, easy };
  explicit BatsimScheduler(Discipline discipline, double delay = 0) : discipline_(discipline), delay_(delay) {}

  std::string answer(const std::string& text) {
    const nlohmann::json message = nlohmann::json::parse(text);
    messages_.push_back(message);
    now_ = message.at("now");
    for (const auto& event : message.at("events")) hear(event.at("type"), event.at("data"));
    nlohmann::json orders = nlohmann::json::array();
    for (const std::string& job : chosen()) orders.push_back(order_to_execute(job));
    return nlohmann::json{{"now", now_ + delay_}, {"events", orders}}.dump();
  }

  bool has_ended() const { return has_ended_; }
  const std::vector<nlohmann::json>& messages() const { return messages_; }

private:
  struct Job {
    std::string id;
    int resources;
    double walltime;
  };
  struct Running {
    std::set<int> resources;
    double until;
  };

  void hear(const std::string& type, const nlohmann::json& data) {
    if (type == "SIMULATION_BEGINS")
      for (const auto& resource : data.at("compute_resources")) free_.insert(resource.at("id").get<int>());
    if (type == "SIMULATION_ENDS") has_ended_ = true;
    if (type == "JOB_SUBMITTED")
      queue_.push_back({data.at("job_id"), data.at("job").at("res"), data.at("job").at("walltime")});
    if (type == "JOB_COMPLETED") {
      for (const int resource : running_.at(data.at("job_id")).resources) give(resource);
      running_.erase(data.at("job_id"));
    }
    if (type == "NOTIFY" && data.contains("resources")) {
      const std::string resources = data.at("resources");
      const bool is_down = data.at("type") == "event_machine_unavailable";
      for (int one = std::stoi(resources), last = last_of(resources); one <= last; ++one)
        is_down ? take(one) : mend(one);
    }
  }

  static int last_of(const std::string& range) {
    const auto dash = range.find('-');
    return std::stoi(dash == std::string::npos ? range : range.substr(dash + 1));
  }
  void take(int resource) {
    down_.insert(resource);
    free_.erase(resource);
  }
  void mend(int resource) {
    down_.erase(resource);
    free_.insert(resource);
  }
  void give(int resource) {
    if (down_.count(resource) == 0) free_.insert(resource);
  }

  std::vector<std::string> chosen() {
    std::vector<std::string> jobs;
    while (!queue_.empty() && begins(queue_.front())) jobs.push_back(take_out(0));
    if (discipline_ == Discipline::fcfs || queue_.empty()) return jobs;
    const Job head = queue_.front();
    double start = std::numeric_limits<double>::infinity();
    int left_over = 0;
    for (const auto& [id, one] : running_) {
      const int there = free_by(one.until);
      if (there < head.resources || one.until >= start) continue;
      start = std::max(now_, one.until);
      left_over = there - head.resources;
    }
    for (std::size_t place = 1; place < queue_.size();) {
      const Job& job = queue_[place];
      const bool is_over_before = now_ + job.walltime <= start;
      const int resources = job.resources;
      if ((!is_over_before && resources > left_over) || !begins(job)) {
        ++place;
        continue;
      }
      if (!is_over_before) left_over -= resources;
      jobs.push_back(take_out(place));
    }
    return jobs;
  }

  int free_by(double time) const {
    auto sum = static_cast<int>(free_.size());
    for (const auto& [id, one] : running_)
      if (one.until <= time) sum += static_cast<int>(one.resources.size());
    return sum;
  }

  bool begins(const Job& job) {
    if (job.resources > static_cast<int>(free_.size())) return false;
    const auto last = std::next(free_.begin(), job.resources);
    running_[job.id] = {{free_.begin(), last}, now_ + job.walltime};
    free_.erase(free_.begin(), last);
    return true;
  }

  std::string take_out(std::size_t place) {
    const std::string id = queue_[place].id;
    queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(place));
    return id;
  }

  nlohmann::json order_to_execute(const std::string& job) const {
    std::string resources;
    for (const int one : running_.at(job).resources) resources += (resources.empty() ? "" : " ") + std::to_string(one);
    return {{"timestamp", now_ + delay_}, {"type", "EXECUTE_JOB"}, {"data", {{"job_id", job}, {"alloc", resources}}}};
  }

  Discipline discipline_;
  double delay_;
  double now_ = 0;
  bool has_ended_ = false;
  std::set<int> free_;
  std::set<int> down_;
  std::vector<Job> queue_;
  std::map<std::string, Running> running_;
  std::vector<nlohmann::json> messages_;
};

} // namespace daruma::batch::test
