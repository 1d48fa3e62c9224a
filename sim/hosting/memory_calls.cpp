// What stands in for the functions that give a program memory: the C and the C++ library's own and MPI's, but for those
// pieces that the program is not to get.
//
// Unlike other stand-ins these are no affair of the linker's: a program may have a malloc or an operator new of its
// own, which goes before. Calls are led here where the program is loaded (loaded_program.cpp).
#include "sim/hosting/program_memory.hpp"

#include <cerrno>
#include <cstdlib>
#include <malloc.h>
#include <mpi.h>
#include <new>

namespace daruma::hosting {

namespace {

bool is_denied(std::size_t bytes) {
  ProgramMemory* const memory = own_memory();
  return memory && memory->is_denied(bytes);
}

/// What the C library's functions say where there is none.
void* nothing() {
  errno = ENOMEM;
  return nullptr;
}

void* asked_malloc(std::size_t size) { return is_denied(size) ? nothing() : std::malloc(size); }

void* asked_calloc(std::size_t count, std::size_t size) {
  return is_denied(count * size) ? nothing() : std::calloc(count, size);
}

/// What is there already stays.
void* asked_realloc(void* before, std::size_t size) {
  return size > 0 && is_denied(size) ? nothing() : std::realloc(before, size);
}

void* asked_reallocarray(void* before, std::size_t count, std::size_t size) {
  return is_denied(count * size) ? nothing() : ::reallocarray(before, count, size);
}

void* asked_aligned_alloc(std::size_t alignment, std::size_t size) {
  return is_denied(size) ? nothing() : ::aligned_alloc(alignment, size);
}

void* asked_memalign(std::size_t alignment, std::size_t size) {
  return is_denied(size) ? nothing() : ::memalign(alignment, size);
}

int asked_posix_memalign(void** place, std::size_t alignment, std::size_t size) {
  return is_denied(size) ? ENOMEM : ::posix_memalign(place, alignment, size);
}

/// MPI says it by the error handler for what is on no communicator.
int asked_alloc_mem(MPI_Aint size, MPI_Info info, void* base) {
  if (size < 0 || !is_denied(static_cast<std::size_t>(size))) return MPI_Alloc_mem(size, info, base);
  MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_NO_MEM);
  return MPI_ERR_NO_MEM;
}

/// As operator new does where malloc fails: a handler may have made room, and then there is some.
void refuse_new() {
  const std::new_handler handler = std::get_new_handler();
  if (!handler) throw std::bad_alloc();
  handler();
}

// What is not denied is left to the very form of operator new that was called: each has a delete of its own.
struct OfOne {
  template <class... How> static void* allocate(std::size_t size, const How&... how) {
    return ::operator new(size, how...);
  }
};

struct OfSeveral {
  template <class... How> static void* allocate(std::size_t size, const How&... how) {
    return ::operator new[](size, how...);
  }
};

template <class Form, class... Alignment> void* asked_new(std::size_t size, Alignment... alignment) {
  if (is_denied(size)) refuse_new();
  return Form::allocate(size, alignment...);
}

template <class Form, class... Alignment>
void* asked_new_or_nothing(std::size_t size, Alignment... alignment, const std::nothrow_t& nothrow) noexcept {
  return is_denied(size) && !std::get_new_handler() ? nullptr : Form::allocate(size, alignment..., nothrow);
}

template <class Function> const void* address_of(Function* function) { return reinterpret_cast<const void*>(function); }

} // namespace

/// operator new and new[] by the names that compilers give them; the second pair is aligned, "St9nothrow" throws not.
const void* memory_call(std::string_view function) {
  static const std::map<std::string_view, const void*> all{
      {"malloc", address_of(asked_malloc)},
      {"calloc", address_of(asked_calloc)},
      {"realloc", address_of(asked_realloc)},
      {"reallocarray", address_of(asked_reallocarray)},
      {"aligned_alloc", address_of(asked_aligned_alloc)},
      {"memalign", address_of(asked_memalign)},
      {"posix_memalign", address_of(asked_posix_memalign)},
      {"MPI_Alloc_mem", address_of(asked_alloc_mem)},
      {"PMPI_Alloc_mem", address_of(asked_alloc_mem)},
      {"_Znwm", address_of(asked_new<OfOne>)},
      {"_Znam", address_of(asked_new<OfSeveral>)},
      {"_ZnwmSt11align_val_t", address_of(asked_new<OfOne, std::align_val_t>)},
      {"_ZnamSt11align_val_t", address_of(asked_new<OfSeveral, std::align_val_t>)},
      {"_ZnwmRKSt9nothrow_t", address_of(asked_new_or_nothing<OfOne>)},
      {"_ZnamRKSt9nothrow_t", address_of(asked_new_or_nothing<OfSeveral>)},
      {"_ZnwmSt11align_val_tRKSt9nothrow_t", address_of(asked_new_or_nothing<OfOne, std::align_val_t>)},
      {"_ZnamSt11align_val_tRKSt9nothrow_t", address_of(asked_new_or_nothing<OfSeveral, std::align_val_t>)}};
  const auto found = all.find(function);
  return found == all.end() ? nullptr : found->second;
}

} // namespace daruma::hosting
