#include "sim/treestore/channel.hpp"

#include <utility>

namespace daruma::treestore {

void Channel::send(Bytes size, Action arrived) {
  environment_.send(from_, to_, size, [this, number = sent_++, action = std::move(arrived)]() mutable {
    arrive(number, std::move(action));
  });
}

void Channel::arrive(std::int64_t number, Action action) {
  if (number != next_) {
    early_.emplace(number, std::move(action));
    return;
  }
  ++next_;
  action();
  while (!early_.empty() && early_.begin()->first == next_) {
    const Action waiting = std::move(early_.begin()->second);
    early_.erase(early_.begin());
    ++next_;
    waiting();
  }
}

} // namespace daruma::treestore
