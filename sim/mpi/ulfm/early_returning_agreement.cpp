#include "sim/mpi/ulfm/early_returning_agreement.hpp"

#include <algorithm>

namespace daruma::mpi {

namespace {

bool is_above(int upper, int lower) {
  while (lower > upper) lower = (lower - 1) / 2;
  return lower == upper;
}

} // namespace

/// As far as the member knows, as all that follows.
int EarlyReturningAgreement::root(int member) const {
  int lowest = 0;
  while (lowest < member && surroundings_.knows(member, lowest)) ++lowest;
  return lowest;
}

int EarlyReturningAgreement::parent(int member) const {
  for (int above = member; above > 0;) {
    above = (above - 1) / 2;
    if (!surroundings_.knows(member, above)) return above;
  }
  return root(member);
}

/// `above` if it lives, otherwise those nearest below it that do.
void EarlyReturningAgreement::add_nearest(int member, int above, std::vector<int>& living) const {
  if (above >= size()) return;
  if (above != member && !surroundings_.knows(member, above)) {
    living.push_back(above);
    return;
  }
  for (const int below : {2 * above + 1, 2 * above + 2}) add_nearest(member, below, living);
}

std::vector<int> EarlyReturningAgreement::children(int member) const {
  std::vector<int> living;
  add_nearest(member, root(member) == member ? 0 : member, living);
  return living;
}

void EarlyReturningAgreement::go_on(int member) {
  Member& own = of(member);
  if (own.has_decision || !own.has_contributed) return;
  const auto below = children(member);
  const auto is_heard = [&own](int child) {
    return std::find(own.heard.begin(), own.heard.end(), child) != own.heard.end();
  };
  for (const int child : below)
    if (!is_heard(child) && surroundings_.has_left(child)) surroundings_.send(child, member, {true, of(child).flag});
  const int above = parent(member);
  if (!std::all_of(below.begin(), below.end(), is_heard)) {
    if (above == member) waiting_roots_.insert(member);
    return;
  }
  if (above == member) {
    accept(member, surroundings_.decide(member, own.flag));
  } else if (own.voted_to != above) {
    own.voted_to = above;
    surroundings_.send(member, above, {false, own.flag});
  }
}

void EarlyReturningAgreement::accept(int member, int flag) {
  Member& own = of(member);
  if (own.has_decision) return;
  own.has_decision = true;
  own.flag = flag;
  waiting_roots_.erase(member);
  std::vector<int> below = children(member);
  for (const int voter : own.heard) // who knows of more failures has it for its parent already
    if (!surroundings_.knows(member, voter) && std::find(below.begin(), below.end(), voter) == below.end())
      below.push_back(voter);
  for (const int child : below) surroundings_.send(member, child, {true, flag});
  surroundings_.returned(member, flag);
}

void EarlyReturningAgreement::contribute(int member, int flag) {
  Member& own = of(member);
  own.has_contributed = true;
  own.flag &= flag;
  go_on(member);
}

void EarlyReturningAgreement::arrived(int from, int to, Message message) {
  if (surroundings_.knows(to, from)) return;
  Member& own = of(to);
  if (message.is_decision) {
    accept(to, message.flag);
  } else if (own.has_decision) {
    surroundings_.send(to, from, {true, own.flag});
  } else {
    own.flag &= message.flag;
    own.heard.push_back(from);
    go_on(to);
  }
}

/// Anybody else who may wait for it is above it, and has had the decision, which came down to it by that one.
void EarlyReturningAgreement::member_left() {
  const std::set<int> waiting = waiting_roots_;
  for (const int root : waiting) go_on(root);
}

/// Now that it knows of `dead`.
bool EarlyReturningAgreement::has_new_parent(int member, int dead) const {
  for (int above = member; above > 0;) {
    above = (above - 1) / 2;
    if (above == dead) return true;
    if (!surroundings_.knows(member, above)) return false;
  }
  return dead < root(member);
}

void EarlyReturningAgreement::learnt(int member, int dead) {
  const Member& own = of(member);
  if (!own.has_decision) {
    go_on(member);
    return;
  }
  const bool is_new_root = dead < member && root(member) == member;
  for (const int child : children(member))
    if (is_new_root || is_above(dead, child)) surroundings_.send(member, child, {true, own.flag});
  const int above = parent(member);
  if (above != member && has_new_parent(member, dead)) surroundings_.send(member, above, {true, own.flag});
}

} // namespace daruma::mpi
