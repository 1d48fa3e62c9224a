#include "sim/mpi/api/calls.hpp"

#include "sim/mpi/api/reasons.hpp"

#include <algorithm>
#include <cctype>
#include <dlfcn.h>
#include <iterator>

namespace daruma::mpi {

namespace {

struct ListedCall {
  std::string_view name;
  const char* reason; ///< to refuse it; null where it is not refused
};

#define OWN(call) {#call, nullptr},
#define REFUSED(call, why) {#call, why},
constexpr ListedCall listed_calls[] = {
#include "sim/mpi/api/calls.def"
    {"MPI_Init", nullptr}};
#undef OWN
#undef REFUSED

bool are_same_in_fortran(std::string_view a, std::string_view b) {
  const auto are_same = [](unsigned char left, unsigned char right) {
    return std::tolower(left) == std::tolower(right);
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), are_same);
}

} // namespace

CallStanding standing_of(std::string_view call) {
  if (call.substr(0, 4) == "PMPI") call.remove_prefix(1);
  const auto* const listed = std::find_if(std::begin(listed_calls), std::end(listed_calls),
                                          [=](const ListedCall& one) { return one.name == call; });
  if (listed != std::end(listed_calls))
    return listed->reason ? CallStanding{Standing::refused, listed->reason} : CallStanding{Standing::ours, {}};
  const bool is_there = ::dlsym(RTLD_DEFAULT, std::string(call).c_str()) != nullptr;
  return {is_there ? Standing::simgrids : Standing::unknown, {}};
}

std::string call_of_fortran(std::string_view symbol) {
  for (const std::string_view end : {"_f08ts", "_"}) {
    if (symbol.size() <= end.size() || symbol.substr(symbol.size() - end.size()) != end) continue;
    const std::string_view name = symbol.substr(0, symbol.size() - end.size());
    for (const ListedCall& one : listed_calls)
      if (are_same_in_fortran(one.name, name)) return std::string(one.name);
  }
  return {};
}

} // namespace daruma::mpi
