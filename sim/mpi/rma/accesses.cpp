#include "sim/mpi/rma/accesses.hpp"

#include "sim/mpi/p2p/blank_memory.hpp"
#include "sim/mpi/process/job.hpp"
#include "sim/mpi/rma/epochs.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace daruma::mpi {

struct Access {
  enum class Effect { write, read, combine, swap };

  Effect effect = Effect::write;
  LocalWindow* origin = nullptr;
  LocalWindow* target = nullptr;
  Buffer at;                             ///< in the target's memory
  Buffer from;                           ///< the origin's data, if they were not copied
  Packed copy;                           ///< of them
  bool is_copied = false;                ///< when the call was made
  Packed expected;                       ///< of a swap
  OperatorPtr op;                        ///< of Effect::combine
  Buffer into;                           ///< where the origin wants what was at the target; of no bytes if it does not
  Packed before;                         ///< what was there
  bool has_arrived = false;              ///< at the target
  std::list<OpenAccess>::iterator noted; ///< among those of the origin that are open
  std::shared_ptr<Request*> request; ///< null where the call makes none; what it points to is null once that is over

  bool needs_buffer() const { return !is_copied || into.bytes() > 0; }
  /// Nobody who made a call on it or lets others access memory has given it up.
  bool is_wanted() const { return origin->is_reachable() && target->is_reachable() && !(request && !*request); }
};

namespace {

using Effect = Access::Effect;
using AccessPtr = std::shared_ptr<Access>;

/// The named datatype that all of a datatype's elements are; of several, the first.
const Datatype& element_of(const Datatype& type) {
  const Datatype* element = &type;
  while (!element->is_named()) {
    const auto& parts = element->recipe().types;
    const auto has_data = [](const DatatypePtr& part) { return part->size() > 0; };
    const auto found = std::find_if(parts.begin(), parts.end(), has_data);
    if (found == parts.end()) return *element;
    element = found->get();
  }
  return *element;
}

// --- Memory

struct Span {
  std::byte* begin;
  std::byte* end;
};

/// From its first to its last byte.
Span span_of(const Buffer& buffer) {
  const MPI_Aint last = (buffer.count - 1) * buffer.type->extent();
  const Bounds& bounds = buffer.type->true_bounds();
  return {beyond(buffer.address, std::min<MPI_Aint>(0, last) + bounds.lower),
          beyond(buffer.address, std::max<MPI_Aint>(0, last) + bounds.upper)};
}

bool lets_access(const LocalWindow& member, const Span& span) {
  if (!member.window->is_dynamic()) {
    const Exposure& exposure = member.exposure();
    return span.begin >= exposure.base && span.end <= exposure.base + exposure.size;
  }
  auto next = member.attached.upper_bound(span.begin);
  if (next == member.attached.begin()) return false;
  const std::byte* end = std::prev(next)->first + std::prev(next)->second;
  for (; next != member.attached.end() && next->first == end; ++next) end += next->second;
  return span.end <= end;
}

/// Where an access is to go in the target's memory; an error class.
int find(const LocalWindow& member, const Target& target, Buffer& at) {
  const Exposure& exposure = member.exposure();
  std::byte* const address = beyond(exposure.base, target.displacement * exposure.unit);
  at = Buffer(address, target.count, target.type);
  return at.bytes() == 0 || lets_access(member, span_of(at)) ? +MPI_SUCCESS : +MPI_ERR_RMA_RANGE;
}

int check(const LocalWindow& window, const Buffer& own, const Target& target) {
  const bool is_rank = target.rank >= 0 && target.rank < static_cast<int>(window.window->members.size());
  if (!is_rank && target.rank != MPI_PROC_NULL) return MPI_ERR_RANK;
  if (own.count < 0 || target.count < 0) return MPI_ERR_COUNT;
  if (!is_for_data(own.type) || !is_for_data(target.type)) return MPI_ERR_TYPE;
  return target.displacement < 0 && !window.window->is_dynamic() ? +MPI_ERR_DISP : +MPI_SUCCESS;
}

// --- At the target

/// Elements as they lie in memory, made of packed ones.
std::vector<std::byte> lay_out(const std::byte* packed, MPI_Count count, const Datatype& element) {
  std::vector<std::byte> elements(static_cast<std::size_t>(count * element.extent()));
  Buffer(elements.data(), count, DatatypePtr(&element))
      .unpack_from(packed, static_cast<std::size_t>(count * element.size()));
  return elements;
}

/// Combines packed elements with those of a buffer.
void combine(const Operator& op, Packed& packed, const Buffer& at) {
  if (is_blank(packed.data()) || is_blank(at.address)) return;
  const Datatype& element = element_of(*at.type);
  const std::size_t size = std::min(packed.size(), at.bytes());
  if (&op == &resolve(MPI_REPLACE)) { // elements may be of several datatypes
    at.unpack_from(packed.data(), size);
    return;
  }
  const auto count = static_cast<MPI_Count>(size) / element.size();
  if (element.is_solid() && at.is_solid()) {
    op.combine(packed.data(), at.address, count, element);
    return;
  }
  Packed there(at);
  const auto in = lay_out(packed.data(), count, element);
  auto inout = lay_out(there.data(), count, element);
  op.combine(in.data(), inout.data(), count, element);
  at.unpack_from(Packed(Buffer(inout.data(), count, DatatypePtr(&element))).data(), size);
}

bool is_equal(Packed& first, Packed& second) {
  return !is_blank(first.data()) && !is_blank(second.data()) &&
         std::memcmp(first.data(), second.data(), std::min(first.size(), second.size())) == 0;
}

void apply(Access& access) {
  if (access.into.bytes() > 0) access.before = Packed(access.at);
  if (access.effect == Effect::read) return;
  if (access.effect == Effect::write && !access.is_copied) {
    access.at.copy_from(access.from);
    return;
  }
  Packed data = access.is_copied ? std::move(access.copy) : Packed(access.from);
  if (access.effect == Effect::combine)
    combine(*access.op, data, access.at);
  else if (access.effect == Effect::write || is_equal(access.before, access.expected))
    access.at.unpack_from(data.data(), std::min(data.size(), access.at.bytes()));
}

/// What came back has come to the origin.
void settle(Access& access) {
  if (!access.is_wanted()) return;
  access.into.unpack_from(access.before.data(), std::min(access.into.bytes(), access.before.size()));
  LocalWindow& window = *access.origin;
  Peer& peer = window.peer(access.target->rank());
  --peer.under_way;
  --window.under_way;
  if (access.needs_buffer()) {
    --peer.needs_buffer;
    --window.needs_buffer;
  }
  if (access.request) {
    if (access.noted->fetches) {
      access.noted->close();
      peer.open.erase(access.noted);
    }
    (*access.request)->finish(MPI_SUCCESS);
  }
  window.wake();
}

void carry_out(const AccessPtr& access) {
  if (!access->is_wanted()) return;
  apply(*access);
  access->origin->window->carry(*access->target, *access->origin, access->before.size(), [access] { settle(*access); });
}

/// Accumulates wait for those that were called before.
void arrive(const AccessPtr& access) {
  access->has_arrived = true;
  if (access->effect == Effect::write || access->effect == Effect::read) {
    carry_out(access);
    return;
  }
  auto& updates = access->origin->peer(access->target->rank()).updates;
  while (!updates.empty() && updates.front()->has_arrived) {
    const AccessPtr next = std::move(updates.front());
    updates.pop_front();
    carry_out(next);
  }
}

// --- Conflicts

AccessWay way_of(const Access& access) {
  if (access.effect == Effect::read) return AccessWay::read();
  if (access.effect == Effect::write) return AccessWay::write();
  return AccessWay::update(element_of(*access.at.type), access.op ? access.op->named() : Operator::Named::no_op);
}

std::string place(const World& world, const AccessOrigin& origin) { return origin.call + world.place_of(origin.place); }

std::string name_of(const LocalWindow& window) {
  const std::string name = window.comm->name();
  return name.empty() ? std::to_string(window.window->number) : "\"" + name + "\"";
}

void report(const LocalWindow& window, const AccessOrigin& first, const AccessOrigin& second, const std::string& what) {
  constexpr int most = 8;
  if (++window.window->reports > most) return;
  const Process& process = *window.comm->owner;
  const World& world = *process.job->world;
  const std::string who = first.rank == second.rank ? " before" : " of rank " + std::to_string(first.rank);
  world.listener().warned(process.job->name(process), place(world, second) + " conflicts with " + place(world, first) +
                                                          who + ": both " + what +
                                                          ", and nothing comes between that "
                                                          "orders them");
}

/// Calls `visit(begin, end)` for the stretches of memory that a buffer is.
template <class Visit> void for_each_stretch(const Buffer& buffer, Visit&& visit) {
  auto base = reinterpret_cast<std::uintptr_t>(buffer.address);
  if (buffer.is_solid()) {
    visit(base, base + buffer.bytes());
    return;
  }
  for (MPI_Count i = 0; i < buffer.count; ++i, base += static_cast<std::uintptr_t>(buffer.type->extent()))
    for (const auto& [offset, size] : buffer.type->stretches()) {
      const std::uintptr_t begin = base + static_cast<std::uintptr_t>(offset);
      visit(begin, begin + size);
    }
}

/// Notes where at its origin the access writes; two that write to the same place are reported once.
void note_fetch(const Access& access, const AccessOrigin& own) {
  LocalWindow& window = *access.origin;
  const AccessOrigin* conflicting = nullptr;
  for_each_stretch(access.into, [&](std::uintptr_t begin, std::uintptr_t end) {
    if (!conflicting) conflicting = window.fetched_into.conflict(begin, end, AccessWay::write(), own);
  });
  if (conflicting)
    report(window, *conflicting, own, "fetch into the same buffer of this process from window " + name_of(window));
  for_each_stretch(access.into, [&](std::uintptr_t begin, std::uintptr_t end) {
    access.noted->stretches.push_back(window.fetched_into.open(begin, end, AccessWay::write(), own));
  });
}

/// Notes what the access touches; one that conflicts is reported once.
void note(Access& access, const CallSite& site) {
  LocalWindow& window = *access.origin;
  auto& accesses = access.target->accessed_by;
  if (!accesses) accesses = std::make_unique<OpenAccesses>();
  const AccessWay way = way_of(access);
  const AccessOrigin own{window.rank(), window.fences, site.call, site.place};
  const AccessOrigin* conflicting = nullptr;
  for_each_stretch(access.at, [&](std::uintptr_t begin, std::uintptr_t end) {
    if (!conflicting) conflicting = accesses->conflict(begin, end, way, own);
  });
  if (conflicting)
    report(window, *conflicting, own,
           "access the same memory of rank " + std::to_string(access.target->rank()) + " in window " + name_of(window) +
               ", one of them changes it");
  auto& open = window.peer(access.target->rank()).open;
  access.noted = open.insert(open.end(), OpenAccess{{}, access.into.bytes() > 0});
  for_each_stretch(access.at, [&](std::uintptr_t begin, std::uintptr_t end) {
    access.noted->stretches.push_back(accesses->open(begin, end, way, own));
  });
  if (access.into.bytes() > 0) note_fetch(access, own);
}

// --- At the origin

/// The origin's data that go to the target, copied where they are few or change on their way.
void take_data(Access& access, const Buffer& from) {
  Process& process = *access.origin->comm->owner;
  const bool has_data = from.bytes() > 0 && !is_blank(from.address);
  const auto bit = has_data ? flipped_bit(process, from.bytes(), *access.target->comm->owner) : std::nullopt;
  access.is_copied = bit || static_cast<double>(from.bytes()) < process.job->profile().eager_limit.value();
  if (access.is_copied)
    access.copy = Packed(from);
  else
    access.from = from;
  if (bit) flip(access.copy.data(), *bit);
}

int finish_now(const CallSite& site) {
  if (site.request) site.request->finish(MPI_SUCCESS);
  return MPI_SUCCESS;
}

/// Sends an access off with so many bytes.
int launch(Access&& prepared, std::size_t bytes, const CallSite& site) {
  const auto access = std::make_shared<Access>(std::move(prepared));
  LocalWindow& window = *access->origin;
  Peer& peer = window.peer(access->target->rank());
  note(*access, site);
  contact_members(window);
  if (site.request && access->needs_buffer())
    access->request = site.request->found_by = std::make_shared<Request*>(site.request);
  else
    finish_now(site);
  ++peer.under_way;
  ++window.under_way;
  peer.needs_buffer += access->needs_buffer();
  window.needs_buffer += access->needs_buffer();
  if (access->effect == Effect::combine || access->effect == Effect::swap) peer.updates.push_back(access);
  window.window->carry(window, *access->target, bytes, [access] { arrive(access); });
  return MPI_SUCCESS;
}

/// What any access begins with: whether it may be made, and where. `launch(Access&&)` where there is something to do.
template <class Launch>
int begin(LocalWindow& window, Effect effect, const Target& target, const CallSite& site, Launch&& launch) {
  if (target.rank == MPI_PROC_NULL) return finish_now(site);
  Access access;
  access.effect = effect;
  access.origin = &window;
  access.target = &window.member(target.rank);
  if (const int error = admit(window, target.rank)) return error;
  if (const int error = find(*access.target, target, access.at)) return error;
  return access.at.bytes() == 0 ? finish_now(site) : launch(std::move(access));
}

} // namespace

int put(LocalWindow& window, const Buffer& from, const Target& target, const CallSite& site) {
  if (const int error = check(window, from, target)) return error;
  return begin(window, Effect::write, target, site, [&](Access&& access) {
    take_data(access, from);
    return launch(std::move(access), from.bytes(), site);
  });
}

int get(LocalWindow& window, const Buffer& into, const Target& target, const CallSite& site) {
  if (const int error = check(window, into, target)) return error;
  return begin(window, Effect::read, target, site, [&](Access&& access) {
    access.is_copied = true;
    access.into = into;
    return launch(std::move(access), 0, site);
  });
}

int accumulate(LocalWindow& window, const Buffer& from, const Buffer* before, const Target& target, MPI_Op op,
               const CallSite& site) {
  if (op == MPI_OP_NULL) return MPI_ERR_OP;
  const bool is_query = op == MPI_NO_OP; // the origin's arguments may be anything
  if (const int error = check(window, is_query && before ? *before : from, target)) return error;
  const Operator& by = resolve(op);
  if (!by.is_named() || !by.suits(element_of(resolve(target.type)))) return MPI_ERR_OP;
  return begin(window, Effect::combine, target, site, [&](Access&& access) {
    access.op = OperatorPtr(&by);
    const Buffer data = is_query ? Buffer() : from;
    take_data(access, data);
    if (before) access.into = *before;
    return launch(std::move(access), data.bytes(), site);
  });
}

int compare_and_swap(LocalWindow& window, const Buffer& from, const Buffer& expected, const Buffer& before,
                     const Target& target, const CallSite& site) {
  if (const int error = check(window, from, target)) return error;
  const Sort sort = from.type->sort();
  const bool is_comparable =
      sort == Sort::signed_integer || sort == Sort::unsigned_integer || sort == Sort::logical || sort == Sort::bytes;
  if (!is_comparable) return MPI_ERR_TYPE;
  return begin(window, Effect::swap, target, site, [&](Access&& access) {
    take_data(access, from);
    access.expected = Packed(expected);
    access.into = before;
    return launch(std::move(access), from.bytes() + expected.bytes(), site);
  });
}

} // namespace daruma::mpi
