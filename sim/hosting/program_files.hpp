// The files that a program consists of: itself, and the shared libraries that are its own.
//
// A library is a program's own if it lies outside of the system's folders (/lib, /usr but /usr/local), or if it is a
// language's runtime that keeps what a process has opened (libgfortran): each process has globals of such a library as
// it has of the program. All processes share the system's other libraries, and of those outside what only ld.so can
// load (see reason_to_share). A tool that LD_PRELOAD names, and that stands before calls of MPI, is as a library that
// the program was linked with first.
#pragma once

#include "sim/hosting/elf_file.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace daruma::hosting {

/// What programs for simulation are linked with, which says outside of a simulation how to run them. The simulator has
/// all that is in it.
inline constexpr std::string_view library_for_outside = "libdaruma_mpi.so.0";

/// A program that cannot be loaded: a sentence without its subject, the file.
class ImageError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

struct ProgramFile {
  std::filesystem::path path;
  std::unique_ptr<const std::string> bytes;
  ElfFile elf; ///< of these bytes
};

/// A file as it is, which may be none that can be loaded. Throws ImageError where it cannot be read, ElfError.
ProgramFile read_program_file(const std::filesystem::path&);

/// The program first, each library behind those that need it. Throws as read_program_file does.
std::vector<ProgramFile> read_program_files(const std::filesystem::path& program);

/// Whether a library of the system's keeps what each process has open, so that each has an image of it: GNU Fortran's
/// keeps the units.
bool keeps_what_is_open(const std::string& library);

/// Whether a file lies in the system's folders.
bool is_of_the_systems(const std::filesystem::path&);

/// The entry of the dynamic section there becomes one that ld.so does not know.
void hide(std::string& bytes, std::size_t position);

/// What ld.so can load of a program for simulation: the file's bytes without its wish for those libraries and for
/// executable stacks, which glibc grants nobody from 2.41 on once a program runs, no longer marked as an executable,
/// and with symbols of its own where it would have the simulator's: a C++ library within it keeps to itself.
std::string as_library(const ProgramFile&, const std::vector<std::string_view>& without);

/// Throws ImageError where no process could run it: an executable (-pie) with thread-local variables, whose places were
/// fixed when it was linked.
void check_program(const ElfFile&);

/// Why no image of the file would work, "its ...": thread-local variables that lie where only ld.so can put
/// them (initial-exec, TLSDESC), code that depends on where it lies. Nothing if images would. Throws ElfError.
std::optional<std::string> reason_against_images(const ElfFile&);

/// A library outside of the system's folders that all processes of the program share, and why: "its ...".
struct SharedLibrary {
  std::filesystem::path path;
  std::string reason;
};

/// Those that the program, or one of its libraries, needs, and to which nothing leads as yet. Throws as
/// read_program_file does.
std::vector<std::string> libraries_not_found(const std::filesystem::path& program);

/// Throws ImageError where a library that the program, or one of its libraries, needs is for another MPI, whose handles
/// mean something else here; otherwise as read_program_file does.
void check_libraries(const std::filesystem::path& program);

/// Throws ImageError where the program, or one of its own libraries, calls an OpenMP that is not GCC's (openmp.hpp);
/// otherwise as read_program_file does.
void check_openmp(const std::filesystem::path& program);

/// Of this program. Throws as read_program_file does.
std::vector<SharedLibrary> shared_libraries(const std::filesystem::path& program);

} // namespace daruma::hosting
