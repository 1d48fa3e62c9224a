// `daruma cc` and `daruma c++`: the compilers of programs for simulation or for a real MPI, called as one calls mpicc.
#include "sim/cli/audit.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/common_options.hpp"
#include "sim/cli/compiler.hpp"
#include "sim/cli/foreign_objects.hpp"
#include "sim/cli/given.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/other_programs.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/suggestions.hpp"
#include "sim/core/replaced.hpp"
#include "sim/core/temporary_folder.hpp"
#include "sim/hosting/program_files.hpp"
#include "sim/hosting/user_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

namespace daruma::cli {

namespace {

namespace fs = std::filesystem;

/// What was asked for.
struct CompileOrder {
  Language language;
  CompilerWords compiler;
  std::string on;   ///< the preset of the real MPI to compile for; empty: for simulation
  fs::path runner;  ///< for that MPI
  std::string show; ///< what is to be shown instead of done; empty: nothing
  bool audits = false;
};

/// The words by which mpicc's users ask for what it would call: the whole call, or a part of it.
const std::vector<std::string>& requests_to_show() {
  static const std::vector<std::string> all{"-show",           "-showme",         "--showme",      "-showme:command",
                                            "-showme:compile", "-showme:incdirs", "-showme:link",  "-showme:libdirs",
                                            "-showme:libs",    "-compile-info",   "-compile_info", "-link-info",
                                            "-link_info"};
  return all;
}

CompileOrder read_order(const Words& words, Language language) {
  CompileOrder order;
  order.language = language;
  Words compilers;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool is_known = word == "--on" || word == "--runner";
    if (is_known && i + 1 == words.size()) throw UsageError(fmt::format("cc: {} needs a value", word));
    const auto& shows = requests_to_show();
    if (word == "--on")
      order.on = one_of("MPI", words[++i], known_mpis());
    else if (word == "--runner")
      order.runner = words[++i];
    else if (word == "--audit")
      order.audits = true;
    else if (std::find(shows.begin(), shows.end(), word) != shows.end())
      order.show = word;
    else
      compilers.push_back(word);
  }
  order.compiler = read_compiler_words(compilers);
  if (order.runner.empty()) order.runner = installation().runner_of(order.on);
  return order;
}

// --- For simulation

/// Throws MachineError where it cannot be started.
bool is_content(const Words& words) {
  const auto content = call_program(words, Output::as_it_is);
  if (!content) throw MachineError(words.front() + " cannot be started; on Debian: apt-get install " + words.front());
  return *content;
}

std::string joined(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + as_word(word);
  return text;
}

int show(const CompileOrder& order) {
  const Installation& mine = installation();
  const std::string& part = order.show;
  std::string text;
  if (part == "-showme:command") {
    text = compiler_of(order.language);
  } else if (part == "-showme:compile" || part == "-compile-info" || part == "-compile_info") {
    text = joined(words_before(mine, order.language)) + " " + joined(words_of_compiling(order.language));
  } else if (part == "-showme:link" || part == "-link-info" || part == "-link_info") {
    text = joined(words_of_linking_by_others(mine, order.language));
  } else if (part == "-showme:incdirs") {
    text = order.language == Language::fortran ? mine.link_libraries.string() : mine.mpi_headers.string();
    for (const fs::path& folder : mine.own_headers) text += " " + folder.string();
  } else if (part == "-showme:libdirs") {
    text = mine.link_libraries.string();
  } else if (part == "-showme:libs") {
    text = order.language == Language::fortran ? "daruma_fortran daruma_mpi" : "daruma_mpi";
  } else {
    CompilerWords compiler = order.compiler;
    if (compiler.product == Product::nothing) compiler.product = Product::program;
    text = joined(compiler_call(mine, order.language, compiler));
  }
  fmt::print("{}\n", text);
  return done;
}

/// As the linker would have it made, but of this object alone. clang knows no other compiler's intermediate code.
std::string native_code_of(std::string_view object, Language language) {
  if (is_clang(compiler_of(language))) return {};
  const TemporaryFolder folder;
  const fs::path given = folder.path() / "given.o";
  const fs::path made = folder.path() / "made.o";
  write_file(given, std::string(object));
  call_program({compiler_of(language), "-r", "-nostdlib", "-flinker-output=nolto-rel", given, "-o", made});
  std::ifstream in(made, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Throws UsageError.
void check_objects(const CompilerWords& words, Language language) {
  const bool has_own_linker = std::any_of(words.words.begin(), words.words.end(),
                                          [](const std::string& word) { return word.rfind("-fuse-ld=", 0) == 0; });
  const bool is_linked = has_own_linker || is_clang(compiler_of(language));
  const auto native_code = [language](std::string_view object) { return native_code_of(object, language); };
  for (const fs::path& input : words.inputs)
    if (const std::string reason =
            reason_against_linking(input, is_linked ? Bitcode::linked : Bitcode::unknown, native_code);
        !reason.empty())
      throw UsageError(input.string() + " " + reason);
}

/// Throws UsageError where what is made would take the place of what it is made of, as compilers do without a word.
void check_product(const CompilerWords& words) {
  std::error_code absent;
  for (const fs::path& input : words.inputs)
    if (!words.file.empty() && fs::equivalent(input, words.file, absent))
      throw UsageError(fmt::format("-o {} would overwrite what is compiled", words.file.string()));
}

/// Throws MachineError where not even a small file can be made in the folder of the product, or where compilers keep
/// what they need in between.
void check_room(const fs::path& product) {
  std::error_code none;
  for (const fs::path& folder : {fs::absolute(product).parent_path(), fs::temp_directory_path(none)})
    if (const std::string reason = reason_against_files(folder); !reason.empty()) throw_unwritable(folder, reason);
}

/// Throws MachineError where what <mpi.h> includes is not there.
void check_headers() {
  if (!is_content({compiler_of(Language::c), "-fsyntax-only", "-include", "smpi/smpi.h", "-x", "c", "/dev/null"}))
    throw MachineError("SimGrid's headers are missing; on Debian: apt-get install libsimgrid-dev");
}

void say_what_is_shared(const fs::path& program) {
  const std::string reason = hosting::reason_for_copies(program);
  if (!reason.empty())
    fmt::print(stderr, "daruma: {} is loaded as a copy for each process, which limits their number: {}\n",
               program.string(), reason);
  for (const std::string& sentence : hosting::shared_by_all(program)) fmt::print(stderr, "daruma: {}\n", sentence);
}

/// As with any compiler, a program may be linked before anything leads to its libraries.
bool wants_libraries(const fs::path& program) {
  const std::vector<std::string> libraries = hosting::libraries_not_found(program);
  for (const std::string& library : libraries)
    fmt::print(stderr,
               "daruma: {} needs {}, to which nothing leads yet: where it is run LD_LIBRARY_PATH may, or, given here, "
               "-Wl,-rpath,FOLDER\n",
               program.string(), library);
  return !libraries.empty();
}

/// Throws UsageError where no process could run the program, which is not left for anybody to take it for made.
void check_program(const fs::path& program) {
  const std::string objection = hosting::objection(fs::absolute(program));
  if (objection.empty()) return;
  std::error_code absent;
  if (fs::is_regular_file(program, absent)) fs::remove(program, absent);
  throw UsageError(program.string() + " " + objection);
}

int compile_for_simulation(const CompileOrder& order) {
  const CompilerWords& compiler = order.compiler;
  check_objects(compiler, order.language);
  check_product(compiler);
  if (!is_content(compiler_call(installation(), order.language, compiler))) {
    check_room(compiler.file);
    if (compiler.product != Product::nothing) check_headers();
    return bad_input;
  }
  if (compiler.product != Product::program) return done;
  if (wants_libraries(compiler.file)) return done;
  check_program(compiler.file);
  say_what_is_shared(compiler.file);
  return done;
}

// --- For a real MPI

/// The product of a link is called as the runner looks for it.
Words with_product(Words words, const fs::path& file) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (words[i] == "-o") {
      words[i + 1] = file;
      return words;
    }
  words.insert(words.end(), {"-o", file});
  return words;
}

/// As a compiler of C++ has to be told.
Words with_c_as_c(const Words& words) {
  Words all;
  for (const std::string& word : words) {
    if (fs::path(word).extension() == ".c")
      all.insert(all.end(), {"-x", "c", word, "-x", "none"});
    else
      all.push_back(word);
  }
  return all;
}

/// What is linked in for this MPI is C++, so that its compiler of C++ links.
Words real_call(const CompileOrder& order, const real::Installation& mpi) {
  CompilerWords compiler = order.compiler;
  if (order.language == Language::c) compiler.words = with_c_as_c(compiler.words);
  Words words{mpi.cxx, "-g", "-DDARUMA=1"};
  for (const fs::path& folder : installation().own_headers) words.insert(words.end(), {"-isystem", folder});
  if (compiler.product != Product::program) {
    words.insert(words.end(), compiler.words.begin(), compiler.words.end());
    return words;
  }
  const Words own = with_product(compiler.words, real::twin_of(compiler.file, mpi.family));
  words.insert(words.end(), own.begin(), own.end());
  words.insert(words.end(), {"-Wl,--whole-archive", mpi.mpi_shim, "-Wl,--no-whole-archive"});
  return words;
}

int compile_for_real(const CompileOrder& order) {
  const auto mpi = find_mpi(order.on, order.runner);
  check_product(order.compiler);
  if (is_content(real_call(order, mpi))) return done;
  check_room(order.compiler.file);
  if (mpi.ulfm == real::Ulfm::absent)
    fmt::print(stderr, "daruma: {} has no ULFM: a program that calls MPIX_* cannot be compiled for it\n", mpi.version);
  return bad_input;
}

int compile(const Given& given, Language language) {
  const CompileOrder order = read_order(given.words(), language);
  if (order.audits) return audit(order.compiler, language);
  if (!order.on.empty() && language == Language::fortran)
    throw UsageError("f90 compiles for simulation; for a real MPI there is its own compiler, such as mpifort");
  if (!order.on.empty()) return compile_for_real(order);
  if (!order.show.empty()) return show(order);
  if (given.words().empty())
    throw UsageError(language == Language::fortran ? "f90 needs a source, such as heat.f90"
                                                   : "cc needs a source, such as heat.c");
  return compile_for_simulation(order);
}

std::vector<Option> options_of_compilers() {
  return {Option("o", "PROGRAM", "the file to make").otherwise("a.out").completed_by(files),
          on_option("compiles for this MPI"), runner_option(),
          Option("audit", "compiles nothing; lists each call of MPI and of the system that the sources, objects or "
                          "programs make, and what becomes of it in simulation"),
          Option("show", "compiles nothing; prints what would be called (also with one dash, and -showme:compile, "
                         "-showme:link and their like)")};
}

} // namespace

Command cc_command() {
  return {
      "cc",
      "compile your own MPI program in C for simulation, or for a real MPI",
      "Called as one calls mpicc, by hand or by make, configure and CMake: all other words go to gcc (or to what "
      "DARUMA_CC names). Also called darumacc. What it links is an executable that says how to run it, which darumarun "
      "does, and a scenario that names it as a job's \"program\". With --on the twin is made beside it, as "
      "PROGRAM.openmpi, which run --on starts.",
      {{"SOURCE", "files of C or C++, or what is linked: .o, .a, .so", 1, Argument::any_number, files}},
      options_of_compilers(),
      {"cc -O2 heat.c -o heat", "cc -O2 heat.c -o heat --on openmpi", "cc --audit heat.c"},
      [](const Given& given) { return compile(given, Language::c); },
      Reading::as_a_compiler};
}

Command cpp_command() {
  return {"c++",
          "compile your own MPI program in C++",
          "As cc, with g++ (or with what DARUMA_CXX names). Also called darumac++.",
          {{"SOURCE", "files of C++, or what is linked: .o, .a, .so", 1, Argument::any_number, files}},
          options_of_compilers(),
          {"c++ -O2 heat.cpp -o heat"},
          [](const Given& given) { return compile(given, Language::cpp); },
          Reading::as_a_compiler};
}

Command fortran_command() {
  return {"f90",
          "compile your own MPI program in Fortran",
          "As cc, with gfortran (or with what DARUMA_FC names); programs include mpif.h or use the module mpi or "
          "mpi_f08, and each process has units, commons and saved variables of its own. Also called darumaf90.",
          {{"SOURCE", "files of Fortran, or what is linked: .o, .a, .so", 1, Argument::any_number, files}},
          options_of_compilers(),
          {"f90 -O2 heat.f90 -o heat"},
          [](const Given& given) { return compile(given, Language::fortran); },
          Reading::as_a_compiler};
}

} // namespace daruma::cli
