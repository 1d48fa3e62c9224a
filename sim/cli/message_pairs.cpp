#include "sim/cli/message_pairs.hpp"

#include "sim/cli/command_line.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

namespace daruma::cli {

namespace {

using daruma::models::spares::Message;

constexpr int largest_weight = 1000000;

bool is_sound(const Message& message, int ranks) {
  const auto is_rank = [ranks](int number) { return number >= 0 && number < ranks; };
  return is_rank(message.from) && is_rank(message.to) && message.weight >= 1 && message.weight <= largest_weight;
}

Message parse(const std::string& line, const std::string& place, int ranks) {
  std::istringstream words(line);
  std::vector<int> numbers;
  for (int number = 0; words >> number;) numbers.push_back(number);
  const bool is_whole = words.eof() && (numbers.size() == 2 || numbers.size() == 3);
  const Message message{is_whole ? numbers[0] : -1, is_whole ? numbers[1] : -1, numbers.size() == 3 ? numbers[2] : 1};
  if (!is_sound(message, ranks))
    throw UsageError(
        fmt::format("{}: a line takes two ranks from 0 to {} and perhaps a weight from 1 to {}, got \"{}\"", place,
                    ranks - 1, largest_weight, line));
  return message;
}

} // namespace

std::vector<Message> read_message_pairs(const std::string& file, int ranks) {
  std::ifstream stream(file);
  if (!stream) throw UsageError(file + " cannot be read");
  std::vector<Message> messages;
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos || line.front() == '#') continue;
    messages.push_back(parse(line, fmt::format("{}:{}", file, number), ranks));
  }
  return messages;
}

} // namespace daruma::cli
