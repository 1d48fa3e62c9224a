#include "models/falanx/logic/work_list.hpp"

#include <cassert>
#include <cstring>
#include <numeric>

namespace daruma::models::falanx {

WorkList::WorkList(int tasks)
    : states_(static_cast<std::size_t>(tasks), State::to_do), to_do_(static_cast<std::size_t>(tasks)) {
  std::iota(to_do_.begin(), to_do_.end(), 0);
}

WorkList::WorkList(int tasks, const std::vector<std::byte>& saved) : WorkList(tasks) {
  assert(saved.size() == sizeof put_back_ + states_.size());
  std::memcpy(&put_back_, saved.data(), sizeof put_back_);
  to_do_.clear();
  for (int task = 0; task < tasks; ++task) {
    const auto place = static_cast<std::size_t>(task);
    if (saved[sizeof put_back_ + place] == std::byte{0}) {
      to_do_.push_back(task);
    } else {
      states_[place] = State::done;
      ++done_;
    }
  }
}

std::optional<int> WorkList::hand_out() {
  if (to_do_.empty()) return std::nullopt;
  const int task = to_do_.front();
  to_do_.pop_front();
  states_[static_cast<std::size_t>(task)] = State::running;
  return task;
}

void WorkList::complete(int task) {
  State& state = states_[static_cast<std::size_t>(task)];
  assert(state == State::running);
  state = State::done;
  ++done_;
}

void WorkList::put_back(int task) {
  State& state = states_[static_cast<std::size_t>(task)];
  assert(state == State::running);
  state = State::to_do;
  to_do_.push_front(task);
  ++put_back_;
}

std::vector<std::byte> WorkList::saved() const {
  std::vector<std::byte> bytes(sizeof put_back_);
  std::memcpy(bytes.data(), &put_back_, sizeof put_back_);
  for (const State state : states_) bytes.push_back(state == State::done ? std::byte{1} : std::byte{0});
  return bytes;
}

} // namespace daruma::models::falanx
