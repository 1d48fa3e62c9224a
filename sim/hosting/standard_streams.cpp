#include "sim/hosting/standard_streams.hpp"

namespace daruma::hosting {

namespace {

const StandardStreams at_start = StandardStreams::now();

} // namespace

const StandardStreams& StandardStreams::first() { return at_start; }

} // namespace daruma::hosting
