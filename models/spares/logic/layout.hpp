// Where a job and its spare nodes lie: a grid of ranks in a network that is larger by one layer of
// nodes at each face where spares are reserved (the paper's section 4.2 and Fig. 2).
//
// 2d-1 and 3d-1 reserve the face x+, 2d-2 and 3d-2 x+ and y+, 3d-3 x+, y+ and z+; any faces can be
// named. Corners where faces meet are spares too. Rank r sits at the r-th node of the job's grid.
#pragma once

#include "models/spares/logic/network.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace daruma::models::spares {

/// One side of the network: the axis it is across, and whether it lies at that axis's high end.
struct Face {
  int axis = 0;
  Direction side = forward;

  friend bool operator==(const Face& a, const Face& b) { return a.axis == b.axis && a.side == b.side; }
};

/// "2d-1" ... "3d-3", or names such as "x+,y-" in the order of preference; nothing on anything else, a face named
/// twice, or an axis that a job of so many dimensions lacks.
std::optional<std::vector<Face>> parse_faces(std::string_view text, int dimensions);
std::string to_text(const Face&);

/// "20x20": extents in 1 to 6 dimensions; nothing on anything else.
std::optional<std::vector<int>> parse_extents(std::string_view text);
std::string to_text(const std::vector<int>& extents);

class Layout {
public:
  /// `job` and the faces' axes are as parse_faces wants them; `order` as in Network.
  Layout(std::vector<int> job, std::vector<Face> faces, Wrap wrap, std::vector<int> order = {});

  const Network& network() const { return network_; }
  const std::vector<int>& job() const { return job_; }
  const std::vector<Face>& faces() const { return faces_; }
  int ranks() const { return static_cast<int>(homes_.size()); }
  bool is_spare(int node) const { return is_spare_[node]; }
  int spares() const { return network_.nodes() - ranks(); }
  /// The node that a rank starts on.
  int home(int rank) const { return homes_[rank]; }
  /// Coordinate of the layer of spares at that face.
  int layer(const Face& face) const { return face.side == forward ? network_.extents()[face.axis] - 1 : 0; }

private:
  std::vector<int> job_;
  std::vector<Face> faces_;
  Network network_;
  std::vector<bool> is_spare_; ///< by node: reserved as one
  std::vector<int> homes_;
};

} // namespace daruma::models::spares
