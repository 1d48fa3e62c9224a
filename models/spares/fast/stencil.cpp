#include "models/spares/fast/stencil.hpp"

#include "models/spares/fast/stencil_job.hpp"

#include <utility>

namespace daruma::fast {

namespace {

/// Deaths that are known from the beginning.
class KnownDeaths final : public NodeChanges {
public:
  explicit KnownDeaths(const std::vector<NodeDeath>& deaths) : deaths_(deaths) {}

  std::optional<NodeChange> next() override {
    if (next_ == deaths_.size()) return std::nullopt;
    const NodeDeath& death = deaths_[next_++];
    return NodeChange{death.time, death.node};
  }

private:
  const std::vector<NodeDeath>& deaths_;
  std::size_t next_ = 0;
};

} // namespace

StencilRun run(const StencilCase& what, NodeChanges& changes, Questions* questions,
               std::vector<load::SharedNode> loaded) {
  return StencilJob(what, changes, questions, std::move(loaded)).run();
}

StencilRun run(const StencilCase& what, const std::vector<NodeDeath>& deaths, std::vector<load::SharedNode> loaded) {
  KnownDeaths changes(deaths);
  return run(what, changes, nullptr, std::move(loaded));
}

} // namespace daruma::fast
