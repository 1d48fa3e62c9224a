// The tree store as the highly available scheduler uses it: patiently.
//
// A connection that was lost is waited for, a session that expired is replaced. A write that may or may not have been
// made is looked for before it is made again. Without any answer for `patience` the job ends with a sentence that says
// so: the store has no quorum.
#pragma once

#include "models/falanx/mpi/ranks.hpp"
#include "models/port/port.hpp"
#include "models/port/tree_store.hpp"

#include <functional>
#include <string>
#include <vector>

namespace daruma::models::falanx {

class HaStore {
public:
  explicit HaStore(const Ranks& ranks);

  /// `is_made` is asked when the answer was lost, and can read. No error: it is made, by this call.
  StoreError commit(const std::vector<Change>& changes, const std::function<bool()>& is_made);
  /// Makes what may be there already, or gone already, or what nobody else makes; the same change twice is no harm.
  StoreError write(const std::vector<Change>& changes);
  /// An ephemeral node that says that this store is there: made now, and if the session expires, in the new one before
  /// anything else is.
  void announce(const std::string& path);
  /// A node that nobody else makes.
  void create(const std::string& path, const std::string& data);
  /// A node that may be there already, or gone already.
  void ensure(const std::string& path);
  void remove(const std::string& path);
  /// Data of a node; nothing if there is none.
  std::optional<std::string> read(const std::string& path, Watch watch = Watch::none);
  NodeData stat(const std::string& path, Watch watch = Watch::none);
  Listing list(const std::string& path, Watch watch = Watch::none);
  /// What is read from here on is not older than this call.
  void sync();
  /// Blocks until a watch tells something, or the watches are gone because the session is a new one: then the event is
  /// session_expired.
  StoreEvent wait();

  static constexpr Seconds patience{60};

private:
  template <class Call> auto patiently(Call&& call);
  void bear_loss(StoreError error, Seconds since);
  void replace_session();

  Ranks ranks_;
  std::unique_ptr<TreeSession> session_;
  std::string announced_; ///< empty: nothing
};

} // namespace daruma::models::falanx
