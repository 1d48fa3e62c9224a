// What a file said, in few letters: SHA-256 (FIPS 180-4), so that results tell whether an input has changed since.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace daruma::results {

/// The file's SHA-256 in hexadecimal digits; "unreadable" where it cannot be read.
std::string sha256_of(const std::filesystem::path&);
std::string sha256_of_text(std::string_view);

} // namespace daruma::results
