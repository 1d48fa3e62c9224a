// By how much things are slower: slowdowns that overlap multiply, and when all are over nothing of them is left.
#pragma once

#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <set>

namespace daruma::run {

/// Of things that go by a key.
template <class Key> class Slowness {
public:
  /// How many times as long it takes from now on.
  double begin(const Key& key, double factor) {
    slowdowns_[key].insert(factor);
    return of(key);
  }
  /// The same; nothing where it has been forgotten meanwhile.
  std::optional<double> end(const Key& key, double factor) {
    const auto found = slowdowns_.find(key);
    if (found == slowdowns_.end()) return std::nullopt;
    found->second.erase(found->second.find(factor));
    const double times = of(key);
    if (found->second.empty()) slowdowns_.erase(found);
    return times;
  }
  /// False where it was as fast as ever.
  bool forget(const Key& key) { return slowdowns_.erase(key) > 0; }

private:
  double of(const Key& key) const {
    const auto& all = slowdowns_.at(key);
    return std::accumulate(all.begin(), all.end(), 1.0, std::multiplies<>());
  }

  std::map<Key, std::multiset<double>> slowdowns_;
};

} // namespace daruma::run
