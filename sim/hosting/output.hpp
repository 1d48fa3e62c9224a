// What hosted programs print, by whatever means, told apart by process.
//
// All programs share one libc and so one standard output. Only one process runs at a time: what has
// come out between two switches is that process's. While a Capture lives, the simulator's own
// standard output and standard error lead into it.
#pragma once

#include <string>
#include <utility>

namespace daruma::hosting {

/// What came out of one of the two.
struct Printed {
  std::string output;
  std::string error;
};

class Capture {
public:
  Capture();
  ~Capture();
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  /// What has been printed since the last call.
  Printed take();

private:
  /// A descriptor that leads into memory meanwhile.
  class Diversion {
  public:
    explicit Diversion(int descriptor);
    ~Diversion();
    Diversion(const Diversion&) = delete;
    Diversion& operator=(const Diversion&) = delete;
    std::string take();

  private:
    int descriptor_;
    int sink_;
    int before_;
  };

  Diversion output_;
  Diversion error_;
};

/// Cuts text into lines as it comes.
class Lines {
public:
  /// Calls `line(text)` for each line that is complete now.
  template <class F> void add(const std::string& text, F&& line) {
    partial_ += text;
    for (std::size_t end = 0; (end = partial_.find('\n')) != std::string::npos; partial_.erase(0, end + 1))
      line(partial_.substr(0, end));
  }
  /// What was left without an end.
  std::string rest() { return std::exchange(partial_, {}); }

private:
  std::string partial_;
};

} // namespace daruma::hosting
