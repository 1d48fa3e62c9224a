#include "sim/run/simulated/tree_store_service.hpp"

#include "sim/mpi/process/blocking.hpp"
#include "sim/run/simulated/clock.hpp"

#include <simgrid/s4u/Semaphore.hpp>

namespace daruma::run {

namespace {

using treestore::Client;
using treestore::Read;
using treestore::Reply;
using treestore::Request;
using treestore::Sync;
using treestore::Transaction;

/// Calls block the process in SimGrid until the client has an answer.
class SimTreeSession final : public models::TreeSession {
public:
  explicit SimTreeSession(Client& client) : client_(client) {}
  ~SimTreeSession() override {
    if (!client_.is_gone()) mpi::in_kernel([this] { client_.close(); });
  }

  models::Committed commit(const std::vector<Change>& changes) override {
    return ask<models::Committed>(Transaction{Transaction::Kind::change, 0, changes});
  }
  models::NodeData read(const std::string& path, models::Watch watch) override {
    return ask<models::NodeData>(Read{Read::What::data, path, watch});
  }
  models::NodeData stat(const std::string& path, models::Watch watch) override {
    return ask<models::NodeData>(Read{Read::What::stat, path, watch});
  }
  models::ChildList list(const std::string& path, models::Watch watch) override {
    return ask<models::ChildList>(Read{Read::What::children, path, watch});
  }
  models::StoreError sync(const std::string& path) override { return ask<models::StoreError>(Sync{path}); }
  std::optional<models::StoreEvent> next_event(Seconds patience) override;

private:
  template <class Answer> Answer ask(const Request& request) {
    mpi::in_kernel([&] {
      client_.ask(request, [this](Reply reply) {
        reply_ = std::move(reply);
        bell_->release();
      });
    });
    mpi::blocking([this] { bell_->acquire(); });
    return std::get<Answer>(std::move(reply_.body));
  }

  Client& client_;
  simgrid::s4u::SemaphorePtr bell_ = simgrid::s4u::Semaphore::create(0);
  Reply reply_;
};

std::optional<models::StoreEvent> SimTreeSession::next_event(Seconds patience) {
  if (auto event = client_.take_event()) return event;
  const auto bell = simgrid::s4u::Semaphore::create(0);
  mpi::in_kernel([&] { client_.await_event([bell] { bell->release(); }); });
  mpi::blocking([&] { bell->acquire_timeout(patience.count()); });
  mpi::in_kernel([this] { client_.await_event(nullptr); });
  return client_.take_event();
}

} // namespace

TreeStoreService::TreeStoreService(const TreeStore& store, const platforms::Platform& platform, mpi::Runtime& runtime,
                                   std::uint64_t seed, std::uint64_t replication)
    : platform_(platform), runtime_(runtime), ensemble_(store, *this, seed, replication) {}

void TreeStoreService::set(const std::function<void(int server)>& died) {
  for (const ServerDeath& death : ensemble_.description().deaths)
    after(death.at, [this, died, server = death.server] {
      ensemble_.kill(server);
      died(server);
    });
}

std::unique_ptr<models::TreeSession> TreeStoreService::open(const Process& process, int node) {
  Client* client = nullptr;
  mpi::in_kernel([&] { client = &ensemble_.connect(node); });
  clients_[process].push_back(client);
  return std::make_unique<SimTreeSession>(*client);
}

void TreeStoreService::forget(const Process& process) {
  const auto found = clients_.find(process);
  if (found == clients_.end()) return;
  for (Client* const client : found->second) client->die();
  clients_.erase(found);
}

Seconds TreeStoreService::now() const { return run::now(); }

void TreeStoreService::after(Seconds delay, treestore::Action action) { run::at(now() + delay, std::move(action)); }

void TreeStoreService::send(int from, int to, Bytes size, treestore::Action arrived) {
  const auto host = [this](int node) -> simgrid::s4u::Host& {
    return *platform_.nodes[static_cast<std::size_t>(node)];
  };
  runtime_.carry(host(from), host(to), size, std::move(arrived));
}

} // namespace daruma::run
