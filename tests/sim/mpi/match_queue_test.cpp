// Messages and receives meet in MPI's order, whatever else waits: the queue against one that looks through everything.
#include "sim/mpi/p2p/match_queue.hpp"

#include "sim/core/random_stream.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace daruma::mpi::test {
namespace {

constexpr int contexts = 3;
constexpr int sources = 4;
constexpr int tags = 5;

/// What MPI says, word by word.
class PlainQueue {
public:
  Message* look(const Request& receive) const {
    const auto found = std::find_if(unexpected_.begin(), unexpected_.end(),
                                    [&](const Message* message) { return matches(receive, *message); });
    return found == unexpected_.end() ? nullptr : *found;
  }
  Request* claim(const Message& message) {
    const auto found = std::find_if(posted_.begin(), posted_.end(),
                                    [&](const Request* receive) { return matches(*receive, message); });
    if (found == posted_.end()) return nullptr;
    Request* receive = *found;
    posted_.erase(found);
    return receive;
  }
  void keep(Message& message) { unexpected_.push_back(&message); }
  void post(Request& receive) { posted_.push_back(&receive); }
  void withdraw(const Message& message) {
    erase(unexpected_, [&](const Message* one) { return one == &message; });
  }
  void withdraw(const Request& receive) {
    erase(posted_, [&](const Request* one) { return one == &receive; });
  }
  void close(ContextId context) {
    erase(unexpected_, [&](const Message* one) { return one->context == context; });
    erase(posted_, [&](const Request* one) { return one->context() == context; });
  }

private:
  static bool matches(const Request& receive, const Message& message) {
    return receive.context() == message.context && (receive.peer == MPI_ANY_SOURCE || receive.peer == message.source) &&
           (receive.tag == MPI_ANY_TAG || receive.tag == message.tag);
  }
  template <class List, class Condition> static void erase(List& list, Condition&& condition) {
    list.erase(std::remove_if(list.begin(), list.end(), condition), list.end());
  }

  std::vector<Message*> unexpected_;
  std::vector<Request*> posted_;
};

/// Does to both queues what chance says, and compares what they answer.
class Comparison {
public:
  explicit Comparison(const char* purpose) : random_(1, 0, purpose) {
    for (int i = 0; i < contexts; ++i) {
      communicators_[i].context = 10 * i;
      handles_[i].communicator = &communicators_[i];
    }
  }

  /// A message comes.
  void send() {
    auto message = std::make_shared<Message>();
    message->context = 10 * draw(contexts);
    message->source = draw(sources);
    message->tag = draw(tags);
    messages_.push_back(message);
    Request* const claimed = queue_.claim(*message);
    ASSERT_EQ(claimed, plain_.claim(*message));
    if (claimed) return;
    queue_.keep(message);
    plain_.keep(*message);
  }

  void receive() {
    Request& receive = make_receive();
    Message* const expected = plain_.look(receive);
    ASSERT_EQ(queue_.peek(receive), expected);
    ASSERT_EQ(queue_.take(receive).get(), expected);
    if (expected) {
      plain_.withdraw(*expected);
    } else {
      queue_.post(receive);
      plain_.post(receive);
    }
  }

  /// Something old, which may be gone already.
  void withdraw() {
    if (!messages_.empty()) {
      const Message& message = *messages_[random_.below(messages_.size())];
      queue_.withdraw(message);
      plain_.withdraw(message);
    }
    if (!receives_.empty()) {
      const Request& receive = *receives_[random_.below(receives_.size())];
      queue_.withdraw(receive);
      plain_.withdraw(receive);
    }
  }

  void close() {
    const ContextId context = 10 * draw(contexts);
    queue_.close(context);
    plain_.close(context);
  }

  int draw(int bound) { return static_cast<int>(random_.below(static_cast<std::uint64_t>(bound))); }

private:
  Request& make_receive() {
    auto receive = std::make_unique<Request>();
    receive->kind = Request::Kind::receive;
    receive->handle = &handles_[draw(contexts)];
    receive->peer = draw(4) == 0 ? MPI_ANY_SOURCE : draw(sources);
    receive->tag = draw(4) == 0 ? MPI_ANY_TAG : draw(tags);
    return *receives_.emplace_back(std::move(receive));
  }

  RandomStream random_;
  Communicator communicators_[contexts];
  LocalCommunicator handles_[contexts];
  MatchQueue queue_;
  PlainQueue plain_;
  std::vector<std::shared_ptr<Message>> messages_;
  std::vector<std::unique_ptr<Request>> receives_;
};

/// At times more messages come than are received, at times fewer.
TEST(MatchQueue, MatchesAsALookThroughEverythingDoes) {
  Comparison comparison("matching");
  for (int step = 0; step < 40000 && !testing::Test::HasFatalFailure(); ++step) {
    const int wave = step / 1000 % 4;
    const int of_ten = comparison.draw(10);
    if (of_ten < 9)
      of_ten < (wave == 0 ? 8 : wave == 2 ? 1 : 4) ? comparison.send() : comparison.receive();
    else if (wave % 2 != 0)
      comparison.withdraw();
    if (step % 1777 == 0) comparison.close();
  }
}

TEST(MatchQueue, WithdrawsInAnyOrder) {
  Comparison comparison("withdrawing");
  for (int step = 0; step < 40000 && !testing::Test::HasFatalFailure(); ++step) switch (comparison.draw(5)) {
    case 0:
      comparison.send();
      break;
    case 1:
      comparison.receive();
      break;
    default:
      comparison.withdraw();
    }
}

/// Looked through from the front, they would take minutes.
TEST(MatchQueue, FindsTheLastOfManyAsSoonAsTheFirst) {
  constexpr int many = 300000;
  Communicator communicator;
  LocalCommunicator handle;
  handle.communicator = &communicator;
  MatchQueue queue;
  for (int tag = 0; tag < many; ++tag) {
    const auto message = std::make_shared<Message>();
    message->tag = tag;
    queue.keep(message);
  }
  Request receive;
  receive.handle = &handle;
  for (int tag = many - 1; tag >= 0; --tag) {
    receive.peer = tag % 2 == 0 ? MPI_ANY_SOURCE : 0;
    receive.tag = tag;
    const auto message = queue.take(receive);
    ASSERT_TRUE(message);
    ASSERT_EQ(message->tag, tag);
  }
  EXPECT_EQ(queue.peek(receive), nullptr);
}

} // namespace
} // namespace daruma::mpi::test
