// Whether a program does the same each time, without which no case could be tried twice.
//
// The world is the same in every run: what makes a difference is what a program takes from this computer, its counter
// of cycles, its devices, or the addresses of what it has allocated. Two runs are held against each other, of which the
// second has everything at other addresses: an order of addresses that is the same in both goes unseen.
#pragma once

#include "sim/explore/trial.hpp"

#include <string>

namespace daruma::explore {

/// Has what this process allocates from now on lie elsewhere, small things in another order where that can be had.
void move_addresses();

/// The first call, or what was printed or measured, that differs: a sentence; empty if nothing does. Pure.
std::string difference_of(const Recorded& one, const Recorded& other);

} // namespace daruma::explore
