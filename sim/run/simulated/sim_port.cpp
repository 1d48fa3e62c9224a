#include "sim/run/simulated/sim_port.hpp"

#include "sim/core/random_stream.hpp"
#include "sim/mpi/p2p/blank_memory.hpp"
#include "sim/mpi/process/blocking.hpp"
#include "sim/results/printed.hpp"
#include "sim/run/simulated/clock.hpp"
#include "sim/run/simulated/driver.hpp"

#include <algorithm>
#include <cmath>
#include <simgrid/Exception.hpp>
#include <simgrid/s4u/Actor.hpp>
#include <simgrid/s4u/Comm.hpp>
#include <simgrid/s4u/Engine.hpp>

namespace sg4 = simgrid::s4u;

namespace daruma::run {

namespace {

using scenario::CheckpointPlace;

class SimPort final : public models::Port, private models::CheckpointStore, private models::CommandFile {
public:
  SimPort(SimulatedDriver& driver, HostedJob& job, int process) : driver_(driver), job_(job), process_(process) {
    job.checkpoints.admit(process);
  }

  Seconds now() const override { return run::now(); }
  Seconds stopwatch() const override { return run::now(); }
  void compute(Flops work) override {
    driver_.works();
    const Seconds begin = now();
    if (auto& loaded = driver_.machine().loaded_nodes) {
      const Seconds alone = work / controller().scenario().machine.core_speed;
      loaded->compute(job_.life.node_of(process_), {job_.life.name(), process_}, alone);
    } else {
      driver_.machine().dedicated_nodes->compute(job_.life.node_of(process_), {job_.life.index(), process_}, work);
    }
    if (LocalisationService* const localisation = driver_.localisation())
      localisation->computed(job_.life, process_, begin, work);
  }

  void sleep(Seconds duration) override {
    driver_.works();
    mpi::blocking([duration] { sg4::this_actor::sleep_for(duration.count()); });
  }
  void copy(Bytes size) override { sleep(copy_time(size)); }
  void lend_core() override {
    mpi::in_kernel([this] { driver_.lend_core(job_.life, process_); });
  }
  void take_core_back() override {
    mpi::in_kernel([this] { driver_.take_core_back(job_.life, process_); });
  }

  [[noreturn]] void die() override { mpi::die("ended itself"); }
  [[noreturn]] void leave() override { mpi::leave(); }
  void restartable(const std::function<void(int)>& work) override {
    work(mpi::enter_restartable());
    mpi::await_end_of_restartable();
  }
  int process_id() const override { return process_; }
  std::uint64_t seed() const override {
    const auto replication = static_cast<std::uint64_t>(controller().replication());
    return RandomStream(controller().scenario().seed, replication, "model/" + job_.life.name()).bits();
  }

  int own_cores() const override {
    return std::max(1, controller().scenario().machine.cores /
                           std::max(1, controller().cores().taken(job_.life.node_of(process_))));
  }

  models::NodeDemand node_demand() const override {
    auto& loaded = driver_.machine().loaded_nodes;
    const LocalisationService* const localisation = driver_.localisation();
    const int node = job_.life.node_of(process_);
    const int cores = controller().scenario().machine.cores;
    // A slow node is like one on which others want their part, too.
    const double slowness = localisation ? localisation->slowness(node) : 1;
    const int as_if = static_cast<int>(std::lround(cores * (slowness - 1)));
    return {(loaded ? loaded->others(node, job_.life.name()) : 0) + as_if, cores};
  }

  std::optional<std::string> argument(std::string_view name) const override {
    const auto found = job_.life.plan().arguments.find(std::string(name));
    if (found == job_.life.plan().arguments.end()) return std::nullopt;
    return scenario::argument_text(found->second);
  }

  models::RecoveryStyle recovery() const override { return job_.life.plan().recovery; }
  /// One that only ever runs again looks for what it has saved the first time, too.
  bool begins_anew() const override {
    return job_.life.plan().recovery == scenario::RecoveryStyle::rerun || job_.life.row().reruns > 0;
  }

  std::byte* blank(Bytes size) override { return mpi::blank_memory(static_cast<std::size_t>(size.value())); }
  int spares() const override { return job_.life.plan().spares; }
  const char* spawn_command() const override { return job_.life.plan().model.c_str(); }
  models::CheckpointStore& checkpoints() override { return *this; }
  models::CommandFile& commands() override { return *this; }
  std::unique_ptr<models::TreeSession> open_tree_session() override {
    auto& store = driver_.machine().store;
    return store ? store->open({job_.life.name(), process_}, job_.life.node_of(process_)) : nullptr;
  }

  void print(std::string_view line) override { note(results::to_stdout, line); }
  void restarted(std::string_view how) override {
    controller().restarted(job_.life, process_, now(), std::string(how));
  }
  void migrated(const std::vector<RankMove>& moves) override {
    controller().migrated(job_.life, process_, now(), moves);
  }
  void note(std::string_view kind, std::string_view text) override {
    controller().note(job_.life, std::string(kind), std::string(text), process_);
  }
  void phase_begun(std::string_view name) override {
    controller().phase_begun(job_.life, process_, now(), std::string(name));
  }
  void phase_ended() override { controller().phase_ended(job_.life, process_, now()); }
  void span(std::string_view kind, Seconds begin, std::string_view text) override {
    controller().log().add(
        results::Span{begin, now(), std::string(kind), job_.life.name(), process_, std::string(text)});
  }
  void metric(std::string_view name, double value) override {
    controller().log().metric(job_.life.name() + "." + std::string(name), process_, value);
  }

protected:
  std::shared_ptr<const void> made_by_any(const std::string& key, const MakeAlike& make) override {
    std::weak_ptr<const void>& known = job_.alike[key];
    std::shared_ptr<const void> made = known.lock();
    if (!made) known = made = make();
    return made;
  }

private:
  JobController& controller() const { return driver_.controller(); }

  // The port's checkpoints: CheckpointStore.

  int every_loops() const override {
    return job_.life.plan().checkpoint ? job_.life.plan().checkpoint->every_loops : 0;
  }
  std::optional<models::CheckpointTerms> terms() const override {
    const auto& plan = job_.life.plan().checkpoint;
    return plan ? std::optional(models::CheckpointTerms{plan->to, plan->size}) : std::nullopt;
  }

  bool keep(int owner, std::int64_t version, const std::vector<std::byte>& state, const models::CheckpointTerms& terms,
            int partner) override {
    const Seconds begin = now();
    std::vector<int> holders{process_};
    bool has_partner = true;
    switch (terms.place) {
    case CheckpointPlace::file_system:
      mpi::write_to_file_system(terms.size);
      holders = {CheckpointRegistry::file_system};
      break;
    case CheckpointPlace::partner_memory:
      has_partner = job_.life.is_placed(partner) && send_to(partner, terms.size);
      if (has_partner) holders.push_back(partner);
      sleep(copy_time(terms.size));
      break;
    case CheckpointPlace::local_memory:
      sleep(copy_time(terms.size));
      break;
    }
    has_partner = has_partner && (holders.size() == 1 || job_.checkpoints.is_living(partner));
    job_.checkpoints.enter(owner, {version, state, terms.size}, std::move(holders));
    span("checkpoint", begin, models::name_of_version(owner, version));
    return has_partner;
  }

  std::optional<std::int64_t> newest(int owner, std::int64_t at_most) const override {
    int holder = process_;
    const models::Stored* const found = job_.checkpoints.find(owner, at_most, process_, holder);
    return found ? std::optional(found->version) : std::nullopt;
  }

  std::optional<models::Stored> load(int owner, std::int64_t at_most) override {
    const Seconds begin = now();
    int holder = process_;
    while (const models::Stored* found = job_.checkpoints.find(owner, at_most, process_, holder)) {
      models::Stored stored = *found;
      if (!fetch_from(holder, stored.size)) continue; // the holder died meanwhile, and its copies with it
      span("load", begin, models::name_of_version(owner, stored.version));
      return stored;
    }
    return std::nullopt;
  }

  // The port's orders: CommandFile.

  std::optional<std::string> take() override {
    if (job_.orders.empty()) return std::nullopt;
    std::string line = std::move(job_.orders.front());
    job_.orders.pop_front();
    return line;
  }

  void answer(int ranks) override { controller().answered(job_.life, process_, now(), ranks); }

  sg4::Host* node_of(int process) const { return &driver_.machine().host(job_.life.node_of(process)); }
  Seconds copy_time(Bytes size) const {
    const scenario::Machine& machine = controller().scenario().machine;
    return memory_copy(size,
                       {machine.memory, machine.link.bandwidth, machine.file_system, machine.file_system_latency});
  }

  /// Moves one checkpoint; false if a node went off meanwhile. A process is no partner of its own.
  bool send_to(int partner, Bytes size) const {
    return partner != process_ && mpi::carry(*node_of(process_), *node_of(partner), size);
  }

  bool fetch_from(int holder, Bytes size) const {
    if (holder == CheckpointRegistry::file_system) {
      mpi::read_from_file_system(size);
      return true;
    }
    if (holder != process_) return mpi::carry(*node_of(holder), *node_of(process_), size);
    const Seconds time = copy_time(size);
    mpi::blocking([time] { sg4::this_actor::sleep_for(time.count()); });
    return true;
  }

  SimulatedDriver& driver_;
  HostedJob& job_;
  int process_;
};

} // namespace

std::unique_ptr<models::Port> make_port(SimulatedDriver& driver, HostedJob& job, int process) {
  return std::make_unique<SimPort>(driver, job, process);
}

} // namespace daruma::run

namespace daruma::models {

Port& port() { return *static_cast<Port*>(mpi::attachment()); }

} // namespace daruma::models
