#include "sim/mpi/process/stack.hpp"

#include <malloc.h>
#include <sanitizer/asan_interface.h>
#include <simgrid/s4u/Engine.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <deque>
#include <fstream>
#include <map>
#include <string>
#include <sys/mman.h>
#include <system_error>
#include <utility>
#include <vector>

/// Calls function(argument) on the stack that ends at `top`. Debuggers and exceptions find the caller behind it.
extern "C" void daruma_call_on_stack(void* top, void (*function)(void*), void* argument);

asm(R"(
  .text
  .hidden daruma_call_on_stack
  .globl daruma_call_on_stack
  .type daruma_call_on_stack, @function
daruma_call_on_stack:
  .cfi_startproc
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  movq %rdi, %rsp
  movq %rdx, %rdi
  call *%rsi
  leave
  .cfi_def_cfa %rsp, 8
  ret
  .cfi_endproc
  .size daruma_call_on_stack, .-daruma_call_on_stack
)");

namespace daruma::mpi {

/// One that is in use, or was.
struct Stack {
  char* bottom; ///< the lowest address, that of its guard
  std::size_t size;
  int rights; ///< for mprotect
  bool is_guarded;
};

namespace {

constexpr std::size_t page = 4096;

#if defined(__SANITIZE_ADDRESS__)
constexpr int frames_are_larger = 8; // where they have room between variables

/// Takes the sanitizer's marks away that frames which an exception left may have left. Where it keeps them is given
/// back to the system, as most of it was never touched: what is asked for anew is zero, which is no mark.
void unmark(const Stack& stack) {
  std::size_t scale = 0;
  std::size_t offset = 0;
  __asan_get_shadow_mapping(&scale, &offset);
  const auto mark_of = [&](const char* address) {
    return (reinterpret_cast<std::uintptr_t>(address) >> scale) + offset;
  };
  const std::uintptr_t begin = mark_of(stack.bottom) / page * page + page;
  const std::uintptr_t end = mark_of(stack.bottom + stack.size) / page * page;
  const std::size_t edge = std::min(page << scale, stack.size);
  ASAN_UNPOISON_MEMORY_REGION(stack.bottom, edge);
  ASAN_UNPOISON_MEMORY_REGION(stack.bottom + stack.size - edge, edge);
  if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}
#else
constexpr int frames_are_larger = 1;
void unmark(const Stack&) {}
#endif

constexpr std::size_t guard_size = 16 * page;
constexpr std::size_t covered_by_a_table = 512 * page; // by a page of page tables

Stack* in_use = nullptr;
int rights_of_new = PROT_READ | PROT_WRITE; // for mprotect, of stacks that are taken from now on

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

/// Guards that are mappings of their own, of which there are only so many.
class GuardMappings {
public:
  void protect(Stack& stack) {
    if (guarded_.size() >= most_) give_up_oldest();
    while (::mprotect(stack.bottom, guard_size, PROT_NONE) != 0) {
      if (errno != ENOMEM || guarded_.empty()) fail("no guard for a stack");
      give_up_oldest();
    }
    guarded_.push_back(&stack);
  }

private:
  static std::size_t quarter_of_all_mappings() {
    std::size_t all = 65530;
    std::ifstream("/proc/sys/vm/max_map_count") >> all;
    return all / 4;
  }

  void give_up_oldest() {
    Stack& oldest = *guarded_.front();
    guarded_.pop_front();
    ::mprotect(oldest.bottom, guard_size, oldest.rights);
    oldest.is_guarded = false;
  }

  std::size_t most_ = quarter_of_all_mappings();
  std::deque<Stack*> guarded_; ///< the oldest first
};

/// Guards that are marks in page tables, of which there may be any number. Linux knows them since 6.13.
bool mark(const Stack& stack) {
  constexpr int madv_guard_install = 102;
  return ::madvise(stack.bottom, guard_size, madv_guard_install) == 0;
}

void guard(Stack& stack) {
  static GuardMappings mappings;
  static bool has_marks = true;
  has_marks = has_marks && mark(stack);
  if (!has_marks) mappings.protect(stack);
  stack.is_guarded = true;
}

constexpr std::size_t stacks_at_a_time = 256;

std::size_t in_whole_pages(std::size_t size) { return (std::max(size, smallest_stack) + page - 1) / page * page; }

/// The top of a stack and the guard of the next one share a page of page tables.
std::size_t addresses_at_a_time(std::size_t size) { return stacks_at_a_time * size + 2 * covered_by_a_table; }

/// All stacks of one size that may be used alike; they stay for whoever comes next.
class StackArena {
public:
  StackArena(std::size_t size, int rights) : size_(size), rights_(rights) {}

  Stack& take() {
    if (free_.empty()) grow();
    Stack& stack = *free_.back();
    free_.pop_back();
    return stack;
  }

  /// The lowest address of the stack with this one, or null if it is none of these.
  const char* bottom_of(const char* address) const {
    for (std::size_t lowest = stacks_at_a_time - 1; lowest < stacks_.size(); lowest += stacks_at_a_time) {
      const char* const first = stacks_[lowest].bottom;
      if (address >= first && address < first + stacks_at_a_time * size_)
        return address - static_cast<std::size_t>(address - first) % size_;
    }
    return nullptr;
  }

  void give_back(Stack& stack) {
    unmark(stack);
    free_.push_back(&stack);
  }

private:
  void grow() {
    char* const place = static_cast<char*>(
        ::mmap(nullptr, addresses_at_a_time(size_), rights_, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    if (place == MAP_FAILED) fail("no room for the stacks of more processes");
    ::madvise(place, addresses_at_a_time(size_), MADV_NOHUGEPAGE);
    const std::size_t beyond = reinterpret_cast<std::uintptr_t>(place) % covered_by_a_table;
    char* const first = place + (covered_by_a_table - beyond) + covered_by_a_table / 2;
    for (std::size_t i = stacks_at_a_time; i-- > 0;)
      free_.push_back(&stacks_.emplace_back(Stack{first + i * size_, size_, rights_, false}));
  }

  std::size_t size_;
  int rights_;
  std::deque<Stack> stacks_; ///< of those that came at a time the one with the highest addresses first
  std::vector<Stack*> free_;
};

/// By the size and the rights of their stacks.
std::map<std::pair<std::size_t, int>, StackArena>& arenas() {
  static std::map<std::pair<std::size_t, int>, StackArena> all;
  return all;
}

StackArena& arena(std::size_t size) {
  const std::size_t whole = in_whole_pages(size);
  return arenas().try_emplace({whole, rights_of_new}, whole, rights_of_new).first->second;
}

/// A stack while code runs on it.
class Occupied {
public:
  explicit Occupied(StackArena& from) : arena_(from), stack_(from.take()), left_(leave_stack()) {
    resume_stack(&stack_);
  }
  ~Occupied() {
    resume_stack(left_);
    arena_.give_back(stack_);
  }
  Occupied(const Occupied&) = delete;
  Occupied& operator=(const Occupied&) = delete;

  char* top() const { return stack_.bottom + stack_.size; }

private:
  StackArena& arena_;
  Stack& stack_;
  Stack* left_;
};

void call(void* code) { (*static_cast<const std::function<void()>*>(code))(); }

} // namespace

void run_on_stack(std::size_t size, const std::function<void()>& code) {
  const Occupied stack(arena(size));
  daruma_call_on_stack(stack.top(), call, const_cast<std::function<void()>*>(&code));
}

std::size_t addresses_of_stacks(std::size_t processes, std::size_t size) {
  const std::size_t times = (processes + stacks_at_a_time - 1) / stacks_at_a_time;
  return times * addresses_at_a_time(in_whole_pages(size));
}

void make_stacks_executable() { rights_of_new |= PROT_EXEC; }

Stack* leave_stack() { return std::exchange(in_use, nullptr); }

void resume_stack(Stack* stack) {
  in_use = stack;
  if (stack && !stack->is_guarded) guard(*stack);
}

bool is_overflow(const void* address) {
  const auto* const byte = static_cast<const char*>(address);
  return in_use && byte >= in_use->bottom && byte < in_use->bottom + guard_size;
}

#if defined(__SANITIZE_ADDRESS__)
struct DarumaStack {
  const char* bottom;
  const char* top;
};

/// What cmake/sanitized_contexts.cpp asks.
extern "C" DarumaStack daruma_stack_of(const char* address) {
  if (!address) return in_use ? DarumaStack{in_use->bottom, in_use->bottom + in_use->size} : DarumaStack{};
  for (const auto& [kind, arena] : arenas())
    if (const char* const bottom = arena.bottom_of(address)) return {bottom, bottom + kind.first};
  return {};
}
#endif

void use_small_stacks() {
  constexpr int needed_KiB = 12 * frames_are_larger; // 5 are used
  simgrid::s4u::Engine::set_config("contexts/stack-size:" + std::to_string(needed_KiB));
  simgrid::s4u::Engine::set_config("contexts/guard-size:0");
  // SimGrid has each stack cleared; what malloc has just been given by the system for it needs not be, and is not
  // touched.
  mallopt(M_TOP_PAD, 0);
  // After that malloc no longer learns from what is freed: without being told, it would give back to the system, and
  // ask for anew, whatever is larger than 128 KiB or lies last, at each change.
  constexpr int most_that_it_learns = 32 << 20;
  mallopt(M_MMAP_THRESHOLD, most_that_it_learns);
  mallopt(M_TRIM_THRESHOLD, 2 * most_that_it_learns);
}

} // namespace daruma::mpi
