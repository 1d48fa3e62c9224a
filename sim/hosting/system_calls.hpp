// What hosted programs get instead of some functions of libc and libstdc++.
//
// `daruma cc` links programs so that a call of `name` becomes one of `__wrap_name` (ld's --wrap); these
// are defined here. Time is simulated time: a process that only looks at the clock sees it move by a
// microsecond at every look, so that waiting loops end. Days are counted from 2000-01-01, UTC.
#pragma once

#include <string>
#include <vector>

namespace daruma::hosting {

/// The symbols to wrap.
const std::vector<std::string>& wrapped_symbols();

} // namespace daruma::hosting
