// Text in a language in which some characters mean something: these are replaced by what stands for them.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace daruma {

/// The text with what stands for each of these characters in its place.
inline std::string replaced(std::string_view text, std::initializer_list<std::pair<char, std::string_view>> by) {
  std::string result;
  for (const char letter : text) {
    const auto* const found = std::find_if(by.begin(), by.end(), [=](const auto& one) { return one.first == letter; });
    result += found == by.end() ? std::string_view(&letter, 1) : found->second;
  }
  return result;
}

/// One word of a shell's, whatever is in it.
inline std::string shell_word(std::string_view text) { return "'" + replaced(text, {{'\'', "'\\''"}}) + "'"; }

/// The text as one would type it as one word of a shell's: quoted where it has to be.
inline std::string as_word(std::string_view text) {
  constexpr std::string_view plain = "/._-+=:,@%ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  const bool is_plain = !text.empty() && text.find_first_not_of(plain) == std::string_view::npos;
  return is_plain ? std::string(text) : shell_word(text);
}

} // namespace daruma
