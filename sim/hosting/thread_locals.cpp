#include "sim/hosting/thread_locals.hpp"

#include "sim/hosting/images.hpp"

#include <algorithm>
#include <cstring>

extern "C" void* __tls_get_addr(void* index);

namespace daruma::hosting {

namespace {

constexpr std::uint64_t most_modules = 4096; // ld.so counts modules, and no image lies so low

thread_local bool runs_processes = false;
ThreadLocals* in_use = nullptr;

char* of_this_computers_thread(const char* in_image) {
  thread_local ThreadLocals variables;
  return variables.of(in_image);
}

} // namespace

ThreadLocals::Block ThreadLocals::first_values(const char* in_image) {
  const Images& images = *Images::with(in_image);
  const char* const image = images.image_at(in_image);
  const LoadedFile& file = images.program().file_at(static_cast<std::size_t>(in_image - image));
  const std::align_val_t alignment{file.alignment};
  Block block(static_cast<char*>(::operator new(file.thread_block.size, alignment)), FreeAligned{alignment});
  std::memset(block.get(), 0, file.thread_block.size);
  std::memcpy(block.get(), image + file.thread_values.at, file.thread_values.size);
  return block;
}

char* ThreadLocals::of(const char* in_image) {
  const auto found =
      std::find_if(blocks_.begin(), blocks_.end(), [=](const auto& one) { return one.first == in_image; });
  if (found != blocks_.end()) return found->second.get();
  return blocks_.emplace_back(in_image, first_values(in_image)).second.get();
}

void* address_of_thread_local(const TlsIndex* index) {
  if (index->module < most_modules) return __tls_get_addr(const_cast<TlsIndex*>(index));
  char* block = nullptr;
  std::memcpy(&block, &index->module, sizeof block);
  if (!runs_processes)
    block = of_this_computers_thread(block);
  else if (in_use)
    block = in_use->of(block);
  return block + index->offset;
}

void use_thread_locals(ThreadLocals* variables) { in_use = variables; }

void run_processes_on_this_thread() { runs_processes = true; }

bool is_programs_own_thread() { return !runs_processes; }

} // namespace daruma::hosting
