#include "sim/run/simulated/event_log.hpp"

#include "sim/run/simulated/clock.hpp"

namespace daruma::run {

void EventLog::event(std::string_view kind, std::string_view job, int process, std::string_view text) {
  minutes_.event(now(), std::string(kind), std::string(job), process, std::string(text));
}

void EventLog::span(std::string_view kind, std::string_view job, int process, Seconds begin, std::string_view text) {
  minutes_.span(begin, now(), std::string(kind), std::string(job), process, std::string(text));
}

} // namespace daruma::run
