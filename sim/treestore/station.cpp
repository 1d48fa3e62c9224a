#include "sim/treestore/station.hpp"

#include <utility>

namespace daruma::treestore {

void Station::serve(Work work) {
  if (free_ == 0) {
    waiting_.push_back(std::move(work));
    return;
  }
  --free_;
  start(std::move(work));
}

void Station::start(Work work) {
  const auto begin = [this, begin = std::move(work.begin)] {
    return takes_ ? takes_->time_of(begin(), floor_.now() - worked_until_) : begin();
  };
  Action then = [this, end = std::move(work.end)] {
    worked_until_ = floor_.now();
    end();
    if (waiting_.empty()) {
      ++free_;
      return;
    }
    Work next = std::move(waiting_.front());
    waiting_.pop_front();
    start(std::move(next));
  };
  if (on_)
    on_->serve({begin, std::move(then)});
  else
    floor_.after(begin(), std::move(then));
}

} // namespace daruma::treestore
