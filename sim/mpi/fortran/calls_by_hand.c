/* Calls of Fortran's whose parameters hang together: how many handles there are, who calls back. */
#include "sim/mpi/fortran/fortran.h"

#include <daruma-numbers.h>

#include <ISO_Fortran_binding.h>

/* Aligned as gfortran aligns commons. */
#define COMMON __attribute__((aligned(16)))
enum { status_size = sizeof(MPI_Status) / sizeof(MPI_Fint) };
MPI_Fint daruma_bottom_ COMMON, daruma_in_place_ COMMON;
MPI_Fint daruma_status_ignore_[status_size] COMMON, daruma_statuses_ignore_[status_size] COMMON;
MPI_Fint daruma_errcodes_ignore_ COMMON, daruma_unweighted_ COMMON, daruma_weights_empty_ COMMON;
char daruma_argv_null_ COMMON, daruma_argvs_null_ COMMON;

/* --- Beginning, time */

void mpi_init_(MPI_Fint* ierror) { report(ierror, MPI_Init(NULL, NULL)); }
void mpi_init_thread_(int* required, int* provided, MPI_Fint* ierror) {
  report(ierror, MPI_Init_thread(NULL, NULL, *required, provided));
}
double mpi_wtime_(void) { return MPI_Wtime(); }
double mpi_wtick_(void) { return MPI_Wtick(); }
MPI_Aint mpi_aint_add_(MPI_Aint* base, MPI_Aint* displacement) { return MPI_Aint_add(*base, *displacement); }
MPI_Aint mpi_aint_diff_(MPI_Aint* a, MPI_Aint* b) { return MPI_Aint_diff(*a, *b); }
void mpi_pcontrol_(int* level) { MPI_Pcontrol(*level); }
void mpi_info_create_env_(MPI_Fint* info, MPI_Fint* ierror) {
  MPI_Info made = MPI_INFO_NULL;
  report(ierror, MPI_Info_create_env(0, NULL, &made));
  *info = MPI_Info_c2f(made);
}
void mpi_f_sync_reg_(void* buffer) { (void)buffer; }

void MPI_Sizeof_f08ts(const CFI_cdesc_t* x, int* size, MPI_Fint* ierror) {
  *size = (int)x->elem_len;
  report(ierror, MPI_SUCCESS);
}
void mpi_address_(void* location, MPI_Fint* address, MPI_Fint* ierror) {
  MPI_Aint whole;
  report(ierror, MPI_Get_address(buffer_at(location), &whole));
  *address = (MPI_Fint)whole;
}
void mpi_buffer_detach_(void* buffer, int* size, MPI_Fint* ierror) {
  void* detached;
  report(ierror, MPI_Buffer_detach(&detached, size)); /* which Fortran is not told (MPI 3.1, section 3.6) */
  (void)buffer;
}
void mpi_comm_detach_buffer_(MPI_Fint* comm, void* buffer, int* size, MPI_Fint* ierror) {
  void* detached;
  report(ierror, MPI_Comm_detach_buffer(MPI_Comm_f2c(*comm), &detached, size));
  (void)buffer;
}

/* --- Texts with a length: Fortran's counts no byte that ends them, and of none at all nothing is written */

static char* room_of_length(int length) { return room_for(1, (size_t)(length > 0 ? length : 0)); }

static int length_in_c(int length) { return length > 0 ? length + 1 : 0; }

static void give_of_length(const char* found, int found_in_c, int* length, char* to, size_t room) {
  if (*length > 0) give_text(found, to, room);
  *length = found_in_c - 1;
}

void mpi_info_get_string_(MPI_Fint* info, char* key, int* length, char* value, int* flag, MPI_Fint* ierror,
                          size_t key_length, size_t value_length) {
  int in_c = length_in_c(*length);
  char* const found = room_of_length(*length);
  char* const wanted = text_of(key, key_length);
  const int error = MPI_Info_get_string(MPI_Info_f2c(*info), wanted, &in_c, found, flag);
  if (error == MPI_SUCCESS && *flag) give_of_length(found, in_c, length, value, value_length);
  free(wanted);
  free(found);
  report(ierror, error);
}

void mpi_session_get_nth_pset_(MPI_Fint* session, MPI_Fint* info, int* number, int* length, char* name,
                               MPI_Fint* ierror, size_t name_length) {
  int in_c = length_in_c(*length);
  char* const found = room_of_length(*length);
  const int error = MPI_Session_get_nth_pset(MPI_Session_f2c(*session), MPI_Info_f2c(*info), *number, &in_c, found);
  if (error == MPI_SUCCESS) give_of_length(found, in_c, length, name, name_length);
  free(found);
  report(ierror, error);
}

/* --- Several requests */

static MPI_Request* requests_of(const MPI_Fint* numbers, int count) {
  MPI_Request* const all = room_for(count, sizeof *all);
  for (int i = 0; i < count; ++i) all[i] = MPI_Request_f2c(numbers[i]);
  return all;
}
static void give_requests(MPI_Request* all, MPI_Fint* numbers, int count) {
  for (int i = 0; i < count; ++i) numbers[i] = MPI_Request_c2f(all[i]);
  free(all);
}
static void count_from_one(int* indices, int count) {
  for (int i = 0; i < count; ++i) indices[i] += indices[i] >= 0 ? 1 : 0;
}

void mpi_startall_(int* count, MPI_Fint* requests, MPI_Fint* ierror) {
  MPI_Request* const all = requests_of(requests, *count);
  report(ierror, MPI_Startall(*count, all));
  give_requests(all, requests, *count);
}
void mpi_waitall_(int* count, MPI_Fint* requests, MPI_Fint* statuses, MPI_Fint* ierror) {
  MPI_Request* const all = requests_of(requests, *count);
  report(ierror, MPI_Waitall(*count, all, status_at(statuses)));
  give_requests(all, requests, *count);
}
void mpi_testall_(int* count, MPI_Fint* requests, int* flag, MPI_Fint* statuses, MPI_Fint* ierror) {
  MPI_Request* const all = requests_of(requests, *count);
  report(ierror, MPI_Testall(*count, all, flag, status_at(statuses)));
  give_requests(all, requests, *count);
}
void mpi_waitany_(int* count, MPI_Fint* requests, int* index, MPI_Fint* status, MPI_Fint* ierror) {
  MPI_Request* const all = requests_of(requests, *count);
  report(ierror, MPI_Waitany(*count, all, index, status_at(status)));
  count_from_one(index, 1);
  give_requests(all, requests, *count);
}
void mpi_testany_(int* count, MPI_Fint* requests, int* index, int* flag, MPI_Fint* status, MPI_Fint* ierror) {
  MPI_Request* const all = requests_of(requests, *count);
  report(ierror, MPI_Testany(*count, all, index, flag, status_at(status)));
  if (*flag) count_from_one(index, 1);
  give_requests(all, requests, *count);
}
void mpi_waitsome_(int* count, MPI_Fint* requests, int* done, int* indices, MPI_Fint* statuses, MPI_Fint* ierror) {
  MPI_Request* const all = requests_of(requests, *count);
  report(ierror, MPI_Waitsome(*count, all, done, indices, status_at(statuses)));
  count_from_one(indices, *done);
  give_requests(all, requests, *count);
}
void mpi_testsome_(int* count, MPI_Fint* requests, int* done, int* indices, MPI_Fint* statuses, MPI_Fint* ierror) {
  MPI_Request* const all = requests_of(requests, *count);
  report(ierror, MPI_Testsome(*count, all, done, indices, status_at(statuses)));
  count_from_one(indices, *done);
  give_requests(all, requests, *count);
}

void mpi_request_get_status_any_(int* count, MPI_Fint* requests, int* index, int* flag, MPI_Fint* status,
                                 MPI_Fint* ierror) {
  MPI_Request* const all = requests_of(requests, *count);
  report(ierror, MPI_Request_get_status_any(*count, all, index, flag, status_at(status)));
  if (*flag) count_from_one(index, 1);
  free(all);
}
void mpi_request_get_status_all_(int* count, MPI_Fint* requests, int* flag, MPI_Fint* statuses, MPI_Fint* ierror) {
  MPI_Request* const all = requests_of(requests, *count);
  report(ierror, MPI_Request_get_status_all(*count, all, flag, status_at(statuses)));
  free(all);
}
void mpi_request_get_status_some_(int* count, MPI_Fint* requests, int* done, int* indices, MPI_Fint* statuses,
                                  MPI_Fint* ierror) {
  MPI_Request* const all = requests_of(requests, *count);
  report(ierror, MPI_Request_get_status_some(*count, all, done, indices, status_at(statuses)));
  count_from_one(indices, *done);
  free(all);
}

/* --- Several datatypes */

/* What MPI had before MPI 2 takes and gives addresses as default integers (MPI 2.2, section 16.3). */
typedef void made_of_addresses(int* count, int* lengths, MPI_Aint* displacements, MPI_Fint* types, MPI_Fint* made,
                               MPI_Fint* ierror);
made_of_addresses mpi_type_create_struct_, mpi_type_create_hindexed_;
static void widen(made_of_addresses* make, int* count, int* lengths, const MPI_Fint* displacements, MPI_Fint* types,
                  MPI_Fint* made, MPI_Fint* ierror) {
  MPI_Aint* const wide = room_for(*count, sizeof *wide);
  for (int i = 0; i < *count; ++i) wide[i] = displacements[i];
  make(count, lengths, wide, types, made, ierror);
  free(wide);
}
void mpi_type_struct_(int* count, int* lengths, MPI_Fint* displacements, MPI_Fint* types, MPI_Fint* made,
                      MPI_Fint* ierror) {
  widen(mpi_type_create_struct_, count, lengths, displacements, types, made, ierror);
}
void mpi_type_hindexed_(int* count, int* lengths, MPI_Fint* displacements, MPI_Fint* type, MPI_Fint* made,
                        MPI_Fint* ierror) {
  widen(mpi_type_create_hindexed_, count, lengths, displacements, type, made, ierror);
}
void mpi_type_create_hvector_(int* count, int* length, MPI_Aint* stride, MPI_Fint* type, MPI_Fint* made,
                              MPI_Fint* ierror);
void mpi_type_hvector_(int* count, int* length, MPI_Fint* stride, MPI_Fint* type, MPI_Fint* made, MPI_Fint* ierror) {
  MPI_Aint wide = *stride;
  mpi_type_create_hvector_(count, length, &wide, type, made, ierror);
}
static void tell_narrow(int query(MPI_Datatype, MPI_Aint*), const MPI_Fint* type, MPI_Fint* found, MPI_Fint* ierror) {
  MPI_Aint wide = *found;
  report(ierror, query(MPI_Type_f2c(*type), &wide));
  *found = (MPI_Fint)wide;
}
void mpi_type_extent_(MPI_Fint* type, MPI_Fint* extent, MPI_Fint* ierror) {
  tell_narrow(MPI_Type_extent, type, extent, ierror);
}
void mpi_type_lb_(MPI_Fint* type, MPI_Fint* bound, MPI_Fint* ierror) { tell_narrow(MPI_Type_lb, type, bound, ierror); }
void mpi_type_ub_(MPI_Fint* type, MPI_Fint* bound, MPI_Fint* ierror) { tell_narrow(MPI_Type_ub, type, bound, ierror); }
void mpi_type_get_contents_(MPI_Fint* type, int* integers, int* addresses, int* types, int* all_integers,
                            MPI_Aint* all_addresses, MPI_Fint* all_types, MPI_Fint* ierror) {
  MPI_Datatype* const all = room_for(*types, sizeof *all);
  report(ierror,
         MPI_Type_get_contents(MPI_Type_f2c(*type), *integers, *addresses, *types, all_integers, all_addresses, all));
  for (int i = 0; i < *types; ++i) all_types[i] = MPI_Type_c2f(all[i]);
  free(all);
}

void mpi_type_get_contents_c_(MPI_Fint* type, MPI_Count* integers, MPI_Count* addresses, MPI_Count* counts,
                              MPI_Count* types, int* all_integers, MPI_Aint* all_addresses, MPI_Count* all_counts,
                              MPI_Fint* all_types, MPI_Fint* ierror) {
  MPI_Datatype* const all = room_for((int)*types, sizeof *all);
  report(ierror, MPI_Type_get_contents_c(MPI_Type_f2c(*type), *integers, *addresses, *counts, *types, all_integers,
                                         all_addresses, all_counts, all));
  for (MPI_Count i = 0; i < *types; ++i) all_types[i] = MPI_Type_c2f(all[i]);
  free(all);
}

int peers_of(MPI_Fint number) {
  MPI_Comm comm = MPI_Comm_f2c(number);
  int is_inter = 0, count = 0;
  MPI_Comm_test_inter(comm, &is_inter);
  is_inter ? MPI_Comm_remote_size(comm, &count) : MPI_Comm_size(comm, &count);
  return count;
}

/* Whether it is a distributed graph's, whose neighbors differ in the two directions. */
static int count_both(MPI_Comm comm, int* before, int* behind) {
  int topology = MPI_UNDEFINED, are_weighted;
  MPI_Topo_test(comm, &topology);
  if (topology == MPI_DIST_GRAPH) MPI_Dist_graph_neighbors_count(comm, before, behind, &are_weighted);
  return topology == MPI_DIST_GRAPH;
}

/* On a grid there are two in each dimension. */
static int neighbors_around(MPI_Comm comm) {
  int topology = MPI_UNDEFINED, rank = 0, count = 0;
  MPI_Topo_test(comm, &topology);
  MPI_Comm_rank(comm, &rank);
  if (topology == MPI_GRAPH) MPI_Graph_neighbors_count(comm, rank, &count);
  if (topology == MPI_CART) MPI_Cartdim_get(comm, &count), count *= 2;
  return count;
}

int neighbors_before(MPI_Fint number) {
  MPI_Comm comm = MPI_Comm_f2c(number);
  int before = 0, behind = 0;
  return count_both(comm, &before, &behind) ? before : neighbors_around(comm);
}
int neighbors_behind(MPI_Fint number) {
  MPI_Comm comm = MPI_Comm_f2c(number);
  int before = 0, behind = 0;
  return count_both(comm, &before, &behind) ? behind : neighbors_around(comm);
}

/* --- What calls back. A callback of C's knows not for which of Fortran's it stands: there is one for each. */

typedef void operation_of_fortran(void* in, void* inout, void* count, MPI_Fint* type);
typedef void handler_of_fortran(MPI_Fint* object, MPI_Fint* code);

#define FOR_EACH_PLACE(do)                                                                                             \
  do                                                                                                                   \
  (0) do(1) do(2) do(3) do(4) do(5) do(6) do(7) do(8) do(9) do(10) do(11) do(12) do(13) do(14) do(15) do(16) do(       \
      17) do(18) do(19) do(20) do(21) do(22) do(23) do(24) do(25) do(26) do(27) do(28) do(29) do(30) do(31)
enum { places = 32 };

/* What the program calls by a C function's place; the count of an operation is as wide as that function's. */
static operation_of_fortran* operations[places];
#define OPERATION_BY(name, Count, place)                                                                               \
  static void name##_##place(void* in, void* inout, Count* count, MPI_Datatype* type) {                                \
    MPI_Fint number = MPI_Type_c2f(*type);                                                                             \
    operations[place](in, inout, count, &number);                                                                      \
  }
#define OPERATIONS(place) OPERATION_BY(operation, int, place) OPERATION_BY(wide_operation, MPI_Count, place)
FOR_EACH_PLACE(OPERATIONS)
#define NAME_OF_OPERATION(place) operation_##place,
#define NAME_OF_WIDE_OPERATION(place) wide_operation_##place,
static MPI_User_function* const operations_in_c[places] = {FOR_EACH_PLACE(NAME_OF_OPERATION)};
static MPI_User_function_c* const wide_operations_in_c[places] = {FOR_EACH_PLACE(NAME_OF_WIDE_OPERATION)};

static handler_of_fortran* handlers[places];
#define HANDLER_OF(Kind, place)                                                                                        \
  static void Kind##_handler_##place(MPI_##Kind* object, int* code, ...) {                                             \
    MPI_Fint number = MPI_##Kind##_c2f(*object);                                                                       \
    handlers[place](&number, code);                                                                                    \
  }
#define HANDLERS(place)                                                                                                \
  HANDLER_OF(Comm, place) HANDLER_OF(File, place) HANDLER_OF(Win, place) HANDLER_OF(Session, place)
FOR_EACH_PLACE(HANDLERS)

/* The place of a handler; `places` if there is none any more. */
static int place_for(handler_of_fortran* function) {
  int place = 0;
  while (place < places && handlers[place] && handlers[place] != function) ++place;
  if (place < places) handlers[place] = function;
  return place;
}

static int place_for_operation(operation_of_fortran* function) {
  int place = 0;
  while (place < places && operations[place] && operations[place] != function) ++place;
  if (place < places) operations[place] = function;
  return place;
}

#define OP_CREATE(form, in_c)                                                                                          \
  void mpi_op_create##form##_(operation_of_fortran* function, int* commutes, MPI_Fint* op, MPI_Fint* ierror) {         \
    const int place = place_for_operation(function);                                                                   \
    report(ierror, MPI_ERR_OTHER); /* more functions than there are places */                                          \
    if (place == places) return;                                                                                       \
    MPI_Op made = MPI_OP_NULL;                                                                                         \
    report(ierror, MPI_Op_create##form(in_c[place], *commutes, &made));                                                \
    *op = MPI_Op_c2f(made);                                                                                            \
  }
OP_CREATE(, operations_in_c)
OP_CREATE(_c, wide_operations_in_c)

#define NAME_OF_COMM_HANDLER(place) Comm_handler_##place,
#define NAME_OF_FILE_HANDLER(place) File_handler_##place,
#define NAME_OF_WIN_HANDLER(place) Win_handler_##place,
#define NAME_OF_SESSION_HANDLER(place) Session_handler_##place,
#define CREATE_ERRHANDLER(Kind, kind, KIND)                                                                            \
  void mpi_##kind##_create_errhandler_(handler_of_fortran* function, MPI_Fint* handler, MPI_Fint* ierror) {            \
    static MPI_##Kind##_errhandler_function* const in_c[places] = {FOR_EACH_PLACE(NAME_OF_##KIND##_HANDLER)};          \
    const int place = place_for(function);                                                                             \
    report(ierror, MPI_ERR_OTHER);                                                                                     \
    if (place == places) return;                                                                                       \
    MPI_Errhandler made = MPI_ERRHANDLER_NULL;                                                                         \
    report(ierror, MPI_##Kind##_create_errhandler(in_c[place], &made));                                                \
    *handler = MPI_Errhandler_c2f(made);                                                                               \
  }
CREATE_ERRHANDLER(Comm, comm, COMM)
CREATE_ERRHANDLER(File, file, FILE)
CREATE_ERRHANDLER(Win, win, WIN)
CREATE_ERRHANDLER(Session, session, SESSION)
void mpi_errhandler_create_(handler_of_fortran* function, MPI_Fint* handler, MPI_Fint* ierror) {
  mpi_comm_create_errhandler_(function, handler, ierror);
}

/* Data in files are not converted by functions of the program's, which the call says of any but these. */
void mpi_conversion_fn_null_(void) {}
void mpi_conversion_fn_null_c_(void) {}
static int convert_in_vain(void* user, MPI_Datatype type, int count, void* file, MPI_Offset position, void* extra) {
  (void)user, (void)type, (void)count, (void)file, (void)position, (void)extra;
  return MPI_ERR_CONVERSION;
}
static MPI_Datarep_conversion_function* conversion_of(void (*function)(void)) {
  const int is_none = function == mpi_conversion_fn_null_ || function == mpi_conversion_fn_null_c_;
  return is_none ? MPI_CONVERSION_FN_NULL : convert_in_vain;
}
void mpi_register_datarep_(char* name, void (*read)(void), void (*write)(void), void (*extent)(void), MPI_Aint* extra,
                           MPI_Fint* ierror, size_t length) {
  (void)extent, (void)extra;
  char* const representation = text_of(name, length);
  report(ierror, MPI_Register_datarep(representation, conversion_of(read), conversion_of(write), NULL, NULL));
  free(representation);
}
void mpi_register_datarep_c_(char* name, void (*read)(void), void (*write)(void), void (*extent)(void), MPI_Aint* extra,
                             MPI_Fint* ierror, size_t length) {
  mpi_register_datarep_(name, read, write, extent, extra, ierror, length);
}

/* --- Attributes: Fortran's values are numbers of addresses' width, for which C has pointers to them; a pointer that C
   set is for Fortran its address (MPI 3.1, section 17.2.7). Those of C's predefined ones are pointed at. */

typedef void copy_of_fortran(MPI_Fint* object, int* keyval, MPI_Aint* extra, MPI_Aint* in, MPI_Aint* out, int* flag,
                             MPI_Fint* ierror);
typedef void delete_of_fortran(MPI_Fint* object, int* keyval, MPI_Aint* value, MPI_Aint* extra, MPI_Fint* ierror);

struct Key {
  copy_of_fortran* copy;
  delete_of_fortran* forget;
  MPI_Aint extra;
  enum { addresses, integers } width; /* of the values that its functions know */
};

static MPI_Aint number_at(const void* value) {
  return daruma_is_number(value) ? *(const MPI_Aint*)value : (MPI_Aint)value;
}

void mpi_null_copy_fn_(MPI_Fint* object, int* keyval, MPI_Aint* extra, MPI_Aint* in, MPI_Aint* out, int* flag,
                       MPI_Fint* ierror) {
  (void)object, (void)keyval, (void)extra, (void)in, (void)out;
  *flag = 0;
  report(ierror, MPI_SUCCESS);
}
void mpi_dup_fn_(MPI_Fint* object, int* keyval, MPI_Aint* extra, MPI_Aint* in, MPI_Aint* out, int* flag,
                 MPI_Fint* ierror) {
  (void)object, (void)keyval, (void)extra;
  *out = *in;
  *flag = 1;
  report(ierror, MPI_SUCCESS);
}
void mpi_null_delete_fn_(MPI_Fint* object, int* keyval, MPI_Aint* value, MPI_Aint* extra, MPI_Fint* ierror) {
  (void)object, (void)keyval, (void)value, (void)extra;
  report(ierror, MPI_SUCCESS);
}
#define SAME(kind)                                                                                                     \
  copy_of_fortran mpi_##kind##_null_copy_fn_ __attribute__((alias("mpi_null_copy_fn_")));                              \
  copy_of_fortran mpi_##kind##_dup_fn_ __attribute__((alias("mpi_dup_fn_")));                                          \
  delete_of_fortran mpi_##kind##_null_delete_fn_ __attribute__((alias("mpi_null_delete_fn_")));
SAME(comm)
SAME(type)
SAME(win)

#define ATTRIBUTES(Kind, kind, Handle, convert)                                                                        \
  static int copy_##kind(Handle object, int keyval, void* extra, void* in, void* out, int* flag) {                     \
    struct Key* const key = extra;                                                                                     \
    MPI_Fint number = MPI_##convert##_c2f(object), error = MPI_SUCCESS;                                                \
    MPI_Aint from = number_at(in), to = 0;                                                                             \
    key->copy(&number, &keyval, &key->extra, &from, &to, flag, &error);                                                \
    if (*flag) *(void**)out = to == from ? in : daruma_number(key->width == integers ? (MPI_Fint)to : to);             \
    return error;                                                                                                      \
  }                                                                                                                    \
  static int forget_##kind(Handle object, int keyval, void* value, void* extra) {                                      \
    struct Key* const key = extra;                                                                                     \
    MPI_Fint number = MPI_##convert##_c2f(object), error = MPI_SUCCESS;                                                \
    MPI_Aint forgotten = number_at(value);                                                                             \
    key->forget(&number, &keyval, &forgotten, &key->extra, &error);                                                    \
    return error;                                                                                                      \
  }                                                                                                                    \
  void mpi_##kind##_create_keyval_(copy_of_fortran* copy, delete_of_fortran* forget, int* keyval, MPI_Aint* extra,     \
                                   MPI_Fint* ierror) {                                                                 \
    struct Key* const key = room_for(1, sizeof *key);                                                                  \
    *key = (struct Key){copy, forget, *extra, addresses};                                                              \
    report(ierror, MPI_##Kind##_create_keyval(copy_##kind, forget_##kind, keyval, key));                               \
  }                                                                                                                    \
  void mpi_##kind##_set_attr_(MPI_Fint* object, int* keyval, MPI_Aint* value, MPI_Fint* ierror) {                      \
    report(ierror, MPI_##Kind##_set_attr(MPI_##convert##_f2c(*object), *keyval, daruma_number(*value)));               \
  }

ATTRIBUTES(Comm, comm, MPI_Comm, Comm)
ATTRIBUTES(Type, type, MPI_Datatype, Type)
ATTRIBUTES(Win, win, MPI_Win, Win)

static int is_predefined(int keyval) {
  return keyval == MPI_TAG_UB || keyval == MPI_HOST || keyval == MPI_IO || keyval == MPI_WTIME_IS_GLOBAL ||
         keyval == MPI_UNIVERSE_SIZE || keyval == MPI_APPNUM || keyval == MPI_LASTUSEDCODE || keyval == MPIX_FT;
}

void mpi_comm_get_attr_(MPI_Fint* comm, int* keyval, MPI_Aint* value, int* flag, MPI_Fint* ierror) {
  void* found = NULL;
  const int error = MPI_Comm_get_attr(MPI_Comm_f2c(*comm), *keyval, &found, flag);
  if (error == MPI_SUCCESS && *flag) *value = is_predefined(*keyval) ? *(int*)found : number_at(found);
  report(ierror, error);
}
void mpi_type_get_attr_(MPI_Fint* type, int* keyval, MPI_Aint* value, int* flag, MPI_Fint* ierror) {
  void* found = NULL;
  const int error = MPI_Type_get_attr(MPI_Type_f2c(*type), *keyval, &found, flag);
  if (error == MPI_SUCCESS && *flag) *value = number_at(found);
  report(ierror, error);
}
/* Of its predefined ones, only the base is not pointed at. */
static MPI_Aint window_attribute(int keyval, const void* found) {
  if (keyval == MPI_WIN_SIZE) return *(const MPI_Aint*)found;
  const int is_number = keyval == MPI_WIN_DISP_UNIT || keyval == MPI_WIN_CREATE_FLAVOR || keyval == MPI_WIN_MODEL;
  return is_number ? *(const int*)found : number_at(found);
}
void mpi_win_get_attr_(MPI_Fint* win, int* keyval, MPI_Aint* value, int* flag, MPI_Fint* ierror) {
  void* found = NULL;
  const int error = MPI_Win_get_attr(MPI_Win_f2c(*win), *keyval, &found, flag);
  if (error == MPI_SUCCESS && *flag) *value = window_attribute(*keyval, found);
  report(ierror, error);
}

/* Those of MPI 1 have Fortran's integers for values, which begin where wider ones do. */
void mpi_keyval_create_(copy_of_fortran* copy, delete_of_fortran* forget, int* keyval, MPI_Fint* extra,
                        MPI_Fint* ierror) {
  struct Key* const key = room_for(1, sizeof *key);
  *key = (struct Key){copy, forget, *extra, integers};
  report(ierror, MPI_Comm_create_keyval(copy_comm, forget_comm, keyval, key));
}
void mpi_attr_get_(MPI_Fint* comm, int* keyval, MPI_Fint* value, int* flag, MPI_Fint* ierror) {
  MPI_Aint wide = 0;
  mpi_comm_get_attr_(comm, keyval, &wide, flag, ierror);
  if (*ierror == MPI_SUCCESS && *flag) *value = (MPI_Fint)wide;
}
void mpi_attr_put_(MPI_Fint* comm, int* keyval, MPI_Fint* value, MPI_Fint* ierror) {
  MPI_Aint wide = *value;
  mpi_comm_set_attr_(comm, keyval, &wide, ierror);
}

/* --- Spawning: arguments are texts of one length that an empty one ends */

static char** arguments_of(char* texts, size_t length, size_t stride) {
  size_t count = 0;
  char* text;
  if (texts == &daruma_argv_null_ || texts == &daruma_argvs_null_) return MPI_ARGV_NULL;
  for (; text = text_of(texts + count * stride, length), *text; free(text)) ++count;
  free(text);
  char** const all = room_for((int)count, sizeof *all);
  for (size_t i = 0; i < count; ++i) all[i] = text_of(texts + i * stride, length);
  return all;
}
static void free_arguments(char** all) {
  if (all == MPI_ARGV_NULL) return;
  for (char** one = all; *one; ++one) free(*one);
  free(all);
}

void mpi_comm_spawn_(char* command, char* arguments, int* most, MPI_Fint* info, int* root, MPI_Fint* comm,
                     MPI_Fint* children, int* codes, MPI_Fint* ierror, size_t command_length, size_t argument_length) {
  char* const program = text_of(command, command_length);
  char** const words = arguments_of(arguments, argument_length, argument_length);
  MPI_Comm made = MPI_COMM_NULL;
  report(ierror, MPI_Comm_spawn(program, words, *most, MPI_Info_f2c(*info), *root, MPI_Comm_f2c(*comm), &made,
                                weights_or_numbers(codes)));
  *children = MPI_Comm_c2f(made);
  free_arguments(words);
  free(program);
}

void mpi_comm_spawn_multiple_(int* count, char* commands, char* arguments, int* most, MPI_Fint* infos, int* root,
                              MPI_Fint* comm, MPI_Fint* children, int* codes, MPI_Fint* ierror, size_t command_length,
                              size_t argument_length) {
  char** const programs = room_for(*count, sizeof *programs);
  char*** const words = room_for(*count, sizeof *words);
  MPI_Info* const hints = room_for(*count, sizeof *hints);
  const int have_words = arguments != &daruma_argvs_null_;
  for (int i = 0; i < *count; ++i) {
    programs[i] = text_of(commands + (size_t)i * command_length, command_length);
    hints[i] = MPI_Info_f2c(infos[i]);
    if (have_words)
      words[i] =
          arguments_of(arguments + (size_t)i * argument_length, argument_length, (size_t)*count * argument_length);
  }
  MPI_Comm made = MPI_COMM_NULL;
  report(ierror, MPI_Comm_spawn_multiple(*count, programs, have_words ? words : MPI_ARGVS_NULL, most, hints, *root,
                                         MPI_Comm_f2c(*comm), &made, weights_or_numbers(codes)));
  *children = MPI_Comm_c2f(made);
  for (int i = 0; i < *count; ++i) {
    free(programs[i]);
    if (have_words) free_arguments(words[i]);
  }
  free(programs);
  free(words);
  free(hints);
}

/* --- Requests: generalized ones, and handles that come with one */

typedef void query_of_fortran(MPI_Aint* extra, MPI_Status* status, MPI_Fint* ierror);
typedef void free_of_fortran(MPI_Aint* extra, MPI_Fint* ierror);
typedef void cancel_of_fortran(MPI_Aint* extra, int* complete, MPI_Fint* ierror);

/* As in other libraries the state is the program's own variable, which these may change. */
struct Generalized {
  query_of_fortran* query;
  free_of_fortran* release;
  cancel_of_fortran* cancel;
  MPI_Aint* extra;
};

static int query_generalized(void* state, MPI_Status* status) {
  struct Generalized* const request = state;
  MPI_Fint error = MPI_SUCCESS;
  request->query(request->extra, status, &error);
  return error;
}
static int free_generalized(void* state) {
  struct Generalized* const request = state;
  MPI_Fint error = MPI_SUCCESS;
  request->release(request->extra, &error);
  free(request);
  return error;
}
static int cancel_generalized(void* state, int complete) {
  struct Generalized* const request = state;
  MPI_Fint error = MPI_SUCCESS;
  request->cancel(request->extra, &complete, &error);
  return error;
}

void mpi_grequest_start_(query_of_fortran* query, free_of_fortran* release, cancel_of_fortran* cancel, MPI_Aint* extra,
                         MPI_Fint* request, MPI_Fint* ierror) {
  struct Generalized* const state = room_for(1, sizeof *state);
  *state = (struct Generalized){query, release, cancel, extra};
  MPI_Request made = MPI_REQUEST_NULL;
  report(ierror, MPI_Grequest_start(query_generalized, free_generalized, cancel_generalized, state, &made));
  *request = MPI_Request_c2f(made);
}

struct Promise* promise_at(MPI_Fint* number) {
  struct Promise* const promise = room_for(1, sizeof *promise);
  *promise = (struct Promise){NULL, number};
  *number = 0;
  return promise;
}

/* The number is asked for when the program lets the request go: what completes it may be another process's turn. */
static void follow_promise(void* state, enum DarumaMoment moment) {
  struct Promise* const promise = state;
  if (moment != DARUMA_IS_GONE) return;
  *promise->number = MPI_Comm_c2f(promise->handle);
  free(promise);
}

void keep_with(struct Promise* promise, MPI_Request request) {
  if (request == MPI_REQUEST_NULL)
    free(promise);
  else
    daruma_follow(request, follow_promise, promise);
}

/* --- Only in mpi_f08 */

void mpi_status_f2f08_(const MPI_Fint* numbers, MPI_Fint* status, MPI_Fint* ierror) {
  memcpy(status, numbers, sizeof(MPI_Status));
  report(ierror, MPI_SUCCESS);
}
void mpi_status_f082f_(const MPI_Fint* status, MPI_Fint* numbers, MPI_Fint* ierror) {
  mpi_status_f2f08_(status, numbers, ierror);
}
void MPI_F_sync_reg_f08ts(CFI_cdesc_t* buffer) { (void)buffer; }

/* For == and /= of its handles. */
int daruma_are_same(const MPI_Fint* a, const MPI_Fint* b) { return *a == *b; }
int daruma_are_different(const MPI_Fint* a, const MPI_Fint* b) { return *a != *b; }
