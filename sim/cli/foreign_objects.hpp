// Objects, archives and libraries given to the compiler that cannot become part of a program for simulation: for
// another kind of processor, made of another compiler's intermediate code, or compiled with another MPI's header.
//
// Reads the bytes only (System V ABI, chapter 4; ar's archives). What was compiled with MPICH's header names it in its
// debugging information, or calls MPI with that MPI's handles, which are numbers (MPICH's ABI, which Intel MPI has,
// too). Fortran's headers have common blocks of their own.
#pragma once

#include <filesystem>
#include <string>

namespace daruma::cli {

/// Whether the linker knows the intermediate code that clang writes for -flto.
enum class Bitcode { linked, unknown };

/// A sentence without its subject, the file; nothing for sources, and for what can be linked as far as can be seen.
std::string reason_against_linking(const std::filesystem::path& file, Bitcode);

} // namespace daruma::cli
