// What stands in for calls that lock files. Linux knows one owner of the locks of POSIX where there are many processes
// here: they become locks of what each has opened (F_OFD_SETLK), which exclude each other as those of processes do.
#include "sim/hosting/file_locks.hpp"
#include "sim/hosting/stand_ins.hpp"
#include "sim/hosting/waiting.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace daruma::hosting {

FileLocks::~FileLocks() {
  for (const int descriptor : files_) {
    struct flock all {};
    all.l_type = F_UNLCK;
    ::fcntl(descriptor, F_OFD_SETLK, &all);
    ::flock(descriptor, LOCK_UN);
  }
}

namespace {

/// The outcome of a call that may have locked something of the file.
int noted(int outcome, int descriptor) {
  if (Hosted* const hosted = simulated_caller(); hosted && outcome == 0) hosted->locks.note(descriptor);
  return outcome;
}

/// Tries until it succeeds, or fails for another reason than that somebody else has the lock.
int wait_for_lock(const std::function<int()>& attempt) {
  return retried(attempt, [](int error) { return error == EAGAIN || error == EWOULDBLOCK || error == EACCES; });
}

int ofd_lock(int descriptor, int command, struct flock* lock) {
  lock->l_pid = 0;
  return ::fcntl(descriptor, command, lock);
}

int wait_for_ofd_lock(int descriptor, struct flock* lock) {
  return wait_for_lock([=] { return ofd_lock(descriptor, F_OFD_SETLK, lock); });
}

/// Nothing if the section is free or the descriptor's own.
int test_ofd_lock(int descriptor, struct flock lock) {
  if (ofd_lock(descriptor, F_OFD_GETLK, &lock) != 0) return -1;
  return lock.l_type == F_UNLCK ? 0 : fail(EAGAIN);
}

} // namespace

} // namespace daruma::hosting

extern "C" {

int simulated_fcntl(int descriptor, int command, void* argument) {
  auto* const lock = static_cast<struct flock*>(argument);
  switch (command) {
  case F_GETLK:
    return ofd_lock(descriptor, F_OFD_GETLK, lock);
  case F_SETLK:
    return noted(ofd_lock(descriptor, F_OFD_SETLK, lock), descriptor);
  case F_SETLKW:
    return noted(wait_for_ofd_lock(descriptor, lock), descriptor);
  default:
    return ::fcntl(descriptor, command, argument);
  }
}
int simulated_fcntl64(int descriptor, int command, void* argument) {
  return simulated_fcntl(descriptor, command, argument);
}

int simulated_flock(int descriptor, int operation) {
  if ((operation & (LOCK_NB | LOCK_UN)) != 0) return noted(::flock(descriptor, operation), descriptor);
  return noted(wait_for_lock([=] { return ::flock(descriptor, operation | LOCK_NB); }), descriptor);
}

/// A section from where the file is read or written next.
int simulated_lockf(int descriptor, int command, off_t size) {
  struct flock lock {};
  lock.l_type = command == F_ULOCK ? F_UNLCK : F_WRLCK;
  lock.l_whence = SEEK_CUR;
  lock.l_len = size;
  switch (command) {
  case F_LOCK:
    return noted(wait_for_ofd_lock(descriptor, &lock), descriptor);
  case F_TLOCK:
  case F_ULOCK:
    return noted(ofd_lock(descriptor, F_OFD_SETLK, &lock), descriptor);
  case F_TEST:
    return test_ofd_lock(descriptor, lock);
  default:
    return fail(EINVAL);
  }
}
int simulated_lockf64(int descriptor, int command, off_t size) { return simulated_lockf(descriptor, command, size); }
}
