#include "sim/scenario/call_moment.hpp"

namespace daruma::scenario {

std::string ordinal(int number) {
  const int last = number % 10;
  const bool is_teen = number / 10 % 10 == 1;
  return std::to_string(number) + (is_teen || last > 3 || last == 0 ? "th"
                                   : last == 1                      ? "st"
                                   : last == 2                      ? "nd"
                                                                    : "rd");
}

std::string in_words(const CallMoment& moment) {
  const std::string text =
      std::string(word_of(parts_of_calls, moment.part)) + " " + moment.call + " (" + ordinal(moment.occurrence) + ")";
  return moment.nth > 1 ? text + ", at its " + ordinal(moment.nth) + " wait" : text;
}

} // namespace daruma::scenario
