// The agreement of a replicated store's servers on the order of writes, and what it takes: ZooKeeper's atomic broadcast
// in its steady state (Junqueira, Reed, Serafini, Zab, DSN 2011).
//
// The leader numbers what it is asked for and proposes it, each server forces it into its log and acknowledges it, what
// a majority of all has acknowledged is committed in order. Whatever has come while a log was being forced is forced
// together. A server handles what it is sent in its turn, behind whatever else it does; messages between two servers
// arrive in the order in which they were sent. Elections are the group's: it tells who leads and who follows.
#pragma once

#include "sim/core/tree_store.hpp"
#include "sim/treestore/protocol.hpp"

#include <algorithm>
#include <vector>

namespace daruma::treestore {

/// How far one server is: numbers of writes, which grow, maybe with gaps.
struct Progress {
  Zxid logged = 0;
  Zxid forcing = 0; ///< in the log when it was forced last
  Zxid forced = 0;
  Zxid acknowledged = 0; ///< forced, as the leader knows
  Zxid made = 0;

  bool is_forcing() const { return forcing > forced; }
};

/// What a majority of all servers has acknowledged.
inline Zxid agreed_by(const std::vector<Progress>& servers) {
  std::vector<Zxid> acknowledged;
  acknowledged.reserve(servers.size());
  for (const Progress& server : servers) acknowledged.push_back(server.acknowledged);
  const auto majority = acknowledged.begin() + static_cast<std::ptrdiff_t>((acknowledged.size() - 1) / 2);
  std::nth_element(acknowledged.begin(), majority, acknowledged.end());
  return *majority;
}

/// Of a `Group` of servers that are numbered from 0, and of its writes, an `Entry` each. The group has:
///   const TreeStore& description() const;
///   int leader_number() const;
///   bool follows(int server) const;
///   void work_on(int server, Step)             // calls handle(server, step) when the server has worked on it
///   void send(int from, int to, Bytes, action) // between two servers
///   void after(int server, Seconds, action)    // comes to nothing where the server is lost meanwhile
///   Bytes size_of(const Entry&) const;
///   void number(Entry&);                       // gives it the next number
///   Zxid number_of(const Entry&) const;
///   void log(int server, const Entry&);
///   void make_until(int server, Zxid);         // all that is in its log until there
///   void agreed(Zxid);                         // by a majority; again and again
template <class Group, class Entry> class Broadcast {
public:
  struct Step {
    enum class Kind : std::uint8_t { lead, follow, commit };
    Kind kind;
    Entry entry{};  ///< of one that leads or follows
    Zxid until = 0; ///< what is committed
  };

  /// What a step takes of a server. Commits are part of what was counted for the write.
  static Seconds time_of(const TreeStore& takes, typename Step::Kind kind) {
    return kind == Step::Kind::commit ? Seconds(0) : takes.per_transaction;
  }

  /// A write has come to the leader.
  void lead(Entry entry) { group().work_on(group().leader_number(), {Step::Kind::lead, std::move(entry)}); }

  /// The server has worked on the step.
  void handle(int server, Step step) {
    switch (step.kind) {
    case Step::Kind::lead:
      return propose(server, std::move(step.entry));
    case Step::Kind::follow:
      return append(server, step.entry);
    case Step::Kind::commit:
      return commit(server, step.until);
    }
  }

protected:
  explicit Broadcast(std::size_t servers) : progress_(servers) {}

  /// A leader was elected, whose log all that follow have now.
  void begin_epoch() {
    for (Progress& server : progress_) server.acknowledged = 0;
  }
  /// The server leads or follows in it: all of its log is on its disk, and is made.
  void join(int server, Zxid logged) {
    Progress& joining = at(server);
    joining.logged = joining.forcing = joining.forced = logged;
    if (server == group().leader_number()) joining.acknowledged = logged;
    commit(server, logged);
  }
  /// The leader hears what a server has forced.
  void acknowledge(int server, Zxid until) {
    at(server).acknowledged = until;
    settle();
  }
  /// The leader looks what a majority has.
  void settle() {
    const int leader = group().leader_number();
    const Zxid until = agreed_by(progress_);
    if (until > at(leader).made) {
      tell_followers(leader, head, {Step::Kind::commit, {}, until});
      commit(leader, until);
    }
    group().agreed(until);
  }

private:
  Group& group() { return static_cast<Group&>(*this); }
  Progress& at(int server) { return progress_[static_cast<std::size_t>(server)]; }

  void propose(int leader, Entry&& entry) {
    group().number(entry);
    append(leader, entry);
    tell_followers(leader, group().size_of(entry), {Step::Kind::follow, entry});
  }
  void append(int server, const Entry& entry) {
    group().log(server, entry);
    at(server).logged = group().number_of(entry);
    force(server);
  }
  void force(int server) {
    Progress& forcing = at(server);
    if (forcing.is_forcing() || forcing.forced == forcing.logged) return;
    forcing.forcing = forcing.logged;
    group().after(server, group().description().log_force, [this, server] { end_forcing(server); });
  }
  void end_forcing(int server) {
    const int leader = group().leader_number();
    const Zxid until = at(server).forced = at(server).forcing;
    if (server == leader)
      acknowledge(server, until);
    else
      group().send(server, leader, head, [this, server, until] { acknowledge(server, until); });
    force(server);
  }
  void commit(int server, Zxid agreed) {
    const Zxid until = std::min(agreed, at(server).logged);
    if (until <= at(server).made) return;
    at(server).made = until;
    group().make_until(server, until);
  }
  void tell_followers(int leader, Bytes size, const Step& step) {
    for (int server = 0; server < static_cast<int>(progress_.size()); ++server)
      if (server != leader && group().follows(server))
        group().send(leader, server, size, [this, server, step] { group().work_on(server, step); });
  }

  std::vector<Progress> progress_; ///< by server
};

} // namespace daruma::treestore
