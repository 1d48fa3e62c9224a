// The agreement without a simulator: random contributions, deaths and delays, against what it promises.
#include "sim/core/event_queue.hpp"
#include "sim/core/random_stream.hpp"
#include "sim/mpi/ulfm/early_returning_agreement.hpp"

#include <functional>
#include <gmock/gmock.h>
#include <optional>
#include <vector>

namespace daruma::mpi {
namespace {

class Voters final : public EarlyReturningAgreement::Surroundings {
public:
  Voters(int n, RandomStream& random)
      : random_(random), alive_(n, true), contributed_(n), left_(n), knows_(n, std::vector<bool>(n)), returned_(n),
        agreement_(n, *this) {}

  void contributes_at(double when, int member, int flag) {
    events_.at(Seconds(when), [this, member, flag] {
      if (!alive_[member]) return;
      contributed_[member] = true;
      agreement_.contribute(member, flag);
    });
  }
  /// Everybody learns of it at a time of its own.
  void dies_at(double when, int member) {
    events_.at(Seconds(when), [this, member] {
      if (!alive_[member] || left_[member]) return;
      alive_[member] = false;
      for (int i = 0; i < size(); ++i)
        after(5, [this, i, member] {
          if (!alive_[i] || left_[i]) return;
          knows_[i][member] = true;
          agreement_.learnt(i, member);
        });
    });
  }
  /// Where it has returned by then.
  void leaves_at(double when, int member) {
    events_.at(Seconds(when), [this, member] {
      left_[member] = alive_[member] && returned_[member];
      if (left_[member]) agreement_.member_left();
    });
  }
  void run() {
    while (events_.step()) {}
  }
  int size() const { return static_cast<int>(alive_.size()); }
  bool lives(int member) const { return alive_[member]; }
  std::optional<int> outcome(int member) const { return returned_[member]; }
  int messages() const { return messages_; }
  /// Somebody returned what another one who lived at that time did not.
  bool disagreed() const { return disagreed_; }
  bool decided_without_a_vote() const { return decided_without_a_vote_; }

private:
  void after(double longest, std::function<void()> action) {
    events_.after(Seconds(longest * random_.uniform()), std::move(action));
  }
  bool knows(int member, int dead) const override { return knows_[member][dead]; }
  bool has_left(int member) const override { return left_[member]; }
  void send(int from, int to, EarlyReturningAgreement::Message message) override {
    ++messages_;
    after(1, [this, from, to, message] {
      if (alive_[to]) agreement_.arrived(from, to, message);
    });
  }
  int decide(int, int flag) override {
    for (int i = 0; i < size(); ++i)
      if (alive_[i] && !contributed_[i]) decided_without_a_vote_ = true;
    return flag;
  }
  void returned(int member, int flag) override {
    returned_[member] = flag;
    for (int i = 0; i < size(); ++i)
      if (alive_[i] && returned_[i] && *returned_[i] != flag) disagreed_ = true;
  }

  RandomStream& random_;
  std::vector<bool> alive_;
  std::vector<bool> contributed_;
  std::vector<bool> left_;
  std::vector<std::vector<bool>> knows_;
  std::vector<std::optional<int>> returned_;
  EventQueue events_;
  EarlyReturningAgreement agreement_;
  int messages_ = 0;
  bool disagreed_ = false;
  bool decided_without_a_vote_ = false;
};

TEST(EarlyReturningAgreement, IsUniformWhoeverDiesAtAnyMoment) {
  for (int trial = 0; trial < 20000; ++trial) {
    RandomStream random(9, static_cast<std::uint64_t>(trial), "agreement");
    const int n = 1 + static_cast<int>(random.uniform() * 14);
    Voters voters(n, random);
    for (int i = 0; i < n; ++i) voters.contributes_at(3 * random.uniform(), i, ~(1 << i));
    const int deaths = static_cast<int>(random.uniform() * n);
    for (int i = 0; i < deaths; ++i) voters.dies_at(8 * random.uniform(), static_cast<int>(random.uniform() * n));
    for (int i = 0; i < n; i += 3) voters.leaves_at(4 + 8 * random.uniform(), i);
    voters.run();
    ASSERT_FALSE(voters.disagreed()) << "trial " << trial;
    ASSERT_FALSE(voters.decided_without_a_vote()) << "trial " << trial;
    for (int i = 0; i < n; ++i) {
      if (!voters.lives(i)) continue;
      ASSERT_TRUE(voters.outcome(i)) << "trial " << trial << ": " << i << " of " << n << " never returned";
      for (int other = 0; other < n; ++other)
        ASSERT_TRUE(!voters.lives(other) || (*voters.outcome(i) & (1 << other)) == 0)
            << "the flags of all living count";
    }
  }
}

TEST(EarlyReturningAgreement, TakesTwoMessagesAMemberWithoutFailures) {
  for (const int n : {1, 2, 3, 100, 1000}) {
    RandomStream random(10, 0, "agreement");
    Voters voters(n, random);
    for (int i = 0; i < n; ++i) voters.contributes_at(random.uniform(), i, 7);
    voters.run();
    EXPECT_EQ(voters.messages(), 2 * (n - 1));
    EXPECT_EQ(voters.outcome(n - 1), 7);
  }
}

} // namespace
} // namespace daruma::mpi
