#include "sim/hosting/frames.hpp"

#include "sim/hosting/user_program.hpp"

#include <csetjmp>
#include <cstring>
#include <unwind.h>
#include <utility>

namespace daruma::hosting {

namespace {

constexpr std::size_t most_places = 200;

/// Where a frame is. One that waits for a call to return is in that call, the next instruction may be another line's.
const void* place_of(_Unwind_Context* frame) {
  int is_interrupted = 0;
  const _Unwind_Ptr next = _Unwind_GetIPInfo(frame, &is_interrupted);
  const _Unwind_Ptr address = next != 0 && is_interrupted == 0 ? next - 1 : next;
  const void* place = nullptr;
  std::memcpy(&place, &address, sizeof place);
  return place;
}

/// Where a walk that meets a fault goes on; null while nobody walks.
thread_local sigjmp_buf* end_of_walk = nullptr;

/// Looks at all frames from the caller's on, as long as `look` says so, and as far as they can be read.
template <class Look> void walk(Look look) {
  const auto on_frame = [](_Unwind_Context* frame, void* looking) {
    return (*static_cast<Look*>(looking))(frame) ? _URC_NO_REASON : _URC_END_OF_STACK;
  };
  sigjmp_buf end;
  sigjmp_buf* const outer = std::exchange(end_of_walk, &end);
  if (sigsetjmp(end, 0) == 0) _Unwind_Backtrace(on_frame, &look);
  end_of_walk = outer;
}

} // namespace

CallChain call_chain() {
  CallChain chain;
  walk([&chain](_Unwind_Context* frame) {
    const void* const place = place_of(frame);
    if (!chain.places.empty() && chain.places.back().address == place) {
      ++chain.places.back().times;
      return true;
    }
    if (!is_in_program(place)) return true;
    chain.is_whole = chain.places.size() < most_places;
    if (chain.is_whole) chain.places.push_back({place, 1});
    return chain.is_whole;
  });
  return chain;
}

/// Registers go by the numbers that DWARF has for them.
SavedFrame innermost_frame() {
  SavedFrame found;
  walk([&found](_Unwind_Context* frame) {
    if (!is_in_program(place_of(frame))) return true;
    found = {_Unwind_GetIP(frame),     _Unwind_GetCFA(frame),    _Unwind_GetGR(frame, 3),  _Unwind_GetGR(frame, 6),
             _Unwind_GetGR(frame, 12), _Unwind_GetGR(frame, 13), _Unwind_GetGR(frame, 14), _Unwind_GetGR(frame, 15)};
    return false;
  });
  return found;
}

void give_up_frames() {
  // Where this is destroyed, going there is a fault: the next one does not try again.
  if (sigjmp_buf* const end = std::exchange(end_of_walk, nullptr)) siglongjmp(*end, 1);
}

const void* innermost_place() {
  const void* found = nullptr;
  walk([&found](_Unwind_Context* frame) {
    const void* const place = place_of(frame);
    if (is_in_program(place)) found = place;
    return found == nullptr;
  });
  return found;
}

} // namespace daruma::hosting
