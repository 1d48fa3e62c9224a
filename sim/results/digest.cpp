#include "sim/results/digest.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <fstream>
#include <memory>

namespace daruma::results {

namespace {

class Hash {
public:
  Hash() : state_(EVP_MD_CTX_new(), EVP_MD_CTX_free) { EVP_DigestInit_ex(state_.get(), EVP_sha256(), nullptr); }

  void add(std::string_view part) { EVP_DigestUpdate(state_.get(), part.data(), part.size()); }
  /// In hexadecimal digits; nothing can be added then.
  std::string take() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    EVP_DigestFinal_ex(state_.get(), digest.data(), &size);
    std::string text;
    for (unsigned int i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
    return text;
  }

private:
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> state_;
};

} // namespace

std::string sha256_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return "unreadable";
  Hash hash;
  std::array<char, 65536> part{};
  while (file.read(part.data(), part.size()), file.gcount() > 0)
    hash.add({part.data(), static_cast<std::size_t>(file.gcount())});
  return hash.take();
}

std::string sha256_of_text(std::string_view text) {
  Hash hash;
  hash.add(text);
  return hash.take();
}

} // namespace daruma::results
