// Objects, archives and libraries given to the compiler that cannot become part of a program for simulation: for
// another kind of processor, made of another compiler's intermediate code, or compiled with another MPI's header.
//
// Reads the bytes (System V ABI, chapter 4; ar's archives). What was compiled with MPICH's header names it in its
// debugging information, or calls MPI with that MPI's handles, which are numbers (MPICH's ABI, which Intel MPI has,
// too). Fortran's headers have common blocks of their own. gcc's intermediate code names what it refers to, and is made
// code for a processor where that does not suffice.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace daruma::cli {

/// Whether the linker knows the intermediate code that clang writes for -flto.
enum class Bitcode { linked, unknown };

/// The object with code for the processor, made of one that has the compiler's intermediate code alone; empty where the
/// compiler makes none of it.
using NativeCode = std::function<std::string(std::string_view object)>;

/// A sentence without its subject, the file; nothing for sources, and for what can be linked as far as can be seen.
std::string reason_against_linking(const std::filesystem::path& file, Bitcode, const NativeCode&);

} // namespace daruma::cli
