// Who asks which part of the machine broke, when, what is known of it afterwards and what is made of it, in a run with
// ranks or without.
//
// A process asks when a call of it fails because of one that died, and when its own node turns out slow. What it is
// told about a node holds for its whole job; who dies there later is a new reason to ask. A question takes the time
// that its verdict says, and is answered when that is over.
#pragma once

#include "sim/faults/localiser.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace daruma::faults {

/// What came of a job's questions.
struct InquiryTally {
  int verdicts = 0;
  int naming = 0; ///< of them
  int queries = 0;

  /// By the names of the job's metrics.
  std::map<std::string, double> metrics() const;
};

/// What follows from a verdict about a node, for the one who asked. Nothing is placed any more where something is
/// broken. Nodes that are gone with the one that was asked about need no detector to be known. Where only the process
/// is gone, another may take its place.
struct Recommendation {
  std::vector<int> broken{};     ///< nodes to be given up
  std::vector<int> taken_away{}; ///< nodes that cannot be reached any more, or will not be soon
  bool is_node_sound = false;
};

class Inquiries {
public:
  Inquiries(const Localisation& order, const Breakage& breakage) : localiser_(order, breakage) {}

  /// Whether the death of one of the job's processes on that node is a reason to ask.
  bool is_reason(const std::string& job, int node, Seconds died) const;
  /// A process of the job on `asker` asks why one on `node` is gone, which nobody else has to do from now on.
  Verdict ask(const std::string& job, int asker, int node, Seconds now);
  /// It is told. What the job makes of it, where anything is made of it: it knows of the nodes that are taken away.
  Recommendation conclude(const std::string& job, int asker, int node, const Verdict&, Seconds now);
  /// What the job knows about the node; empty where nothing yet.
  std::string told(const std::string& job, int node) const;

  /// Whether a computation on the node that took so many times as long as it should is a reason to ask.
  bool is_reason(int node, double times) const;
  /// What a process there would be told about its node's parts.
  Verdict examine(int node, Seconds now) const { return localiser_.examine(node, now); }
  /// It asks, which nobody else has to do from now on...
  void begin_examination(int node) { slow_nodes_[node] = 1; }
  /// ...and is told.
  void conclude(const std::string& job, int node, double times, const Verdict&);
  /// How many times as long as it should computing takes on the node, as far as it is known.
  double slowness(int node) const;

  /// Of answers so far.
  const InquiryTally& tally(const std::string& job) const { return tallies_.at(job); }

private:
  /// What a job asked about a node, and was told.
  struct Inquiry {
    Seconds asked;
    std::string told; ///< empty: not yet
  };

  void count(const std::string& job, const Verdict&);

  Localiser localiser_;
  std::map<std::pair<std::string, int>, Inquiry> inquiries_; ///< by job and node
  std::map<std::string, InquiryTally> tallies_;              ///< by job
  std::map<int, double> slow_nodes_;                         ///< asked about, and how many times slower
};

} // namespace daruma::faults
