#include "sim/mpi/blocking.hpp"

#include <cstring>
#include <cxxabi.h>

namespace daruma::mpi {

namespace {

// The layout of __cxa_eh_globals is fixed by the Itanium C++ ABI, section 2.2.2.
struct EhGlobals {
  void* caught_exceptions;
  unsigned uncaught_exceptions;
};

EhGlobals& eh_globals() { return *reinterpret_cast<EhGlobals*>(abi::__cxa_get_globals()); }

} // namespace

ExceptionStateParked::ExceptionStateParked()
    : caught_(eh_globals().caught_exceptions), uncaught_(eh_globals().uncaught_exceptions) {
  eh_globals() = {nullptr, 0};
}

// A process that is killed while parked unwinds through here: the exception that does so is
// counted in the current state and must stay counted.
ExceptionStateParked::~ExceptionStateParked() {
  eh_globals().caught_exceptions = caught_;
  eh_globals().uncaught_exceptions += uncaught_;
}

} // namespace daruma::mpi
