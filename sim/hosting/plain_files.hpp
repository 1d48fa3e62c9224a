// What the plain files of a program cost: their bytes travel between the process's node and the machine's file system.
//
// Each write and read that reaches the system takes the latency of the way and the time of its bytes there; so does
// each flush of a buffered stream; opening, fsync and what asks for a name or changes one take a latency. A file that
// is mapped is read then, as far as it is mapped, and what is mapped to be written and shared is written by msync and
// munmap. Nothing is cached. Only regular files cost anything, but for what standard input, output and error lead to,
// and memory that has a descriptor.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <sys/uio.h>

namespace daruma::hosting {

/// Whether a descriptor is that of a file on the machine's file system, and it is a simulated process that asks.
bool is_plain_file(int descriptor);
/// Opening one waits for its other end, which may be another process's.
bool is_fifo(int folder, const char* path);

/// The current process waits while so many bytes of a file go to the file system, or have come from it.
void await_write(std::size_t bytes);
void await_read(std::size_t bytes);
/// The same for one who must not wait where it is: the process waits at its next call that takes or tells time.
void owe_write(std::size_t bytes);
void owe_read(std::size_t bytes);
/// The current process waits for what it owes.
void pay_for_files();
/// How many bytes they are together.
std::size_t bytes_of(const iovec* parts, int count);
/// All of them in one piece.
std::string joined(const iovec* parts, int count);
/// An operation without data.
void await_file_system();
/// A request for what has that name, which was answered: one of these, and time passes for who asks again and again.
/// None if it is the system's own (/dev, /proc, /sys). errno stays.
void note_request(const char* path);

/// A stream whose reads and writes take their time, instead of one that was opened with `mode`; the same stream if its
/// file is none that costs anything. Null if there can be none.
FILE* with_costs(FILE* file, const char* mode);
/// The same of a descriptor, which the stream closes.
FILE* stream_with_costs(int descriptor, const char* mode);
/// As fread, from such a stream: what is more than its buffer holds is read at once, as from other streams.
std::size_t read_with_costs(void* room, std::size_t size, FILE* stream);

} // namespace daruma::hosting
