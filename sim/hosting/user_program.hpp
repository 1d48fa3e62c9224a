// A program that `daruma cc` linked: a shared object that knows where its main is.
//
// Every process has an image of it and of the libraries that are its own, so that each has its own globals
// (images.hpp); libraries of the system are loaded once, and their globals are shared by all. A program of which there
// can be no images is loaded by ld.so, from a copy of its file for every process. That takes 0.2 ms, growing with their
// number, and six mappings of the 65 530 that Linux allows; its finalisers (__attribute__((destructor))) then run when
// the simulator ends, and all its libraries are shared.
#pragma once

#include "sim/hosting/images.hpp"
#include "sim/hosting/source_lines.hpp"

#include <dlfcn.h>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace daruma::hosting {

using Main = int (*)(int, char**, char**);

/// A program as one process has it, with globals of its own.
struct Instance {
  Main main = nullptr;
  std::function<void()> finalise = [] {}; ///< what runs after all that was left to atexit
  /// What it has under a name that others may refer to it by; null if there is none.
  std::function<void*(const char* name)> find = [](const char*) -> void* { return nullptr; };
};

class UserProgram {
public:
  /// Reads the file and loads what its processes share. Throws ImageError.
  explicit UserProgram(const std::filesystem::path& file);

  const std::filesystem::path& file() const { return program_.path; }
  /// Another instance, whose initialisers (constructors of globals) run with these arguments of main. It stays loaded
  /// as long as this object. Throws ImageError.
  Instance load(int argc, char** argv) const;
  /// The same for the process that a debugger is shown (debugger.hpp), which is told that it begins.
  Instance load_for_debugger() const;

private:
  Instance load_image(int argc, char** argv) const;
  Instance load_copy() const;
  Instance load_copy(const std::filesystem::path& copy) const;

  ProgramFile program_;
  std::unique_ptr<Images> images_; ///< null where every process has a copy
};

/// Why processes of this program have copies instead of images: "its thread-local variables are ...". Nothing if they
/// have images. A program that a debugger watches has copies, as debuggers know only what ld.so has loaded, unless it
/// is shown one process alone.
std::string reason_for_copies(const std::filesystem::path& file);

/// The program's libraries whose globals are shared by all processes although they are none of the system's, a sentence
/// each: "/home/me/libx.so is shared by all processes: it has several versions of a symbol". Throws ImageError,
/// ElfError.
std::vector<std::string> shared_by_all(const std::filesystem::path& file);

/// "cannot be loaded: ..." if no process could start this program, or nothing. Tried in a process of its own.
std::string objection(const std::filesystem::path& file);

/// As dladdr, but of what is in a process's program, which ld.so does not know, or under another name.
int dladdr_in_program(const void* address, Dl_info* info);

/// Whether the address is in the code or the globals of a process's program.
bool is_in_program(const void* address);

/// Where in which program; nothing for an address that is in none.
std::optional<ProgramPlace> program_place(const void* address);

/// "file.c:12" for an address in a program, "file.so+0x1f3" without debug information, nothing for others.
std::string source_line(const void* address);

} // namespace daruma::hosting
