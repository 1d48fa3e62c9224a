// Files: how they are opened and closed, what they are, what a process sees of them, where its pointers are.
#include "sim/mpi/api/file_calls.hpp"
#include "sim/mpi/api/infos.hpp"
#include "sim/mpi/collective/collectives.hpp"
#include "sim/mpi/process/groups.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#include <unistd.h>
#include <utility>

namespace daruma::mpi {

namespace {

/// MPI_MODE_UNIQUE_OPEN promises something that nothing depends on here.
int check_mode(int mode) {
  constexpr int accesses = MPI_MODE_RDONLY | MPI_MODE_WRONLY | MPI_MODE_RDWR;
  constexpr int all = accesses | MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_UNIQUE_OPEN |
                      MPI_MODE_SEQUENTIAL | MPI_MODE_APPEND;
  const int access = mode & accesses;
  if ((mode & ~all) != 0) return MPI_ERR_AMODE;
  if (access != MPI_MODE_RDONLY && access != MPI_MODE_WRONLY && access != MPI_MODE_RDWR) return MPI_ERR_AMODE;
  if (access == MPI_MODE_RDONLY && mode & (MPI_MODE_CREATE | MPI_MODE_EXCL)) return MPI_ERR_AMODE;
  return access == MPI_MODE_RDWR && mode & MPI_MODE_SEQUENTIAL ? +MPI_ERR_AMODE : +MPI_SUCCESS;
}

void take_hints(LocalFile& file, MPI_Info info) {
  for (const auto& [key, value] : resolve(info)) {
    const auto known = std::find_if(file.hints.begin(), file.hints.end(),
                                    [name = &key](const auto& hint) { return hint.first == *name; });
    if (known == file.hints.end())
      file.hints.emplace_back(key, value);
    else
      known->second = value;
  }
}

int open(LocalCommunicator& comm, const char* name, int mode, MPI_Info info, MPI_File* result) {
  if (comm.communicator->is_inter) return MPI_ERR_COMM;
  if (const int error = check_mode(mode)) return error;
  LocalFile* opened = nullptr;
  if (const int error = open_file(comm, name, mode, opened)) return error;
  take_hints(*opened, info);
  *result = to_mpi(opened);
  return MPI_SUCCESS;
}

bool is_known(const Process& process, const std::string& representation) {
  const auto& own = process.representations;
  return representation == "native" || representation == "internal" || representation == "external32" ||
         std::find(own.begin(), own.end(), representation) != own.end();
}

/// The handles of a view's datatypes are the program's, which frees those of derived ones.
MPI_Datatype handle_of(const DatatypePtr& type) { return hand_out(type); }

/// Where a pointer is after MPI_File_seek; an error class.
int seek(const LocalFile& file, MPI_Offset offset, int whence, MPI_Offset& pointer) {
  MPI_Offset base = 0;
  if (whence == MPI_SEEK_CUR)
    base = pointer;
  else if (whence == MPI_SEEK_END)
    base = file.view->end_in(file.file->size());
  else if (whence != MPI_SEEK_SET)
    return MPI_ERR_ARG;
  const MPI_Offset wanted = base + offset * file.view->etype()->size();
  if (wanted < 0) return MPI_ERR_ARG;
  pointer = wanted;
  return MPI_SUCCESS;
}

int cut(const File& file, MPI_Offset size) {
  await_file_system();
  return ::ftruncate(file.descriptor, size) == 0 ? +MPI_SUCCESS : class_of(errno);
}

int set_view(LocalFile& file, const Exchange& all, MPI_Offset displacement, MPI_Datatype etype, MPI_Datatype filetype,
             const char* representation) {
  const bool is_here = displacement == MPI_DISPLACEMENT_CURRENT;
  if (!is_for_data(etype) || !is_for_data(filetype)) return MPI_ERR_TYPE;
  if (is_here != file.file->is_sequential()) return MPI_ERR_ARG;
  if (!representation || !is_known(*file.comm->owner, representation)) return MPI_ERR_UNSUPPORTED_DATAREP;
  const MPI_Offset from = is_here ? file.view->byte_offset(file.file->shared_position) : displacement;
  if (const int error = check_view(from, resolve(etype), resolve(filetype), file.file->is_written())) return error;
  auto view = std::make_shared<const View>(from, pointer_to(etype), pointer_to(filetype), representation);
  if (!view->can_hold(resolve(etype))) return MPI_ERR_UNSUPPORTED_DATAREP;
  const int error = have_root_do(all, [&] {
    file.file->shared_position = 0;
    return +MPI_SUCCESS;
  });
  if (error) return error;
  file.view = std::move(view);
  file.position = 0;
  return MPI_SUCCESS;
}

template <class Extent> int give_extent(const char* call, MPI_File file, MPI_Datatype datatype, Extent* extent) {
  return on_file(call, file, [&](const LocalFile&) {
    if (datatype == MPI_DATATYPE_NULL) return +MPI_ERR_TYPE;
    *extent = resolve(datatype).extent();
    return +MPI_SUCCESS;
  });
}

enum class Conversion { none, by_program };

/// Data are not converted by functions of a program's own.
int register_representation(const char* call, const char* name, Conversion conversion) {
  Process& process = enter(call);
  const auto outcome = [&] {
    if (!name || std::strlen(name) >= MPI_MAX_DATAREP_STRING) return +MPI_ERR_ARG;
    if (is_known(process, name)) return +MPI_ERR_DUP_DATAREP;
    if (conversion == Conversion::by_program) return +MPI_ERR_CONVERSION;
    process.representations.emplace_back(name);
    return +MPI_SUCCESS;
  };
  const int error = outcome();
  return error ? raise_without_file(process, error) : +MPI_SUCCESS;
}

/// That by these functions, which the program has or leaves out.
template <class Function> Conversion conversion_by(Function* read, Function* write) {
  return read || write ? Conversion::by_program : Conversion::none;
}

} // namespace

extern "C" {

int MPI_File_open(MPI_Comm comm, const char* filename, int amode, MPI_Info info, MPI_File* file) {
  Process& process = enter(__func__);
  *file = MPI_FILE_NULL;
  LocalCommunicator* const handle = resolve(comm);
  const int error = handle ? open(*handle, filename, amode, info, file) : +MPI_ERR_COMM;
  return error ? raise_without_file(process, error) : +MPI_SUCCESS;
}

int MPI_File_close(MPI_File* file) {
  return on_file(__func__, *file, [&](LocalFile& open) {
    if (open.split.request) return +MPI_ERR_OTHER;
    *file = MPI_FILE_NULL;
    return close_file(open);
  });
}

int MPI_File_delete(const char* filename, MPI_Info) {
  Process& process = enter(__func__);
  const int error = delete_file(filename);
  return error ? raise_without_file(process, error) : +MPI_SUCCESS;
}

int MPI_File_set_size(MPI_File file, MPI_Offset size) {
  return on_file_together(__func__, file, [&](const LocalFile& open, const Exchange& all) {
    if (size < 0) return +MPI_ERR_ARG;
    if (!open.file->is_written()) return +MPI_ERR_READ_ONLY;
    return have_root_do(all, [&] { return cut(*open.file, size); });
  });
}

int MPI_File_preallocate(MPI_File file, MPI_Offset size) {
  return on_file_together(__func__, file, [&](const LocalFile& open, const Exchange& all) {
    if (size < 0) return +MPI_ERR_ARG;
    if (!open.file->is_written()) return +MPI_ERR_READ_ONLY;
    return have_root_do(all, [&] { return open.file->size() < size ? cut(*open.file, size) : +MPI_SUCCESS; });
  });
}

int MPI_File_get_size(MPI_File file, MPI_Offset* size) {
  return on_file(__func__, file, [&](const LocalFile& open) {
    await_file_system();
    *size = open.file->size();
  });
}

int MPI_File_get_group(MPI_File file, MPI_Group* group) {
  return on_file(__func__, file, [&](const LocalFile& open) { *group = to_mpi(open.file->communicator->groups[0]); });
}

int MPI_File_get_amode(MPI_File file, int* amode) {
  return on_file(__func__, file, [&](const LocalFile& open) { *amode = open.file->mode; });
}

int MPI_File_set_info(MPI_File file, MPI_Info info) {
  return on_file_together(__func__, file, [&](LocalFile& open, const Exchange& all) {
    take_hints(open, info);
    return barrier(all);
  });
}

int MPI_File_get_info(MPI_File file, MPI_Info* info) {
  return on_file(__func__, file, [&](const LocalFile& open) { *info = to_mpi(open.hints); });
}

int MPI_File_set_view(MPI_File file, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype, const char* datarep,
                      MPI_Info info) {
  return on_file_together(__func__, file, [&](LocalFile& open, const Exchange& all) {
    const int error = set_view(open, all, disp, etype, filetype, datarep);
    if (!error) take_hints(open, info);
    return error;
  });
}

int MPI_File_get_view(MPI_File file, MPI_Offset* disp, MPI_Datatype* etype, MPI_Datatype* filetype, char* datarep) {
  return on_file(__func__, file, [&](const LocalFile& open) {
    *disp = open.view->displacement();
    *etype = handle_of(open.view->etype());
    *filetype = handle_of(open.view->filetype());
    const std::string& name = open.view->representation();
    std::memcpy(datarep, name.c_str(), name.size() + 1);
  });
}

int MPI_File_seek(MPI_File file, MPI_Offset offset, int whence) {
  return on_file(__func__, file, [&](LocalFile& open) {
    if (open.file->is_sequential()) return +MPI_ERR_UNSUPPORTED_OPERATION;
    return seek(open, offset, whence, open.position);
  });
}

int MPI_File_get_position(MPI_File file, MPI_Offset* offset) {
  return on_file(__func__, file, [&](const LocalFile& open) {
    if (open.file->is_sequential()) return +MPI_ERR_UNSUPPORTED_OPERATION;
    *offset = open.position / open.view->etype()->size();
    return +MPI_SUCCESS;
  });
}

int MPI_File_seek_shared(MPI_File file, MPI_Offset offset, int whence) {
  return on_file_together(__func__, file, [&](const LocalFile& open, const Exchange& all) {
    if (open.file->is_sequential()) return +MPI_ERR_UNSUPPORTED_OPERATION;
    return have_root_do(all, [&] {
      await_file_system();
      return seek(open, offset, whence, open.file->shared_position);
    });
  });
}

int MPI_File_get_position_shared(MPI_File file, MPI_Offset* offset) {
  return on_file(__func__, file, [&](const LocalFile& open) {
    if (open.file->is_sequential()) return +MPI_ERR_UNSUPPORTED_OPERATION;
    await_file_system();
    *offset = open.file->shared_position / open.view->etype()->size();
    return +MPI_SUCCESS;
  });
}

int MPI_File_get_byte_offset(MPI_File file, MPI_Offset offset, MPI_Offset* disp) {
  return on_file(__func__, file, [&](const LocalFile& open) {
    if (offset < 0) return +MPI_ERR_ARG;
    *disp = open.view->byte_offset(offset * open.view->etype()->size());
    return +MPI_SUCCESS;
  });
}

/// As in memory, in all representations.
int MPI_File_get_type_extent(MPI_File file, MPI_Datatype datatype, MPI_Aint* extent) {
  return give_extent(__func__, file, datatype, extent);
}
int MPI_File_get_type_extent_c(MPI_File file, MPI_Datatype datatype, MPI_Count* extent) {
  return give_extent(__func__, file, datatype, extent);
}

int MPI_File_set_atomicity(MPI_File file, int flag) {
  return on_file_together(__func__, file, [&](LocalFile& open, const Exchange& all) {
    open.is_atomic = flag != 0;
    return barrier(all);
  });
}

int MPI_File_get_atomicity(MPI_File file, int* flag) {
  return on_file(__func__, file, [&](const LocalFile& open) { *flag = open.is_atomic; });
}

/// Writes are in the file when they are complete; the file system only confirms it.
int MPI_File_sync(MPI_File file) {
  return on_file_together(__func__, file, [&](const LocalFile&, const Exchange& all) {
    await_file_system();
    return barrier(all);
  });
}

int MPI_Register_datarep(const char* datarep, MPI_Datarep_conversion_function* read_conversion_fn,
                         MPI_Datarep_conversion_function* write_conversion_fn, MPI_Datarep_extent_function*, void*) {
  return register_representation(__func__, datarep, conversion_by(read_conversion_fn, write_conversion_fn));
}

int MPI_Register_datarep_c(const char* datarep, MPI_Datarep_conversion_function_c* read_conversion_fn,
                           MPI_Datarep_conversion_function_c* write_conversion_fn, MPI_Datarep_extent_function*,
                           void*) {
  return register_representation(__func__, datarep, conversion_by(read_conversion_fn, write_conversion_fn));
}

int MPI_File_create_errhandler(MPI_File_errhandler_function* function, MPI_Errhandler* handler) {
  enter(__func__);
  *handler = reinterpret_cast<MPI_Errhandler>(function);
  return MPI_SUCCESS;
}

int MPI_File_set_errhandler(MPI_File file, MPI_Errhandler handler) {
  if (file == MPI_FILE_NULL) {
    enter(__func__).error_handler_of_files = handler;
    return MPI_SUCCESS;
  }
  return on_file(__func__, file, [&](const LocalFile& open) { open.comm->error_handler = handler; });
}

int MPI_File_get_errhandler(MPI_File file, MPI_Errhandler* handler) {
  if (file == MPI_FILE_NULL) {
    *handler = enter(__func__).error_handler_of_files;
    return MPI_SUCCESS;
  }
  return on_file(__func__, file, [&](const LocalFile& open) { *handler = open.comm->error_handler; });
}

int MPI_File_call_errhandler(MPI_File file, int error) {
  if (file == MPI_FILE_NULL)
    raise_without_file(enter(__func__), error);
  else
    on_file(__func__, file, [&](const LocalFile&) { return error; });
  return MPI_SUCCESS;
}
}

} // namespace daruma::mpi
