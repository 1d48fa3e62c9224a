// What stands in for dlopen, dlsym and dladdr. What a program opens is loaded once, and its globals are shared by all
// processes: the process is told so, once for each library.
#include "sim/hosting/program_files.hpp"
#include "sim/hosting/stand_ins.hpp"
#include "sim/hosting/user_program.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <set>
#include <string>

extern "C" {

void* simulated_dlopen(const char* path, int flags) {
  void* const handle = ::dlopen(path, flags);
  const link_map* loaded = nullptr;
  if (!handle || !path || ::dlinfo(handle, RTLD_DI_LINKMAP, &loaded) != 0) return handle;
  const std::string file = loaded->l_name;
  static std::set<std::string> told; // of the simulation
  if (!is_of_the_systems(file) && told.insert(file).second)
    caller().complain(
        fmt::format("daruma: {}, which dlopen has loaded, is shared by all processes, with its globals; a "
                    "program that is linked to it has it for each process",
                    file));
  return handle;
}

/// What is looked for in all that the process has is looked for in its program first; behind its program are the
/// simulator and the system's libraries.
void* simulated_dlsym(void* handle, const char* name) {
  static const void* const everything = ::dlopen(nullptr, RTLD_LAZY);
  const Hosted* const hosted = simulated_caller();
  void* const own = hosted && (handle == RTLD_DEFAULT || handle == everything) ? hosted->instance.find(name) : nullptr;
  if (!own) return ::dlsym(handle == RTLD_NEXT ? RTLD_DEFAULT : handle, name);
  ::dlerror(); // of its files that have none
  return own;
}

int simulated_dladdr(const void* address, Dl_info* info) { return dladdr_in_program(address, info); }
}
