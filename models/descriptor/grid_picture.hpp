// A job whose processes are the nodes of a mesh or torus, before its failures and after them, as a report draws it.
#pragma once

#include "sim/core/grid_line.hpp"
#include "sim/results/records.hpp"
#include "sim/scenario/scenario.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace daruma::models {

struct GridPicture {
  struct State {
    std::vector<int> process_of; ///< that carries each rank
    /// Messages on each directed link in one exchange: by process, then axis, then direction.
    std::vector<int> loads;
    int most_loaded = 0;

    int load(int process, int axis, int dimensions, Direction direction) const {
      return loads[(static_cast<std::size_t>(process) * dimensions + axis) * 2 + direction];
    }
  };

  std::vector<int> extents; ///< of the network; processes are numbered x first
  Wrap wrap = Wrap::none;
  std::vector<bool> is_spare; ///< by process: reserved as one
  State before;
  State after;
  std::vector<int> dead; ///< processes

  int dimensions() const { return static_cast<int>(extents.size()); }
  int processes() const { return static_cast<int>(is_spare.size()); }
};

struct GridDrawing {
  std::string_view program;
  /// Nothing of a job of which no such picture can be drawn.
  std::optional<GridPicture> (*draw)(const scenario::Job&, const results::Result&);
};

} // namespace daruma::models
