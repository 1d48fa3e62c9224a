// Part of every program that uses SimGrid and AddressSanitizer.
//
// The sanitizer marks what lies around variables on a stack, and takes the marks away up to the stack's end when an
// exception or a longjmp leaves frames. It knows the stacks of threads but not those of SimGrid's actors, where the
// marks would stay and be reported as overflows of whoever comes next: here it is told where these end.
#include <pthread.h>
#include <sanitizer/asan_interface.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>

struct DarumaStack {
  const char* bottom;
  const char* top;
};

/// Of simulated processes (sim/mpi/process/stack.cpp): the stack with this address, that in use if it is null. Null if
/// there is none.
extern "C" [[gnu::weak]] DarumaStack daruma_stack_of(const char* address);

namespace {

bool has(const DarumaStack& stack, const char* address) { return address >= stack.bottom && address < stack.top; }

DarumaStack from(const void* bottom, std::size_t size) {
  const char* const begin = static_cast<const char*>(bottom);
  return {begin, begin + size};
}

DarumaStack stack_of_thread() {
  pthread_attr_t attributes;
  void* bottom = nullptr;
  std::size_t size = 0;
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getstack(&attributes, &bottom, &size);
  pthread_attr_destroy(&attributes);
  return from(bottom, size);
}

/// Where handlers of signals run, if this one does.
DarumaStack stack_of_handlers() {
  stack_t stack{};
  sigaltstack(nullptr, &stack);
  return stack.ss_flags == SS_ONSTACK ? from(stack.ss_sp, stack.ss_size) : DarumaStack{};
}

/// SimGrid has the stacks of its actors from the heap.
DarumaStack in_heap(const char* address) {
  char name[1]; // NOLINT(modernize-avoid-c-arrays)
  void* begin = nullptr;
  std::size_t size = 0;
  __asan_locate_address(const_cast<char*>(address), name, sizeof name, &begin, &size);
  return from(begin, size);
}

DarumaStack of_process(const char* address) { return daruma_stack_of ? daruma_stack_of(address) : DarumaStack{}; }

DarumaStack stack_with(const char* address, const DarumaStack& of_thread) {
  if (has(of_thread, address)) return of_thread;
  const DarumaStack stack = of_process(address);
  return stack.bottom ? stack : in_heap(address);
}

void unmark(const char* begin, const char* end) {
  if (!end) return;
  __asan_unpoison_memory_region(begin, static_cast<std::size_t>(end - begin));
}

} // namespace

/// What libraries never free, of which nothing is said: one that comes with SimGrid 4.0, and the client of ZooKeeper of
/// a commit that it refuses to send.
// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" const char* __lsan_default_suppressions() { return "leak:libgfortran\nleak:libzookeeper_mt"; }
extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }

/// Each rank has a stack, and in many tests each simulation a process of its own, where memory is dear that is touched
/// for the first time: what is returned from is watched in a sixteenth of the room for each stack, and of an allocation
/// only the caller is remembered. Nothing goes unseen but in deep recursions. ASAN_OPTIONS=malloc_context_size=30 says
/// more of where memory came from.
extern "C" const char* __asan_default_options() { return "max_uar_stack_size_log=16:malloc_context_size=1"; }
// NOLINTEND(bugprone-reserved-identifier)

/// In the place of the C library's, which has the sanitizer look through four megabytes for locks of other threads in
/// each new process: a sixth of what a small simulation takes. Nothing here forks while other threads are at work.
extern "C" pid_t fork() { return ::_Fork(); }

/// In the place of the sanitizer's own, which its stand-ins for throw and longjmp call too. Handlers may leave for
/// frames of whatever stack was in use.
extern "C" [[gnu::no_sanitize_address]] void __asan_handle_no_return() { // NOLINT(bugprone-reserved-identifier)
  static thread_local const DarumaStack of_thread = stack_of_thread();
  const char* const here = static_cast<const char*>(__builtin_frame_address(0));
  const DarumaStack of_handlers = stack_of_handlers();
  if (has(of_handlers, here)) {
    const DarumaStack interrupted = of_process(nullptr);
    unmark(interrupted.bottom, interrupted.top);
    unmark(of_thread.bottom, of_thread.top);
    unmark(here, of_handlers.top);
  } else {
    unmark(here, stack_with(here, of_thread).top);
  }
}
