#include "models/falanx/fast/falanx_placement.hpp"

#include "models/falanx/logic/packet.hpp"

namespace daruma::fast {

Bytes packet_size(std::size_t key, Bytes value) {
  return Bytes(static_cast<double>(models::falanx::wire_size(key, 0))) + value;
}

} // namespace daruma::fast
