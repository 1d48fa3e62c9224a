#include "sim/cli/compiler_words.hpp"

#include "sim/cli/command_line.hpp"
#include "sim/core/affixes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <map>
#include <string_view>

namespace daruma::cli {

namespace {

template <std::size_t N> bool is_one_of(const std::string& word, const std::array<std::string_view, N>& all) {
  return std::find(all.begin(), all.end(), word) != all.end();
}

bool ends_before_linking(const std::string& option) {
  static constexpr std::array<std::string_view, 6> all{"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"};
  return is_one_of(option, all);
}

/// Why programs with this option cannot be simulated; nothing if they can.
std::string_view refusal(const std::string& option) {
  static const std::map<std::string_view, std::string_view> all{
      {"-static", "a program that has the C library in itself cannot be simulated; leave -static out, or link single "
                  "libraries statically: -l:libNAME.a"},
      {"-static-pie", "a program that has the C library in itself cannot be simulated; leave -static-pie out"},
      {"-m32", "programs of 32 bits cannot be simulated; leave -m32 out"},
      {"-mx32", "programs of 32 bits cannot be simulated; leave -mx32 out"},
      {"-static-libgfortran", "each process has units of its own by loading libgfortran.so for itself; leave "
                              "-static-libgfortran out"},
      {"-pg", "it counts for one process what all processes call; leave -pg out"},
      {"-nostartfiles", "a program's start is daruma's to link; leave -nostartfiles out"}};
  for (const char* const sanitizer : {"address", "thread", "memory", "leak", "hwaddress"})
    if (begins_with(option, "-fsanitize=") && option.find(sanitizer) != std::string::npos)
      return "a sanitizer that keeps account of a process's memory cannot tell those of a simulation apart; leave it "
             "out (-fsanitize=undefined works)";
  const auto found = all.find(option);
  return found == all.end() ? std::string_view() : found->second;
}

/// A word of a response file: as in a shell, but without variables and patterns.
std::string read_word(std::istream& in) {
  std::string word;
  char quote = 0;
  for (char letter = 0; in.get(letter);) {
    const bool is_quote = quote == 0 ? letter == '"' || letter == '\'' : letter == quote;
    const bool is_space = quote == 0 && std::isspace(static_cast<unsigned char>(letter)) != 0;
    if (is_quote)
      quote = quote == 0 ? letter : '\0';
    else if (is_space && !word.empty())
      break;
    else if (!is_space)
      word += letter == '\\' ? static_cast<char>(in.get()) : letter;
  }
  return word;
}

/// The words with those of response files in their places; one that cannot be read is for the compiler to complain of.
Words expanded(const Words& words) {
  Words all;
  for (const std::string& word : words) {
    std::ifstream file(word.size() > 1 && word.front() == '@' ? word.substr(1) : "");
    if (!file) {
      all.push_back(word);
      continue;
    }
    Words inner;
    for (std::string one = read_word(file); !one.empty(); one = read_word(file)) inner.push_back(one);
    inner = expanded(inner);
    all.insert(all.end(), inner.begin(), inner.end());
  }
  return all;
}

} // namespace

bool takes_a_value(const std::string& option) {
  static constexpr std::array<std::string_view, 30> all{"-o",         "-J",
                                                        "-I",         "-D",
                                                        "-U",         "-L",
                                                        "-l",         "-include",
                                                        "-x",         "-MF",
                                                        "-MT",        "-MQ",
                                                        "-isystem",   "-iquote",
                                                        "-u",         "-imacros",
                                                        "-idirafter", "-T",
                                                        "-z",         "-e",
                                                        "-Xlinker",   "--param",
                                                        "-B",         "-Xassembler",
                                                        "-A",         "-Xpreprocessor",
                                                        "-iprefix",   "-iwithprefix",
                                                        "-isysroot",  "-dumpbase"};
  return is_one_of(option, all);
}

CompilerWords read_compiler_words(const Words& words) {
  CompilerWords read;
  // Whether code knows its place is decided for all: by -fPIC, after these.
  static constexpr std::array<std::string_view, 3> overruled{"-pie", "-no-pie", "-nopie"};
  std::copy_if(words.begin(), words.end(), std::back_inserter(read.words),
               [](const std::string& word) { return !is_one_of(word, overruled); });
  read.file = "a.out";
  bool links = true;
  bool has_input = false;
  Product linked = Product::program;
  const Words all = expanded(words);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string& word = all[i];
    if (const auto reason = refusal(word); !reason.empty()) throw UsageError(fmt::format("cc: {}", reason));
    const bool has_value = takes_a_value(word);
    if (has_value && i + 1 == all.size()) throw UsageError(fmt::format("cc: {} needs a value", word));
    if (ends_before_linking(word)) links = false;
    if (word == "-shared") linked = Product::library;
    if (word == "-r") linked = Product::relocatable;
    if (word == "-o") read.file = all[i + 1];
    if (begins_with(word, "-o") && word.size() > 2) read.file = word.substr(2);
    if (begins_with(word, "-l")) has_input = true;
    if (has_value) {
      ++i;
    } else if (word.front() != '-' || word == "-") {
      has_input = true;
      read.inputs.emplace_back(word);
    }
  }
  if (has_input) read.product = links ? linked : Product::parts;
  return read;
}

} // namespace daruma::cli
