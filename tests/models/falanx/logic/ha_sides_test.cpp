// Submitter and Starter of the highly available scheduler as state machines: what they ask, step by step, and that each
// task ends once whatever the order in which their requests are made. No simulator, no messages.
#include "models/falanx/logic/ha_names.hpp"
#include "models/falanx/logic/ha_starter.hpp"
#include "models/falanx/logic/ha_submitter.hpp"

#include <gmock/gmock.h>

#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace daruma::models::falanx {
namespace {

using Kind = HaRequest::Kind;
using testing::ElementsAre;

constexpr Roles roles{1, 0, 0, 1, 4, 1, 0};

HaStarter starter_with(const HaTerms& terms, const std::string& purpose = "test") {
  return {terms, roles, RandomStream(1, 0, purpose)};
}

HaAnswer yes() {
  HaAnswer answer;
  answer.is_so = true;
  return answer;
}

HaAnswer listed(std::vector<TaskId> tasks) {
  HaAnswer answer;
  answer.tasks = std::move(tasks);
  return answer;
}

HaAnswer of_status(Status status) {
  HaAnswer answer;
  answer.status = status;
  return answer;
}

HaAnswer of_queue(const Ticket& own, const Ticket& before) {
  HaAnswer answer;
  answer.own = own;
  answer.before = before;
  return answer;
}

HaAnswer closed(std::size_t count) {
  HaAnswer answer;
  answer.count = count;
  return answer;
}

/// The kinds of requests of a call that gets these answers.
std::vector<Kind> asked(HaSide& side, HaRequest request, std::vector<HaAnswer> answers) {
  std::vector<Kind> kinds{request.kind};
  for (HaAnswer& answer : answers) kinds.push_back(side.step(answer).kind);
  return kinds;
}

// --- Step by step

TEST(HaStarter, WaitsForTheFoldersAndEnlists) {
  HaStarter starter = starter_with({});
  EXPECT_THAT(asked(starter, starter.enlist(), {{}, {}, yes(), yes()}),
              ElementsAre(Kind::find_folders, Kind::await, Kind::find_folders, Kind::enlist, Kind::none));
}

TEST(HaStarter, TakesTheFirstTaskInOneCommitAndReadsWhatItIs) {
  HaStarter starter = starter_with({});
  EXPECT_THAT(asked(starter, starter.take(), {listed({{2, 7}}), yes(), {}, {}}),
              ElementsAre(Kind::list_waiting, Kind::take, Kind::read_input, Kind::read_function, Kind::none));
  ASSERT_TRUE(starter.task());
  EXPECT_EQ(starter.task()->id.order, 7);
}

TEST(HaStarter, BeginsAnewWhenAnotherWasFaster) {
  HaStarter starter = starter_with({});
  EXPECT_THAT(asked(starter, starter.take(), {listed({{0, 1}}), {}, listed({{0, 2}}), yes()}),
              ElementsAre(Kind::list_waiting, Kind::take, Kind::list_waiting, Kind::take, Kind::read_input));
  EXPECT_EQ(starter.lost_races(), 1);
}

TEST(HaStarter, TakesByOneWriteAfterTheOtherAsThePaperHasIt) {
  HaStarter starter = starter_with({Writes::one_by_one, Cure::none});
  EXPECT_THAT(
      asked(starter, starter.take(), {listed({{0, 1}}), of_status(Status::initial), yes(), yes(), yes()}),
      ElementsAre(Kind::list_waiting, Kind::read_status, Kind::leave, Kind::claim, Kind::begin, Kind::read_input));
}

TEST(HaStarter, GivesUpAClaimWhoseStatusSomebodyHasSet) {
  HaStarter starter = starter_with({Writes::one_by_one, Cure::none});
  EXPECT_THAT(asked(starter, starter.take(), {listed({{0, 1}}), of_status(Status::initial), yes(), yes(), {}, yes()}),
              ElementsAre(Kind::list_waiting, Kind::read_status, Kind::leave, Kind::claim, Kind::begin, Kind::unclaim,
                          Kind::list_waiting));
}

TEST(HaStarter, ClearsAnEntryThatItFindsTakenTwice) {
  HaStarter starter = starter_with({Writes::one_by_one, Cure::none});
  const HaAnswer running = of_status(Status::running);
  EXPECT_THAT(asked(starter, starter.take(), {listed({{0, 1}}), running, listed({{0, 1}}), running, yes()}),
              ElementsAre(Kind::list_waiting, Kind::read_status, Kind::list_waiting, Kind::read_status, Kind::clear,
                          Kind::list_waiting));
}

TEST(HaStarter, LooksAgainWithAWatchBeforeItWaits) {
  HaStarter starter = starter_with({});
  HaRequest request = starter.take();
  EXPECT_EQ(request.watch, WatchIt::no);
  HaAnswer nothing;
  request = starter.step(nothing);
  EXPECT_EQ(request.kind, Kind::list_waiting);
  EXPECT_EQ(request.watch, WatchIt::yes);
  EXPECT_EQ(starter.step(nothing).kind, Kind::list_closed);
  EXPECT_EQ(starter.step(nothing).kind, Kind::await);
  request = starter.step(nothing);
  EXPECT_EQ(request.kind, Kind::list_waiting) << "the closed are watched still";
}

TEST(HaStarter, IsLetGoWhenAllSubmittersHaveClosed) {
  HaStarter starter = starter_with({});
  EXPECT_THAT(asked(starter, starter.take(), {{}, {}, closed(0), yes(), closed(1)}),
              ElementsAre(Kind::list_waiting, Kind::list_waiting, Kind::list_closed, Kind::await, Kind::list_closed,
                          Kind::none));
  EXPECT_FALSE(starter.task());
}

TEST(HaStarter, QueuesUpAndWatchesOnlyTheOneBeforeIt) {
  HaStarter starter = starter_with({Writes::together, Cure::ordered});
  HaRequest request = starter.take();
  EXPECT_EQ(request.kind, Kind::queue_up);
  HaAnswer answer = yes();
  EXPECT_EQ(starter.step(answer).kind, Kind::list_queue);
  answer = of_queue({9, 5}, {});
  EXPECT_EQ(starter.step(answer).kind, Kind::find_ticket);
  answer = yes();
  EXPECT_EQ(starter.step(answer).kind, Kind::list_queue);
  answer = of_queue({9, 5}, {8, 3});
  request = starter.step(answer);
  EXPECT_EQ(request.kind, Kind::find_ticket);
  EXPECT_EQ(request.watch, WatchIt::yes);
  EXPECT_EQ(request.ticket.rank, 8);
  EXPECT_EQ(request.ticket.number, 3);
  answer = {}; // it has left meanwhile
  EXPECT_EQ(starter.step(answer).kind, Kind::list_queue);
  answer = of_queue({9, 5}, {});
  EXPECT_EQ(starter.step(answer).kind, Kind::list_waiting);
  answer = listed({{0, 1}});
  request = starter.step(answer);
  EXPECT_EQ(request.kind, Kind::take);
  EXPECT_EQ(request.ticket.number, 5) << "it leaves the queue with the same commit";
}

TEST(HaStarter, TakesABatchAndReadsOneTaskPerCall) {
  HaStarter starter = starter_with({Writes::together, Cure::batch});
  starter.take();
  EXPECT_EQ(starter.select(40).count, 5U) << "half of its part among four";
  HaAnswer answer = listed({{0, 1}, {0, 2}});
  EXPECT_EQ(starter.step(answer).tasks->size(), 2U);
  answer = yes();
  EXPECT_EQ(starter.step(answer).kind, Kind::read_input);
  EXPECT_EQ(starter.step(answer).kind, Kind::read_function);
  EXPECT_EQ(starter.step(answer).kind, Kind::none);
  const HaRequest next = starter.take();
  EXPECT_EQ(next.kind, Kind::read_input);
  EXPECT_EQ(next.task.order, 2);
}

TEST(HaStarter, DrawsAnyTaskOfTheFirstBucket) {
  HaStarter starter = starter_with({Writes::together, Cure::buckets});
  std::set<std::size_t> drawn;
  for (int turn = 0; turn < 100; ++turn) {
    starter.take();
    EXPECT_EQ(starter.select(3).count, 1U) << "one bucket";
    HaAnswer buckets = listed({{0, 0}});
    EXPECT_EQ(starter.step(buckets).kind, Kind::list_bucket);
    drawn.insert(starter.select(4).first);
  }
  EXPECT_THAT(drawn, ElementsAre(0, 1, 2, 3));
  HaAnswer empty;
  EXPECT_EQ(starter.step(empty).kind, Kind::remove_bucket);
}

TEST(HaStarter, EndsATaskInOneCommitOrInFourWrites) {
  HaStarter together = starter_with({});
  EXPECT_THAT(asked(together, together.complete({0, 1}, "out"), {yes()}), ElementsAre(Kind::end, Kind::none));
  HaStarter alone = starter_with({Writes::one_by_one, Cure::none});
  EXPECT_THAT(asked(alone, alone.complete({0, 1}, "out"), {{}, {}, {}, {}}),
              ElementsAre(Kind::record_output, Kind::set_end, Kind::unclaim, Kind::list_as_done, Kind::none));
  EXPECT_THAT(asked(alone, alone.fail({0, 1}), {{}, {}, {}}),
              ElementsAre(Kind::set_end, Kind::unclaim, Kind::list_as_done, Kind::none));
}

TEST(HaSubmitter, WritesWhatATaskIsBeforeItWaits) {
  HaSubmitter submitter({Writes::one_by_one, Cure::none}, 1, 0);
  EXPECT_THAT(asked(submitter, submitter.submit({"f", "k", 3}), {{}, {}, {}, {}, {}}),
              ElementsAre(Kind::record, Kind::record, Kind::record, Kind::record, Kind::enter, Kind::none));
  EXPECT_EQ(submitter.named()->priority, 3);
}

TEST(HaSubmitter, OpensABucketThatStartersHaveRemoved) {
  HaSubmitter submitter({Writes::together, Cure::buckets}, 1, 0);
  EXPECT_THAT(asked(submitter, submitter.submit({"f", "k", 0}), {yes()}),
              ElementsAre(Kind::submit_with_bucket, Kind::none));
  EXPECT_THAT(asked(submitter, submitter.submit({"f", "k", 0}), {yes()}), ElementsAre(Kind::submit, Kind::none));
  EXPECT_THAT(asked(submitter, submitter.submit({"f", "k", 0}), {{}, {}, {}, yes()}),
              ElementsAre(Kind::submit, Kind::submit_with_bucket, Kind::submit, Kind::submit, Kind::none));
}

TEST(HaSubmitter, NumbersItsTasksApartFromOthers) {
  HaSubmitter second({}, 3, 1);
  second.submit({"f", "k", 0});
  EXPECT_EQ(second.named()->order, 1);
  second.submit({"f", "k", 0});
  EXPECT_EQ(second.named()->order, 4);
}

TEST(HaSubmitter, WaitsForNothingWithoutATask) {
  HaSubmitter submitter({}, 1, 0);
  EXPECT_EQ(submitter.wait_any().kind, Kind::none);
  EXPECT_FALSE(submitter.named());
}

TEST(EndedTasks, AreToldOnceAndToTheirSubmitter) {
  EndedTasks ended(2, 0);
  const std::string zero = name_of({0, 0}), one = name_of({0, 1}), two = name_of({0, 2});
  const auto orders = [](const std::vector<TaskId>& tasks) {
    std::vector<std::int64_t> all;
    for (const TaskId& entry : tasks) all.push_back(entry.order);
    return all;
  };
  EXPECT_THAT(orders(ended.news({zero, one})), ElementsAre(0));
  EXPECT_THAT(orders(ended.news({zero, one, two})), ElementsAre(2));
  EXPECT_THAT(ended.news({zero, one, two}), testing::IsEmpty());
}

// --- All of them, in any order

/// The nodes of the tree, which one server keeps: makes what requests write and shows what they read.
class OneServer {
public:
  explicit OneServer(Cure cure) : cure_(cure) {}

  HaAnswer answer(int me, HaSide& side, EndedTasks& ended, const HaRequest& request) {
    HaAnswer answer;
    const std::string name = name_of(request.task);
    const auto select = [&](const std::string& folder) {
      const auto names = children(folder);
      const Selection selected = side.select(names.size());
      for (std::size_t i = 0; i < selected.count; ++i) answer.tasks.push_back(task_of(names[selected.first + i]));
    };
    switch (request.kind) {
    case Kind::await:
      answer.is_so = true; // whoever waits looks again at everything
      break;
    case Kind::find_folders:
      answer.is_so = nodes_.count(ha::initial) > 0;
      break;
    case Kind::find_ticket:
      answer.is_so = nodes_.count(ha::below(ha::turn, name_of_ticket(request.ticket))) > 0;
      break;
    case Kind::list_waiting:
      select(ha::initial);
      break;
    case Kind::list_bucket:
      select(ha::below(ha::initial, name_of_bucket(request.task)));
      break;
    case Kind::list_queue: {
      const auto names = children(ha::turn);
      for (const std::string& ticket : names)
        if (ticket_of(ticket).rank == me) answer.own = ticket_of(ticket);
      answer.before = before_in_queue({names.begin(), names.end()}, request.ticket);
      break;
    }
    case Kind::list_closed:
      answer.count = children(ha::closed).size();
      break;
    case Kind::list_done: {
      const auto names = children(ha::done);
      answer.tasks = ended.news({names.begin(), names.end()});
      break;
    }
    case Kind::read_status:
      answer.status = status_of(nodes_.at(ha::status(name)));
      break;
    case Kind::read_output:
      answer.text = nodes_.at(ha::output_key(name));
      break;
    case Kind::read_input:
    case Kind::read_function:
      break;
    default:
      answer.is_so = make(changes_of(request, cure_, me));
    }
    return answer;
  }

private:
  std::vector<std::string> children(const std::string& folder) const {
    std::vector<std::string> names;
    const std::string begin = folder + "/";
    for (auto node = nodes_.lower_bound(begin); node != nodes_.end() && node->first.rfind(begin, 0) == 0; ++node)
      if (node->first.find('/', begin.size()) == std::string::npos) names.push_back(node->first.substr(begin.size()));
    return names;
  }
  bool make(const std::vector<Change>& changes) {
    const auto before = nodes_;
    for (const Change& change : changes)
      if (!std::visit([this](const auto& one) { return apply(one); }, change)) {
        nodes_ = before;
        return false;
      }
    return true;
  }
  bool has_parent(const std::string& path) const {
    const std::string parent = path.substr(0, path.rfind('/'));
    return parent.empty() || nodes_.count(parent) > 0;
  }
  bool apply(const CreateNode& create) {
    const bool is_sequential = create.naming == Naming::sequential;
    const std::string number = std::to_string(10000000000 + tickets_);
    const std::string path = is_sequential ? create.path + number.substr(1) : create.path;
    if (is_sequential) ++tickets_;
    return has_parent(path) && nodes_.emplace(path, create.data).second;
  }
  bool apply(const RemoveNode& remove) { return children(remove.path).empty() && nodes_.erase(remove.path) > 0; }
  bool apply(const SetData& set) {
    const auto found = nodes_.find(set.path);
    if (found == nodes_.end()) return false;
    const bool is_first = found->second == to_text(Status::initial);
    if (set.version == 0 && !is_first) return false;
    found->second = set.data;
    return true;
  }
  bool apply(const CheckVersion& check) const { return nodes_.count(check.path) > 0; }

  Cure cure_;
  std::map<std::string, std::string> nodes_;
  long long tickets_ = 0;
};

/// One rank of a job: after each call of its side, `next` begins another one, or says that there is none.
struct Rank {
  int number;
  HaSide& side;
  std::function<std::optional<HaRequest>()> next;
  std::optional<HaRequest> request;
};

/// Calls that ask nothing are over at once.
void begin_call(Rank& rank) {
  do rank.request = rank.next();
  while (rank.request && rank.request->kind == Kind::none);
}

void make_request(Rank& rank, OneServer& server, EndedTasks& ended) {
  HaAnswer answer = server.answer(rank.number, rank.side, ended, *rank.request);
  rank.request = rank.side.step(answer);
  if (rank.request->kind == Kind::none) begin_call(rank);
}

/// The main logic: opens, submits all, waits for each and asks how it ended, closes.
class MainLogic {
public:
  MainLogic(const HaTerms& terms, int tasks) : side_(terms, roles.clients, 0), tasks_(tasks) {}

  std::optional<HaRequest> next() {
    if (std::exchange(is_new_, false)) return side_.open();
    if (submitted_ < tasks_) return side_.submit({"f", "k", submitted_++ % 3});
    if (std::exchange(is_waiting_, false)) {
      if (side_.named()) return side_.result(*side_.named());
      return side_.close();
    }
    if (side_.ending().status == Status::completed && side_.named()) outputs_.push_back(side_.ending().key);
    if (static_cast<int>(outputs_.size()) == tasks_ && std::exchange(is_closed_, true)) return std::nullopt;
    is_waiting_ = true;
    return side_.wait_any();
  }
  HaSubmitter& side() { return side_; }
  std::vector<std::string> outputs() const { return outputs_; }

private:
  HaSubmitter side_;
  int tasks_;
  int submitted_ = 0;
  bool is_new_ = true;
  bool is_waiting_ = false;
  bool is_closed_ = false;
  std::vector<std::string> outputs_;
};

/// A worker: enlists, takes tasks and completes them until it is let go.
class Worker {
public:
  Worker(const HaTerms& terms, const std::string& purpose) : side_(starter_with(terms, purpose)) {}

  std::optional<HaRequest> next() {
    if (std::exchange(is_new_, false)) return side_.enlist();
    if (std::exchange(is_taking_, !is_taking_)) {
      if (!side_.task()) return std::nullopt;
      return side_.complete(side_.task()->id, "out:" + std::to_string(side_.task()->id.order));
    }
    return side_.take();
  }
  HaStarter& side() { return side_; }

private:
  HaStarter side_;
  bool is_new_ = true;
  bool is_taking_ = false;
};

class HaSidesOf : public testing::TestWithParam<HaTerms> {};

TEST_P(HaSidesOf, EndEachTaskOnceWhateverTheOrderOfTheirRequests) {
  constexpr int tasks = 25;
  std::set<std::string> all;
  for (int order = 0; order < tasks; ++order) all.insert("out:" + std::to_string(order));
  for (std::uint64_t round = 0; round < 40; ++round) {
    RandomStream random(1, round, "falanx/ha-sides");
    OneServer server(GetParam().cure);
    EndedTasks ended(roles.clients, 0);
    MainLogic logic(GetParam(), tasks);
    std::deque<Worker> workers;
    std::vector<Rank> ranks{{0, logic.side(), [&logic] { return logic.next(); }, {}}};
    for (int group = 0; group < roles.groups; ++group) {
      Worker& worker = workers.emplace_back(GetParam(), "worker-" + std::to_string(group));
      ranks.push_back({roles.first_worker() + group, worker.side(), [&worker] { return worker.next(); }, {}});
    }
    for (Rank& rank : ranks) begin_call(rank);
    for (int requests = 0; requests < 200000 && !ranks.empty(); ++requests) {
      const auto turn = static_cast<std::ptrdiff_t>(random.below(ranks.size()));
      Rank& rank = ranks[static_cast<std::size_t>(turn)];
      make_request(rank, server, ended);
      if (rank.request) continue;
      std::vector<Rank> left;
      for (std::size_t i = 0; i < ranks.size(); ++i)
        if (ranks[i].request) left.push_back(ranks[i]);
      ranks.swap(left);
    }
    ASSERT_TRUE(ranks.empty()) << "round " << round << ": somebody waits in vain";
    const auto outputs = logic.outputs();
    ASSERT_EQ(outputs.size(), static_cast<std::size_t>(tasks)) << "round " << round;
    ASSERT_EQ(std::set<std::string>(outputs.begin(), outputs.end()), all) << "round " << round;
  }
}

INSTANTIATE_TEST_SUITE_P(Terms, HaSidesOf,
                         testing::Values(HaTerms{Writes::one_by_one, Cure::none}, HaTerms{Writes::together, Cure::none},
                                         HaTerms{Writes::together, Cure::buckets},
                                         HaTerms{Writes::together, Cure::ordered},
                                         HaTerms{Writes::together, Cure::batch}));

} // namespace
} // namespace daruma::models::falanx
