// Who comes first to where the ranks of a stencil job meet, and who waits for whom: that is who notices a death.
//
// The sum that ends each exchange, and the barrier before it, come to the ranks along a binomial tree from rank 0: as
// they get it they begin their work, or the exchange. There a rank waits for its partners' messages one after the
// other, the lowest first.
#pragma once

#include "models/spares/logic/network.hpp"
#include "models/spares/logic/pattern.hpp"

#include <functional>
#include <vector>

namespace daruma::fast {

struct Heard {
  int rank;
  int hops; ///< from rank 0, by way of others
};

/// The ranks in the order in which they get what rank 0 tells all; `nodes`: where each is.
std::vector<Heard> order_of_hearing(const models::spares::Network&, const std::vector<int>& nodes);

/// In which order they are through with an exchange that they begin as they hear: each with the last of its partners
/// who are not gone. `hops`: beyond what the exchange itself takes.
std::vector<Heard> order_after_exchange(const std::vector<Heard>&, const models::spares::Pattern&,
                                        const std::function<bool(int rank)>& is_gone);

/// The ranks that wait for that one first in an exchange.
std::vector<int> first_waiters(const models::spares::Pattern&, int rank);

} // namespace daruma::fast
