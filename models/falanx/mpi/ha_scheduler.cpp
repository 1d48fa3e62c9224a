#include "models/falanx/logic/ha_names.hpp"
#include "models/falanx/logic/ha_starter.hpp"
#include "models/falanx/logic/ha_submitter.hpp"
#include "models/falanx/mpi/ha_operations.hpp"
#include "models/falanx/mpi/schedulers.hpp"

#include <set>

namespace daruma::models::falanx {

namespace {

/// The WatchDog of the highly available scheduler: what the dead had taken becomes FAILED in the tree store (paper,
/// section 3.2.1).
class HaWatchDog final : public WatchDogSide {
public:
  HaWatchDog(const Ranks& ranks, int me, const HaTerms& terms)
      : roles_(ranks.roles), terms_(terms), operations_(ranks, me, terms), store_(operations_.store()) {}

  void lose(int rank) override;

private:
  void fence(int rank);
  void leave_queue(int rank);
  void fail(const TaskId& task);
  void gather_stray_tasks();

  Roles roles_;
  HaTerms terms_;
  HaOperations operations_;
  HaStore& store_;
};

/// Once this is done the dead can do nothing more. Commits find that they have been struck off the list; of writes one
/// by one, the last may be on its way until the session of the dead has ended.
void HaWatchDog::fence(int rank) {
  if (terms_.writes == Writes::one_by_one)
    while (store_.stat(ha::starter(rank), Watch::set).error == StoreError::none) store_.wait();
  else
    store_.remove(ha::starter(rank));
  store_.sync();
}

void HaWatchDog::leave_queue(int rank) {
  const Listing queue = store_.list(ha::turn);
  for (const std::string_view ticket : queue.all())
    if (ticket_of(ticket).rank == rank) store_.remove(ha::below(ha::turn, ticket));
}

void HaWatchDog::fail(const TaskId& task) {
  const EndOfTask end{task, Status::failed, {}};
  int made = 0;
  for (HaRequest request = request_to_end(terms_.writes, end, made); request.kind != HaRequest::Kind::none;
       request = request_to_end(terms_.writes, end, ++made))
    operations_.write(request);
}

void HaWatchDog::lose(int rank) {
  if (roles_.role_of(rank) == Role::client) store_.ensure(ha::below(ha::closed, std::to_string(rank)));
  if (roles_.role_of(rank) != Role::worker) return;
  fence(rank);
  leave_queue(rank);
  const Listing running = store_.list(ha::running);
  for (const std::string_view name : running.all())
    if (store_.read(ha::below(ha::running, name)) == std::to_string(rank)) fail(task_of(name));
  if (terms_.writes == Writes::one_by_one) gather_stray_tasks();
}

/// Tasks that are in no list: their Starter died between two writes. One that was being taken waits again, as nothing
/// had begun; one that was being moved to done arrives there.
void HaWatchDog::gather_stray_tasks() {
  std::set<std::string, std::less<>> listed;
  for (const std::string& folder : {ha::initial, ha::running, ha::done}) {
    const Listing names = store_.list(folder);
    for (const std::string_view name : names.all()) listed.emplace(name);
  }
  const Listing all = store_.list(ha::tasks);
  for (const std::string_view name : all.all()) {
    if (name.substr(0, 5) != "task_" || listed.find(name) != listed.end()) continue;
    const auto status = store_.read(ha::status(name));
    if (status == to_text(Status::initial)) store_.create(ha::below(ha::initial, name), "");
    if (status == to_text(Status::completed) || status == to_text(Status::failed))
      store_.create(ha::below(ha::done, name), "");
  }
}

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
