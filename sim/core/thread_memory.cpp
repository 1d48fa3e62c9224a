#include "sim/core/thread_memory.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <sys/rseq.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace daruma {

namespace {

/// The beginning of a thread's record, which the ABI fixes.
struct Record {
  void* itself;
  void* opened; ///< where the variables of libraries are, which moves when one is opened
  void* itself_again;
};

std::size_t size_below = 0;
std::size_t size_of_record = 0;

char* record_of_this_thread() { return static_cast<char*>(__builtin_thread_pointer()); }

Record read(const char* place) {
  Record record{};
  std::memcpy(&record, place, sizeof record);
  return record;
}

int note(dl_phdr_info* loaded, std::size_t, void*) {
  const auto record = reinterpret_cast<std::uintptr_t>(record_of_this_thread());
  const auto variables = reinterpret_cast<std::uintptr_t>(loaded->dlpi_tls_data);
  if (variables != 0) size_below = std::max(size_below, record - variables);
  return 0;
}

/// Linux ends a program without asking for a handler where it finds something else than it was told to find there.
/// Nobody here uses it.
void forget_restartable_sequences() {
  constexpr unsigned size = 32; // as glibc has registered it
  ::syscall(SYS_rseq, record_of_this_thread() + __rseq_offset, size, RSEQ_FLAG_UNREGISTER, RSEQ_SIG);
}

} // namespace

void find_thread_memory() {
  const void* const told_to_debuggers = ::dlsym(RTLD_DEFAULT, "_thread_db_sizeof_pthread");
  if (!told_to_debuggers) return;
  size_of_record = *static_cast<const std::uint32_t*>(told_to_debuggers);
  ::dl_iterate_phdr(note, nullptr);
  forget_restartable_sequences();
}

ThreadMemory::ThreadMemory()
    : record_(record_of_this_thread()), copy_(record_ - size_below, record_ + size_of_record) {}

bool ThreadMemory::is_whole() const {
  const Record now = read(record_);
  return now.itself == record_ && now.itself_again == record_;
}

void ThreadMemory::restore() const {
  if (copy_.empty()) return;
  const void* const opened = read(is_whole() ? record_ : copy_.data() + size_below).opened;
  std::memcpy(record_ - size_below, copy_.data(), copy_.size());
  std::memcpy(record_ + offsetof(Record, opened), &opened, sizeof opened);
}

} // namespace daruma
