// The stacks that simulated processes run on.
//
// Stacks lie side by side in memory reserved for many and cost the host the pages that were touched. The lowest 64 KiB
// of the stack of whoever runs may not be touched: who overflows faults there, and harms no other. With Linux 6.13 and
// later every stack keeps this guard. Before, a guard takes two of the mappings that Linux allows a process
// (vm.max_map_count): a quarter as many stacks keep theirs, 16 000 by default; with more, a stack that is resumed takes
// the guard of the one that has had it longest, about 2 us each time.
//
// SimGrid's own stack of an actor can then be small.
#pragma once

#include <cstddef>
#include <functional>

namespace daruma::mpi {

struct Stack;

inline constexpr std::size_t smallest_stack = std::size_t{128} << 10;

/// Runs code on another stack of so many bytes, at least the smallest. Exceptions pass. Throws std::system_error where
/// there is no room for one.
void run_on_stack(std::size_t size, const std::function<void()>& code);

/// How many bytes of addresses the stacks of so many processes take, touched or not.
std::size_t addresses_of_stacks(std::size_t processes, std::size_t size);

/// Stacks of processes that begin from now on may be executed: programs ask for it that call functions within functions
/// by their addresses.
void make_stacks_executable();

/// Says that the process gives up the processor. Returns its stack, or null if it has none of these.
Stack* leave_stack();
/// Says that the process with this stack goes on.
void resume_stack(Stack* stack);

/// Whether this is an address that who overflows the stack that is in use comes to first.
bool is_overflow(const void* address);

/// Has SimGrid give actors made from now on no more than they need before and after run_on_stack.
void use_small_stacks();

} // namespace daruma::mpi
