// The small files of a run's directory (real_port.cpp): settings, whole contents, the count of processes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace daruma::models {

using Settings = std::map<std::string, std::string, std::less<>>;

/// Lines name=value; none if there is no such file.
Settings read_settings(const std::filesystem::path& file);
std::optional<std::string> find(const Settings&, std::string_view name);
/// Throws std::runtime_error that says what the setting has to be.
std::int64_t number(const Settings&, std::string_view name, std::int64_t otherwise);

/// Readers see the old content or the new, never half of it. Throws std::runtime_error with the reason.
void write_whole(const std::filesystem::path& file, std::string_view content);
std::optional<std::string> read_whole(const std::filesystem::path& file);

/// Takes the next `count` numbers for processes and returns the first of them; one caller at a time.
int take_numbers(const std::filesystem::path& counter, int count);
/// How many have been taken; 0 if there is no such file.
int numbers_taken(const std::filesystem::path& counter);

} // namespace daruma::models
