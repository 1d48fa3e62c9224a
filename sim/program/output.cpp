#include "sim/program/output.hpp"

#include <cerrno>
#include <cstdio>
#include <iostream>
#include <system_error>

#include <stdio_ext.h>
#include <sys/mman.h>
#include <unistd.h>

namespace daruma::program {

namespace {

int checked(int descriptor, const char* what) {
  if (descriptor < 0) throw std::system_error(errno, std::generic_category(), what);
  return descriptor;
}

} // namespace

Capture::Capture()
    : sink_(checked(::memfd_create("output", MFD_CLOEXEC), "the output of programs cannot be collected")) {
  std::fflush(nullptr);
  output_ = checked(::dup(STDOUT_FILENO), "standard output");
  error_ = checked(::dup(STDERR_FILENO), "standard error");
  ::dup2(sink_, STDOUT_FILENO);
  ::dup2(sink_, STDERR_FILENO);
}

Capture::~Capture() {
  take();
  ::dup2(output_, STDOUT_FILENO);
  ::dup2(error_, STDERR_FILENO);
  ::close(output_);
  ::close(error_);
  ::close(sink_);
}

std::string Capture::take() {
  std::cout.flush();
  if (::__fpending(stdout) > 0) std::fflush(stdout);
  const off_t size = ::lseek(sink_, 0, SEEK_CUR);
  if (size <= 0) return {};
  std::string text(static_cast<std::size_t>(size), '\0');
  const ssize_t got = ::pread(sink_, text.data(), text.size(), 0);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  ::lseek(sink_, 0, SEEK_SET);
  return text;
}

} // namespace daruma::program
