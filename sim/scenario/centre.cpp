#include "sim/scenario/readers.hpp"

namespace daruma::scenario {

Centre read_centre(const Node& node, const std::filesystem::path& folder) {
  Centre centre;
  centre.log = folder / node["log"].text();
  centre.queue = node["queue"].text(centre.queue);
  return centre;
}

} // namespace daruma::scenario
