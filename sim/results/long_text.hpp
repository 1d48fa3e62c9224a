// A text of any length, written from front to back: memory holds its last part, a file without a name those before.
//
// Where there is no room for the file, memory holds all. A copy shares what the file has of the original.
#pragma once

#include "sim/results/json_writer.hpp"
#include "sim/results/row_file.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace daruma::results {

class LongText {
public:
  LongText& operator<<(std::string_view more) {
    recent_ += more;
    if (recent_.size() >= room_) write_out();
    return *this;
  }

  /// From front to back. Throws std::system_error where the disk fails.
  void read(const Sink&) const;

private:
  void write_out();

  static constexpr std::size_t together = 1 << 16; ///< bytes that are written together
  std::size_t room_ = together;
  std::shared_ptr<RowFile> file_;
  std::vector<RowFile::Place> parts_;
  std::string recent_; ///< what came after them
};

} // namespace daruma::results
