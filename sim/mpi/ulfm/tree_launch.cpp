#include "sim/mpi/ulfm/tree_launch.hpp"

#include <algorithm>
#include <numeric>

namespace daruma::mpi {

TreeLaunch::TreeLaunch(int daemons, int radix, Steps steps, Surroundings& surroundings)
    : surroundings_(surroundings), radix_(radix), steps_(steps), daemons_(static_cast<std::size_t>(daemons)),
      living_(static_cast<std::size_t>(daemons)) {
  std::iota(living_.begin(), living_.end(), 0);
  for (const int daemon : living_) of(daemon).place = daemon;
}

std::vector<int> TreeLaunch::children(const Daemon& own) const {
  const auto all = static_cast<std::int64_t>(living_.size());
  const std::int64_t first = std::int64_t{own.place} * radix_ + 1;
  return {living_.begin() + std::min(first, all), living_.begin() + std::min(first + radix_, all)};
}

/// Who has begun again does not need it.
void TreeLaunch::request(int daemon) {
  const Daemon& own = of(daemon);
  if (trees_ > 0) return;
  if (own.place == 0)
    begin(daemon, steps_.first, 0);
  else
    surroundings_.send(daemon, parent(own), {Message::request, steps_.first, 0, trees_});
}

void TreeLaunch::begin(int daemon, Step step, int processes) {
  Daemon& own = of(daemon);
  own.step = step;
  own.heard = 0;
  if (step == launch) own.processes = surroundings_.processes(daemon);
  for (const int child : children(own)) surroundings_.send(daemon, child, {Message::begin, step, processes, trees_});
  if (own.begun > step) {
    go_on_if_over(daemon);
  } else {
    own.begun = step + 1;
    surroundings_.take(daemon, step);
  }
}

void TreeLaunch::arrived(int daemon, const Message& message) {
  if (message.tree != trees_) return;
  Daemon& own = of(daemon);
  switch (message.kind) {
  case Message::request:
    return request(daemon);
  case Message::begin:
    return begin(daemon, message.step, message.processes);
  case Message::over:
    ++own.heard;
    if (message.step == launch) own.processes += message.processes;
    go_on_if_over(daemon);
  }
}

void TreeLaunch::taken(int daemon, Step step) {
  Daemon& own = of(daemon);
  own.taken = step + 1;
  if (own.step == step) go_on_if_over(daemon);
}

void TreeLaunch::go_on_if_over(int daemon) {
  const Daemon& own = of(daemon);
  if (own.step == steps_.last || own.taken <= own.step || own.heard < static_cast<int>(children(own).size())) return;
  if (own.place == 0)
    begin(daemon, static_cast<Step>(own.step + 1), own.processes);
  else
    surroundings_.send(daemon, parent(own), {Message::over, static_cast<Step>(own.step), own.processes, trees_});
}

void TreeLaunch::lost(int daemon) {
  living_.erase(std::find(living_.begin(), living_.end(), daemon));
  ++trees_;
  for (std::size_t place = 0; place < living_.size(); ++place) {
    Daemon& own = of(living_[place]);
    own.place = static_cast<int>(place);
    own.step = -1;
  }
  if (!living_.empty()) begin(living_.front(), steps_.first, 0);
}

} // namespace daruma::mpi
