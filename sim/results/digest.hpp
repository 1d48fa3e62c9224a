// What a file said, in few letters: SHA-256 (FIPS 180-4), so that results tell whether an input has changed since.
#pragma once

#include <filesystem>
#include <string>

namespace daruma::results {

/// In hexadecimal digits; "unreadable" where the file cannot be read.
std::string sha256_of(const std::filesystem::path&);

} // namespace daruma::results
