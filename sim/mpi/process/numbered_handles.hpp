// Handles of a process that also go by numbers, from 1 on; no handle is 0.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

namespace daruma::mpi {

class NumberedHandles {
public:
  bool is_empty() const { return handles_.empty(); }

  /// The next number is that handle's. One that has a number keeps it besides.
  void append(void* handle) {
    handles_.push_back(handle);
    numbers_.try_emplace(handle, static_cast<int>(handles_.size()));
  }

  /// The handle's number, the next one if it has none.
  int number_of(void* handle) {
    if (!handle) return 0;
    if (numbers_.count(handle) == 0) append(handle);
    return numbers_.at(handle);
  }

  /// Null if no handle has that number.
  void* handle_of(int number) const {
    const auto index = static_cast<std::size_t>(number) - 1;
    return number > 0 && index < handles_.size() ? handles_[index] : nullptr;
  }

private:
  std::vector<void*> handles_; ///< by their numbers
  std::unordered_map<void*, int> numbers_;
};

} // namespace daruma::mpi
