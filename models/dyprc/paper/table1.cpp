// DyProReconf, Table 1. Two rows are what the detector's two periods were set from, the other two follow.
#include "models/dyprc/paper/shrink.hpp"

namespace daruma::models::dyprc::paper {

study::Reproduction table1(const study::StudyContext& context) {
  study::Reproduction table{"DyProReconf, Table 1: return time of MPIX_Comm_shrink on one node", shrink_rows(context)};
  const auto time = [&table](std::size_t row) { return table.rows[row].simulated; };
  table.claims = {{"losing 20 of 24 takes longer than losing 8 of 12", time(1) > time(0) && time(3) > time(2)},
                  {"the detector thread makes it faster", time(2) < time(0) && time(3) < time(1)}};
  return table;
}

} // namespace daruma::models::dyprc::paper
