// A scheduler that is a program of its own and decides at a centre, in the place of the queue's policy: which jobs
// start, on which cores, which are refused, and which are ended.
//
// It speaks Batsim's protocol (batsim_protocol.hpp) and may take time to decide: what it orders happens at the times
// that it says, and until the last of them it is told nothing new. Cores of a node that is down are told to be
// unavailable. A job that loses a node has failed and comes again, under its name with "#1", "#2" and so on behind it,
// as pybatsim names what it submits again; so does one that was to be started on a node that has failed meanwhile.
#pragma once

#include "sim/batch/batsim_protocol.hpp"
#include "sim/batch/places.hpp"

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace daruma::batch {

class OutsideScheduler {
public:
  /// Sends a message, and returns the answer to it.
  using Exchange = std::function<std::string(const std::string&)>;

  /// `title` is for people; jobs have names by number. It is told at once that the simulation begins.
  OutsideScheduler(std::string title, Exchange, std::vector<std::string> names, int nodes, int cores_of_node);

  void submitted(const Request&, int interruptions, Seconds now);
  /// A job that it has not heard of will never come.
  void stays_away(Seconds now);
  /// A job that was started has ended.
  void ended(std::size_t job, batsim::JobState, Seconds now);
  void node_down(int node, Seconds now);
  void node_up(int node, Seconds now);

  struct Decision {
    enum class Kind {
      start,
      fail, ///< to be started where a node has failed since: it comes again
      refuse,
      end,
      tell_energy
    };
    Kind kind;
    std::vector<std::size_t> jobs{};      ///< one, or those to be ended that run
    Places places{};                      ///< of one that starts
    std::vector<std::string> asked_for{}; ///< to be ended
  };
  /// What is to be done now, after which it is to be asked again until there is nothing; it may be told what happened.
  /// Throws PolicyError, if it cannot be done.
  std::vector<Decision> decide(Seconds now);
  /// When it wants to be asked, whatever happens.
  Seconds next_time() const;

  /// Answers to its decisions.
  struct Ended {
    std::size_t job;
    double progress; ///< part of it that was done
  };
  void have_been_ended(const Decision&, const std::vector<Ended>&, Seconds now);
  void tell_energy(double joules, Seconds now) { news_.consumed(now, joules); }

  void simulation_ends(Seconds now);

private:
  struct Known {
    std::size_t job;
    int processors;
    enum class State { waits, runs, over } state = State::waits;
    batsim::Cores cores{};
  };

  void ask(Seconds now);
  Decision carry_out(const batsim::Order&);
  Decision start(const batsim::Order&);
  Known& known(const std::string& id, Seconds time);
  Known& waiting(const std::string& id, Seconds time);
  Places take(const batsim::Cores&);
  batsim::Cores cores_of(int node) const;
  [[noreturn]] void refuse(Seconds time, const std::string& what) const;

  std::string title_;
  Exchange exchange_;
  std::vector<std::string> names_;
  int cores_of_node_;
  std::vector<char> is_taken_;      ///< by core
  std::vector<Seconds> down_since_; ///< by node; never: it is up
  std::map<std::string, Known> known_{};
  std::vector<std::string> ids_; ///< by job, the last that it had
  std::size_t come_ = 0;         ///< jobs, and those that never will
  batsim::News news_{};
  std::deque<batsim::Order> orders_{};
  std::multiset<Seconds> calls_{};
  Seconds asked_{0};
  Seconds busy_until_{0};
  int messages_at_once_ = 0;
};

} // namespace daruma::batch
