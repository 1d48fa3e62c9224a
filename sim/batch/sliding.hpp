// How much longer a job takes after failed nodes were replaced by the methods of models/spares: its exchanges take as
// long as the link with most messages needs, and that one has more of them than before.
//
// The job's nodes are a mesh as square as can be with a layer of spare nodes at one face, and exchange a five-point
// stencil's halos. Which nodes fail is drawn: the answer is the mean over a fixed sample. Failures that the mesh's own
// spare nodes cannot answer add nothing.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace daruma::batch {

class Sliding {
public:
  /// `method` as models::spares::parse_method reads it for two dimensions; exchanges are that share of a job's time.
  Sliding(const std::string& method, double exchange_share);

  /// At least 1. Numbers of failures beyond 8 are taken for 8.
  double slowdown(int nodes, int replaced) const;

private:
  double ratio(const std::vector<int>& extents, int replaced) const;

  std::vector<int> methods_;
  double exchange_share_;
  mutable std::map<std::pair<int, int>, double> known_; ///< a cache
};

} // namespace daruma::batch
