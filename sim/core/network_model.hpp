// How messages are carried: the models that a scenario may choose from.
#pragma once

#include "sim/core/words.hpp"

namespace daruma {

enum class NetworkModel {
  flows,   ///< max-min fair sharing of links, solved where something changed
  simgrid, ///< max-min fair sharing of links, solved by SimGrid
  packets, ///< links serve packets first come, first served
};

inline const Choices<NetworkModel> network_models{
    {"flows", NetworkModel::flows}, {"simgrid", NetworkModel::simgrid}, {"packets", NetworkModel::packets}};

} // namespace daruma
