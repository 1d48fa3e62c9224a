#include "sim/hosting/thread_locals.hpp"

#include "sim/hosting/images.hpp"

#include <cstring>
#include <map>
#include <memory>
#include <new>

extern "C" void* __tls_get_addr(void* index);

namespace daruma::hosting {

namespace {

constexpr std::uint64_t most_modules = 4096; // ld.so counts modules, and no image lies so low

thread_local bool runs_processes = false;

struct FreeAligned {
  std::align_val_t alignment;
  void operator()(char* block) const { ::operator delete(block, alignment); }
};
using Block = std::unique_ptr<char, FreeAligned>;

/// Of the variables that the image keeps there.
Block first_values(const char* in_image) {
  const Images& images = *Images::with(in_image);
  const char* const image = images.image_at(in_image);
  const LoadedFile& file = images.program().file_at(static_cast<std::size_t>(in_image - image));
  const std::align_val_t alignment{file.alignment};
  Block block(static_cast<char*>(::operator new(file.thread_block.size, alignment)), FreeAligned{alignment});
  std::memset(block.get(), 0, file.thread_block.size);
  std::memcpy(block.get(), image + file.thread_values.at, file.thread_values.size);
  return block;
}

/// The calling thread's own variables, of one that a program started in this image.
char* block_of_this_thread(const char* in_image) {
  thread_local std::map<const char*, Block> blocks;
  const auto found = blocks.find(in_image);
  if (found != blocks.end()) return found->second.get();
  return blocks.emplace(in_image, first_values(in_image)).first->second.get();
}

} // namespace

void* address_of_thread_local(const TlsIndex* index) {
  if (index->module < most_modules) return __tls_get_addr(const_cast<TlsIndex*>(index));
  char* of_process = nullptr;
  std::memcpy(&of_process, &index->module, sizeof of_process);
  return (runs_processes ? of_process : block_of_this_thread(of_process)) + index->offset;
}

void run_processes_on_this_thread() { runs_processes = true; }

bool is_programs_own_thread() { return !runs_processes; }

} // namespace daruma::hosting
