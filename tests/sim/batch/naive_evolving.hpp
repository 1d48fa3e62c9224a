// Evolving jobs under first come, first served, as plainly as it can be written: who is due is looked for anew each
// time, and changes of size are free. Shares no code with sim/batch but the struct of a job.
#pragma once

#include "sim/batch/job.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace daruma::batch::test {

class NaiveEvolving {
public:
  NaiveEvolving(const std::vector<Job>& jobs, int processors, std::vector<scenario::SizeChange> evolution,
                bool before_queue)
      : jobs_(jobs), most_(processors), free_(processors), evolution_(std::move(evolution)),
        before_queue_(before_queue), lives_(jobs.size()) {}

  /// The end of each job.
  std::vector<double> run() {
    std::size_t come = 0;
    while (ended_ < jobs_.size()) {
      double next = come < jobs_.size() ? jobs_[come].submit.count() : std::numeric_limits<double>::infinity();
      for (const std::size_t job : running_) next = std::min(next, due(job));
      for (const std::size_t job : running_) lives_[job].done += (next - now_) / time_of_all(job);
      const std::vector<std::size_t> ran = running_;
      std::vector<std::size_t> are_due;
      for (const std::size_t job : ran)
        if (next_part(job) - lives_[job].done < 1e-12) are_due.push_back(job);
      now_ = next;
      for (const std::size_t job : are_due) arrive(job);
      if (come < jobs_.size() && jobs_[come].submit.count() == now_) waiting_.push_back(come++);
      if (before_queue_) give();
      while (!waiting_.empty() && jobs_[waiting_.front()].processors <= free_) start();
      if (!before_queue_ && waiting_.empty()) give();
    }
    std::vector<double> ends;
    for (const Life& one : lives_) ends.push_back(one.end);
    return ends;
  }

  int most_at_once() const { return most_at_once_; }

private:
  struct Life {
    double done = 0; ///< part of its work
    std::size_t stage = 0;
    int has = 0;
    int wants = 0;
    double end = 0;
  };

  bool evolves(std::size_t job) const { return jobs_[job].flexibility == Flexibility::evolving; }
  /// Of all its work on what it has, by Amdahl's law.
  double time_of_all(std::size_t job) const {
    const double serial = jobs_[job].serial_share;
    return jobs_[job].run.count() * (serial + (1 - serial) / lives_[job].has) /
           (serial + (1 - serial) / jobs_[job].processors);
  }
  double next_part(std::size_t job) const {
    return evolves(job) && lives_[job].stage < evolution_.size() ? evolution_[lives_[job].stage].at : 1;
  }
  double due(std::size_t job) const { return now_ + (next_part(job) - lives_[job].done) * time_of_all(job); }

  void arrive(std::size_t job) {
    Life& life = lives_[job];
    asking_.erase(std::remove(asking_.begin(), asking_.end(), job), asking_.end());
    if (next_part(job) == 1) {
      free_ += life.has;
      life.end = now_;
      running_.erase(std::find(running_.begin(), running_.end(), job));
      ++ended_;
      return;
    }
    const double size = std::round(jobs_[job].processors * evolution_[life.stage++].size);
    life.wants = static_cast<int>(std::min(std::max(size, 1.0), static_cast<double>(most_)));
    if (life.wants > life.has) return asking_.push_back(job);
    free_ += life.has - life.wants;
    life.has = life.wants;
  }

  void give() {
    for (const std::size_t job : std::vector<std::size_t>(asking_)) {
      Life& life = lives_[job];
      if (life.wants - life.has > free_) continue;
      free_ -= life.wants - life.has;
      life.has = life.wants;
      asking_.erase(std::find(asking_.begin(), asking_.end(), job));
    }
    note();
  }

  void start() {
    const std::size_t job = waiting_.front();
    waiting_.erase(waiting_.begin());
    free_ -= lives_[job].has = jobs_[job].processors;
    running_.push_back(job);
    note();
  }

  void note() { most_at_once_ = std::max(most_at_once_, most_ - free_); }

  const std::vector<Job>& jobs_;
  int most_;
  int free_;
  std::vector<scenario::SizeChange> evolution_;
  bool before_queue_;
  std::vector<Life> lives_;
  double now_ = 0;
  std::size_t ended_ = 0;
  int most_at_once_ = 0;
  std::vector<std::size_t> waiting_{};
  std::vector<std::size_t> running_{};
  std::vector<std::size_t> asking_{};
};

} // namespace daruma::batch::test
