#include "tests/sim/mpi/simulation.hpp"

#include "sim/mpi/process/blocking.hpp"
#include "sim/simgrid/versions.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <mpi.h>
#include <simgrid/kernel/Timer.hpp>
#include <simgrid/s4u.hpp>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>
#include <xbt/log.h>

namespace sg4 = simgrid::s4u;

namespace daruma::mpi::test {

namespace {

/// Writes down, line by line, what comes back to the parent.
class EventNotes final : public Listener {
public:
  void write(char kind, int process, const std::string& text) {
    text_ += kind + std::to_string(process) + " " + text + "\n";
  }
  const std::string& text() const { return text_; }

  void died(ProcessName who, std::string_view) override { write('t', 0, "died " + std::to_string(who.number)); }
  void detected(ProcessName dead, ProcessName by) override {
    write('t', 0, "detected " + std::to_string(dead.number) + " by " + std::to_string(by.number));
  }
  void revoked(ProcessName by) override { write('t', 0, "revoked by " + std::to_string(by.number)); }
  void operated(ProcessName, std::string_view, Seconds, std::string_view) override {}
  void returned(ProcessName who) override { write('t', 0, "returned " + std::to_string(who.number)); }
  void aborted(ProcessName, std::string_view reason) override { write('t', 0, "aborted: " + std::string(reason)); }
  void misused(ProcessName, std::string_view what) override { write('t', 0, "misused: " + std::string(what)); }
  void warned(ProcessName who, std::string_view what) override {
    write('t', 0, "warned " + std::to_string(who.number) + ": " + std::string(what));
  }
  std::string source_line(const void*) override { return "simulation.c"; }
  std::string whereabouts(ProcessName who) override { return "simulation.c:" + std::to_string(10 + who.number); }

private:
  std::string text_;
};

EventNotes* notes_of_run = nullptr; // of the simulation that runs in this process

sg4::Host* add_file_server(sg4::NetZone& zone, double bandwidth) {
  auto* host = simgrid_api::add_host(zone, "file-server", FlopsPerSecond(host_speed))->seal();
  auto* link = simgrid_api::add_link(zone, "file-system", bandwidth)->set_latency(link_latency)->seal();
  simgrid_api::add_route(zone, host, nullptr, sg4::LinkInRoute(link));
  return host;
}

/// The hosts of processes, and last the file server, if there is one.
std::vector<sg4::Host*> build_star(int hosts, double bandwidth, double file_system) {
  auto* zone = simgrid_api::add_star_zone("star");
  std::vector<sg4::Host*> built;
  for (int i = 0; i < hosts; ++i) {
    auto* host = simgrid_api::add_host(*zone, "host-" + std::to_string(i), FlopsPerSecond(host_speed))->seal();
    auto* link = simgrid_api::add_split_duplex_link(*zone, "link-" + std::to_string(i), bandwidth)
                     ->set_latency(link_latency)
                     ->seal();
    simgrid_api::add_route(*zone, host, nullptr, {link, sg4::LinkInRoute::Direction::UP});
    auto* loopback = simgrid_api::add_link(*zone, "loopback-" + std::to_string(i), bandwidth)
                         ->set_sharing_policy(sg4::Link::SharingPolicy::FATPIPE)
                         ->set_latency(link_latency)
                         ->seal();
    simgrid_api::add_route(*zone, host, host, sg4::LinkInRoute(loopback));
    built.push_back(host);
  }
  if (file_system > 0) built.push_back(add_file_server(*zone, file_system));
  zone->seal();
  return built;
}

void configure() {
  xbt_log_control_set("root.thresh:critical root.app:file:/dev/null");
  sg4::Engine::set_config("network/model:CM02");
  sg4::Engine::set_config("network/crosstraffic:0");
}

std::string events_of(const Simulation& simulation) {
  int argc = 1;
  char name[] = "simulation";
  char* argv[] = {name, nullptr};
  sg4::Engine engine(&argc, argv);
  configure();
  auto hosts = build_star(simulation.processes + simulation.spare_hosts, simulation.bandwidth, simulation.file_system);
  sg4::Host* file_server = nullptr;
  if (simulation.file_system > 0) {
    file_server = hosts.back();
    hosts.pop_back();
  }
  EventNotes notes;
  notes_of_run = &notes;
  Runtime runtime(notes, 1, 0, {NetworkModel::simgrid, nullptr, simulation.sends_at_once, file_server});
  if (simulation.backlog > Bytes(0)) runtime.limit_backlog(simulation.backlog);
  sg4::Engine::on_deadlock_cb([&] {
    notes.write('s', 0, "");
    for (const std::string& sentence : runtime.who_waits_for_whom()) notes.write('w', 0, sentence);
  });
  JobPlan plan;
  plan.name = "job";
  plan.profile = simulation.profile;
  plan.first = {simulation.program, {}};
  for (int i = 0; i < simulation.processes; ++i)
    plan.first.hosts.push_back(hosts[static_cast<std::size_t>(i / simulation.processes_on_a_host)]);
  if (simulation.on_one_host) plan.first.hosts.assign(plan.first.hosts.size(), hosts.front());
  int taken = simulation.processes;
  plan.spawn = [&](const Command& command) {
    int count = command.count;
    Launch launch{simulation.child_program ? simulation.child_program : simulation.program, {}};
    for (; count > 0 && taken < static_cast<int>(hosts.size()); --count)
      launch.hosts.push_back(hosts[static_cast<std::size_t>(taken++)]);
    return launch;
  };
  runtime.launch(plan);
  using simgrid::kernel::timer::Timer;
  for (const auto& [time, process] : simulation.kills)
    Timer::set(time, [&runtime, process = process] { runtime.kill("job", process, "test"); });
  for (const auto& [time, node] : simulation.nodes_off)
    Timer::set(time, [&runtime, &hosts, node = node] { runtime.switch_off(*hosts[static_cast<std::size_t>(node)]); });
  engine.run();
  notes.write('e', 0, std::to_string(sg4::Engine::get_clock()));
  return notes.text();
}

Outcome read_back(const std::string& text) {
  Outcome outcome;
  outcome.crashed = true;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto space = line.find(' ');
    const int process = std::stoi(line.substr(1, space - 1));
    const std::string rest = line.substr(space + 1);
    switch (line.front()) {
    case 'l':
      outcome.lines.push_back({process, rest});
      break;
    case 't':
      outcome.told.push_back(rest);
      break;
    case 'w':
      outcome.waits.push_back(rest);
      break;
    case 's':
      outcome.stood_still = true;
      break;
    default:
      outcome.end_s = std::stod(rest);
      outcome.crashed = false;
    }
  }
  return outcome;
}

} // namespace

std::vector<std::string> Outcome::said_by(int process) const {
  std::vector<std::string> said;
  for (const Line& line : lines)
    if (line.process == process) said.push_back(line.text);
  return said;
}

int Outcome::count(const std::string& text) const {
  return static_cast<int>(
      std::count_if(lines.begin(), lines.end(), [&text](const Line& line) { return line.text == text; }));
}

void say(const std::string& text) {
  const std::string name = sg4::Actor::self()->get_name();
  notes_of_run->write('l', std::stoi(name.substr(name.find('/') + 1)), text);
}

void check(bool is_right, const std::string& what) {
  if (!is_right) say(what);
}

void rest_until(double time_s) {
  blocking([time_s] { sg4::this_actor::sleep_until(time_s); });
}

void rest_for(double time_s) {
  blocking([time_s] { sg4::this_actor::sleep_for(time_s); });
}

Outcome simulate(const Simulation& simulation) {
  std::array<int, 2> pipe_ends{};
  if (pipe(pipe_ends.data()) != 0) std::abort();
  std::fflush(stdout); // or the child would write it once more
  const pid_t child = fork();
  if (child == 0) {
    close(pipe_ends[0]);
    const std::string text = events_of(simulation);
    for (std::size_t written = 0; written < text.size();)
      written += static_cast<std::size_t>(write(pipe_ends[1], text.data() + written, text.size() - written));
    std::_Exit(0);
  }
  close(pipe_ends[1]);
  std::string text;
  std::array<char, 65536> buffer{};
  for (ssize_t size = 0; (size = read(pipe_ends[0], buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(size));
  close(pipe_ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  Outcome outcome = read_back(text);
  outcome.crashed = outcome.crashed || status != 0;
  return outcome;
}

} // namespace daruma::mpi::test
