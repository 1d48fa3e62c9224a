// A list of what waits for its match, in the order in which it came.
//
// Either the items or those who look for one may leave source or tag open (MPI_ANY_SOURCE, MPI_ANY_TAG): receives do,
// messages do not. A short list is looked through from its front. A long one has an index with a line for each pattern
// that a look-up can ask for, so that to find the oldest that fits takes the same time whatever else waits.
#pragma once

#include "sim/mpi/process/communicator.hpp"

#include <mpi.h>

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace daruma::mpi {

struct MatchPattern {
  ContextId context;
  int source;
  int tag;

  bool operator==(const MatchPattern& other) const {
    return context == other.context && source == other.source && tag == other.tag;
  }
  /// Where at most one of the two leaves something open.
  bool fits(const MatchPattern& other) const {
    const auto same = [](int own, int others, int any) { return own == others || own == any || others == any; };
    return context == other.context && same(source, other.source, MPI_ANY_SOURCE) && same(tag, other.tag, MPI_ANY_TAG);
  }
};

/// Whose patterns leave something open.
enum class OpenIn { items, look_ups };

template <class Item, OpenIn open_in> class MatchList {
public:
  struct Entry {
    std::uint64_t number; ///< of all that came, from 1
    MatchPattern pattern;
    Item item; ///< null once it is taken
  };

  /// Returns the number by which the item is found again.
  std::uint64_t add(const MatchPattern& pattern, Item item);
  /// The oldest that fits; null if there is none. Valid until the list is changed.
  Entry* find(const MatchPattern& sought);
  /// Null where that one is no longer there.
  Entry* find(std::uint64_t number);
  Item take(Entry& entry);
  std::size_t size() const { return waiting_; }
  void remove_all(ContextId context);
  void clear() { *this = MatchList(); }

private:
  /// Numbers in ascending order, those before `head` and some others no longer on the list.
  struct Line {
    std::vector<std::uint64_t> numbers;
    std::size_t head = 0;
  };
  struct Hash {
    std::size_t operator()(const MatchPattern& pattern) const {
      const auto of_rank_and_tag =
          static_cast<std::uint64_t>(pattern.source) << 32 ^ static_cast<std::uint32_t>(pattern.tag);
      std::uint64_t mixed = (of_rank_and_tag ^ static_cast<std::uint64_t>(pattern.context) << 20) * 0x9e3779b97f4a7c15U;
      return static_cast<std::size_t>(mixed ^ mixed >> 32);
    }
  };
  using Index = std::unordered_map<MatchPattern, Line, Hash>;
  static constexpr std::size_t short_list = 32;

  template <bool open, class F> static void for_each_key(const MatchPattern& pattern, F&& visit);
  void enter(const Entry& entry);
  Entry* front_of(const MatchPattern& key);
  void tidy();

  boost::container::small_vector<Entry, 1> entries_; ///< by number
  std::size_t waiting_ = 0;
  std::uint64_t last_number_ = 0;
  std::unique_ptr<Index> index_; ///< null while the list is short
};

/// The patterns under which one is found: its own alone, or, where the other side can leave something `open`, all of
/// those that it fits.
template <class Item, OpenIn open_in>
template <bool open, class F>
void MatchList<Item, open_in>::for_each_key(const MatchPattern& pattern, F&& visit) {
  visit(pattern);
  if (!open) return;
  visit(MatchPattern{pattern.context, pattern.source, MPI_ANY_TAG});
  visit(MatchPattern{pattern.context, MPI_ANY_SOURCE, pattern.tag});
  visit(MatchPattern{pattern.context, MPI_ANY_SOURCE, MPI_ANY_TAG});
}

template <class Item, OpenIn open_in>
std::uint64_t MatchList<Item, open_in>::add(const MatchPattern& pattern, Item item) {
  entries_.push_back({++last_number_, pattern, std::move(item)});
  ++waiting_;
  if (index_) {
    enter(entries_.back());
  } else if (waiting_ > short_list) {
    index_ = std::make_unique<Index>();
    for (const Entry& entry : entries_)
      if (entry.item) enter(entry);
  }
  return last_number_;
}

template <class Item, OpenIn open_in> void MatchList<Item, open_in>::enter(const Entry& entry) {
  for_each_key<open_in == OpenIn::look_ups>(
      entry.pattern, [&](const MatchPattern& key) { (*index_)[key].numbers.push_back(entry.number); });
}

template <class Item, OpenIn open_in>
typename MatchList<Item, open_in>::Entry* MatchList<Item, open_in>::find(const MatchPattern& sought) {
  if (!index_) {
    const auto found = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const Entry& entry) { return entry.item && entry.pattern.fits(sought); });
    return found == entries_.end() ? nullptr : &*found;
  }
  Entry* oldest = nullptr;
  for_each_key<open_in == OpenIn::items>(sought, [&](const MatchPattern& key) {
    Entry* const entry = front_of(key);
    if (entry && (!oldest || entry->number < oldest->number)) oldest = entry;
  });
  return oldest;
}

template <class Item, OpenIn open_in>
typename MatchList<Item, open_in>::Entry* MatchList<Item, open_in>::front_of(const MatchPattern& key) {
  const auto found = index_->find(key);
  if (found == index_->end()) return nullptr;
  Line& line = found->second;
  for (; line.head < line.numbers.size(); ++line.head)
    if (Entry* const entry = find(line.numbers[line.head])) return entry;
  return nullptr;
}

template <class Item, OpenIn open_in>
typename MatchList<Item, open_in>::Entry* MatchList<Item, open_in>::find(std::uint64_t number) {
  const auto found = std::lower_bound(entries_.begin(), entries_.end(), number,
                                      [](const Entry& entry, std::uint64_t sought) { return entry.number < sought; });
  return found != entries_.end() && found->number == number && found->item ? &*found : nullptr;
}

template <class Item, OpenIn open_in> Item MatchList<Item, open_in>::take(Entry& entry) {
  Item taken = std::exchange(entry.item, Item());
  --waiting_;
  if (entries_.size() > 2 * waiting_ + short_list || waiting_ == 0) tidy();
  return taken;
}

/// Drops the entries whose items were taken, and what the index has of them.
template <class Item, OpenIn open_in> void MatchList<Item, open_in>::tidy() {
  entries_.erase(std::remove_if(entries_.begin(), entries_.end(), [](const Entry& entry) { return !entry.item; }),
                 entries_.end());
  if (!index_) return;
  entries_.shrink_to_fit();
  index_.reset();
  if (waiting_ <= short_list) return;
  index_ = std::make_unique<Index>();
  for (const Entry& entry : entries_) enter(entry);
}

template <class Item, OpenIn open_in> void MatchList<Item, open_in>::remove_all(ContextId context) {
  for (Entry& entry : entries_)
    if (entry.item && entry.pattern.context == context) {
      entry.item = Item();
      --waiting_;
    }
  tidy();
}

} // namespace daruma::mpi
