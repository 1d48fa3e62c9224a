// Which of the candidates it was: what the Detection Manager does with a request.
//
// MPI library with cluster monitoring (Sakai, Ishikawa), section 3.4: candidates are asked in their order; what shows a
// fault is confirmed, what shows none is excluded, what could not be asked, or is hidden by a confirmed fault, is
// unknown. Beyond the paper, cables are looked at from their ends (cabling.hpp). Nothing else is concluded, so that a
// name is never wrong as long as devices do not lie and no two links of a node are lost by chance at one moment.
#pragma once

#include "models/faults/logic/candidates.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace daruma::models::faults {

/// What cannot be asked any more: this one thing, or anything of whoever answers for the node or the switch.
enum class Lost { nothing, sensor, agent };

/// The observed value, or why there is none.
struct Answer {
  std::optional<double> value{};
  Lost lost = Lost::nothing;
  std::string why_not{};

  static Answer of(double value) { return {value, Lost::nothing, ""}; }
  static Answer no_sensor(std::string why_not) { return {{}, Lost::sensor, std::move(why_not)}; }
  static Answer no_agent(std::string why_not) { return {{}, Lost::agent, std::move(why_not)}; }
};

class Cabling;

/// Whoever asks devices, in either world. One for all kinds of handlers.
class Handlers {
public:
  virtual ~Handlers() = default;
  /// Ends within the time that a question may take, whatever happens.
  virtual Answer ask(const Component&, const FaultModelElem&) = 0;
  /// For how many seconds it has been so, of an element with a last change.
  virtual Answer ask_age(const Component&, const FaultModelElem&) = 0;
};

enum class Verdict { confirmed, excluded, unknown };

struct Finding {
  Component component;
  Verdict verdict;
  std::vector<std::string> shown; ///< if confirmed: the names of the elements that showed it
  /// If confirmed: the fault that caused it; if unknown: the one that hides it. Empty: none known.
  std::string because;
  std::string why_not{}; ///< if unknown and not hidden: why it could not be asked, in words
};

/// In the order of the candidates. Devices that a confirmed fault hides are not asked, nor is an agent that gave no
/// answer once.
std::vector<Finding> detect(const std::vector<Candidate>&, const FaultTree&, Handlers&);
/// Where the cables are known, by their ends, too (cabling.hpp).
std::vector<Finding> detect(const std::vector<Candidate>&, const FaultTree&, Handlers&, const Cabling&);

/// What broke, without its effects: the confirmed faults that no confirmed fault caused.
std::vector<std::string> named(const std::vector<Finding>&);

} // namespace daruma::models::faults
