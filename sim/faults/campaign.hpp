// Campaigns: what is broken, seen from pairs of nodes whose traffic it stops, asked of the Detection Manager.
//
// Each case breaks some components (and parts of the management network) of a sound machine. Every pair of nodes that
// can no longer talk gets the error that its socket gives, when it gives it, and asks. Pure and exhaustive: no draws.
#pragma once

#include "sim/faults/encounter.hpp"
#include "sim/faults/management.hpp"

#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace daruma::faults {

/// Whose traffic a component carries: the pairs of nodes that need it, there or back.
class Crossings {
public:
  /// Takes at most so many pairs of each component, and as many the other way round.
  explicit Crossings(const Fabric&, std::size_t most = std::numeric_limits<std::size_t>::max());

  /// Each followed by itself the other way round. None if nothing goes that way.
  const std::vector<Pair>& of(const models::faults::Component&) const;

private:
  void enter(const models::faults::Way&, const Pair&);
  void enter(std::vector<Pair>&, const Pair&) const;

  std::size_t most_;
  std::vector<std::vector<Pair>> nodes_;
  std::vector<std::vector<Pair>> switches_;
  std::vector<std::vector<std::vector<Pair>>> ports_;
};

struct Case {
  std::vector<Break> breaks;
  std::vector<ManagementPart> cut{}; ///< from the beginning
};

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

  /// Nothing is recorded where no pair's traffic is stopped.
  void run(const Case&, const std::function<void(const Record&)>&) const;

private:
  std::vector<Pair> pairs(const Case&) const;
  void ask(const Case&, const Health&, const Management&, const Pair&, const FirstEncounter&,
           const std::function<void(const Record&)>&) const;

  const Fabric& fabric_;
  const models::faults::FaultTree& tree_;
  CampaignSettings settings_;
  std::size_t most_pairs_;
  Crossings crossings_;
};

} // namespace daruma::faults
