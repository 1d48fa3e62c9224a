// thread_local variables of programs' images.
//
// An image has the variables of the thread that its program begins with. Every other thread of the program has
// variables of its own, which go with it. So has a thread of this computer's that a library of the system's has
// started.
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace daruma::hosting {

/// What compiled code calls __tls_get_addr with: a variable's module and its offset there. In an image, `module` is
/// where the image keeps its own thread-local variables.
struct TlsIndex {
  std::uint64_t module;
  std::uint64_t offset;
};

/// Stands in for __tls_get_addr in images.
void* address_of_thread_local(const TlsIndex* index);

/// The variables of one thread, made when they are used first.
class ThreadLocals {
public:
  /// Its own of those that an image keeps there.
  char* of(const char* in_image);

private:
  struct FreeAligned {
    std::align_val_t alignment;
    void operator()(char* block) const { ::operator delete(block, alignment); }
  };
  using Block = std::unique_ptr<char, FreeAligned>;

  static Block first_values(const char* in_image);

  std::vector<std::pair<const char*, Block>> blocks_; ///< a few at most
};

/// The variables of the thread that goes on now; null: those that images keep.
void use_thread_locals(ThreadLocals* variables);

/// Says that the calling thread of this computer's runs simulated processes.
void run_processes_on_this_thread();

/// Whether the calling thread of this computer's is one that none of the simulator's has started: a library of the
/// system's has, for a program.
bool is_programs_own_thread();

} // namespace daruma::hosting
