#include "models/falanx/mpi/ha_scheduler.hpp"

#include "models/falanx/logic/ha_starter.hpp"
#include "models/falanx/logic/ha_submitter.hpp"
#include "models/falanx/mpi/ha_operations.hpp"
#include "models/falanx/mpi/ha_watchdog.hpp"

#include <utility>

namespace daruma::models::falanx {

namespace {

class SubmitterOnRank final : public SubmitterSide {
public:
  SubmitterOnRank(const Ranks& ranks, int me, const HaTerms& terms)
      : operations_(ranks, me, terms), logic_(terms, ranks.roles.clients, me) {
    operations_.perform(logic_, logic_.open());
  }

  TaskId submit(const Submission& submission) override {
    operations_.perform(logic_, logic_.submit(submission));
    return *logic_.named();
  }
  std::optional<TaskId> wait_any() override {
    operations_.perform(logic_, logic_.wait_any());
    return logic_.named();
  }
  Ending result(const TaskId& id) override {
    operations_.perform(logic_, logic_.result(id));
    return logic_.ending();
  }
  void close() override { operations_.perform(logic_, logic_.close()); }

private:
  HaOperations operations_;
  HaSubmitter logic_;
};

class StarterOnRank final : public StarterSide {
public:
  StarterOnRank(const Ranks& ranks, int me, const HaTerms& terms)
      : me_(std::to_string(me)), operations_(ranks, me, terms),
        logic_(terms, ranks.roles, RandomStream(port().seed(), 0, "falanx/starter-" + me_)) {
    operations_.perform(logic_, logic_.enlist());
  }

  std::optional<Task> take() override {
    operations_.perform(logic_, logic_.take());
    if (!logic_.task()) port().metric("lost_races_" + me_, logic_.lost_races());
    return logic_.task();
  }
  void complete(const Task& task, const std::string& output_key) override {
    operations_.perform(logic_, logic_.complete(task.id, output_key));
  }
  void fail(const Task& task) override { operations_.perform(logic_, logic_.fail(task.id)); }

private:
  std::string me_;
  HaOperations operations_;
  HaStarter logic_;
};

class HaScheduler final : public Scheduler {
public:
  HaScheduler(const Wire& wire, const HaTerms& terms) : wire_(wire), terms_(terms) {}

  std::unique_ptr<SubmitterSide> submitter() override { return make<SubmitterOnRank>(); }
  std::unique_ptr<StarterSide> starter() override { return make<StarterOnRank>(); }
  std::unique_ptr<WatchDogSide> watchdog() override { return make<HaWatchDog>(); }
  /// The store's servers are no ranks.
  void serve() override {}

private:
  template <class Side> std::unique_ptr<Side> make() {
    return std::make_unique<Side>(wire_.ranks(), wire_.me(), terms_);
  }

  const Wire& wire_;
  HaTerms terms_;
};

} // namespace

std::unique_ptr<Scheduler> make_ha_scheduler(const Wire& wire, const HaTerms& terms) {
  return std::make_unique<HaScheduler>(wire, terms);
}

} // namespace daruma::models::falanx
