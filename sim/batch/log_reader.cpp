#include "sim/batch/log_reader.hpp"

#include "sim/core/affixes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <limits>
#include <lzma.h>
#include <sstream>
#include <zlib.h>

namespace daruma::batch {

namespace {

constexpr std::string_view xz_magic("\xFD"
                                    "7zXZ\0",
                                    6);

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF"; ///< of UTF-8, which some programs write

bool is_xz(const std::string& path) {
  std::array<char, 6> head{};
  std::ifstream(path, std::ios::binary).read(head.data(), head.size());
  return std::string_view(head.data(), head.size()) == xz_magic;
}

std::string bytes_of(const std::string& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

/// False if it is damaged or cut.
bool unpack(const std::string& packed, std::string& text) {
  lzma_stream stream = LZMA_STREAM_INIT;
  if (lzma_stream_decoder(&stream, std::numeric_limits<std::uint64_t>::max(), LZMA_CONCATENATED) != LZMA_OK)
    return false;
  std::array<char, 1U << 16U> piece{};
  stream.next_in = reinterpret_cast<const std::uint8_t*>(packed.data());
  stream.avail_in = packed.size();
  lzma_ret answer = LZMA_OK;
  while (answer == LZMA_OK) {
    stream.next_out = reinterpret_cast<std::uint8_t*>(piece.data());
    stream.avail_out = piece.size();
    answer = lzma_code(&stream, LZMA_FINISH);
    text.append(piece.data(), piece.size() - stream.avail_out);
  }
  lzma_end(&stream);
  return answer == LZMA_STREAM_END;
}

} // namespace

void LogReader::Closing::operator()(gzFile_s* file) const { gzclose(file); }

LogReader::LogReader(const std::filesystem::path& path) : path_(path.string()) {
  if (std::filesystem::is_directory(path)) throw LogError(path_ + ": is a folder");
  errno = 0;
  file_.reset(gzopen(path_.c_str(), "rb"));
  if (!file_) throw LogError(path_ + ": cannot be read: " + std::strerror(errno));
  gzbuffer(file_.get(), 1U << 17U);
  if (!is_xz(path_)) return;
  file_.reset();
  if (!unpack(bytes_of(path_), text_)) throw LogError(path_ + ": the compressed file is damaged or cut");
}

void LogReader::fail(const std::string& sentence) const {
  throw LogError(fmt::format("{}: line {}: {}", path_, std::max(number_, 1), sentence));
}

/// The next line with its end, or what fits of it.
bool LogReader::next_piece() {
  if (file_) return gzgets(file_.get(), piece_.data(), static_cast<int>(piece_.size())) != nullptr;
  if (at_ == text_.size()) return false;
  const std::size_t end = std::min(text_.find('\n', at_), text_.size() - 1) + 1;
  const std::size_t length = std::min(end - at_, piece_.size() - 1);
  text_.copy(piece_.data(), length, at_);
  piece_[length] = '\0';
  at_ += length;
  return true;
}

bool LogReader::next(std::string_view& line) {
  errno = 0;
  const bool is_there = next_piece();
  int error = Z_OK;
  const char* const why = file_ ? gzerror(file_.get(), &error) : "";
  if (error != Z_OK && error != Z_STREAM_END)
    fail(error == Z_ERRNO ? std::strerror(errno) : std::string("the compressed file is damaged or cut: ") + why);
  if (!is_there) return false;
  ++number_;
  line = std::string_view(piece_.data());
  if (line.size() + 1 == piece_.size() && line.back() != '\n')
    fail(fmt::format("is longer than {} characters", piece_.size() - 1));
  if (number_ == 1 && begins_with(line, byte_order_mark)) line.remove_prefix(byte_order_mark.size());
  return true;
}

} // namespace daruma::batch
