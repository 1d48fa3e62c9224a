// Which single faults nobody can tell apart: those after which every connection gets the same errors, and the questions
// that follow find the same of each part, whoever asks. All that can be asked along the way is asked (detection.hpp).
//
// What could tell them apart is what their devices' files would have asked of them where nobody answers: a management
// network that is cut, a switch without power.
#pragma once

#include "sim/faults/campaign.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace daruma::faults {

/// The sum of all that becomes known after a break: equal if that is.
class Evidence {
public:
  void add(const Record&);
  std::uint64_t sum() const { return sum_; }

private:
  void add(std::string_view text);
  void add(int number);

  std::uint64_t sum_ = 0xcbf29ce484222325; ///< FNV-1a (Fowler, Noll, Vo), 64 bits
};

using FaultsByEvidence = std::map<std::uint64_t, std::vector<FailureMode>>;

/// Faults that leave the same evidence.
struct AlikeFaults {
  std::vector<std::string> ways; ///< as in "cpu.throttled": one for each of them, ascending
  bool is_one_part;              ///< it breaks in several ways, which are told from those of all others
  std::int64_t times = 1;        ///< the machine has so many groups of this kind
  /// What would tell: whom to ask, by what, and for what, as in "ipmi CPU Status"; each once, ascending.
  std::vector<std::string> further{};
};

/// Groups of two and more. Those that span parts come first, then in the order of their ways.
std::vector<AlikeFaults> alike_faults(const FaultsByEvidence&);

} // namespace daruma::faults
