#include "sim/hosting/output.hpp"

#include "sim/hosting/standard_streams.hpp"

#include <cerrno>
#include <cstdio>
#include <cwchar>
#include <iostream>
#include <system_error>

#include <stdio_ext.h>
#include <sys/mman.h>
#include <unistd.h>

namespace daruma::hosting {

namespace {

int checked(int descriptor, const char* what) {
  if (descriptor < 0) throw std::system_error(errno, std::generic_category(), what);
  return descriptor;
}

int memory_file() {
  return checked(::memfd_create("output", MFD_CLOEXEC), "the output of programs cannot be collected");
}

FILE* standard_output() { return StandardStreams::first().output; }

} // namespace

Capture::Diversion::Diversion(int descriptor)
    : descriptor_(descriptor), sink_(memory_file()), before_(checked(::dup(descriptor), "standard output or error")) {
  ::dup2(sink_, descriptor_);
}

Capture::Diversion::~Diversion() {
  ::dup2(before_, descriptor_);
  ::close(before_);
  ::close(sink_);
}

std::size_t Capture::Diversion::size() const {
  const off_t size = ::lseek(sink_, 0, SEEK_CUR);
  return size > 0 ? static_cast<std::size_t>(size) : 0;
}

/// Who has copied itself shares the memory file with its copy, and the place in it.
void Capture::Diversion::part_from_original() {
  std::string text(size(), '\0');
  const ssize_t got = ::pread(sink_, text.data(), text.size(), 0);
  ::close(sink_);
  sink_ = memory_file();
  ::dup2(sink_, descriptor_);
  if (got > 0 && ::write(sink_, text.data(), static_cast<std::size_t>(got)) != got)
    throw std::system_error(errno, std::generic_category(), "the output of programs cannot be collected");
}

std::string Capture::Diversion::take() {
  if (size() == 0) return {};
  std::string text(size(), '\0');
  const ssize_t got = ::pread(sink_, text.data(), text.size(), 0);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  ::lseek(sink_, 0, SEEK_SET);
  return text;
}

Capture::Capture() : output_((std::fflush(nullptr), STDOUT_FILENO)), error_(STDERR_FILENO) {
  std::setvbuf(standard_output(), nullptr, _IOLBF, BUFSIZ); // lines of stdio and raw writes come in order
}

Capture::~Capture() { take(); }

Printed Capture::take() {
  std::string begun_line;
  FILE* const stream = standard_output();
  if (const std::size_t size = ::__fpending(stream); size > 0 && std::fwide(stream, 0) <= 0) {
    begun_line.assign(stream->_IO_write_base, size);
    ::__fpurge(stream);
  }
  std::cout.flush(); // which may have a buffer of its own
  if (::__fpending(stream) > 0) std::fflush(stream);
  return {output_.take(), error_.take(), std::move(begun_line)};
}

void Capture::put_back(const std::string& begun_line) {
  std::fwrite(begun_line.data(), 1, begun_line.size(), standard_output());
}

} // namespace daruma::hosting
