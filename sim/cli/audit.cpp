#include "sim/cli/audit.hpp"

#include "sim/cli/command_line.hpp"
#include "sim/cli/other_programs.hpp"
#include "sim/core/replaced.hpp"
#include "sim/core/temporary_folder.hpp"
#include "sim/hosting/loaded_program.hpp"
#include "sim/hosting/system_calls.hpp"
#include "sim/mpi/api/calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <set>

namespace daruma::cli {

namespace {

namespace fs = std::filesystem;

bool is_compiled(const fs::path& file) {
  static const std::set<std::string> linked{".o", ".a", ".so", ""};
  return linked.count(file.extension().string()) != 0 || file.string().find(".so.") != std::string::npos;
}

/// The names that nm prints last in its lines.
std::set<std::string> names_by_nm(const std::string& options, const fs::path& file) {
  const std::string command = "nm " + options + " -- " + shell_word(file.string());
  const std::unique_ptr<FILE, int (*)(FILE*)> output(::popen(command.c_str(), "r"), ::pclose);
  std::set<std::string> names;
  std::array<char, 4096> line{};
  while (output && std::fgets(line.data(), line.size(), output.get())) {
    std::string text(line.data());
    text.erase(text.find_last_not_of('\n') + 1);
    const std::string name = text.substr(text.rfind(' ') + 1);
    names.insert(name.substr(0, name.find('@')));
  }
  return names;
}

bool is_object(const fs::path& file) { return file.extension() == ".o" || file.extension() == ".a"; }

/// Called, and defined by none of the file's own.
std::set<std::string> calls_of(const fs::path& file) {
  const std::string table = is_object(file) ? "" : "-D ";
  std::set<std::string> calls = names_by_nm(table + "-u", file);
  for (const std::string& own : names_by_nm(table + "--defined-only", file)) calls.erase(own);
  return calls;
}

std::string name_in_source(const std::string& symbol) {
  if (std::string call = mpi::call_of_fortran(symbol); !call.empty()) return call;
  for (const std::string_view by_linker : {"__wrap_", "__real_"})
    if (symbol.rfind(by_linker, 0) == 0) return symbol.substr(by_linker.size());
  return symbol;
}

bool is_of_mpi(const std::string& name) { return name.rfind("MPI", 0) == 0 || name.rfind("PMPI", 0) == 0; }

bool is_linked_by_daruma(const fs::path& file) {
  return !is_object(file) && names_by_nm("-D --defined-only", file).count(hosting::name_of_main) != 0;
}

constexpr const char* part_for_fortran = "fortran.o";

/// It is linked into programs in that language, and calls all that MPI has.
bool has_part_for_fortran(const std::set<std::string>& calls) {
  const std::set<std::string> all = names_by_nm("-u", installation().link_libraries / part_for_fortran);
  return std::all_of(all.begin(), all.end(),
                     [&calls](const std::string& call) { return !is_of_mpi(call) || calls.count(call) != 0; });
}

/// What Daruma's own parts of each program call of the system, as far as anything is to be said of it.
std::set<std::string> calls_of_own_parts() {
  std::set<std::string> calls;
  for (const auto& part : fs::directory_iterator(installation().link_libraries)) {
    if (part.path().extension() != ".o" || part.path().filename() == part_for_fortran) continue;
    for (const std::string& symbol : names_by_nm("-u", part.path())) {
      const std::string name = name_in_source(symbol);
      if (!hosting::fate_of(name).empty()) calls.insert(name);
    }
  }
  return calls;
}

/// Who calls what in a linked program cannot be seen any more. Throws UsageError where nothing would be left.
void leave_out_own_parts(std::set<std::string>& calls, const fs::path& program) {
  if (has_part_for_fortran(calls))
    throw UsageError(program.string() + " is a linked program in Fortran, in which all calls of MPI are; --audit tells "
                                        "of its sources or objects");
  std::string left_out;
  for (const std::string& own : calls_of_own_parts())
    if (calls.erase(own) + calls.erase("__wrap_" + own) != 0) left_out += (left_out.empty() ? "" : ", ") + own;
  if (!left_out.empty())
    fmt::print("{}: what Daruma's own parts of it call is left out, whoever else calls it: {}\n", program.string(),
               left_out);
}

fs::path compiled(const fs::path& source, const CompilerWords& words, Language language, const fs::path& folder) {
  CompilerWords alone;
  alone.product = Product::parts;
  for (std::size_t i = 0; i < words.words.size(); ++i) {
    const std::string& word = words.words[i];
    const bool is_input = std::find(words.inputs.begin(), words.inputs.end(), word) != words.inputs.end();
    if (word == "-o")
      ++i;
    else if (!is_input)
      alone.words.push_back(word);
  }
  fs::path object = folder / (source.filename().string() + ".o");
  alone.words.insert(alone.words.end(), {"-c", source, "-o", object});
  if (!call_program(compiler_call(installation(), language, alone)).value_or(false))
    throw UsageError(source.string() + " cannot be compiled");
  return object;
}

/// MPI's predefined handles are addresses of these.
bool is_handle(const std::string& name) { return name.rfind("smpi_MPI_", 0) == 0 || name.rfind("daruma_mpi_", 0) == 0; }

std::string fate_in_mpi(const std::string& call) {
  const mpi::CallStanding found = mpi::standing_of(call);
  switch (found.standing) {
  case mpi::Standing::ours:
    return "simulated";
  case mpi::Standing::simgrids:
    return "answered by SimGrid, in no time";
  case mpi::Standing::refused:
    return "refused: " + found.reason;
  case mpi::Standing::unknown:
    break;
  }
  return "unknown: a program that calls it cannot be linked";
}

/// What becomes of what is called, by the call's name.
using Fates = std::map<std::string, std::string>;

struct Audit {
  Fates mpi;
  Fates system;
  std::size_t others = 0;
};

void add(Audit& audit, const std::string& symbol) {
  const std::string name = name_in_source(symbol);
  if (is_handle(name)) return;
  if (is_of_mpi(name)) {
    audit.mpi[name] = fate_in_mpi(name);
    return;
  }
  const std::string fate = hosting::fate_of(name);
  if (fate.empty())
    ++audit.others;
  else
    audit.system[name] = fate;
}

std::string told(const std::string& title, const Fates& fates) {
  std::size_t width = 0;
  for (const auto& [name, fate] : fates) width = std::max(width, name.size());
  std::string text = fmt::format("{}: {}\n", title, fates.size());
  for (const auto& [name, fate] : fates) text += fmt::format("  {:<{}}  {}\n", name, width, fate);
  return text;
}

} // namespace

int audit(const CompilerWords& words, Language language) {
  if (words.inputs.empty()) throw UsageError("cc --audit needs sources, objects, libraries or programs");
  const TemporaryFolder folder;
  std::set<std::string> calls;
  for (const fs::path& input : words.inputs) {
    if (!fs::exists(input)) throw UsageError(input.string() + " does not exist");
    const fs::path file = is_compiled(input) ? input : compiled(input, words, language, folder.path());
    std::set<std::string> made = calls_of(file);
    if (is_linked_by_daruma(file)) leave_out_own_parts(made, input);
    calls.merge(made);
  }
  Audit audit;
  for (const std::string& call : calls) add(audit, call);
  fmt::print("{}{}{} others compute, or do as everywhere\n", told("calls of MPI", audit.mpi),
             told("calls of the system", audit.system), audit.others);
  const bool all_can_be_made = std::none_of(audit.mpi.begin(), audit.mpi.end(), [](const auto& entry) {
    return entry.second.rfind("refused", 0) == 0 || entry.second.rfind("unknown", 0) == 0;
  });
  return all_can_be_made ? done : bad_input;
}

} // namespace daruma::cli
