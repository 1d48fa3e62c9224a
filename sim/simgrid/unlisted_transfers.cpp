#include "sim/simgrid/unlisted_transfers.hpp"

#include <xbt/base.h> // which the next one needs

#include <simgrid/version.h>

namespace {

bool were_listed = true;

} // namespace

#if SIMGRID_VERSION_MAJOR < 4

// NOLINTBEGIN(misc-definitions-in-headers,readability-identifier-naming)
namespace simgrid::kernel::activity {

/// As far as it is needed to define this function of SimGrid's, which is found here first.
class CommImpl {
public:
  __attribute__((visibility("default"))) CommImpl& detach();
};

CommImpl& CommImpl::detach() {
  were_listed = false;
  return *this;
}

} // namespace simgrid::kernel::activity
// NOLINTEND(misc-definitions-in-headers,readability-identifier-naming)

#endif

namespace daruma::simgrid_api {

bool are_transfers_listed() { return SIMGRID_VERSION_MAJOR < 4 && were_listed; }

} // namespace daruma::simgrid_api
