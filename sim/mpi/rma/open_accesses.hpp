// Which accesses to a member's window memory are open, to find those that conflict.
//
// An access is open from its call until a synchronising call, or its request, has completed it at the target. Two that
// are open at the same time are not ordered by anything; where they touch the same bytes and one of them writes, the
// outcome is undefined (MPI 3.1, section 11.7). A fence orders what comes before it at any member before what comes
// after it at any member, also where members learn of its end one after the other. Accumulates of the same predefined
// type do not conflict with each other, unless two processes make them by different operations, neither of them
// MPI_NO_OP, as long as the window's "accumulate_ops" is what it is by itself (section 11.2.1). What finds no conflict
// is logarithmic in the number of open accesses.
#pragma once

#include "sim/mpi/datatypes/datatype.hpp"
#include "sim/mpi/datatypes/operators.hpp"

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

namespace daruma::mpi {

/// Which accesses go together with which: those of one way do, but for writes.
class AccessWay {
public:
  using Operation = Operator::Named;

  static AccessWay read() { return AccessWay(0); }
  static AccessWay write() { return AccessWay(1); }
  /// An accumulate of elements of this named datatype.
  static AccessWay update(const Datatype& type, Operation operation = Operation::no_op);

  bool conflicts_with(AccessWay other) const { return number_ != other.number_ || number_ == write().number_; }
  /// Whether they conflict where different processes make them.
  bool conflicts_with_other(AccessWay other) const {
    const bool is_other = operation_ != other.operation_ && operation_ != Operation::no_op;
    return conflicts_with(other) || (is_other && other.operation_ != Operation::no_op);
  }
  bool operator<(AccessWay other) const {
    return std::tie(number_, operation_) < std::tie(other.number_, other.operation_);
  }

private:
  explicit AccessWay(std::int64_t number, Operation operation = Operation::no_op)
      : number_(number), operation_(operation) {}
  std::int64_t number_;
  Operation operation_; ///< of updates
};

/// Who made an access, by which call, and from where.
struct AccessOrigin {
  int rank = 0;
  int fences = 0; ///< of the window, that the rank had called before
  const char* call = nullptr;
  const void* place = nullptr; ///< an address in the program, right after the call
};

class OpenAccesses {
  struct Entry {
    std::uintptr_t end;
    AccessOrigin origin;
  };
  /// By the first byte.
  using Lane = std::multimap<std::uintptr_t, Entry>;

public:
  struct Ticket {
    Lane* lane;
    Lane::iterator entry;
  };

  /// Whose open access to some of the bytes conflicts with one of this origin; null if none does.
  const AccessOrigin* conflict(std::uintptr_t begin, std::uintptr_t end, AccessWay, const AccessOrigin& = {}) const;
  /// The ticket is for closing it.
  Ticket open(std::uintptr_t begin, std::uintptr_t end, AccessWay, const AccessOrigin&);
  static void close(const Ticket& ticket) { ticket.lane->erase(ticket.entry); }

private:
  /// Entries of a lane are less than 2^class bytes long, so that those that reach to a byte do not begin far before it.
  std::map<std::pair<AccessWay, int>, Lane> lanes_;
};

} // namespace daruma::mpi
