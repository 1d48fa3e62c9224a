// What hosted programs get instead of some functions of libc and libstdc++.
//
// `daruma cc` links programs so that a call of `name` becomes one of `__wrap_name` (ld's --wrap); these
// are defined here. Time is simulated time: a process that only looks at the clock sees it move by a
// microsecond at every look, so that waiting loops end. Days are counted from 2000-01-01, UTC.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace daruma::hosting {

/// Functions of the C library that a program calls through ours instead.
const std::vector<std::string>& wrapped_symbols();

/// What becomes of a program's calls of that function of the system's, a finished phrase; empty for functions that only
/// compute or print, which do here as everywhere.
std::string fate_of(std::string_view function);

} // namespace daruma::hosting
