#include "sim/mpi/transport/connections.hpp"

#include "sim/mpi/process/job.hpp"

#include <algorithm>
#include <functional>

namespace daruma::mpi {

std::size_t Connections::PairHash::operator()(const std::pair<const Process*, const Process*>& pair) const {
  const std::hash<const Process*> hash;
  return hash(pair.first) * 31 + hash(pair.second);
}

Seconds Connections::ready(const Process& from, const Process& to, Seconds posted) {
  const Seconds setup = from.job->profile().connection_setup;
  const bool wired_at_start = from.launch == 0 && to.launch == 0;
  if (setup == Seconds(0) || wired_at_start || &from == &to) return posted;

  const auto [entry, is_first] = ready_.try_emplace(std::minmax(&from, &to), posted);
  if (is_first) {
    Seconds& server_free = server_free_[from.host];
    server_free = std::max(server_free, posted) + setup;
    entry->second = server_free;
  }
  return std::max(entry->second, posted);
}

} // namespace daruma::mpi
