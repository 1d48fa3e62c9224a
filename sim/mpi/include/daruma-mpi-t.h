/* The tool information interface (MPI 4.1, chapter 15), which SMPI's header does not have. */
#ifndef DARUMA_MPI_T_H
#define DARUMA_MPI_T_H

typedef struct daruma_mpi_t_enum* MPI_T_enum;
typedef struct daruma_mpi_t_cvar* MPI_T_cvar_handle;
typedef struct daruma_mpi_t_pvar* MPI_T_pvar_handle;
typedef struct daruma_mpi_t_session* MPI_T_pvar_session;
typedef struct daruma_mpi_t_event* MPI_T_event_registration;
typedef struct daruma_mpi_t_instance* MPI_T_event_instance;

#define MPI_T_ENUM_NULL ((MPI_T_enum)0)
#define MPI_T_CVAR_HANDLE_NULL ((MPI_T_cvar_handle)0)
#define MPI_T_PVAR_HANDLE_NULL ((MPI_T_pvar_handle)0)
#define MPI_T_PVAR_SESSION_NULL ((MPI_T_pvar_session)0)
#define MPI_T_PVAR_ALL_HANDLES ((MPI_T_pvar_handle)-1)

#define MPI_T_VERBOSITY_USER_BASIC 1
#define MPI_T_VERBOSITY_USER_DETAIL 2
#define MPI_T_VERBOSITY_USER_ALL 3
#define MPI_T_VERBOSITY_TUNER_BASIC 4
#define MPI_T_VERBOSITY_TUNER_DETAIL 5
#define MPI_T_VERBOSITY_TUNER_ALL 6
#define MPI_T_VERBOSITY_MPIDEV_BASIC 7
#define MPI_T_VERBOSITY_MPIDEV_DETAIL 8
#define MPI_T_VERBOSITY_MPIDEV_ALL 9

#define MPI_T_BIND_NO_OBJECT 0
#define MPI_T_BIND_MPI_COMM 1
#define MPI_T_BIND_MPI_DATATYPE 2
#define MPI_T_BIND_MPI_ERRHANDLER 3
#define MPI_T_BIND_MPI_FILE 4
#define MPI_T_BIND_MPI_GROUP 5
#define MPI_T_BIND_MPI_OP 6
#define MPI_T_BIND_MPI_REQUEST 7
#define MPI_T_BIND_MPI_WIN 8
#define MPI_T_BIND_MPI_MESSAGE 9
#define MPI_T_BIND_MPI_INFO 10
#define MPI_T_BIND_MPI_SESSION 11

#define MPI_T_SCOPE_CONSTANT 0
#define MPI_T_SCOPE_READONLY 1
#define MPI_T_SCOPE_LOCAL 2
#define MPI_T_SCOPE_GROUP 3
#define MPI_T_SCOPE_GROUP_EQ 4
#define MPI_T_SCOPE_ALL 5
#define MPI_T_SCOPE_ALL_EQ 6

#define MPI_T_PVAR_CLASS_STATE 0
#define MPI_T_PVAR_CLASS_LEVEL 1
#define MPI_T_PVAR_CLASS_SIZE 2
#define MPI_T_PVAR_CLASS_PERCENTAGE 3
#define MPI_T_PVAR_CLASS_HIGHWATERMARK 4
#define MPI_T_PVAR_CLASS_LOWWATERMARK 5
#define MPI_T_PVAR_CLASS_COUNTER 6
#define MPI_T_PVAR_CLASS_AGGREGATE 7
#define MPI_T_PVAR_CLASS_TIMER 8
#define MPI_T_PVAR_CLASS_GENERIC 9

typedef enum { MPI_T_SOURCE_ORDERED, MPI_T_SOURCE_UNORDERED } MPI_T_source_order;
typedef enum {
  MPI_T_CB_REQUIRE_NONE,
  MPI_T_CB_REQUIRE_MPI_RESTRICTED,
  MPI_T_CB_REQUIRE_THREAD_SAFE,
  MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE
} MPI_T_cb_safety;

typedef void MPI_T_event_cb_function(MPI_T_event_instance instance, MPI_T_event_registration registration,
                                     MPI_T_cb_safety safety, void* user_data);
typedef void MPI_T_event_free_cb_function(MPI_T_event_registration registration, MPI_T_cb_safety safety,
                                          void* user_data);
typedef void MPI_T_event_dropped_cb_function(MPI_Count count, MPI_T_event_registration registration, int source,
                                             MPI_T_cb_safety safety, void* user_data);

#ifdef __cplusplus
extern "C" {
#endif

#define DARUMA_MPI_CALL(call, parameters)                                                                              \
  int MPI_##call parameters;                                                                                           \
  int PMPI_##call parameters;

DARUMA_MPI_CALL(T_init_thread, (int required, int* provided))
DARUMA_MPI_CALL(T_finalize, (void))

DARUMA_MPI_CALL(T_enum_get_info, (MPI_T_enum type, int* num, char* name, int* name_len))
DARUMA_MPI_CALL(T_enum_get_item, (MPI_T_enum type, int index, int* value, char* name, int* name_len))

DARUMA_MPI_CALL(T_cvar_get_num, (int* num))
DARUMA_MPI_CALL(T_cvar_get_info, (int index, char* name, int* name_len, int* verbosity, MPI_Datatype* type,
                                  MPI_T_enum* enumtype, char* desc, int* desc_len, int* bind, int* scope))
DARUMA_MPI_CALL(T_cvar_get_index, (const char* name, int* index))
DARUMA_MPI_CALL(T_cvar_handle_alloc, (int index, void* object, MPI_T_cvar_handle* handle, int* count))
DARUMA_MPI_CALL(T_cvar_handle_free, (MPI_T_cvar_handle * handle))
DARUMA_MPI_CALL(T_cvar_read, (MPI_T_cvar_handle handle, void* buf))
DARUMA_MPI_CALL(T_cvar_write, (MPI_T_cvar_handle handle, const void* buf))

DARUMA_MPI_CALL(T_pvar_get_num, (int* num))
DARUMA_MPI_CALL(T_pvar_get_info, (int index, char* name, int* name_len, int* verbosity, int* varclass,
                                  MPI_Datatype* type, MPI_T_enum* enumtype, char* desc, int* desc_len, int* bind,
                                  int* readonly, int* continuous, int* atomic))
DARUMA_MPI_CALL(T_pvar_get_index, (const char* name, int varclass, int* index))
DARUMA_MPI_CALL(T_pvar_session_create, (MPI_T_pvar_session * session))
DARUMA_MPI_CALL(T_pvar_session_free, (MPI_T_pvar_session * session))
DARUMA_MPI_CALL(T_pvar_handle_alloc,
                (MPI_T_pvar_session session, int index, void* object, MPI_T_pvar_handle* handle, int* count))
DARUMA_MPI_CALL(T_pvar_handle_free, (MPI_T_pvar_session session, MPI_T_pvar_handle* handle))
DARUMA_MPI_CALL(T_pvar_start, (MPI_T_pvar_session session, MPI_T_pvar_handle handle))
DARUMA_MPI_CALL(T_pvar_stop, (MPI_T_pvar_session session, MPI_T_pvar_handle handle))
DARUMA_MPI_CALL(T_pvar_read, (MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* buf))
DARUMA_MPI_CALL(T_pvar_write, (MPI_T_pvar_session session, MPI_T_pvar_handle handle, const void* buf))
DARUMA_MPI_CALL(T_pvar_reset, (MPI_T_pvar_session session, MPI_T_pvar_handle handle))
DARUMA_MPI_CALL(T_pvar_readreset, (MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* buf))

DARUMA_MPI_CALL(T_category_get_num, (int* num))
DARUMA_MPI_CALL(T_category_get_info, (int index, char* name, int* name_len, char* desc, int* desc_len, int* num_cvars,
                                      int* num_pvars, int* num_categories))
DARUMA_MPI_CALL(T_category_get_index, (const char* name, int* index))
DARUMA_MPI_CALL(T_category_get_cvars, (int index, int len, int indices[]))
DARUMA_MPI_CALL(T_category_get_pvars, (int index, int len, int indices[]))
DARUMA_MPI_CALL(T_category_get_categories, (int index, int len, int indices[]))
DARUMA_MPI_CALL(T_category_get_num_events, (int index, int* num))
DARUMA_MPI_CALL(T_category_get_events, (int index, int len, int indices[]))
DARUMA_MPI_CALL(T_category_changed, (int* stamp))

DARUMA_MPI_CALL(T_source_get_num, (int* num))
DARUMA_MPI_CALL(T_source_get_info,
                (int index, char* name, int* name_len, char* desc, int* desc_len, MPI_T_source_order* ordering,
                 MPI_Count* ticks_per_second, MPI_Count* max_ticks, MPI_Info* info))
DARUMA_MPI_CALL(T_source_get_timestamp, (int index, MPI_Count* timestamp))
DARUMA_MPI_CALL(T_event_get_num, (int* num))
DARUMA_MPI_CALL(T_event_get_info,
                (int index, char* name, int* name_len, int* verbosity, MPI_Datatype types[], MPI_Aint displacements[],
                 int* num_elements, MPI_T_enum* enumtype, MPI_Info* info, char* desc, int* desc_len, int* bind))
DARUMA_MPI_CALL(T_event_get_index, (const char* name, int* index))
DARUMA_MPI_CALL(T_event_handle_alloc, (int index, void* object, MPI_Info info, MPI_T_event_registration* registration))
DARUMA_MPI_CALL(T_event_handle_set_info, (MPI_T_event_registration registration, MPI_Info info))
DARUMA_MPI_CALL(T_event_handle_get_info, (MPI_T_event_registration registration, MPI_Info* info))
DARUMA_MPI_CALL(T_event_handle_free,
                (MPI_T_event_registration registration, void* user_data, MPI_T_event_free_cb_function function))
DARUMA_MPI_CALL(T_event_register_callback, (MPI_T_event_registration registration, MPI_T_cb_safety safety,
                                            MPI_Info info, void* user_data, MPI_T_event_cb_function function))
DARUMA_MPI_CALL(T_event_callback_set_info,
                (MPI_T_event_registration registration, MPI_T_cb_safety safety, MPI_Info info))
DARUMA_MPI_CALL(T_event_callback_get_info,
                (MPI_T_event_registration registration, MPI_T_cb_safety safety, MPI_Info* info))
DARUMA_MPI_CALL(T_event_set_dropped_handler,
                (MPI_T_event_registration registration, MPI_T_event_dropped_cb_function function))
DARUMA_MPI_CALL(T_event_read, (MPI_T_event_instance instance, int element, void* buf))
DARUMA_MPI_CALL(T_event_copy, (MPI_T_event_instance instance, void* buf))
DARUMA_MPI_CALL(T_event_get_timestamp, (MPI_T_event_instance instance, MPI_Count* timestamp))
DARUMA_MPI_CALL(T_event_get_source, (MPI_T_event_instance instance, int* source))

#undef DARUMA_MPI_CALL

#ifdef __cplusplus
}
#endif

#endif
