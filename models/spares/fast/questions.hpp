// Ranks that ask which part of the machine broke, where anybody can tell: who asks about whom, and how long it takes.
#pragma once

#include "sim/core/units.hpp"

#include <functional>
#include <vector>

namespace daruma::fast {

/// Who answers.
class Questions {
public:
  virtual ~Questions() = default;

  /// Whether the death of a node's rank at that time is a reason to ask.
  virtual bool is_reason(int node, Seconds died) const = 0;
  /// A rank on `asker` asks why that of `node` is gone; how long it takes until it is told.
  virtual Seconds ask(int asker, int node, Seconds now) = 0;
  virtual void conclude(int asker, int node, Seconds now) = 0;

  /// How long a rank asks why its work took so many times as long as it should; 0 where it does not.
  virtual Seconds time_to_examine(int node, double times, Seconds now) const = 0;
  virtual void examine(int node, double times, Seconds now) = 0;
};

struct NodeDeath {
  Seconds time;
  int node;
};

/// A rank that learns of deaths, or comes to where it does.
struct Learner {
  Seconds time;
  int node;
  bool heeds_revocation = false; ///< it waits for messages until then, unless one who knows calls it off
};

/// In which order those go on who met: who came last to where they meet is the first.
void meet(std::vector<Learner>&);

/// Whether a node's rank lives then; whoever has died by then is among the dead from now on.
using Lives = std::function<bool(int node, Seconds now)>;

/// Each asks about the first of the dead of whom nobody has asked, of those it knew when it came, and when it is told
/// goes on to the next; the first who has nothing to ask revokes. They meet when all who still live have come and been
/// told: then.
Seconds ask_about(const std::vector<NodeDeath>& dead, std::vector<Learner>& learners, Questions&, const Lives&);

} // namespace daruma::fast
