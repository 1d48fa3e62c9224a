// Whose the open files are: the simulator's, or a hosted process's. None closes another's, although all have the same
// table.
#pragma once

#include <vector>

namespace daruma::hosting {

struct Hosted;

/// A session begins: all that are open now, but for standard input, output and error, are the simulator's.
void keep_open_descriptors();

void note_owner(int descriptor, const Hosted&);
void forget_owner(int descriptor);
/// Whether it is the simulator's or another process's.
bool is_not_of(const Hosted&, int descriptor);
/// In ascending order.
std::vector<int> descriptors_of(const Hosted&);

} // namespace daruma::hosting
