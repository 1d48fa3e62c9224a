// Consensus on the AND of the members' flags, over a tree: Herault, Bouteiller, Bosilca, Gamell, Teranishi, Parashar,
// Dongarra, "Practical scalable consensus for pseudo-synchronous distributed systems", SC 2015 (ERA).
//
// A member's parent is the nearest living above it in a binary tree of all members, numbered as a heap; the lowest
// living is the root, and parent of whoever has nobody living above it. Votes go up once a member has contributed and
// has heard all its children, the root decides, and the decision goes down; a member returns as soon as it has it.
// Whoever learns of a failure looks again who its parent and children are: without a decision it votes once more to a
// new parent and waits for new children; with one it tells it to both. What a member hears of somebody that it knows to
// have failed is ignored.
//
// Detectors never suspect the living, and all living learn of every death in the end. Then all who live to the end
// return, and with the same flag; whoever died with a decision that it had told nobody does not bind the others.
//
// No simulator: what goes out and what is to come back is in the surroundings.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

namespace daruma::mpi {

class EarlyReturningAgreement {
public:
  struct Message {
    bool is_decision;
    int flag;
  };

  class Surroundings {
  public:
    virtual ~Surroundings() = default;
    virtual bool knows(int member, int dead) const = 0;
    /// It returned, ended in order, and learns of nothing any more; it still answers.
    virtual bool has_left(int member) const = 0;
    /// Leads to arrived(from, to, message), if the receiver lives.
    virtual void send(int from, int to, Message message) = 0;
    /// The root has all it needs: the decision, from the AND of what it has heard.
    virtual int decide(int root, int flag) = 0;
    /// A member has the decision.
    virtual void returned(int member, int flag) = 0;
  };

  EarlyReturningAgreement(int members, Surroundings& surroundings)
      : surroundings_(surroundings), members_(static_cast<std::size_t>(members)) {}

  void contribute(int member, int flag);
  void arrived(int from, int to, Message message);
  /// The member knows now that `dead`, a member, is dead.
  void learnt(int member, int dead);
  /// Whoever waits for it is answered, although it will not learn of who that is; has_left(it) from now on.
  void member_left();
  bool has_returned(int member) const { return of(member).has_decision; }

private:
  struct Member {
    bool has_contributed = false;
    bool has_decision = false;
    int flag = ~0;
    int voted_to = -1;
    std::vector<int> heard; ///< whose votes it has
  };
  int size() const { return static_cast<int>(members_.size()); }
  Member& of(int member) { return members_[static_cast<std::size_t>(member)]; }
  const Member& of(int member) const { return members_[static_cast<std::size_t>(member)]; }
  bool has_new_parent(int member, int dead) const;
  int root(int member) const;
  int parent(int member) const;
  std::vector<int> children(int member) const;
  void add_nearest(int member, int above, std::vector<int>& living) const;
  void go_on(int member);
  void accept(int member, int flag);

  Surroundings& surroundings_;
  std::vector<Member> members_;
  std::set<int> waiting_roots_; ///< who is one, as far as it knows, and has not heard all
};

} // namespace daruma::mpi
