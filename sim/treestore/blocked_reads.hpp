// Reads that wait at a server behind its clients' writes, as in ZooKeeper before 3.6: a server takes what its clients
// ask for in the order of arrival, and goes no further than a write until that is committed, whoever asks
// (ZOOKEEPER-2024, "stalling"; CommitProcessor of 3.4.6). What watches tell does not wait, nor do others' writes.
#pragma once

#include <deque>
#include <utility>
#include <vector>

namespace daruma::treestore {

/// Of one server. Writes are committed in the order in which they came to it.
template <class Read> class BlockedReads {
public:
  /// A client's write has come.
  void begin_write() { behind_.emplace_back(); }
  /// Whether a read that comes now has to wait.
  bool is_blocked() const { return !behind_.empty(); }
  /// Behind all writes that have come.
  void wait(Read read) { behind_.back().push_back(std::move(read)); }
  /// The first of the writes is committed: the reads that go on, in the order in which they came.
  std::vector<Read> end_write() {
    if (behind_.empty()) return {};
    std::vector<Read> reads = std::move(behind_.front());
    behind_.pop_front();
    return reads;
  }
  /// The server has lost its leader: nobody waits for an answer any more.
  void forget() { behind_.clear(); }

private:
  std::deque<std::vector<Read>> behind_{}; ///< by write
};

} // namespace daruma::treestore
