#include "sim/mpi/process/communicator.hpp"

#include "sim/mpi/process/job.hpp"

namespace daruma::mpi {

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
