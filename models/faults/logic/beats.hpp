// Who watches a job while nothing fails, and when the watch of a process is due.
#pragma once

#include "sim/core/units.hpp"
#include "sim/core/words.hpp"

namespace daruma::models::faults {

enum class Watching { none, ring, server, system };

inline const Choices<Watching> ways_of_watching{
    {"none", Watching::none}, {"ring", Watching::ring}, {"server", Watching::server}, {"system", Watching::system}};

/// When the watch of a process is due: from a first time on, every period.
class Beats {
public:
  Beats(Seconds first, Seconds period) : next_(first), period_(period) {}

  Seconds next() const { return next_; }
  bool is_due(Seconds now) const;
  /// Of a cost per beat, what is left to pay now of all that are due: waiting since then has paid for some.
  struct Due {
    int beats;
    Seconds to_pay;
  };
  Due take(Seconds now, Seconds cost);

private:
  Seconds next_;
  Seconds period_;
};

} // namespace daruma::models::faults
