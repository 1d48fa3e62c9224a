#include "sim/mpi/process/communicator.hpp"

#include "sim/mpi/process/job.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <mpi.h>
#include <numeric>

namespace daruma::mpi {

int Grid::size() const { return std::accumulate(extents.begin(), extents.end(), 1, std::multiplies<>()); }

std::vector<int> Grid::coordinates_of(int rank) const {
  std::vector<int> coordinates(extents.size());
  for (std::size_t d = extents.size(); d-- > 0; rank /= extents[d]) coordinates[d] = rank % extents[d];
  return coordinates;
}

int Grid::rank_at(const std::vector<int>& coordinates) const {
  int rank = 0;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    const bool is_inside = coordinates[d] >= 0 && coordinates[d] < extents[d];
    if (!is_inside && !periodic[d]) return MPI_PROC_NULL;
    rank = rank * extents[d] + ((coordinates[d] % extents[d]) + extents[d]) % extents[d];
  }
  return rank;
}

int Grid::shifted(int rank, int dimension, int steps) const {
  auto coordinates = coordinates_of(rank);
  coordinates[static_cast<std::size_t>(dimension)] += steps;
  return rank_at(coordinates);
}

Grid Grid::slice(const std::vector<bool>& kept) const {
  Grid sliced;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    if (!kept[d]) continue;
    sliced.extents.push_back(extents[d]);
    sliced.periodic.push_back(periodic[d]);
  }
  return sliced;
}

namespace {

/// `count` factors of `product`, as equal as can be, descending.
std::vector<int> balanced_factors(int product, int count) {
  if (count == 0) return {};
  // The smallest largest factor decides; the others follow from what it leaves.
  const int least = static_cast<int>(std::ceil(std::pow(product, 1.0 / count) - 1e-9));
  for (int largest = std::max(least, 1); largest <= product; ++largest) {
    if (product % largest != 0) continue;
    auto factors = balanced_factors(product / largest, count - 1);
    const bool is_whole = count > 1 || product == largest;
    if (!is_whole || (!factors.empty() && factors.front() > largest)) continue;
    factors.insert(factors.begin(), largest);
    return factors;
  }
  return {};
}

} // namespace

bool balance(int nodes, std::vector<int>& extents) {
  int fixed = 1;
  int free = 0;
  for (const int extent : extents) {
    if (extent < 0) return false;
    if (extent == 0)
      ++free;
    else
      fixed *= extent;
  }
  if (nodes <= 0 || nodes % fixed != 0 || (free == 0 && nodes != fixed)) return false;
  const auto factors = balanced_factors(nodes / fixed, free);
  std::size_t next = 0;
  for (int& extent : extents)
    if (extent == 0) extent = factors[next++];
  return true;
}

Process& Communicator::participant(int index) const {
  const auto first = groups[0].size();
  const auto i = static_cast<std::size_t>(index);
  return i < first ? *groups[0][i] : *groups[1][i - first];
}

void LocalCommunicator::refresh() {
  const auto& news = owner->known_failed;
  for (; news_read < news.size(); ++news_read)
    if (communicator->contains(*news[news_read])) failed.push_back(news[news_read]);
}

bool LocalCommunicator::has_failed() {
  refresh();
  return !failed.empty();
}

bool LocalCommunicator::has_unacknowledged() {
  refresh();
  return acknowledged < failed.size();
}

namespace {

std::shared_ptr<Communicator> make(std::vector<Process*> group, std::vector<Process*> remote, bool is_inter) {
  auto communicator = std::make_shared<Communicator>();
  communicator->is_inter = is_inter;
  Process& any = *(group.empty() ? remote : group).front();
  communicator->context = any.job->world->next_context();
  communicator->groups[0] = std::move(group);
  communicator->groups[1] = std::move(remote);
  communicator->participants.reserve(static_cast<std::size_t>(communicator->size()));
  for (int side = 0; side < 2; ++side) {
    int rank = 0;
    for (Process* member : communicator->groups[side]) {
      communicator->participants.emplace(member, static_cast<int>(communicator->participants.size()));
      auto handle = std::make_unique<LocalCommunicator>();
      handle->communicator = communicator;
      handle->owner = member;
      handle->side = side;
      handle->rank = rank++;
      communicator->handles[side].push_back(handle.get());
      member->handles.push_back(std::move(handle));
    }
  }
  return communicator;
}

} // namespace

std::shared_ptr<Communicator> make_communicator(std::vector<Process*> group) {
  return make(std::move(group), {}, false);
}

std::shared_ptr<Communicator> make_intercommunicator(std::vector<Process*> group, std::vector<Process*> remote) {
  return make(std::move(group), std::move(remote), true);
}

LocalCommunicator* handle_of(const Communicator& communicator, const Process& process) {
  const auto index = static_cast<std::size_t>(communicator.participants.at(&process));
  const auto first = communicator.groups[0].size();
  return index < first ? communicator.handles[0][index] : communicator.handles[1][index - first];
}

LocalCommunicator* resolve(MPI_Comm comm) {
  if (comm == MPI_COMM_WORLD) return self().world;
  return reinterpret_cast<LocalCommunicator*>(comm);
}

MPI_Comm to_mpi(LocalCommunicator* handle) {
  if (handle && handle == handle->owner->world) return MPI_COMM_WORLD;
  return reinterpret_cast<MPI_Comm>(handle);
}

} // namespace daruma::mpi
