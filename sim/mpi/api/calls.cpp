#include "sim/mpi/api/calls.hpp"

#include "sim/mpi/api/reasons.hpp"

#include <algorithm>
#include <dlfcn.h>
#include <iterator>

namespace daruma::mpi {

namespace {

bool is_ours(std::string_view call) {
#define OWN(call) std::string_view(#call),
#define REFUSED(call, why)
  static constexpr std::string_view all[] = {
#include "sim/mpi/api/calls.def"
      std::string_view("MPI_Init")};
#undef OWN
#undef REFUSED
  return std::find(std::begin(all), std::end(all), call) != std::end(all);
}

/// Null for calls that are not refused.
const char* reason_to_refuse(std::string_view name) {
#define OWN(call)
#define REFUSED(call, why)                                                                                             \
  if (name == #call) return why;
#include "sim/mpi/api/calls.def"
#undef OWN
#undef REFUSED
  return nullptr;
}

} // namespace

CallStanding standing_of(std::string_view call) {
  if (call.substr(0, 4) == "PMPI") call.remove_prefix(1);
  if (is_ours(call)) return {Standing::ours, {}};
  if (const char* const reason = reason_to_refuse(call)) return {Standing::refused, reason};
  const bool is_there = ::dlsym(RTLD_DEFAULT, std::string(call).c_str()) != nullptr;
  return {is_there ? Standing::simgrids : Standing::unknown, {}};
}

} // namespace daruma::mpi
