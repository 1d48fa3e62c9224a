// `daruma cc`: the compiler of programs for simulation, called as one calls mpicc.
#include "sim/base/temporary_folder.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/other_programs.hpp"
#include "sim/program/image.hpp"
#include "sim/program/system_calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace daruma::cli {

namespace {

namespace fs = std::filesystem;

/// What was asked for: sources to compile, the rest as it goes to the compiler or to the linker.
struct Order {
  std::vector<fs::path> sources;
  Words compiling;
  Words linking;
  fs::path program;
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

void sort_out(const std::string& word, Order& order) {
  const fs::path file = word;
  if (is_c(file) || is_cpp(file))
    order.sources.push_back(file);
  else if (is_object(file))
    order.linking.push_back(word);
  else
    throw UsageError(fmt::format("cc compiles C (.c) and C++ (.cpp, .cc, .cxx) and links .o and .a, got \"{}\"", word));
}

Order read_order(const Words& words) {
  Order order;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool has_value = word == "-o" || takes_a_value(word);
    if (has_value && i + 1 == words.size()) throw UsageError(fmt::format("cc: {} needs a value", word));
    if (word == "-o") {
      order.program = words[++i];
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
  return order;
}

bool run_compiler(const std::string& name, Words words) {
  words.insert(words.begin(), name);
  const auto content = call_program(words);
  if (!content) throw MachineError(name + " cannot be started; on Debian: apt-get install " + name);
  return *content;
}

/// -fno-gnu-unique and -Bsymbolic: each copy of the program keeps to itself. -fstack-clash-protection: a stack that
/// overflows does so in its guard page, not beyond.
bool compile_source(const Order& order, const fs::path& source, const fs::path& object) {
  Words words{"-g", "-O2", "-fPIC", "-fno-gnu-unique", "-fstack-clash-protection", "-DDARUMA=1"};
  for (const fs::path& folder : program_headers()) words.insert(words.end(), {"-isystem", folder.string()});
  words.insert(words.end(), order.compiling.begin(), order.compiling.end());
  words.insert(words.end(), {"-c", source.string(), "-o", object.string()});
  return run_compiler(is_c(source) ? "gcc" : "g++", words);
}

bool link(const Order& order, const Words& objects) {
  Words words{"-shared", "-Wl,-Bsymbolic"};
  for (const std::string& symbol : program::wrapped_symbols()) words.push_back("-Wl,--wrap=" + symbol);
  words.insert(words.end(), objects.begin(), objects.end());
  words.insert(words.end(), order.linking.begin(), order.linking.end());
  words.insert(words.end(), {"-o", order.program.string()});
  return run_compiler("g++", words);
}

} // namespace

int compile(const Words& words) {
  const Order order = read_order(words);
  const TemporaryFolder workshop;
  Words objects;
  for (const fs::path& source : order.sources) {
    objects.push_back(workshop.path() / (std::to_string(objects.size()) + ".o"));
    if (!compile_source(order, source, objects.back())) return bad_input;
  }
  if (!link(order, objects)) return bad_input;
  const std::string objection = program::objection(fs::absolute(order.program));
  if (!objection.empty()) throw UsageError(order.program.string() + " " + objection);
  return done;
}

} // namespace daruma::cli
