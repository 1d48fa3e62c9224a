#include "sim/run/simulated/sim_port.hpp"

#include "sim/core/random_stream.hpp"
#include "sim/mpi/p2p/blank_memory.hpp"
#include "sim/mpi/process/blocking.hpp"
#include "sim/run/simulated/clock.hpp"
#include "sim/run/simulated/driver.hpp"

#include <cmath>
#include <simgrid/Exception.hpp>
#include <simgrid/s4u/Comm.hpp>
#include <simgrid/s4u/Engine.hpp>

namespace sg4 = simgrid::s4u;

namespace daruma::run {

using scenario::CheckpointPlace;

JobController& SimPort::controller() const { return driver_.controller(); }

Seconds SimPort::now() const { return run::now(); }

void SimPort::compute(Flops work) {
  const Seconds begin = now();
  if (auto& loaded = driver_.machine().loaded_nodes) {
    const Seconds alone = work / controller().scenario().machine.core_speed;
    loaded->compute(job_.life.node_of(process_), {job_.life.name(), process_}, alone);
  } else {
    mpi::blocking([work] { sg4::this_actor::execute(work.value()); });
  }
  if (LocalisationService* const localisation = driver_.localisation())
    localisation->computed(job_.life, process_, begin, work);
}

void SimPort::sleep(Seconds duration) {
  mpi::blocking([duration] { sg4::this_actor::sleep_for(duration.count()); });
}

void SimPort::lend_core() {
  mpi::in_kernel([this] { driver_.lend_core(job_.life, process_); });
}
void SimPort::take_core_back() {
  mpi::in_kernel([this] { driver_.take_core_back(job_.life, process_); });
}

void SimPort::die() { mpi::die("ended itself"); }
void SimPort::leave() { mpi::leave(); }

std::uint64_t SimPort::seed() const {
  const auto replication = static_cast<std::uint64_t>(controller().replication());
  return RandomStream(controller().scenario().seed, replication, "model/" + job_.life.name()).bits();
}

models::NodeDemand SimPort::node_demand() const {
  auto& loaded = driver_.machine().loaded_nodes;
  const LocalisationService* const localisation = driver_.localisation();
  const int node = job_.life.node_of(process_);
  const int cores = controller().scenario().machine.cores;
  // A slow node is like one on which others want their part, too.
  const double slowness = localisation ? localisation->slowness(node) : 1;
  const int as_if = static_cast<int>(std::lround(cores * (slowness - 1)));
  return {(loaded ? loaded->others(node, job_.life.name()) : 0) + as_if, cores};
}

std::optional<std::string> SimPort::argument(std::string_view name) const {
  const auto found = job_.life.plan().arguments.find(std::string(name));
  if (found == job_.life.plan().arguments.end()) return std::nullopt;
  return scenario::argument_text(found->second);
}

std::byte* SimPort::blank(Bytes size) { return mpi::blank_memory(static_cast<std::size_t>(size.value())); }

/// One that only ever runs again looks for what it has saved the first time, too.
bool SimPort::begins_anew() const {
  return job_.life.plan().recovery == scenario::RecoveryStyle::rerun || job_.life.row().reruns > 0;
}

void SimPort::print(std::string_view line) { note("print", line); }

void SimPort::restarted(std::string_view how) { controller().restarted(job_.life, process_, now(), std::string(how)); }

void SimPort::migrated(const std::vector<RankMove>& moves) { controller().migrated(job_.life, process_, now(), moves); }

void SimPort::note(std::string_view kind, std::string_view text) {
  controller().note(job_.life, std::string(kind), std::string(text), process_);
}

void SimPort::span(std::string_view kind, Seconds begin, std::string_view text) {
  controller().log().add(results::Span{begin, now(), std::string(kind), job_.life.name(), process_, std::string(text)});
}

void SimPort::metric(std::string_view name, double value) {
  controller().log().metric(job_.life.name() + "." + std::string(name), process_, value);
}

// --- Checkpoints

int SimPort::every_loops() const { return job_.life.plan().checkpoint ? job_.life.plan().checkpoint->every_loops : 0; }

sg4::Host* SimPort::node_of(int process) const {
  return driver_.machine().platform.nodes[static_cast<std::size_t>(job_.life.node_of(process))];
}

Seconds SimPort::copy_time() const {
  const scenario::Machine& machine = controller().scenario().machine;
  return memory_copy(job_.life.plan().checkpoint->size, {machine.memory, machine.link.bandwidth, machine.file_system});
}

bool SimPort::carry(int from, int to) const {
  sg4::Host* source = node_of(from);
  sg4::Host* target = node_of(to);
  if (!source->is_on() || !target->is_on()) return false;
  const auto size = static_cast<std::uint64_t>(job_.life.plan().checkpoint->size.value());
  try {
    mpi::blocking([=] { sg4::Comm::sendto(source, target, size); });
  } catch (const simgrid::NetworkFailureException&) { return false; }
  return true;
}

void SimPort::save(int owner, std::int64_t version, const std::vector<std::byte>& state, int partner) {
  const Seconds begin = now();
  std::vector<int> holders{process_};
  switch (job_.life.plan().checkpoint->to) {
  case CheckpointPlace::file_system:
    mpi::blocking([this] { driver_.machine().platform.file_system.write(job_.life.plan().checkpoint->size); });
    holders = {CheckpointRegistry::file_system};
    break;
  case CheckpointPlace::partner_memory:
    if (partner != process_ && carry(process_, partner)) holders.push_back(partner);
    sleep(copy_time());
    break;
  case CheckpointPlace::local_memory:
    sleep(copy_time());
    break;
  }
  job_.checkpoints.enter(owner, {version, state}, std::move(holders));
  span("checkpoint", begin, "of rank " + std::to_string(owner));
}

bool SimPort::fetch_from(int holder) const {
  if (holder == CheckpointRegistry::file_system) {
    mpi::blocking([this] { driver_.machine().platform.file_system.read(job_.life.plan().checkpoint->size); });
    return true;
  }
  if (holder != process_) return carry(holder, process_);
  const Seconds time = copy_time();
  mpi::blocking([time] { sg4::this_actor::sleep_for(time.count()); });
  return true;
}

std::optional<models::Stored> SimPort::load(int owner, std::int64_t at_most) {
  const Seconds begin = now();
  int holder = process_;
  while (const models::Stored* found = job_.checkpoints.find(owner, at_most, process_, holder)) {
    const models::Stored stored = *found;
    if (!fetch_from(holder)) continue; // the holder died meanwhile, and its copies with it
    span("load", begin, "of rank " + std::to_string(owner));
    return stored;
  }
  return std::nullopt;
}

std::unique_ptr<models::TreeSession> SimPort::open_tree_session() {
  auto& store = driver_.machine().store;
  return store ? store->open({job_.life.name(), process_}, job_.life.node_of(process_)) : nullptr;
}

// --- Orders

std::optional<std::string> SimPort::take() {
  if (job_.orders.empty()) return std::nullopt;
  std::string line = std::move(job_.orders.front());
  job_.orders.pop_front();
  return line;
}

void SimPort::answer(int ranks) { controller().answered(job_.life, process_, now(), ranks); }

} // namespace daruma::run

namespace daruma::models {

Port& port() { return *static_cast<Port*>(mpi::attachment()); }

} // namespace daruma::models
