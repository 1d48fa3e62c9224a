#include "sim/engine/chronicle.hpp"

#include "sim/engine/clock.hpp"

namespace daruma::engine {

void Chronicle::event(std::string_view kind, std::string_view job, int process, std::string_view text) {
  minutes_.event(now(), std::string(kind), std::string(job), process, std::string(text));
}

void Chronicle::span(std::string_view kind, std::string_view job, int process, Seconds begin, std::string_view text) {
  minutes_.span(begin, now(), std::string(kind), std::string(job), process, std::string(text));
}

} // namespace daruma::engine
