// From measured times to the numbers of a machine description, a runtime profile and a tree store.
//
// Each number has a mechanism in the simulator, and the measurements are those that this mechanism
// alone explains: calls that send and receive give their processor time by length, and what a round trip takes besides
// gives the loopback's latency and bandwidth; operations without failures
// give agreement, split and revoke; many deaths at once, beside one, give the detector's period; one
// death in n ranks gives the shrink, in which the time is contained that the news of a death takes.
// Laws in the number of ranks are least-squares lines with neither part below zero. Clients that use a tree store
// without a pause keep this computer's processors busy, so that the time that one operation adds, times the
// processors, is what all who have a part in it compute: for a read the server and the client, taken as a half each, as
// for each byte of an answer and for each name of a list besides; for a write each server besides. What a write by one
// client alone takes beyond that is the log; what a read by one client takes longer after a rest is of both who take
// part, the half each. Pure.
#pragma once

#include "sim/study/replications.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace daruma::calibration {

/// Repeated measurements of many quantities are run by run: each by the name of the quantity (trials.hpp), in seconds.
using Values = study::Metrics;

/// The middle of several values and how far they reach.
struct Spread {
  double median = 0;
  double least = 0;
  double most = 0;
};

/// `values` is not empty; the median of two middles is their mean.
Spread spread(std::vector<double> values);

/// The spread of one quantity over the runs that have it; nothing if none has.
std::optional<Spread> spread_of(const std::string& name, const std::vector<Values>& runs);

/// The median of every quantity that any run has.
Values medians(const std::vector<Values>& runs);

/// Where the measurements come from.
struct Origin {
  std::string name; ///< "Open MPI 5.0.7"
  int cores = 1;    ///< of this computer
  int servers = 0;  ///< of a tree store, all on this computer
};

/// Which file a number belongs to.
enum class Document { machine, runtime, tree_store };

/// Where a number stands: document and JSON pointer.
using Place = std::pair<Document, std::string>;

/// Seconds, bytes per second at a "bandwidth", "rate" or "marshalling", or bytes at a "bytes_below". A number whose
/// measurements are missing is missing.
using Numbers = std::map<Place, double>;

Numbers fit(const Values&, const Origin&);

/// y = fixed + slope * x through points of distinct x, at least one; neither part is negative.
struct Line {
  double fixed = 0;
  double slope = 0;
};
Line fit_line(const std::vector<std::pair<double, double>>& points);

} // namespace daruma::calibration
