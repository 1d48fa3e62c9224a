#include "sim/hosting/process_state.hpp"

#include <fcntl.h>
#include <iostream>
#include <langinfo.h>
#include <stdio_ext.h>
#include <unistd.h>
#include <utility>
#include <xmmintrin.h>

namespace daruma::hosting {

namespace {

constexpr int beyond_what_programs_use = 1000; // numbers of the descriptors that are put aside

int copy_of(int descriptor) { return ::fcntl(descriptor, F_DUPFD_CLOEXEC, beyond_what_programs_use); }

int folder_here() { return ::open(".", O_PATH | O_DIRECTORY | O_CLOEXEC); }

void close_if_open(int descriptor) {
  if (descriptor >= 0) ::close(descriptor);
}

constexpr std::array<int, 12> categories{LC_CTYPE,    LC_NUMERIC,   LC_TIME,        LC_COLLATE,
                                         LC_MONETARY, LC_MESSAGES,  LC_PAPER,       LC_NAME,
                                         LC_ADDRESS,  LC_TELEPHONE, LC_MEASUREMENT, LC_IDENTIFICATION};
constexpr std::array<const char*, 12> category_names{
    "LC_CTYPE", "LC_NUMERIC", "LC_TIME",    "LC_COLLATE",   "LC_MONETARY",    "LC_MESSAGES",
    "LC_PAPER", "LC_NAME",    "LC_ADDRESS", "LC_TELEPHONE", "LC_MEASUREMENT", "LC_IDENTIFICATION"};

std::string name_of(locale_t locale, int category) { return ::nl_langinfo_l(_NL_LOCALE_NAME(category), locale); }

/// Standard input as the C library reads it, for processes that have none: at its end, and with nothing in its buffer.
class StandardInput {
public:
  void show(bool wanted) {
    if (wanted == is_shown_) return;
    is_shown_ = wanted;
    std::swap(stream_->_IO_read_ptr, next_);
    std::swap(stream_->_IO_read_end, end_);
    std::swap(stream_->_IO_read_base, begin_);
    const int end_seen = stream_->_flags & end_is_seen;
    stream_->_flags = (stream_->_flags & ~end_is_seen) | flags_;
    flags_ = end_seen;
    if (!wanted) stream_->_flags |= end_is_seen;
  }

private:
  static constexpr int end_is_seen = 0x10; // glibc's _IO_EOF_SEEN

  FILE* stream_ = StandardStreams::first().input;
  bool is_shown_ = true;
  char* begin_ = nullptr; ///< what the other kind of process has
  char* next_ = nullptr;
  char* end_ = nullptr;
  int flags_ = 0;
};

StandardInput& standard_input() {
  static StandardInput input;
  return input;
}

} // namespace

struct ProcessState::Simulators {
  int folder = folder_here();
  mode_t mask = ::umask(0);
  Arithmetic arithmetic = arithmetic_now();
  std::array<StreamState, stream_count> streams;
  std::array<int, descriptor_count> descriptors{copy_of(0), copy_of(1), copy_of(2)};

  Simulators() : streams{state_of(stream(0)), state_of(stream(1)), state_of(stream(2)), state_of(stream(3))} {
    ::umask(mask);
  }
};

/// Looked at while the simulator collects the output of programs.
const ProcessState::Simulators& ProcessState::simulators() {
  static const Simulators simulators;
  return simulators;
}

ProcessState::ProcessState(Input input) : input_(input) { simulators(); }

ProcessState::OfThread ProcessState::first() { return {simulators().arithmetic}; }

ProcessState::~ProcessState() {
  for (FILE* const file : files_) {
    ::__fpurge(file);
    std::fclose(file);
  }
  close_if_open(folder_);
  for (const int descriptor : own_descriptors_) close_if_open(descriptor);
  if (made_locale_ != LC_GLOBAL_LOCALE) ::freelocale(made_locale_);
}

void ProcessState::end() {
  std::fflush(StandardStreams::first().output);
  for (FILE* const file : std::exchange(files_, {})) std::fclose(file);
}

void ProcessState::take_up(const OfThread& thread) {
  set(thread.arithmetic);
  standard_.set();
  standard_input().show(has_input());
  if (thread.locale != LC_GLOBAL_LOCALE) ::uselocale(thread.locale);
  for (std::size_t i = 0; i < stream_count; ++i)
    if (streams_[i]) set(stream(i), *streams_[i]);
  if (folder_ >= 0) (void)!::fchdir(folder_);
  if (mask_) ::umask(*mask_);
  if (!has_own_descriptors_) return;
  for (std::size_t i = 0; i < descriptor_count; ++i) {
    const int number = static_cast<int>(i);
    if (own_descriptors_[i] < 0)
      ::close(number);
    else
      ::dup2(own_descriptors_[i], number);
    close_if_open(std::exchange(own_descriptors_[i], -1));
  }
}

void ProcessState::put_aside(OfThread& thread) {
  thread.arithmetic = arithmetic_now();
  set(simulators().arithmetic);
  standard_ = StandardStreams::now();
  StandardStreams::first().set();
  thread.locale = ::uselocale(LC_GLOBAL_LOCALE);
  for (std::size_t i = 0; i < stream_count; ++i) {
    const StreamState now = state_of(stream(i));
    const bool is_usual = is_same(now, simulators().streams[i]);
    streams_[i] = is_usual ? std::nullopt : std::optional(now);
    if (!is_usual) set(stream(i), simulators().streams[i]);
  }
  if (folder_ >= 0) (void)!::fchdir(simulators().folder);
  if (mask_) mask_ = ::umask(simulators().mask);
  if (!has_own_descriptors_) return;
  std::fflush(stdout);
  std::clearerr(stdout); // that it may be closed is this process's
  for (std::size_t i = 0; i < descriptor_count; ++i) {
    own_descriptors_[i] = copy_of(static_cast<int>(i));
    ::dup2(simulators().descriptors[i], static_cast<int>(i));
  }
}

void ProcessState::note_folder() {
  close_if_open(folder_);
  folder_ = folder_here();
}

mode_t ProcessState::set_umask(mode_t mask) {
  mask_ = mask;
  return ::umask(mask);
}

char* ProcessState::set_locale(int category, const char* name) {
  if (category < 0 || category > LC_IDENTIFICATION) return nullptr;
  const locale_t used = ::uselocale(nullptr);
  if (name) {
    const locale_t base = ::duplocale(used);
    const int which = category == LC_ALL ? LC_ALL_MASK : 1 << category;
    const locale_t wanted = ::newlocale(which, name, base);
    if (!wanted) {
      ::freelocale(base);
      return nullptr;
    }
    ::uselocale(wanted);
    if (made_locale_ != LC_GLOBAL_LOCALE) ::freelocale(made_locale_);
    made_locale_ = wanted;
  }
  const locale_t now = ::duplocale(::uselocale(nullptr));
  locale_name_ = name_of(now, category == LC_ALL ? LC_CTYPE : category);
  bool is_mixed = false;
  std::string all;
  for (std::size_t i = 0; i < categories.size(); ++i) {
    const std::string one = name_of(now, categories[i]);
    is_mixed = is_mixed || one != locale_name_;
    all += (i == 0 ? "" : ";") + std::string(category_names[i]) + "=" + one;
  }
  if (category == LC_ALL && is_mixed) locale_name_ = all;
  ::freelocale(now);
  return locale_name_.data();
}

void ProcessState::make_descriptors_own() {
  std::fflush(StandardStreams::first().output);
  has_own_descriptors_ = true;
}

FILE* ProcessState::opened(FILE* file) {
  if (file) files_.insert(file);
  return file;
}

int ProcessState::close(FILE* file) {
  files_.erase(file);
  return std::fclose(file);
}

int ProcessState::flush_all() {
  int outcome = std::fflush(StandardStreams::first().output);
  for (FILE* const file : std::set<FILE*>(files_))
    if (std::fflush(file) != 0) outcome = EOF;
  return outcome;
}

ProcessState::Arithmetic ProcessState::arithmetic_now() {
  Arithmetic now{_mm_getcsr(), 0};
  asm volatile("fnstcw %0" : "=m"(now.x87));
  return now;
}

void ProcessState::set(const Arithmetic& wanted) {
  _mm_setcsr(wanted.sse);
  if (wanted.x87 != arithmetic_now().x87) asm volatile("fldcw %0" : : "m"(wanted.x87));
}

std::ios& ProcessState::stream(std::size_t i) {
  static const std::array<std::ios*, stream_count> all{&std::cout, &std::cerr, &std::clog, &std::cin};
  return *all[i];
}

ProcessState::StreamState ProcessState::state_of(const std::ios& stream) {
  return {stream.rdbuf(), stream.flags(),      stream.precision(), stream.width(),
          stream.fill(),  stream.exceptions(), stream.rdstate()};
}

bool ProcessState::is_same(const StreamState& a, const StreamState& b) {
  return a.buffer == b.buffer && a.flags == b.flags && a.precision == b.precision && a.width == b.width &&
         a.fill == b.fill && a.exceptions == b.exceptions && a.state == b.state;
}

/// Its exceptions come last, and not because of the state that it is in.
void ProcessState::set(std::ios& stream, const StreamState& wanted) {
  stream.exceptions(std::ios_base::goodbit);
  stream.rdbuf(wanted.buffer);
  stream.flags(wanted.flags);
  stream.precision(wanted.precision);
  stream.width(wanted.width);
  stream.fill(wanted.fill);
  stream.clear(wanted.state);
  try {
    stream.exceptions(wanted.exceptions);
  } catch (const std::ios_base::failure&) {}
}

} // namespace daruma::hosting
