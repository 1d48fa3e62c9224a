// Infos (MPI 3.1, chapter 9). They need neither MPI_Init nor a communicator (MPI 4.0, section 11.4.1).
#include "sim/mpi/api/infos.hpp"
#include "sim/mpi/process/communicator.hpp"
#include "sim/mpi/process/errors.hpp"
#include "sim/mpi/process/job.hpp"
#include "sim/mpi/process/threads.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

namespace daruma::mpi {

namespace {

/// What there is to know about how the program was started (MPI 4.0, section 11.4.1): where its processes are, and the
/// error handler that was asked for.
Info environment_of(const Process& process) {
  Info environment{{"maxprocs", std::to_string(process.job->plan.first.hosts.size())},
                   {"host", process.host->get_name()},
                   {"thread_level", name_of(process.thread_level)}};
  if (process.initial_errhandler)
    environment.emplace_back("mpi_initial_errhandler", word_of(initial_errhandlers, *process.initial_errhandler));
  return environment;
}

const Info& kept_environment(Process& process) {
  if (!process.environment) process.environment = std::make_shared<const Info>(environment_of(process));
  return *static_cast<const Info*>(process.environment.get());
}

} // namespace

const Info& resolve(MPI_Info info) {
  static const Info none;
  if (info == MPI_INFO_ENV) return kept_environment(self());
  return info == MPI_INFO_NULL ? none : *reinterpret_cast<const Info*>(info);
}

namespace {

template <class List> auto place_of(List& info, const std::string& key) {
  return std::find_if(info.begin(), info.end(), [&](const auto& entry) { return entry.first == key; });
}

} // namespace

const std::string* find(const Info& info, const std::string& key) {
  const auto found = place_of(info, key);
  return found == info.end() ? nullptr : &found->second;
}

/// Assertions, which nothing here would be faster by (MPI 4.0, section 7.4.4).
void take_hints(LocalCommunicator& handle, const Info& hints) {
  for (const char* const key : {"mpi_assert_no_any_tag", "mpi_assert_no_any_source", "mpi_assert_exact_length",
                                "mpi_assert_allow_overtaking", "mpi_assert_strict_persistent_collective_ordering"})
    if (const std::string* const value = find(hints, key)) handle.annotate().hints[key] = *value;
}

Info hints_of(const LocalCommunicator& handle) {
  if (!handle.annotations) return {};
  return {handle.annotations->hints.begin(), handle.annotations->hints.end()};
}

MPI_Info to_mpi(const Info& info) { return reinterpret_cast<MPI_Info>(std::make_unique<Info>(info).release()); }

namespace {

/// The outcome of a call: before MPI_Init there is nobody to raise an error on.
int over(int error) {
  Process& process = self();
  return error == MPI_SUCCESS || !process.initialized || process.finalized ? error : raise(*process.world, error);
}

int check_key(MPI_Info info, const char* key) {
  if (info == MPI_INFO_NULL) return MPI_ERR_INFO;
  const bool is_key = key && *key && std::strlen(key) < MPI_MAX_INFO_KEY;
  return is_key ? +MPI_SUCCESS : +MPI_ERR_INFO_KEY;
}

Info& changeable(MPI_Info info) { return *reinterpret_cast<Info*>(info); }

/// As much of the text as there is room for, with its end.
void give_text(const std::string& text, int room, char* to) {
  const std::string part = text.substr(0, static_cast<std::size_t>(room) - 1);
  std::memcpy(to, part.c_str(), part.size() + 1);
}

/// MPI_INFO_ENV is nobody's to change.
bool is_fixed(MPI_Info info) { return info == MPI_INFO_NULL || info == MPI_INFO_ENV; }

int set(MPI_Info info, const char* key, const char* value) {
  if (is_fixed(info)) return MPI_ERR_INFO;
  if (const int error = check_key(info, key)) return error;
  if (!value || !*value || std::strlen(value) >= MPI_MAX_INFO_VAL) return MPI_ERR_INFO_VALUE;
  Info& entries = changeable(info);
  if (const auto found = place_of(entries, key); found != entries.end())
    found->second = value;
  else
    entries.emplace_back(key, value);
  return MPI_SUCCESS;
}

int remove(MPI_Info info, const char* key) {
  if (is_fixed(info)) return MPI_ERR_INFO;
  if (const int error = check_key(info, key)) return error;
  Info& entries = changeable(info);
  const auto found = place_of(entries, key);
  if (found == entries.end()) return MPI_ERR_INFO_NOKEY;
  entries.erase(found);
  return MPI_SUCCESS;
}

/// `give_value(text)` for what is under the key.
template <class Give> int get(MPI_Info info, const char* key, int* flag, Give&& give_value) {
  if (const int error = check_key(info, key)) return error;
  const std::string* const text = find(resolve(info), key);
  *flag = text != nullptr;
  if (text) give_value(*text);
  return MPI_SUCCESS;
}

} // namespace

extern "C" {

int MPI_Info_create(MPI_Info* info) {
  *info = to_mpi(Info{});
  return MPI_SUCCESS;
}

int MPI_Info_create_env(int, char**, MPI_Info* info) {
  *info = to_mpi(environment_of(self()));
  return MPI_SUCCESS;
}

/// The kinds of hardware by which MPI_Comm_split_type splits, and whether the process keeps to one: it does not move.
int MPI_Get_hw_resource_info(MPI_Info* info) {
  *info = to_mpi(Info{{"mpi_shared_memory", "true"}, {"node", "true"}});
  return MPI_SUCCESS;
}

int MPI_Info_dup(MPI_Info info, MPI_Info* copy) {
  if (info == MPI_INFO_NULL) return over(MPI_ERR_INFO);
  *copy = to_mpi(resolve(info));
  return MPI_SUCCESS;
}

int MPI_Info_free(MPI_Info* info) {
  if (is_fixed(*info)) return over(MPI_ERR_INFO);
  const std::unique_ptr<Info> freed(&changeable(*info));
  *info = MPI_INFO_NULL;
  return MPI_SUCCESS;
}

int MPI_Info_set(MPI_Info info, const char* key, const char* value) { return over(set(info, key, value)); }

int MPI_Info_delete(MPI_Info info, const char* key) { return over(remove(info, key)); }

int MPI_Info_get(MPI_Info info, const char* key, int length, char* value, int* flag) {
  return over(get(info, key, flag, [=](const std::string& text) { give_text(text, length + 1, value); }));
}

int MPI_Info_get_string(MPI_Info info, const char* key, int* length, char* value, int* flag) {
  return over(get(info, key, flag, [=](const std::string& text) {
    if (*length > 0) give_text(text, *length, value);
    *length = static_cast<int>(text.size()) + 1;
  }));
}

int MPI_Info_get_valuelen(MPI_Info info, const char* key, int* length, int* flag) {
  return over(get(info, key, flag, [=](const std::string& text) { *length = static_cast<int>(text.size()); }));
}

int MPI_Info_get_nkeys(MPI_Info info, int* keys) {
  if (info == MPI_INFO_NULL) return over(MPI_ERR_INFO);
  *keys = static_cast<int>(resolve(info).size());
  return MPI_SUCCESS;
}

int MPI_Info_get_nthkey(MPI_Info info, int n, char* key) {
  if (info == MPI_INFO_NULL) return over(MPI_ERR_INFO);
  const Info& entries = resolve(info);
  if (n < 0 || n >= static_cast<int>(entries.size())) return over(MPI_ERR_ARG);
  give_text(entries[static_cast<std::size_t>(n)].first, MPI_MAX_INFO_KEY, key);
  return MPI_SUCCESS;
}
}

} // namespace daruma::mpi
