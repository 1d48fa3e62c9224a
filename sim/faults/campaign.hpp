// Campaigns: what is broken, seen from pairs of nodes whose traffic it stops, asked of the Detection Manager.
//
// Each case breaks some components (and parts of the management network) of a sound machine. Every pair of nodes that
// can no longer talk gets the error that its socket gives, when it gives it, and asks. Pure and exhaustive: no draws.
//
// Who needs a switch or a port is known from all routes of the machine, whose number grows with the square of its
// nodes: they are gone through once for all components that are to be broken (crossings.hpp).
#pragma once

#include "sim/faults/crossings.hpp"
#include "sim/faults/encounter.hpp"
#include "sim/faults/management.hpp"

#include <functional>
#include <string>
#include <vector>

namespace daruma::faults {

struct Case {
  std::vector<Break> breaks;
  std::vector<ManagementPart> cut{}; ///< an hour before anything breaks
};

std::vector<models::faults::Component> broken_in(const std::vector<Case>&);

struct CampaignSettings {
  std::vector<Connection> connections{Connection::connecting, Connection::sending};
  SocketRules sockets{};
  ManagementTimes management{};
};

/// What was asked and found after one error of one connection.
struct Record {
  const Case* what;
  Pair pair; ///< who asked, and whom it could not reach
  Connection connection;
  SocketError error;
  Seconds asked; ///< when the error was there
  Seconds answered;
  int queries;
  std::vector<models::faults::Finding> findings;
  std::vector<std::string> named;
  std::vector<std::string> wrong; ///< what was named though it is sound
  /// Exactly what the case breaks, and nothing else.
  bool is_exact;
};

class Campaign {
public:
  /// `most_pairs` of each case ask.
  Campaign(const Fabric&, const models::faults::FaultTree&, CampaignSettings, std::size_t most_pairs);

  const Fabric& fabric() const { return fabric_; }
  std::size_t most_pairs() const { return most_pairs_; }

  /// The crossings are those of the broken components, among others. Nothing is recorded where no pair's traffic is
  /// stopped.
  void run(const Case&, const Crossings&, const std::function<void(const Record&)>&) const;

private:
  void ask(const Case&, const Health&, const Management&, const Pair&, const FirstEncounter&,
           const std::function<void(const Record&)>&) const;

  const Fabric& fabric_;
  const models::faults::FaultTree& tree_;
  CampaignSettings settings_;
  std::size_t most_pairs_;
};

} // namespace daruma::faults
