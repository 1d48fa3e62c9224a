// thread_local variables of programs' images.
//
// A simulated process is one thread to its program: its image has the variables of that thread. A thread that the
// program starts itself has variables of its own, which go with it.
#pragma once

#include <cstdint>

namespace daruma::hosting {

/// What compiled code calls __tls_get_addr with: a variable's module and its offset there. In an image, `module` is
/// where the image keeps its own thread-local variables.
struct TlsIndex {
  std::uint64_t module;
  std::uint64_t offset;
};

/// Stands in for __tls_get_addr in images.
void* address_of_thread_local(const TlsIndex* index);

/// Says that the calling thread runs simulated processes.
void run_processes_on_this_thread();

/// Whether the calling thread is one that a program started.
bool is_programs_own_thread();

} // namespace daruma::hosting
