#include "models/calibration/mpi/probes.hpp"
#include "models/port/rank.hpp"

#include <mpi.h>

#include <initializer_list>
#include <optional>
#include <string>

namespace daruma::models::calibration {
namespace {

template <class Number> Number read(MPI_T_cvar_handle handle) {
  Number number{};
  MPI_T_cvar_read(handle, &number);
  return number;
}

/// The value of a control variable of MPI_T that is a whole number or a truth; nothing if the library has none of that
/// name.
std::optional<long long> control(const std::string& name) {
  int index = 0;
  if (MPI_T_cvar_get_index(name.c_str(), &index) != MPI_SUCCESS) return std::nullopt;
  int name_length = 0;
  int text_length = 0;
  int verbosity = 0;
  int binding = 0;
  int scope = 0;
  int count = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_T_enum values = MPI_T_ENUM_NULL;
  MPI_T_cvar_get_info(index, nullptr, &name_length, &verbosity, &type, &values, nullptr, &text_length, &binding,
                      &scope);
  MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
  if (MPI_T_cvar_handle_alloc(index, nullptr, &handle, &count) != MPI_SUCCESS) return std::nullopt;
  int size = 0;
  MPI_Type_size(type, &size);
  std::optional<long long> value;
  if (count == 1 && size == sizeof(char))
    value = read<char>(handle);
  else if (count == 1 && size == sizeof(int))
    value = read<int>(handle);
  else if (count == 1 && size == sizeof(long long))
    value = read<long long>(handle);
  MPI_T_cvar_handle_free(&handle);
  return value;
}

void report(const std::string& metric, std::optional<long long> value) {
  if (value) port().metric(metric, static_cast<double>(*value));
}

/// Open MPI's component tuned uses what is forced where its dynamic rules are on.
void report_choices() {
  const bool may_be_forced = control("coll_tuned_use_dynamic_rules").value_or(0) != 0;
  report("dynamic_rules", control("coll_tuned_use_dynamic_rules"));
  for (const char* collective : {"allgather", "allgatherv", "allreduce", "alltoall", "alltoallv", "barrier", "bcast",
                                 "gather", "reduce", "reduce_scatter", "reduce_scatter_block", "scatter"}) {
    const std::string variable = std::string("coll_tuned_") + collective + "_algorithm";
    if (may_be_forced) report(std::string("forced[collective=") + collective + "]", control(variable));
  }
}

} // namespace

void probe_library() {
  MPI_Init(nullptr, nullptr);
  int provided = 0;
  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  if (rank_in(MPI_COMM_WORLD) == 0) {
    for (const char* limit : {"btl_vader_eager_limit", "btl_sm_eager_limit", "eager_limit"})
      if (const auto bytes = control(limit)) {
        report("eager_limit_B", bytes);
        break;
      }
    report_choices();
  }
  MPI_T_finalize();
  MPI_Finalize();
}

} // namespace daruma::models::calibration
