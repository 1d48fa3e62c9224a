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
  Action then = [this, end = std::move(work.end)] {
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
    on_->serve({std::move(work.begin), std::move(then)});
  else
    floor_.after(work.begin(), std::move(then));
}

} // namespace daruma::treestore
