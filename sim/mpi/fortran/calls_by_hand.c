/* Calls of Fortran's whose parameters hang together: how many handles there are, who calls back. */
#include "sim/mpi/fortran/fortran.h"

/* Aligned as gfortran aligns commons. */
#define COMMON __attribute__((aligned(16)))
enum { status_size = sizeof(MPI_Status) / sizeof(MPI_Fint) };
MPI_Fint daruma_bottom_ COMMON, daruma_in_place_ COMMON;
MPI_Fint daruma_status_ignore_[status_size] COMMON, daruma_statuses_ignore_[status_size] COMMON;
MPI_Fint daruma_errcodes_ignore_ COMMON, daruma_unweighted_ COMMON, daruma_weights_empty_ COMMON;
char daruma_argv_null_ COMMON, daruma_argvs_null_ COMMON;

static void* room_for(int count, size_t size) {
  void* const room = calloc((size_t)(count > 0 ? count : 0) + 1, size);
  if (!room) abort();
  return room;
}

/* --- Beginning, time */

void mpi_init_(MPI_Fint* ierror) { *ierror = MPI_Init(NULL, NULL); }
void mpi_init_thread_(int* required, int* provided, MPI_Fint* ierror) {
  *ierror = MPI_Init_thread(NULL, NULL, *required, provided);
}
double mpi_wtime_(void) { return MPI_Wtime(); }
double mpi_wtick_(void) { return MPI_Wtick(); }
MPI_Aint mpi_aint_add_(MPI_Aint* base, MPI_Aint* displacement) { return MPI_Aint_add(*base, *displacement); }
MPI_Aint mpi_aint_diff_(MPI_Aint* a, MPI_Aint* b) { return MPI_Aint_diff(*a, *b); }
void mpi_pcontrol_(int* level) { MPI_Pcontrol(*level); }

void mpi_get_address_(void* location, MPI_Aint* address, MPI_Fint* ierror) {
  *ierror = MPI_Get_address(buffer_at(location), address);
}
void mpi_address_(void* location, MPI_Fint* address, MPI_Fint* ierror) {
  MPI_Aint whole;
  *ierror = MPI_Get_address(buffer_at(location), &whole);
  *address = (MPI_Fint)whole;
}
void mpi_buffer_detach_(void* buffer, int* size, MPI_Fint* ierror) {
  void* detached;
  *ierror = MPI_Buffer_detach(&detached, size); /* which Fortran is not told (MPI 3.1, section 3.6) */
  (void)buffer;
}
void mpi_comm_detach_buffer_(MPI_Fint* comm, void* buffer, int* size, MPI_Fint* ierror) {
  void* detached;
  *ierror = MPI_Comm_detach_buffer(MPI_Comm_f2c(*comm), &detached, size);
  (void)buffer;
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
  *ierror = MPI_Startall(*count, all);
  give_requests(all, requests, *count);
}
void mpi_waitall_(int* count, MPI_Fint* requests, MPI_Fint* statuses, MPI_Fint* ierror) {
  MPI_Request* const all = requests_of(requests, *count);
  *ierror = MPI_Waitall(*count, all, status_at(statuses));
  give_requests(all, requests, *count);
}
void mpi_testall_(int* count, MPI_Fint* requests, int* flag, MPI_Fint* statuses, MPI_Fint* ierror) {
  MPI_Request* const all = requests_of(requests, *count);
  *ierror = MPI_Testall(*count, all, flag, status_at(statuses));
  give_requests(all, requests, *count);
}
void mpi_waitany_(int* count, MPI_Fint* requests, int* index, MPI_Fint* status, MPI_Fint* ierror) {
  MPI_Request* const all = requests_of(requests, *count);
  *ierror = MPI_Waitany(*count, all, index, status_at(status));
  count_from_one(index, 1);
  give_requests(all, requests, *count);
}
void mpi_testany_(int* count, MPI_Fint* requests, int* index, int* flag, MPI_Fint* status, MPI_Fint* ierror) {
  MPI_Request* const all = requests_of(requests, *count);
  *ierror = MPI_Testany(*count, all, index, flag, status_at(status));
  if (*flag) count_from_one(index, 1);
  give_requests(all, requests, *count);
}
void mpi_waitsome_(int* count, MPI_Fint* requests, int* done, int* indices, MPI_Fint* statuses, MPI_Fint* ierror) {
  MPI_Request* const all = requests_of(requests, *count);
  *ierror = MPI_Waitsome(*count, all, done, indices, status_at(statuses));
  count_from_one(indices, *done);
  give_requests(all, requests, *count);
}
void mpi_testsome_(int* count, MPI_Fint* requests, int* done, int* indices, MPI_Fint* statuses, MPI_Fint* ierror) {
  MPI_Request* const all = requests_of(requests, *count);
  *ierror = MPI_Testsome(*count, all, done, indices, status_at(statuses));
  count_from_one(indices, *done);
  give_requests(all, requests, *count);
}

void mpi_request_get_status_any_(int* count, MPI_Fint* requests, int* index, int* flag, MPI_Fint* status,
                                 MPI_Fint* ierror) {
  MPI_Request* const all = requests_of(requests, *count);
  *ierror = MPI_Request_get_status_any(*count, all, index, flag, status_at(status));
  if (*flag) count_from_one(index, 1);
  free(all);
}
void mpi_request_get_status_all_(int* count, MPI_Fint* requests, int* flag, MPI_Fint* statuses, MPI_Fint* ierror) {
  MPI_Request* const all = requests_of(requests, *count);
  *ierror = MPI_Request_get_status_all(*count, all, flag, status_at(statuses));
  free(all);
}
void mpi_request_get_status_some_(int* count, MPI_Fint* requests, int* done, int* indices, MPI_Fint* statuses,
                                  MPI_Fint* ierror) {
  MPI_Request* const all = requests_of(requests, *count);
  *ierror = MPI_Request_get_status_some(*count, all, done, indices, status_at(statuses));
  count_from_one(indices, *done);
  free(all);
}

/* --- Several datatypes */

static MPI_Datatype* types_of(const MPI_Fint* numbers, int count) {
  MPI_Datatype* const all = room_for(count, sizeof *all);
  for (int i = 0; i < count; ++i) all[i] = MPI_Type_f2c(numbers[i]);
  return all;
}

void mpi_type_create_struct_(int* count, int* lengths, MPI_Aint* displacements, MPI_Fint* types, MPI_Fint* made,
                             MPI_Fint* ierror) {
  MPI_Datatype* const all = types_of(types, *count);
  MPI_Datatype type = MPI_DATATYPE_NULL;
  *ierror = MPI_Type_create_struct(*count, lengths, displacements, all, &type);
  *made = MPI_Type_c2f(type);
  free(all);
}
void mpi_type_struct_(int* count, int* lengths, MPI_Fint* displacements, MPI_Fint* types, MPI_Fint* made,
                      MPI_Fint* ierror) {
  MPI_Aint* const wide = room_for(*count, sizeof *wide);
  for (int i = 0; i < *count; ++i) wide[i] = displacements[i];
  mpi_type_create_struct_(count, lengths, wide, types, made, ierror);
  free(wide);
}
void mpi_type_get_contents_(MPI_Fint* type, int* integers, int* addresses, int* types, int* all_integers,
                            MPI_Aint* all_addresses, MPI_Fint* all_types, MPI_Fint* ierror) {
  MPI_Datatype* const all = room_for(*types, sizeof *all);
  *ierror = MPI_Type_get_contents(MPI_Type_f2c(*type), *integers, *addresses, *types, all_integers, all_addresses, all);
  for (int i = 0; i < *types; ++i) all_types[i] = MPI_Type_c2f(all[i]);
  free(all);
}

/* How many members the other side has. */
static int peers_of(MPI_Comm comm) {
  int is_inter = 0, count = 0;
  MPI_Comm_test_inter(comm, &is_inter);
  is_inter ? MPI_Comm_remote_size(comm, &count) : MPI_Comm_size(comm, &count);
  return count;
}

void mpi_alltoallw_(void* sent, int* counts, int* displacements, MPI_Fint* types, void* received, int* their_counts,
                    int* their_displacements, MPI_Fint* their_types, MPI_Fint* comm, MPI_Fint* ierror) {
  MPI_Comm all = MPI_Comm_f2c(*comm);
  const int count = peers_of(all);
  MPI_Datatype* const out = buffer_at(sent) == MPI_IN_PLACE ? NULL : types_of(types, count);
  MPI_Datatype* const in = types_of(their_types, count);
  *ierror = MPI_Alltoallw(buffer_at(sent), counts, displacements, out, buffer_at(received), their_counts,
                          their_displacements, in, all);
  free(out);
  free(in);
}

/* --- What calls back. A callback of C's knows not for which of Fortran's it stands: there is one for each. */

typedef void operation_of_fortran(void* in, void* inout, int* count, MPI_Fint* type);
typedef void handler_of_fortran(MPI_Fint* object, MPI_Fint* code);

#define FOR_EACH_PLACE(do)                                                                                             \
  do                                                                                                                   \
  (0) do(1) do(2) do(3) do(4) do(5) do(6) do(7) do(8) do(9) do(10) do(11) do(12) do(13) do(14) do(15) do(16) do(       \
      17) do(18) do(19) do(20) do(21) do(22) do(23) do(24) do(25) do(26) do(27) do(28) do(29) do(30) do(31)
enum { places = 32 };

static operation_of_fortran* operations[places];
#define OPERATION(place)                                                                                               \
  static void operation_##place(void* in, void* inout, int* count, MPI_Datatype* type) {                               \
    MPI_Fint number = MPI_Type_c2f(*type);                                                                             \
    operations[place](in, inout, count, &number);                                                                      \
  }
FOR_EACH_PLACE(OPERATION)
#define NAME_OF_OPERATION(place) operation_##place,
static MPI_User_function* const operations_in_c[places] = {FOR_EACH_PLACE(NAME_OF_OPERATION)};

/* Those of communicators and those of files. */
static handler_of_fortran* handlers[places];
#define HANDLER(place)                                                                                                 \
  static void comm_handler_##place(MPI_Comm* comm, int* code, ...) {                                                   \
    MPI_Fint number = MPI_Comm_c2f(*comm);                                                                             \
    handlers[place](&number, code);                                                                                    \
  }                                                                                                                    \
  static void file_handler_##place(MPI_File* file, int* code, ...) {                                                   \
    MPI_Fint number = MPI_File_c2f(*file);                                                                             \
    handlers[place](&number, code);                                                                                    \
  }
FOR_EACH_PLACE(HANDLER)
#define NAME_OF_COMM_HANDLER(place) comm_handler_##place,
#define NAME_OF_FILE_HANDLER(place) file_handler_##place,
static MPI_Comm_errhandler_function* const comm_handlers_in_c[places] = {FOR_EACH_PLACE(NAME_OF_COMM_HANDLER)};
static MPI_File_errhandler_function* const file_handlers_in_c[places] = {FOR_EACH_PLACE(NAME_OF_FILE_HANDLER)};

/* The place of a handler; `places` if there is none any more. */
static int place_for(handler_of_fortran* function) {
  int place = 0;
  while (place < places && handlers[place] && handlers[place] != function) ++place;
  if (place < places) handlers[place] = function;
  return place;
}

void mpi_op_create_(operation_of_fortran* function, int* commutes, MPI_Fint* op, MPI_Fint* ierror) {
  int place = 0;
  while (place < places && operations[place] && operations[place] != function) ++place;
  *ierror = MPI_ERR_OTHER; /* more functions than there are places */
  if (place == places) return;
  operations[place] = function;
  MPI_Op made = MPI_OP_NULL;
  *ierror = MPI_Op_create(operations_in_c[place], *commutes, &made);
  *op = MPI_Op_c2f(made);
}

void mpi_comm_create_errhandler_(handler_of_fortran* function, MPI_Fint* handler, MPI_Fint* ierror) {
  const int place = place_for(function);
  *ierror = MPI_ERR_OTHER;
  if (place == places) return;
  MPI_Errhandler made = MPI_ERRHANDLER_NULL;
  *ierror = MPI_Comm_create_errhandler(comm_handlers_in_c[place], &made);
  *handler = MPI_Errhandler_c2f(made);
}
void mpi_file_create_errhandler_(handler_of_fortran* function, MPI_Fint* handler, MPI_Fint* ierror) {
  const int place = place_for(function);
  *ierror = MPI_ERR_OTHER;
  if (place == places) return;
  MPI_Errhandler made = MPI_ERRHANDLER_NULL;
  *ierror = MPI_File_create_errhandler(file_handlers_in_c[place], &made);
  *handler = MPI_Errhandler_c2f(made);
}
void mpi_errhandler_create_(handler_of_fortran* function, MPI_Fint* handler, MPI_Fint* ierror) {
  mpi_comm_create_errhandler_(function, handler, ierror);
}

/* Data in files are not converted by functions of the program's, which the call says of any but these. */
void mpi_conversion_fn_null_(void) {}
static int convert_in_vain(void* user, MPI_Datatype type, int count, void* file, MPI_Offset position, void* extra) {
  (void)user, (void)type, (void)count, (void)file, (void)position, (void)extra;
  return MPI_ERR_CONVERSION;
}
static MPI_Datarep_conversion_function* conversion_of(void (*function)(void)) {
  return function == mpi_conversion_fn_null_ ? MPI_CONVERSION_FN_NULL : convert_in_vain;
}
void mpi_register_datarep_(char* name, void (*read)(void), void (*write)(void), void (*extent)(void), MPI_Aint* extra,
                           MPI_Fint* ierror, size_t length) {
  (void)extent, (void)extra;
  char* const representation = text_of(name, length);
  *ierror = MPI_Register_datarep(representation, conversion_of(read), conversion_of(write), NULL, NULL);
  free(representation);
}

/* --- Attributes: values of Fortran's are addresses' width (MPI 3.1, section 17.2.7); those of C's predefined ones are
   pointed at. */

typedef void copy_of_fortran(MPI_Fint* object, int* keyval, MPI_Aint* extra, MPI_Aint* in, MPI_Aint* out, int* flag,
                             MPI_Fint* ierror);
typedef void delete_of_fortran(MPI_Fint* object, int* keyval, MPI_Aint* value, MPI_Aint* extra, MPI_Fint* ierror);

struct Key {
  copy_of_fortran* copy;
  delete_of_fortran* forget;
  MPI_Aint extra;
};

void mpi_null_copy_fn_(MPI_Fint* object, int* keyval, MPI_Aint* extra, MPI_Aint* in, MPI_Aint* out, int* flag,
                       MPI_Fint* ierror) {
  (void)object, (void)keyval, (void)extra, (void)in, (void)out;
  *flag = 0;
  *ierror = MPI_SUCCESS;
}
void mpi_dup_fn_(MPI_Fint* object, int* keyval, MPI_Aint* extra, MPI_Aint* in, MPI_Aint* out, int* flag,
                 MPI_Fint* ierror) {
  (void)object, (void)keyval, (void)extra;
  *out = *in;
  *flag = 1;
  *ierror = MPI_SUCCESS;
}
void mpi_null_delete_fn_(MPI_Fint* object, int* keyval, MPI_Aint* value, MPI_Aint* extra, MPI_Fint* ierror) {
  (void)object, (void)keyval, (void)value, (void)extra;
  *ierror = MPI_SUCCESS;
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
    MPI_Aint from = (MPI_Aint)in, to = 0;                                                                              \
    key->copy(&number, &keyval, &key->extra, &from, &to, flag, &error);                                                \
    if (*flag) *(void**)out = (void*)to;                                                                               \
    return error;                                                                                                      \
  }                                                                                                                    \
  static int forget_##kind(Handle object, int keyval, void* value, void* extra) {                                      \
    struct Key* const key = extra;                                                                                     \
    MPI_Fint number = MPI_##convert##_c2f(object), error = MPI_SUCCESS;                                                \
    MPI_Aint forgotten = (MPI_Aint)value;                                                                              \
    key->forget(&number, &keyval, &forgotten, &key->extra, &error);                                                    \
    return error;                                                                                                      \
  }                                                                                                                    \
  void mpi_##kind##_create_keyval_(copy_of_fortran* copy, delete_of_fortran* forget, int* keyval, MPI_Aint* extra,     \
                                   MPI_Fint* ierror) {                                                                 \
    struct Key* const key = room_for(1, sizeof *key);                                                                  \
    *key = (struct Key){copy, forget, *extra};                                                                         \
    *ierror = MPI_##Kind##_create_keyval(copy_##kind, forget_##kind, keyval, key);                                     \
  }                                                                                                                    \
  void mpi_##kind##_set_attr_(MPI_Fint* object, int* keyval, MPI_Aint* value, MPI_Fint* ierror) {                      \
    *ierror = MPI_##Kind##_set_attr(MPI_##convert##_f2c(*object), *keyval, (void*)*value);                             \
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
  *ierror = MPI_Comm_get_attr(MPI_Comm_f2c(*comm), *keyval, &found, flag);
  if (*ierror == MPI_SUCCESS && *flag) *value = is_predefined(*keyval) ? *(int*)found : (MPI_Aint)found;
}
void mpi_type_get_attr_(MPI_Fint* type, int* keyval, MPI_Aint* value, int* flag, MPI_Fint* ierror) {
  void* found = NULL;
  *ierror = MPI_Type_get_attr(MPI_Type_f2c(*type), *keyval, &found, flag);
  if (*ierror == MPI_SUCCESS && *flag) *value = (MPI_Aint)found;
}

/* Those of MPI 1 have Fortran's integers for values. */
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
  *ierror = MPI_Comm_spawn(program, words, *most, MPI_Info_f2c(*info), *root, MPI_Comm_f2c(*comm), &made,
                           weights_or_numbers(codes));
  *children = MPI_Comm_c2f(made);
  free_arguments(words);
  free(program);
}
