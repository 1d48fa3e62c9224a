// Asks which part of the machine broke, on behalf of a job's processes, and remembers what it was told.
//
// The first process whose call fails because of a node asks, and is told after the time that the questions take; what
// it is told belongs to the job (with the news of the failure, which spreads anyway). A process whose computing takes
// longer than it should asks the controller of its own node. Nothing is asked, sent or computed while nothing fails.
#pragma once

#include "sim/faults/breakage.hpp"
#include "sim/faults/simulated_handlers.hpp"

#include <string>
#include <vector>

namespace daruma::faults {

enum class Judgement {
  broken,  ///< parts are named
  sound,   ///< no part is broken
  unknown, ///< something could not be judged
};

/// What one detection came to.
struct Verdict {
  Judgement outcome;
  std::string text;                                ///< a sentence for people
  std::vector<models::faults::Component> broken{}; ///< causes, without their effects
  bool is_node_silent = false;                     ///< it is not only the process
  Seconds taken{0};
  int queries = 0;

  bool names(const std::string& kind_of_device) const;
};

class Localiser {
public:
  Localiser(const Localisation& order, const Breakage& breakage) : order_(order), breakage_(breakage) {}

  bool is_informed() const { return order_.recourse == Recourse::informed; }

  /// A process on `asker` lost its connection with one on `other`.
  Verdict ask(int asker, int other, Seconds now) const;
  /// The parts of the asker's own node.
  Verdict examine(int node, Seconds now) const;
  /// Of what is broken: nodes that cannot be reached from `asker` any more, `other` among them if it is silent.
  std::vector<int> taken_away(const Verdict&, int asker, int other) const;

private:
  Verdict judge(models::faults::Error, const models::faults::Way& there, const models::faults::Way& back,
                Seconds now) const;

  const Localisation& order_;
  const Breakage& breakage_;
};

} // namespace daruma::faults
