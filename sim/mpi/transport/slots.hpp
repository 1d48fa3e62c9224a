// Items that go by numbers: a number is used again, last come first, after its item has been given up.
#pragma once

#include <cstdint>
#include <vector>

namespace daruma::mpi {

template <class Item> class Slots {
public:
  using Number = std::uint32_t;

  /// The number of an item as it is made.
  Number take() {
    if (unused_.empty()) {
      unused_.push_back(static_cast<Number>(items_.size()));
      items_.emplace_back();
    }
    const Number number = unused_.back();
    unused_.pop_back();
    return number;
  }
  void give_up(Number number) {
    items_[number] = {};
    unused_.push_back(number);
  }

  Item& operator[](Number number) { return items_[number]; }
  const Item& operator[](Number number) const { return items_[number]; }

private:
  std::vector<Item> items_;
  std::vector<Number> unused_;
};

} // namespace daruma::mpi
