// What became of a case, held against the run without faults and against what the scenario promises. Pure.
#pragma once

#include "sim/core/units.hpp"
#include "sim/core/words.hpp"
#include "sim/results/records.hpp"
#include "sim/run/simulated/call_moments.hpp"
#include "sim/run/simulated/simulate.hpp"
#include "sim/scenario/scenario.hpp"

#include <map>
#include <string>
#include <vector>

namespace daruma::explore {

enum class Verdict {
  recovers,
  gives_up, ///< its jobs end themselves, or nobody is left
  wrong_answer,
  hang,
  crash, ///< a process dies by itself, or the simulator does
  leak,  ///< requests or communicators are left behind
  misuse ///< MPI is used as no MPI could serve it
};

extern const Choices<Verdict> verdicts;

/// The run without faults.
struct Reference {
  std::vector<std::string> lines; ///< that processes printed, sorted
  std::map<std::string, double> metrics;
  run::LeftBehind left_behind; ///< by one process, at most
  int deaths = 0;              ///< that the scenario's own events inflict
  Seconds end{0};
};

/// When the last job ended.
Seconds last_end(const results::Result&);

Reference reference_of(const results::Result&, const run::LeftBehind&);

struct Finding {
  Verdict verdict = Verdict::recovers;
  std::string why{};        ///< a sentence; empty where all is well
  int deaths = 0;           ///< that were inflicted beyond those
  bool is_promised = false; ///< that the jobs survive what befell them
};

/// Whether the promise is kept: it recovers, or gives up where more died than it said it survives.
bool is_kept(const Finding&);

Finding judge(const run::Ending&, const run::LeftBehind&, const Reference&, const scenario::Exploration& promise,
              const std::vector<scenario::Expectation>&);

} // namespace daruma::explore
