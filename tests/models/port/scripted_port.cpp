#include "tests/models/port/scripted_port.hpp"

#include <stdexcept>

namespace daruma::models {
namespace {

[[noreturn]] void not_scripted() {
  throw std::logic_error("a test without MPI asked the port for more than arguments");
}

class ScriptedPort : public Port {
public:
  std::map<std::string, std::string> arguments;
  std::function<std::unique_ptr<TreeSession>()> tree;

  std::optional<std::string> argument(std::string_view name) const override {
    const auto found = arguments.find(std::string(name));
    return found == arguments.end() ? std::nullopt : std::optional(found->second);
  }
  Seconds now() const override {
    if (!tree) not_scripted();
    return Seconds(0);
  }
  Seconds stopwatch() const override { not_scripted(); }
  void compute(Flops) override { not_scripted(); }
  void sleep(Seconds) override { not_scripted(); }
  void copy(Bytes) override { not_scripted(); }
  void lend_core() override { not_scripted(); }
  void take_core_back() override { not_scripted(); }
  void die() override { not_scripted(); }
  void leave() override { not_scripted(); }
  void restartable(const std::function<void(int)>&) override { not_scripted(); }
  int process_id() const override { not_scripted(); }
  std::uint64_t seed() const override { not_scripted(); }
  NodeDemand node_demand() const override { not_scripted(); }
  RecoveryStyle recovery() const override { not_scripted(); }
  bool begins_anew() const override { not_scripted(); }
  std::byte* blank(Bytes) override { not_scripted(); }
  int spares() const override { not_scripted(); }
  const char* spawn_command() const override { not_scripted(); }
  CheckpointStore& checkpoints() override { not_scripted(); }
  CommandFile& commands() override { not_scripted(); }
  std::unique_ptr<TreeSession> open_tree_session() override {
    if (!tree) not_scripted();
    return tree();
  }
  void print(std::string_view) override { not_scripted(); }
  void restarted(std::string_view) override { not_scripted(); }
  void migrated(const std::vector<RankMove>&) override { not_scripted(); }
  void note(std::string_view, std::string_view) override { not_scripted(); }
  void phase_begun(std::string_view) override { not_scripted(); }
  void phase_ended() override { not_scripted(); }
  void span(std::string_view, Seconds, std::string_view) override { not_scripted(); }
  void metric(std::string_view, double) override { not_scripted(); }
};

ScriptedPort& scripted() {
  static ScriptedPort port;
  return port;
}

} // namespace

std::map<std::string, std::string>& scripted_arguments() { return scripted().arguments; }

std::function<std::unique_ptr<TreeSession>()>& scripted_tree() { return scripted().tree; }

Port& port() { return scripted(); }

} // namespace daruma::models
