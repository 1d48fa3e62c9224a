// What actors ask SimGrid's kernel for, whose header has another name in either version. It takes a second to compile:
// for sources only.
#pragma once

#include <xbt/base.h> // which the next one needs

#include <simgrid/version.h>

#if SIMGRID_VERSION_MAJOR >= 4
#include <simgrid/simcall.hpp>
#else
#include <simgrid/simix.hpp>
#endif
