#include "sim/mpi/api/calls.hpp"

#include "sim/mpi/api/reasons.hpp"

#include <algorithm>
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

} // namespace daruma::mpi
