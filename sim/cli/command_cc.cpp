// `daruma cc`: the compiler of programs for simulation or for a real MPI, called as one calls mpicc.
#include "sim/cli/command_line.hpp"
#include "sim/cli/common_options.hpp"
#include "sim/cli/given.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/other_programs.hpp"
#include "sim/cli/suggestions.hpp"
#include "sim/core/temporary_folder.hpp"
#include "sim/hosting/system_calls.hpp"
#include "sim/hosting/user_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace daruma::cli {

namespace {

namespace fs = std::filesystem;

/// What was asked for: sources to compile, the rest as it goes to the compiler or to the linker.
struct CompileOrder {
  std::vector<fs::path> sources;
  Words compiling;
  Words linking;
  fs::path program;
  std::string on;  ///< the preset of the real MPI to compile for; empty: for simulation
  fs::path runner; ///< for that MPI
};

bool has_one_of(const fs::path& file, std::initializer_list<const char*> extensions) {
  return std::any_of(extensions.begin(), extensions.end(),
                     [&](const char* extension) { return file.extension() == extension; });
}

bool is_c(const fs::path& file) { return has_one_of(file, {".c"}); }
bool is_cpp(const fs::path& file) { return has_one_of(file, {".cpp", ".cc", ".cxx", ".C", ".c++"}); }
bool is_object(const fs::path& file) { return has_one_of(file, {".o", ".a"}); }

/// Whether the compiler takes the next word as this option's value.
bool takes_a_value(const std::string& option) {
  static const std::array<const char*, 11> all{"-I", "-D",       "-U",      "-L",       "-l",        "-include",
                                               "-x", "-isystem", "-iquote", "-imacros", "-idirafter"};
  return std::find(all.begin(), all.end(), option) != all.end();
}

bool is_for_linker(const std::string& option) {
  return option.rfind("-l", 0) == 0 || option.rfind("-L", 0) == 0 || option.rfind("-Wl,", 0) == 0;
}

void sort_out(const std::string& word, CompileOrder& order) {
  const fs::path file = word;
  if (is_c(file) || is_cpp(file))
    order.sources.push_back(file);
  else if (is_object(file))
    order.linking.push_back(word);
  else
    throw UsageError(fmt::format("cc compiles C (.c) and C++ (.cpp, .cc, .cxx) and links .o and .a, got \"{}\"", word));
}

CompileOrder read_order(const Words& words) {
  CompileOrder order;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool has_value = word == "-o" || word == "--on" || word == "--runner" || takes_a_value(word);
    if (has_value && i + 1 == words.size()) throw UsageError(fmt::format("cc: {} needs a value", word));
    if (word == "-o") {
      order.program = words[++i];
    } else if (word == "--on") {
      order.on = one_of("MPI", words[++i], known_mpis());
    } else if (word == "--runner") {
      order.runner = words[++i];
    } else if (word.front() != '-') {
      sort_out(word, order);
    } else {
      Words& options = is_for_linker(word) ? order.linking : order.compiling;
      options.push_back(word);
      if (has_value) options.push_back(words[++i]);
    }
  }
  if (order.sources.empty() && order.linking.empty()) throw UsageError("cc needs a source, such as heat.c");
  if (order.program.empty()) throw UsageError("cc needs -o PROGRAM.so, the file to make");
  if (order.runner.empty()) order.runner = installation().runner_of(order.on);
  return order;
}

bool run_compiler(const std::string& name, Words words) {
  words.insert(words.begin(), name);
  const auto content = call_program(words);
  if (!content) throw MachineError(name + " cannot be started; on Debian: apt-get install " + name);
  return *content;
}

/// What compiles and links: the words that each of the two steps has besides those of the order.
struct Toolchain {
  std::string cc;
  std::string cxx;
  Words compiling;
  Words linking;
  fs::path product;
};

void include(const std::vector<fs::path>& folders, Words& compiling) {
  for (const fs::path& folder : folders) compiling.insert(compiling.end(), {"-isystem", folder});
}

/// -fno-gnu-unique and -Bsymbolic: each copy of the program keeps to itself. -fstack-clash-protection: a stack that
/// overflows does so in its guard page, not beyond.
Toolchain for_simulation(const CompileOrder& order) {
  Toolchain tools{"gcc", "g++", {"-fPIC", "-fno-gnu-unique", "-fstack-clash-protection"}, {}, order.program};
  include({installation().mpi_headers}, tools.compiling);
  include(installation().own_headers, tools.compiling);
  tools.linking = {"-shared", "-Wl,-Bsymbolic"};
  for (const std::string& symbol : hosting::wrapped_symbols()) tools.linking.push_back("-Wl,--wrap=" + symbol);
  return tools;
}

Toolchain for_real(const CompileOrder& order, const real::Installation& mpi) {
  Toolchain tools{mpi.cc,
                  mpi.cxx,
                  {},
                  {"-Wl,--whole-archive", mpi.companion, "-Wl,--no-whole-archive"},
                  real::twin_of(order.program, mpi.family)};
  include(installation().own_headers, tools.compiling);
  return tools;
}

bool compile_source(const CompileOrder& order, const Toolchain& tools, const fs::path& source, const fs::path& object) {
  Words words{"-g", "-O2", "-DDARUMA=1"};
  words.insert(words.end(), tools.compiling.begin(), tools.compiling.end());
  words.insert(words.end(), order.compiling.begin(), order.compiling.end());
  words.insert(words.end(), {"-c", source.string(), "-o", object.string()});
  return run_compiler(is_c(source) ? tools.cc : tools.cxx, words);
}

bool link(const CompileOrder& order, const Toolchain& tools, const Words& objects) {
  Words words = objects;
  words.insert(words.end(), tools.linking.begin(), tools.linking.end());
  words.insert(words.end(), order.linking.begin(), order.linking.end());
  words.insert(words.end(), {"-o", tools.product.string()});
  return run_compiler(tools.cxx, words);
}

/// Whether the compilers were content.
bool build(const CompileOrder& order, const Toolchain& tools) {
  const TemporaryFolder workshop;
  Words objects;
  for (const fs::path& source : order.sources) {
    objects.push_back(workshop.path() / (std::to_string(objects.size()) + ".o"));
    if (!compile_source(order, tools, source, objects.back())) return false;
  }
  return link(order, tools, objects);
}

/// Throws MachineError where what <mpi.h> includes is not there.
void check_headers() {
  if (!run_compiler("gcc", {"-fsyntax-only", "-include", "smpi/smpi.h", "-x", "c", "/dev/null"}))
    throw MachineError("SimGrid's headers are missing; on Debian: apt-get install libsimgrid-dev");
}

int compile_for_simulation(const CompileOrder& order) {
  if (!build(order, for_simulation(order))) {
    check_headers();
    return bad_input;
  }
  const std::string objection = hosting::objection(fs::absolute(order.program));
  if (!objection.empty()) throw UsageError(order.program.string() + " " + objection);
  const std::string reason = hosting::reason_for_copies(order.program);
  if (!reason.empty())
    fmt::print(stderr, "daruma: {} is loaded as a copy for each process, which limits their number: {}\n",
               order.program.string(), reason);
  return done;
}

int compile_for_real(const CompileOrder& order) {
  const auto mpi = find_mpi(order.on, order.runner);
  if (build(order, for_real(order, mpi))) return done;
  if (mpi.ulfm == real::Ulfm::absent)
    fmt::print(stderr, "daruma: {} has no ULFM: a program that calls MPIX_* cannot be compiled for it\n", mpi.version);
  return bad_input;
}

int compile(const Given& given) {
  const CompileOrder order = read_order(given.words());
  return order.on.empty() ? compile_for_simulation(order) : compile_for_real(order);
}

} // namespace

Command cc_command() {
  return {
      "cc",
      "compile your own MPI program for simulation, or for a real MPI",
      "Called as one calls mpicc: other options, such as -I, -D, -O3 or -l, go to the compiler and the linker. A "
      "scenario names the product as a job's \"program\". With --on the twin is made beside it, as PROGRAM.openmpi, "
      "which run --on starts.",
      {{"SOURCE", "files of C or C++, or what is linked: .o, .a", 1, Argument::any_number, files}},
      {Option("o", "PROGRAM.so", "the file to make").completed_by(files), on_option("compiles for this MPI"),
       runner_option()},
      {"cc heat.c -o heat.so", "cc heat.c -o heat.so --on openmpi"},
      compile,
      Reading::as_a_compiler};
}

} // namespace daruma::cli
