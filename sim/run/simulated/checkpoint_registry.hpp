// The checkpoints of one job: which versions exist, and in whose memory the copies are.
//
// Assumes that a copy is usable as soon as saving it has ended, and that a process's memory is lost
// with the process. Times are the port's to charge; this is the book-keeping.
#pragma once

#include "models/port/port.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace daruma::run {

class CheckpointRegistry {
public:
  /// A copy on the file system is held by nobody.
  static constexpr int file_system = -1;

  /// A process began: it can hold copies until it is lost.
  void admit(int holder) { living_.insert(holder); }
  bool is_living(int holder) const { return living_.count(holder) > 0; }
  /// Enters a saved version; the two newest of an owner are kept. Holders that ended meanwhile hold nothing.
  void enter(int owner, models::Stored stored, std::vector<int> holders);
  /// The newest version of `owner` not above `at_most` that still has a copy, and the holder to read it from:
  /// `reader` itself if it has one. Null if there is none.
  const models::Stored* find(int owner, std::int64_t at_most, int reader, int& holder) const;
  /// A process ended: the copies in its memory are gone.
  void lose(int holder);
  /// The most that the copies in one process's memory took between two changes.
  Bytes most_held() const { return most_held_; }

private:
  struct Copy {
    models::Stored stored;
    std::vector<int> holders;
  };
  void forget(const Copy&);

  std::set<int> living_{file_system};
  std::map<int, std::vector<Copy>> copies_; ///< by owner, oldest version first
  std::map<int, std::set<int>> owners_;     ///< by holder: whose versions it has had copies of
  std::map<int, Bytes> held_;               ///< by holder: what its copies take
  Bytes most_held_{0};
};

} // namespace daruma::run
