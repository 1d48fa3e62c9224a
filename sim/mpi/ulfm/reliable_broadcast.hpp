// A reliable broadcast over a binomial graph: Angskun, Bosilca, Dongarra, "Binomial graph: a scalable and
// fault-tolerant logical network topology", ISPA 2007, as used by Bosilca et al., SC 2016.
//
// Who hears of it for the first time tells all its neighbours, those at distance 2^k in either direction, the farthest
// first, and then those next to it on the ring of all that it does not know to have failed; when that changes, it and
// the new neighbour tell each other. Without failures all are reached in log2 n steps, or one more where n is no power
// of two. Each has 2 log2 n neighbours, any of which is enough, and the ring reaches all living whoever dies, as long
// as deaths are found out along it.
//
// A copy for somebody who has heard of it, or has another copy on its way, changes nothing but the time that sender and
// receiver spend on it: it is not sent, and its time is charged. A copy that gets lost is sent again by another
// neighbour of the receiver that knows, whose own copy would have arrived; so n - 1 messages are events, and not n log
// n. Copies would be as fast as each other: that of who sent first is the one that counts.
//
// No simulator: what goes out and what is to come back is in the surroundings.
#pragma once

#include <cstdint>
#include <vector>

namespace daruma::mpi {

class ReliableBroadcast {
public:
  class Surroundings {
  public:
    virtual ~Surroundings() = default;
    virtual bool is_alive(int member) const = 0;
    /// The nearest that the member does not know to have failed, itself if there is no other. Direction is -1 or 1.
    virtual int ring_neighbour(int member, int direction) const = 0;
    /// Leads to departed(from) as soon as the sender is free, if it lives until then, and to arrived or lost.
    virtual void send(int from, int to) = 0;
    /// Time that a member spends on copies that change nothing.
    virtual void charge_sends(int member, int count) = 0;
    virtual void charge_receives(int member, int count) = 0;
    /// A member has heard of it.
    virtual void reached(int member) = 0;
  };

  ReliableBroadcast(int members, Surroundings& surroundings);

  /// The member knows of it without having been told, and tells others.
  void begin(int member);
  void departed(int from) { tell_next(from); }
  void arrived(int to) { begin(to); }
  /// The copy for `to` will not arrive.
  void lost(int to);
  /// The member knows of another failure, and may have other neighbours on the ring.
  void mended(int member);
  bool has_reached(int member) const { return state_[static_cast<std::size_t>(member)].reached; }
  int size() const { return static_cast<int>(state_.size()); }

private:
  struct Member {
    bool reached = false;
    bool expected = false; ///< a copy is on its way
    std::uint8_t told = 0; ///< how many neighbours it has gone through
  };
  int degree() const { return 2 * dimensions_ + 2; }
  int neighbour(int member, int which) const;
  bool needs_copy(int member) const;
  bool can_tell(int member) const;
  void tell(int from, int to);
  void tell_next(int from);

  Surroundings& surroundings_;
  std::vector<Member> state_;
  int dimensions_ = 0; ///< 2^k is a distance for k below
};

} // namespace daruma::mpi
