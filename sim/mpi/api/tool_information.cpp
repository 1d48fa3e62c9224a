// The tool information interface (MPI 4.1, chapter 15). It may be used before MPI_Init and after MPI_Finalize, and
// returns its errors, whatever the error handlers are. There are no events and no enumerations.
#include "sim/mpi/api/profiling.hpp"
#include "sim/mpi/api/tool_variables.hpp"
#include "sim/mpi/process/threads.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

struct daruma_mpi_t_cvar {
  const daruma::mpi::ControlVariable* variable;
};

/// What a tool has of a performance variable.
struct daruma_mpi_t_pvar {
  const daruma::mpi::PerformanceVariable* variable;
  bool runs;
  double counted; ///< until it was stopped last
  double began;   ///< what the variable was when it was started last
};

struct daruma_mpi_t_session {
  std::vector<std::unique_ptr<daruma_mpi_t_pvar>> handles;
};

namespace daruma::mpi {

namespace {

/// A call between MPI_T_init_thread and MPI_T_finalize: `body(Process&)` returns an error class, or nothing.
template <class Body> int on_tools(Body&& body) {
  Process& process = self();
  if (process.tools == 0) return MPI_T_ERR_NOT_INITIALIZED;
  if constexpr (std::is_void_v<std::invoke_result_t<Body, Process&>>) {
    body(process);
    return MPI_SUCCESS;
  } else {
    return body(process);
  }
}

/// The same with one of a list's entries.
template <class List, class Body> int on_entry(const List& list, int index, Body&& body) {
  return on_tools([&](Process& process) {
    if (index < 0 || index >= static_cast<int>(list.size())) return +MPI_T_ERR_INVALID_INDEX;
    body(process, list[static_cast<std::size_t>(index)]);
    return +MPI_SUCCESS;
  });
}

/// As much of the text as there is room for; `length` becomes what the whole takes, with its end.
void give_text(const char* text, char* to, int* length) {
  if (!length) return;
  const int whole = static_cast<int>(std::strlen(text)) + 1;
  if (to && *length > 0) {
    const int part = std::min(whole, *length) - 1;
    std::memcpy(to, text, static_cast<std::size_t>(part));
    to[part] = '\0';
  }
  *length = whole;
}

template <class T> void store(T value, T* to) {
  if (to) *to = value;
}

template <class List> int find_index(const List& list, const char* name, int* index) {
  return on_tools([&](Process&) {
    const auto found = std::find_if(list.begin(), list.end(),
                                    [&](const auto& one) { return name && std::strcmp(one.name, name) == 0; });
    if (found == list.end()) return +MPI_T_ERR_INVALID_NAME;
    *index = static_cast<int>(found - list.begin());
    return +MPI_SUCCESS;
  });
}

template <class List> int give_number(const List& list, int* number) {
  return on_tools([&](Process&) { *number = static_cast<int>(list.size()); });
}

void give_first(const std::vector<int>& all, int room, int* to) {
  const auto count = std::min(all.size(), static_cast<std::size_t>(std::max(room, 0)));
  std::copy_n(all.begin(), count, to);
}

/// A call with a handle of a session, or with all of them: `body(process, handle)` returns an error class.
template <class Body> int on_handle(MPI_T_pvar_session session, MPI_T_pvar_handle handle, Body&& body) {
  return on_tools([&](Process& process) {
    if (session == MPI_T_PVAR_SESSION_NULL) return +MPI_T_ERR_INVALID_SESSION;
    if (handle == MPI_T_PVAR_ALL_HANDLES) { // those for which it makes no sense are passed over
      for (const auto& each : session->handles) body(process, *each);
      return +MPI_SUCCESS;
    }
    const bool is_there = std::any_of(session->handles.begin(), session->handles.end(),
                                      [=](const auto& each) { return each.get() == handle; });
    return is_there ? body(process, *handle) : +MPI_T_ERR_INVALID_HANDLE;
  });
}

double value_of(const Process& process, const daruma_mpi_t_pvar& handle) {
  const double now = handle.variable->now(process);
  if (handle.variable->is_level()) return now;
  return handle.counted + (handle.runs ? now - handle.began : 0);
}

void set(const Process& process, daruma_mpi_t_pvar& handle, double value) {
  handle.counted = value;
  handle.began = handle.variable->now(process);
}

void write_as(MPI_Datatype type, double value, void* to) {
  const auto whole = static_cast<unsigned long>(value);
  if (type == MPI_DOUBLE)
    std::memcpy(to, &value, sizeof value);
  else
    std::memcpy(to, &whole, sizeof whole);
}

double read_as(MPI_Datatype type, const void* from) {
  double value = 0;
  unsigned long whole = 0;
  if (type == MPI_DOUBLE) {
    std::memcpy(&value, from, sizeof value);
    return value;
  }
  std::memcpy(&whole, from, sizeof whole);
  return static_cast<double>(whole);
}

} // namespace

extern "C" {

int MPI_T_init_thread(int required, int* provided) {
  ++self().tools;
  *provided = static_cast<int>(thread_level_for(required));
  return MPI_SUCCESS;
}

int MPI_T_finalize(void) {
  return on_tools([](Process& process) { --process.tools; });
}

int MPI_T_enum_get_info(MPI_T_enum, int*, char*, int*) {
  return on_tools([](Process&) { return +MPI_T_ERR_INVALID_HANDLE; });
}

int MPI_T_enum_get_item(MPI_T_enum, int, int*, char*, int*) {
  return on_tools([](Process&) { return +MPI_T_ERR_INVALID_HANDLE; });
}

int MPI_T_cvar_get_num(int* num) { return give_number(control_variables(), num); }

int MPI_T_cvar_get_info(int index, char* name, int* name_len, int* verbosity, MPI_Datatype* type, MPI_T_enum* enumtype,
                        char* desc, int* desc_len, int* bind, int* scope) {
  return on_entry(control_variables(), index, [&](Process&, const ControlVariable& variable) {
    give_text(variable.name, name, name_len);
    give_text(variable.description, desc, desc_len);
    store(MPI_T_VERBOSITY_USER_BASIC, verbosity);
    store(variable.type, type);
    store(MPI_T_ENUM_NULL, enumtype);
    store(MPI_T_BIND_NO_OBJECT, bind);
    store(MPI_T_SCOPE_CONSTANT, scope);
  });
}

int MPI_T_cvar_get_index(const char* name, int* index) { return find_index(control_variables(), name, index); }

int MPI_T_cvar_handle_alloc(int index, void*, MPI_T_cvar_handle* handle, int* count) {
  return on_entry(control_variables(), index, [&](const Process& process, const ControlVariable& variable) {
    *handle = std::make_unique<daruma_mpi_t_cvar>(daruma_mpi_t_cvar{&variable}).release();
    *count = variable.text ? static_cast<int>(variable.text(process).size()) + 1 : 1;
  });
}

int MPI_T_cvar_handle_free(MPI_T_cvar_handle* handle) {
  return on_tools([&](Process&) {
    if (*handle == MPI_T_CVAR_HANDLE_NULL) return +MPI_T_ERR_INVALID_HANDLE;
    const std::unique_ptr<daruma_mpi_t_cvar> freed(*handle);
    *handle = MPI_T_CVAR_HANDLE_NULL;
    return +MPI_SUCCESS;
  });
}

int MPI_T_cvar_read(MPI_T_cvar_handle handle, void* buf) {
  return on_tools([&](const Process& process) {
    if (handle == MPI_T_CVAR_HANDLE_NULL) return +MPI_T_ERR_INVALID_HANDLE;
    const ControlVariable& variable = *handle->variable;
    if (variable.text) {
      const std::string text = variable.text(process);
      std::memcpy(buf, text.c_str(), text.size() + 1);
    } else {
      const unsigned long number = variable.number(process);
      std::memcpy(buf, &number, sizeof number);
    }
    return +MPI_SUCCESS;
  });
}

int MPI_T_cvar_write(MPI_T_cvar_handle handle, const void*) {
  return on_tools([&](Process&) {
    return handle == MPI_T_CVAR_HANDLE_NULL ? +MPI_T_ERR_INVALID_HANDLE : +MPI_T_ERR_CVAR_SET_NEVER;
  });
}

int MPI_T_pvar_get_num(int* num) { return give_number(performance_variables(), num); }

int MPI_T_pvar_get_info(int index, char* name, int* name_len, int* verbosity, int* varclass, MPI_Datatype* type,
                        MPI_T_enum* enumtype, char* desc, int* desc_len, int* bind, int* readonly, int* continuous,
                        int* atomic) {
  return on_entry(performance_variables(), index, [&](Process&, const PerformanceVariable& variable) {
    give_text(variable.name, name, name_len);
    give_text(variable.description, desc, desc_len);
    store(MPI_T_VERBOSITY_USER_BASIC, verbosity);
    store(variable.variable_class, varclass);
    store(variable.type, type);
    store(MPI_T_ENUM_NULL, enumtype);
    store(MPI_T_BIND_NO_OBJECT, bind);
    store(variable.is_level() ? 1 : 0, readonly);
    store(variable.is_level() ? 1 : 0, continuous);
    store(variable.is_level() ? 0 : 1, atomic);
  });
}

int MPI_T_pvar_get_index(const char* name, int varclass, int* index) {
  int found = -1;
  if (const int error = find_index(performance_variables(), name, &found)) return error;
  if (performance_variables()[static_cast<std::size_t>(found)].variable_class != varclass)
    return MPI_T_ERR_INVALID_NAME;
  *index = found;
  return MPI_SUCCESS;
}

int MPI_T_pvar_session_create(MPI_T_pvar_session* session) {
  return on_tools([&](Process&) { *session = std::make_unique<daruma_mpi_t_session>().release(); });
}

int MPI_T_pvar_session_free(MPI_T_pvar_session* session) {
  return on_tools([&](Process&) {
    if (*session == MPI_T_PVAR_SESSION_NULL) return +MPI_T_ERR_INVALID_SESSION;
    const std::unique_ptr<daruma_mpi_t_session> freed(*session);
    *session = MPI_T_PVAR_SESSION_NULL;
    return +MPI_SUCCESS;
  });
}

int MPI_T_pvar_handle_alloc(MPI_T_pvar_session session, int index, void*, MPI_T_pvar_handle* handle, int* count) {
  if (session == MPI_T_PVAR_SESSION_NULL) return on_tools([](Process&) { return +MPI_T_ERR_INVALID_SESSION; });
  return on_entry(performance_variables(), index, [&](Process&, const PerformanceVariable& variable) {
    auto& made =
        session->handles.emplace_back(std::make_unique<daruma_mpi_t_pvar>(daruma_mpi_t_pvar{&variable, false, 0, 0}));
    *handle = made.get();
    *count = 1;
  });
}

int MPI_T_pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle* handle) {
  if (*handle == MPI_T_PVAR_ALL_HANDLES) return MPI_T_ERR_INVALID_HANDLE;
  const int error = on_handle(session, *handle, [](Process&, daruma_mpi_t_pvar&) { return +MPI_SUCCESS; });
  if (error != MPI_SUCCESS) return error;
  auto& all = session->handles;
  all.erase(std::find_if(all.begin(), all.end(), [=](const auto& each) { return each.get() == *handle; }));
  *handle = MPI_T_PVAR_HANDLE_NULL;
  return MPI_SUCCESS;
}

int MPI_T_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
  return on_handle(session, handle, [](const Process& process, daruma_mpi_t_pvar& started) {
    if (started.variable->is_level()) return +MPI_T_ERR_PVAR_NO_STARTSTOP;
    set(process, started, value_of(process, started));
    started.runs = true;
    return +MPI_SUCCESS;
  });
}

int MPI_T_pvar_stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
  return on_handle(session, handle, [](const Process& process, daruma_mpi_t_pvar& stopped) {
    if (stopped.variable->is_level()) return +MPI_T_ERR_PVAR_NO_STARTSTOP;
    set(process, stopped, value_of(process, stopped));
    stopped.runs = false;
    return +MPI_SUCCESS;
  });
}

/// Who looks again at the same instant waits for time to move, as with MPI_Wtime.
int MPI_T_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* buf) {
  if (handle == MPI_T_PVAR_ALL_HANDLES) return MPI_T_ERR_INVALID_HANDLE;
  return on_handle(session, handle, [buf](Process& process, const daruma_mpi_t_pvar& read) {
    if (read.variable->is_level()) look_at_the_clock(process);
    write_as(read.variable->type, value_of(process, read), buf);
    return +MPI_SUCCESS;
  });
}

int MPI_T_pvar_write(MPI_T_pvar_session session, MPI_T_pvar_handle handle, const void* buf) {
  if (handle == MPI_T_PVAR_ALL_HANDLES) return MPI_T_ERR_INVALID_HANDLE;
  return on_handle(session, handle, [buf](const Process& process, daruma_mpi_t_pvar& written) {
    if (written.variable->is_level()) return +MPI_T_ERR_PVAR_NO_WRITE;
    set(process, written, read_as(written.variable->type, buf));
    return +MPI_SUCCESS;
  });
}

int MPI_T_pvar_reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
  return on_handle(session, handle, [](const Process& process, daruma_mpi_t_pvar& reset) {
    if (reset.variable->is_level()) return +MPI_T_ERR_PVAR_NO_WRITE;
    set(process, reset, 0);
    return +MPI_SUCCESS;
  });
}

int MPI_T_pvar_readreset(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* buf) {
  if (handle == MPI_T_PVAR_ALL_HANDLES) return MPI_T_ERR_INVALID_HANDLE;
  return on_handle(session, handle, [buf](const Process& process, daruma_mpi_t_pvar& read) {
    if (read.variable->is_level()) return +MPI_T_ERR_PVAR_NO_ATOMIC;
    write_as(read.variable->type, value_of(process, read), buf);
    set(process, read, 0);
    return +MPI_SUCCESS;
  });
}

int MPI_T_category_get_num(int* num) { return give_number(variable_categories(), num); }

int MPI_T_category_get_info(int index, char* name, int* name_len, char* desc, int* desc_len, int* num_cvars,
                            int* num_pvars, int* num_categories) {
  return on_entry(variable_categories(), index, [&](Process&, const VariableCategory& category) {
    give_text(category.name, name, name_len);
    give_text(category.description, desc, desc_len);
    store(static_cast<int>(category.control.size()), num_cvars);
    store(static_cast<int>(category.performance.size()), num_pvars);
    store(0, num_categories);
  });
}

int MPI_T_category_get_index(const char* name, int* index) { return find_index(variable_categories(), name, index); }

int MPI_T_category_get_cvars(int index, int len, int indices[]) {
  return on_entry(variable_categories(), index,
                  [&](Process&, const VariableCategory& category) { give_first(category.control, len, indices); });
}

int MPI_T_category_get_pvars(int index, int len, int indices[]) {
  return on_entry(variable_categories(), index,
                  [&](Process&, const VariableCategory& category) { give_first(category.performance, len, indices); });
}

int MPI_T_category_get_categories(int index, int, int[]) {
  return on_entry(variable_categories(), index, [](Process&, const VariableCategory&) {});
}

int MPI_T_category_get_num_events(int index, int* num) {
  return on_entry(variable_categories(), index, [&](Process&, const VariableCategory&) { *num = 0; });
}

int MPI_T_category_get_events(int index, int, int[]) {
  return on_entry(variable_categories(), index, [](Process&, const VariableCategory&) {});
}

int MPI_T_category_changed(int* stamp) {
  return on_tools([&](Process&) { *stamp = 0; });
}

// There are no sources and no events: a call that asks how many says so, one with an index or a handle has none.

int MPI_T_source_get_num(int* num) {
  return on_tools([&](Process&) { *num = 0; });
}

int MPI_T_event_get_num(int* num) {
  return on_tools([&](Process&) { *num = 0; });
}

int MPI_T_event_get_index(const char*, int*) {
  return on_tools([](Process&) { return +MPI_T_ERR_INVALID_NAME; });
}

#define DARUMA_WITHOUT(call, error, ...)                                                                               \
  int call(__VA_ARGS__) {                                                                                              \
    return on_tools([](Process&) { return +(error); });                                                                \
  }

DARUMA_WITHOUT(MPI_T_source_get_info, MPI_T_ERR_INVALID_INDEX, int, char*, int*, char*, int*, MPI_T_source_order*,
               MPI_Count*, MPI_Count*, MPI_Info*)
DARUMA_WITHOUT(MPI_T_source_get_timestamp, MPI_T_ERR_INVALID_INDEX, int, MPI_Count*)
DARUMA_WITHOUT(MPI_T_event_get_info, MPI_T_ERR_INVALID_INDEX, int, char*, int*, int*, MPI_Datatype[], MPI_Aint[], int*,
               MPI_T_enum*, MPI_Info*, char*, int*, int*)
DARUMA_WITHOUT(MPI_T_event_handle_alloc, MPI_T_ERR_INVALID_INDEX, int, void*, MPI_Info, MPI_T_event_registration*)
DARUMA_WITHOUT(MPI_T_event_handle_set_info, MPI_T_ERR_INVALID_HANDLE, MPI_T_event_registration, MPI_Info)
DARUMA_WITHOUT(MPI_T_event_handle_get_info, MPI_T_ERR_INVALID_HANDLE, MPI_T_event_registration, MPI_Info*)
DARUMA_WITHOUT(MPI_T_event_handle_free, MPI_T_ERR_INVALID_HANDLE, MPI_T_event_registration, void*,
               MPI_T_event_free_cb_function)
DARUMA_WITHOUT(MPI_T_event_register_callback, MPI_T_ERR_INVALID_HANDLE, MPI_T_event_registration, MPI_T_cb_safety,
               MPI_Info, void*, MPI_T_event_cb_function)
DARUMA_WITHOUT(MPI_T_event_callback_set_info, MPI_T_ERR_INVALID_HANDLE, MPI_T_event_registration, MPI_T_cb_safety,
               MPI_Info)
DARUMA_WITHOUT(MPI_T_event_callback_get_info, MPI_T_ERR_INVALID_HANDLE, MPI_T_event_registration, MPI_T_cb_safety,
               MPI_Info*)
DARUMA_WITHOUT(MPI_T_event_set_dropped_handler, MPI_T_ERR_INVALID_HANDLE, MPI_T_event_registration,
               MPI_T_event_dropped_cb_function)
DARUMA_WITHOUT(MPI_T_event_read, MPI_T_ERR_INVALID_HANDLE, MPI_T_event_instance, int, void*)
DARUMA_WITHOUT(MPI_T_event_copy, MPI_T_ERR_INVALID_HANDLE, MPI_T_event_instance, void*)
DARUMA_WITHOUT(MPI_T_event_get_timestamp, MPI_T_ERR_INVALID_HANDLE, MPI_T_event_instance, MPI_Count*)
DARUMA_WITHOUT(MPI_T_event_get_source, MPI_T_ERR_INVALID_HANDLE, MPI_T_event_instance, int*)
}

} // namespace daruma::mpi
