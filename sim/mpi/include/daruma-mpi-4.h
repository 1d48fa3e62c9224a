/* What MPI 4.0 and 4.1 add to MPI 3.1, but for large counts (daruma-large-counts.h): sessions, partitioned
   communication, buffers of communicators, and smaller things. */
#ifndef DARUMA_MPI_4_H
#define DARUMA_MPI_4_H

typedef struct daruma_mpi_session* MPI_Session;
typedef void MPI_Session_errhandler_function(MPI_Session* session, int* error, ...);

#define MPI_SESSION_NULL ((MPI_Session)0)
#define MPI_MAX_PSET_NAME_LEN 256
#define MPI_MAX_STRINGTAG_LEN 256

/* A buffer that grows as it has to. */
#define MPI_BUFFER_AUTOMATIC ((void*)-2)

#ifdef __cplusplus
extern "C" {
#endif

#define DARUMA_MPI_CALL(call, parameters)                                                                              \
  int MPI_##call parameters;                                                                                           \
  int PMPI_##call parameters;

DARUMA_MPI_CALL(Session_init, (MPI_Info info, MPI_Errhandler errhandler, MPI_Session* session))
DARUMA_MPI_CALL(Session_finalize, (MPI_Session * session))
DARUMA_MPI_CALL(Session_get_num_psets, (MPI_Session session, MPI_Info info, int* num))
DARUMA_MPI_CALL(Session_get_nth_pset, (MPI_Session session, MPI_Info info, int n, int* pset_len, char* pset_name))
DARUMA_MPI_CALL(Session_get_info, (MPI_Session session, MPI_Info* info))
DARUMA_MPI_CALL(Session_get_pset_info, (MPI_Session session, const char* pset_name, MPI_Info* info))
DARUMA_MPI_CALL(Session_create_errhandler, (MPI_Session_errhandler_function * function, MPI_Errhandler* errhandler))
DARUMA_MPI_CALL(Session_set_errhandler, (MPI_Session session, MPI_Errhandler errhandler))
DARUMA_MPI_CALL(Session_get_errhandler, (MPI_Session session, MPI_Errhandler* errhandler))
DARUMA_MPI_CALL(Session_call_errhandler, (MPI_Session session, int error))
MPI_Fint MPI_Session_c2f(MPI_Session session);
MPI_Fint PMPI_Session_c2f(MPI_Session session);
MPI_Session MPI_Session_f2c(MPI_Fint session);
MPI_Session PMPI_Session_f2c(MPI_Fint session);
DARUMA_MPI_CALL(Group_from_session_pset, (MPI_Session session, const char* pset_name, MPI_Group* newgroup))
DARUMA_MPI_CALL(Comm_create_from_group,
                (MPI_Group group, const char* stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm* newcomm))
DARUMA_MPI_CALL(Intercomm_create_from_groups,
                (MPI_Group local_group, int local_leader, MPI_Group remote_group, int remote_leader,
                 const char* stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm* newintercomm))

DARUMA_MPI_CALL(Psend_init, (const void* buf, int partitions, MPI_Count count, MPI_Datatype type, int dest, int tag,
                             MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Precv_init, (void* buf, int partitions, MPI_Count count, MPI_Datatype type, int source, int tag,
                             MPI_Comm comm, MPI_Info info, MPI_Request* request))
DARUMA_MPI_CALL(Pready, (int partition, MPI_Request request))
DARUMA_MPI_CALL(Pready_range, (int first, int last, MPI_Request request))
DARUMA_MPI_CALL(Pready_list, (int length, const int partitions[], MPI_Request request))
DARUMA_MPI_CALL(Parrived, (MPI_Request request, int partition, int* flag))

DARUMA_MPI_CALL(Request_get_status_any,
                (int count, const MPI_Request requests[], int* index, int* flag, MPI_Status* status))
DARUMA_MPI_CALL(Request_get_status_all, (int count, const MPI_Request requests[], int* flag, MPI_Status statuses[]))
DARUMA_MPI_CALL(Request_get_status_some,
                (int count, const MPI_Request requests[], int* done, int indices[], MPI_Status statuses[]))
DARUMA_MPI_CALL(Status_get_source, (const MPI_Status* status, int* source))
DARUMA_MPI_CALL(Status_get_tag, (const MPI_Status* status, int* tag))
DARUMA_MPI_CALL(Status_get_error, (const MPI_Status* status, int* error))
DARUMA_MPI_CALL(Status_set_source, (MPI_Status * status, int source))
DARUMA_MPI_CALL(Status_set_tag, (MPI_Status * status, int tag))
DARUMA_MPI_CALL(Status_set_error, (MPI_Status * status, int error))

DARUMA_MPI_CALL(Buffer_flush, (void))
DARUMA_MPI_CALL(Buffer_iflush, (MPI_Request * request))
DARUMA_MPI_CALL(Comm_attach_buffer, (MPI_Comm comm, void* buffer, int size))
DARUMA_MPI_CALL(Comm_detach_buffer, (MPI_Comm comm, void* buffer_addr, int* size))
DARUMA_MPI_CALL(Comm_flush_buffer, (MPI_Comm comm))
DARUMA_MPI_CALL(Comm_iflush_buffer, (MPI_Comm comm, MPI_Request* request))
DARUMA_MPI_CALL(Session_attach_buffer, (MPI_Session session, void* buffer, int size))
DARUMA_MPI_CALL(Session_detach_buffer, (MPI_Session session, void* buffer_addr, int* size))
DARUMA_MPI_CALL(Session_flush_buffer, (MPI_Session session))
DARUMA_MPI_CALL(Session_iflush_buffer, (MPI_Session session, MPI_Request* request))

DARUMA_MPI_CALL(Remove_error_class, (int error_class))
DARUMA_MPI_CALL(Remove_error_code, (int error_code))
DARUMA_MPI_CALL(Remove_error_string, (int error_code))
DARUMA_MPI_CALL(Get_hw_resource_info, (MPI_Info * info))
DARUMA_MPI_CALL(Type_get_value_index, (MPI_Datatype value_type, MPI_Datatype index_type, MPI_Datatype* pair_type))

#undef DARUMA_MPI_CALL

#ifdef __cplusplus
}
#endif

#endif
