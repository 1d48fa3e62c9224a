// What hosted programs print, by whatever means, told apart by process.
//
// All programs share one libc and so one standard output. Only one process runs at a time: what has
// come out between two switches is that process's. While a Capture lives, the simulator's own
// standard output and standard error lead into it. Standard output is buffered by lines, as on a terminal: a line that
// a process has begun and not flushed stays its own, and is lost if it is killed.
#pragma once

#include "sim/core/units.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace daruma::hosting {

/// What came out of one of the two.
struct Printed {
  std::string output;
  std::string error;
  std::string begun_line; ///< that the process has not flushed, and is no longer in the buffer
};

class Capture {
public:
  Capture();
  ~Capture();
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  /// What has been printed since the last call.
  Printed take();
  /// In the buffer again, of the process that runs now.
  static void put_back(const std::string& begun_line);
  /// A copy of this process collects for itself from now on, with what had come out before it was made.
  void part_from_original() {
    output_.part_from_original();
    error_.part_from_original();
  }
  /// How much that would be; may be asked from a signal handler.
  std::size_t waiting() const { return output_.size() + error_.size(); }

private:
  /// A descriptor that leads into memory meanwhile.
  class Diversion {
  public:
    explicit Diversion(int descriptor);
    ~Diversion();
    Diversion(const Diversion&) = delete;
    Diversion& operator=(const Diversion&) = delete;
    std::string take();
    std::size_t size() const;
    void part_from_original();

  private:
    int descriptor_;
    int sink_;
    int before_;
  };

  Diversion output_;
  Diversion error_;
};

/// How much memory the printed lines of a job may take: a program that prints for ever is not stopped by the computer.
struct OutputBudget {
  static constexpr std::size_t of_a_line = 128; ///< besides its text

  Bytes limit{1 << 30};
  std::size_t used = 0;

  bool has_room_for(std::size_t more) const { return static_cast<double>(used + more) <= limit.value(); }
};

/// Cuts text into lines as it comes.
class Lines {
public:
  /// Calls `line(text)` for each line that is complete now.
  template <class F> void add(const std::string& text, F&& line) {
    partial_ += text;
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = partial_.find('\n', begin)) != std::string::npos; begin = end + 1)
      line(partial_.substr(begin, end - begin));
    partial_.erase(0, begin);
  }
  /// What was left without an end.
  std::string rest() { return std::exchange(partial_, {}); }

private:
  std::string partial_;
};

} // namespace daruma::hosting
