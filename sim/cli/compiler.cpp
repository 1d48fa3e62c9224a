#include "sim/cli/compiler.hpp"

#include "sim/hosting/program_files.hpp"
#include "sim/hosting/system_calls.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

namespace daruma::cli {

namespace {

void add(Words& words, const Words& more) { words.insert(words.end(), more.begin(), more.end()); }

constexpr const char* with_start = "-ldaruma_mpi";

std::string leading(const std::string& symbol) { return "-Wl,--wrap=" + symbol; }

/// What sim/hosting/linked/time_zone.c stands in for, which is linked into programs.
Words leading_to_program() { return {leading("tzset"), leading("mktime"), leading("localtime_r")}; }

/// Libraries find what they are to call in the simulator alone.
void lead_to_simulator_alone(Words& words) {
  for (const std::string& word : leading_to_program())
    words.erase(std::remove(words.begin(), words.end(), word), words.end());
  std::replace(words.begin(), words.end(), std::string(with_start), "-l:" + std::string(hosting::library_for_outside));
}

} // namespace

bool is_clang(const std::string& compiler) {
  return compiler.find("clang", compiler.rfind('/') + 1) != std::string::npos;
}

std::string compiler_of(Language language) {
  static const std::map<Language, std::pair<const char*, const char*>> all{
      {Language::c, {"DARUMA_CC", "gcc"}},
      {Language::cpp, {"DARUMA_CXX", "g++"}},
      {Language::fortran, {"DARUMA_FC", "gfortran"}}};
  const auto& [variable, usual] = all.at(language);
  const char* const named = std::getenv(variable);
  return named && *named ? named : usual;
}

/// Of Fortran, mpif.h and the modules; as under MPICH's compiler, old sources may call one procedure with arguments
/// of several types, and write numbers as X'7F'.
Words words_before(const Installation& installation, Language language) {
  if (language == Language::fortran)
    return {"-g", "-DDARUMA=1", "-I" + installation.link_libraries.string(), "-fallow-argument-mismatch",
            "-fallow-invalid-boz"};
  Words words{"-g", "-DDARUMA=1", "-I" + installation.mpi_headers.string()};
  for (const auto& folder : installation.own_headers) words.push_back("-I" + folder.string());
  return words;
}

/// clang makes no unique symbols, and does not know the word.
Words words_of_compiling(Language language) {
  Words words{"-fPIC", "-fstack-clash-protection"};
  if (!is_clang(compiler_of(language))) words.insert(words.begin() + 1, "-fno-gnu-unique");
  return words;
}

Words words_of_linking_by_others(const Installation& installation, Language language) {
  Words words;
  for (const std::string& symbol : hosting::wrapped_symbols()) words.push_back(leading(symbol));
  add(words, leading_to_program());
  const std::string folder = installation.link_libraries;
  add(words, {"-L" + folder, "-Wl,-rpath," + folder});
  if (language == Language::fortran) add(words, {"-ldaruma_fortran"});
  add(words, {with_start});
  if (language != Language::cpp) add(words, {"-Wl,--push-state,--as-needed", "-lstdc++", "-lm", "-Wl,--pop-state"});
  return words;
}

Words words_of_linking(const Installation& installation, Product product, Language language) {
  Words words;
  if (product == Product::program) words = {"-Wl,-no-pie", "-Wl,-shared", "-Wl,-Bsymbolic", "-Wl,-z,defs"};
  add(words, words_of_linking_by_others(installation, language));
  if (product == Product::library) lead_to_simulator_alone(words);
  return words;
}

Words compiler_call(const Installation& installation, Language language, const CompilerWords& order) {
  Words words{compiler_of(language)};
  const bool is_asked_about_itself = order.product == Product::nothing;
  if (!is_asked_about_itself) add(words, words_before(installation, language));
  add(words, order.words);
  if (!is_asked_about_itself) add(words, words_of_compiling(language));
  if (order.product == Product::program || order.product == Product::library)
    add(words, words_of_linking(installation, order.product, language));
  return words;
}

} // namespace daruma::cli
