// The lines of a log, plain or compressed by gzip or xz, whatever its name says; without a byte order mark.
#pragma once

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

struct gzFile_s;

namespace daruma::batch {

/// The file cannot be read, or is not such a log; what() names the file and the line.
class LogError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

class LogReader {
public:
  /// Throws LogError.
  explicit LogReader(const std::filesystem::path&);

  /// False at the end. Throws LogError, also for a line of more than 65535 characters.
  bool next(std::string_view& line);
  int number() const { return number_; } ///< of the last line, from 1
  const std::string& path() const { return path_; }
  [[noreturn]] void fail(const std::string& sentence) const;

private:
  struct Closing {
    void operator()(gzFile_s*) const;
  };
  bool next_piece();

  std::string path_;
  std::unique_ptr<gzFile_s, Closing> file_;
  std::string text_; ///< all of it, if it was compressed by xz
  std::size_t at_ = 0;
  std::vector<char> piece_ = std::vector<char>(1U << 16U);
  int number_ = 0;
};

} // namespace daruma::batch
