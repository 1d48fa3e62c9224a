#include "models/dyprc/mpi/arguments.hpp"
#include "models/dyprc/mpi/dyprc.hpp"

namespace daruma::models::dyprc {

const std::vector<Program>& programs() {
  static const std::vector<Program> all{
      {"dyprc-sendrecv",
       dyprc_sendrecv_main,
       {sendrecv_arguments::loops, sendrecv_arguments::largest_message, sendrecv_arguments::repetitions,
        sendrecv_arguments::window}},
      {"dyprc-iterate",
       dyprc_iteration_main,
       {iterate_arguments::iterations, iterate_arguments::work, iterate_arguments::shared_work}},
  };
  return all;
}

} // namespace daruma::models::dyprc
