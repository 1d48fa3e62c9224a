// What can break, how it shows, what it hides and what it causes: the fault model.
//
// MPI library with cluster monitoring (Sakai, Ishikawa), sections 3.3 and 3.5.2. A FaultModel is a kind of device, its
// elements are what can be observed of one. Models are data: a file for each (read_fault_models.hpp); together they
// make a FaultTree, which is refused if it makes no sense.
#pragma once

#include "sim/core/units.hpp"

#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace daruma::models::faults {

/// What the operating system says about a connection.
enum class Error { enetdown, enetunreach, ehostunreach, econnreset, econnrefused, etimedout };

/// The error that has this number in <cerrno>; nothing if no fault of a device explains it.
std::optional<Error> error_of(int number);
std::string_view name_of(Error);
std::optional<Error> error_named(std::string_view);
std::vector<std::string_view> names_of_errors();

/// What a device is part of. A port has the cable to its node, or to the next switch, with it.
enum class Holder { node, port, network_switch };

/// From whom a device is seen: the node that got the error, on the way, or at the other end.
enum class Side { own, way, peer };

/// What of a node is plugged into a switch: its NIC, and its management controller (BMC), which lives on standby power.
enum class Plug { nic, bmc };

/// What becomes of a simulated device that is broken in one way, beside what it shows.
enum class Effect {
  breaks,         ///< another device of the same holder
  slows,          ///< the node's CPUs
  ends_processes, ///< of the node; its kernel goes on and resets their connections
  hangs,          ///< the node's kernel: it is silent, with its links up
  switches_off,   ///< the node, but for its standby power
  goes_dark,      ///< node or switch, standby power and all
  cuts            ///< the link of the NIC or of the port
};

struct Consequence {
  Effect effect;
  Seconds after;         ///< the break
  std::string breaks{};  ///< device of the same holder...
  std::string element{}; ///< ...and in which way
  double speed = 1;      ///< of a CPU that is slowed, as a fraction
};

/// How a fault shows that takes with it whoever would tell of it: links go down at the switches that these are plugged
/// into, and all of them together.
struct LostLinks {
  std::vector<Plug> of{};
  Seconds within{0}; ///< the first of them to the last
};

/// Since when an observation is what it is: two numbers on the clock of whoever answers, in hundredths of a second.
struct LastChange {
  std::string at;    ///< what the handler is asked for, "{port}" for the number of the port
  std::string clock; ///< and what tells the time now
};

/// One observation of a device. It is broken if the value lies above `high` or below `low`; what is only there or not
/// reads 1 or 0.
///
/// Also one way for a simulated device to be broken: its value goes from `sound` to `broken` at once, or on and on by
/// `rise` in a second.
struct FaultModelElem {
  std::string name;
  std::string tells;        ///< in words
  std::string handler;      ///< who asks: "ipmi", "snmp", ...
  std::string sensor;       ///< what the handler is asked for, "{port}" for the number of the port
  std::optional<int> state; ///< of a sensor that knows several: reads 1 while this one is there
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  /// Seen, too, if it is not this device that is broken but what is at the other end of its cable.
  bool is_symptom = false;
  double sound = 0;
  double broken = 1;
  double rise = 0;
  std::vector<Consequence> then{};
  LostLinks lost_links{};
  std::optional<LastChange> last_change{};

  bool is_fault(double value) const { return value > high || value < low; }
};

struct FaultModel {
  std::string name; ///< as in "node3.cpu_fan"
  std::string title;
  Holder holder;
  int order; ///< among the devices of one holder: smaller ones are asked first
  std::vector<FaultModelElem> elements;
  /// The errors that it gives to those on that side.
  std::vector<Error> own;
  std::vector<Error> way;
  std::vector<Error> peer;
  std::vector<std::string> hides_here;   ///< of the same holder: cannot be observed while this is broken
  std::vector<std::string> hides_beyond; ///< of holders farther from the node that asks
  std::vector<std::string> causes;       ///< breaks these of the same holder, sooner or later
  std::vector<std::string> caused_by{};  ///< breaks of the same holder that lead to this one; each adds this device to
                                         ///< the `causes` of that one

  bool gives(Error, Side) const;
  /// Null: none of that name.
  const FaultModelElem* element(std::string_view name) const;
};

/// Models that make no sense together.
class FaultTreeError : public std::invalid_argument {
public:
  using std::invalid_argument::invalid_argument;
};

class FaultTree {
public:
  /// Throws FaultTreeError for names that are unknown or twice there, for a fault that hides or causes itself, by
  /// others or not, for a cause or one that hides of another holder, for a consequence that breaks what it does not
  /// cause, or that its holder cannot have, and for links to lose of what is no node's.
  explicit FaultTree(std::vector<FaultModel>);

  /// All models, in the order in which the devices of a holder are asked.
  const std::vector<FaultModel>& models() const { return models_; }
  const FaultModel* find(std::string_view name) const;
  /// Whether the cause leads to the effect, directly or through others.
  bool causes(std::string_view cause, std::string_view effect) const;

private:
  std::vector<FaultModel> models_;
};

} // namespace daruma::models::faults
