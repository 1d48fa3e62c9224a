#include "sim/treestore/processor.hpp"

#include <utility>

namespace daruma::treestore {

void Processor::serve(Work work) {
  if (auto begins = queue_.arrive(std::move(work))) start(*std::move(begins));
}

void Processor::start(Work work) {
  const auto begin = [this, begin = std::move(work.begin)] {
    return takes_ ? takes_->time_of(begin(), environment_.now() - queue_.worked_until()) : begin();
  };
  Action then = [this, end = std::move(work.end)] {
    end();
    if (auto next = queue_.end(environment_.now())) start(*std::move(next));
  };
  if (on_)
    on_->serve({begin, std::move(then)});
  else
    environment_.after(begin(), std::move(then));
}

} // namespace daruma::treestore
