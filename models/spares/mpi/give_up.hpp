// How a stencil job ends that cannot go on.
#pragma once

#include "models/port/port.hpp"

#include <mpi.h>

#include <string_view>

namespace daruma::models::spares {

inline constexpr std::string_view no_spare_is_left = "No spare node can take the failed one's place";
inline constexpr std::string_view logger_is_lost =
    "The node of the event logger has failed, which is taken to be reliable";

/// Says why, and ends the job.
inline void give_up(std::string_view why) {
  port().print(why);
  MPI_Abort(MPI_COMM_WORLD, MPI_ERR_OTHER);
}

} // namespace daruma::models::spares
