// The arguments of the two programs, by default those of the paper's runs as far as it tells them.
#pragma once

#include "models/port/program.hpp"

namespace daruma::models::dyprc {

namespace sendrecv_arguments {
inline constexpr ArgumentRule loops{"loops", ArgumentKind::count, cited("4", "DyProReconf, Fig. 4: 4 loops"),
                                    "How often all message lengths are gone through."};
inline constexpr ArgumentRule largest_message{"largest_message", ArgumentKind::message_size,
                                              cited("512KiB", "DyProReconf, Fig. 4: its last message length"),
                                              "The last of the message lengths, which double from 1 B."};
inline constexpr ArgumentRule repetitions{
    "repetitions", ArgumentKind::count,
    assumed("1", "the paper does not say over how many exchanges its times are means"),
    "Exchanges of a length, whose mean is reported."};
inline constexpr ArgumentRule window{
    "window", ArgumentKind::duration,
    assumed("500us", "long enough for a call to reach all ranks of a node, which takes some microseconds"),
    "How long before an exchange rank 0 calls for it, so that all ranks begin together."};
} // namespace sendrecv_arguments

namespace iterate_arguments {
inline constexpr ArgumentRule iterations{
    "iterations", ArgumentKind::count,
    assumed("40", "enough to go on after four failures; the paper does not count them"), "Iterations of the loop."};
inline constexpr ArgumentRule work{"work", ArgumentKind::work, assumed("864Mf", "10 ms of a core of Oakbridge-CX"),
                                   "What each rank computes in an iteration."};
inline constexpr ArgumentRule shared_work{
    "shared_work", ArgumentKind::work,
    assumed("0flop", "each rank's work stays its own unless a scenario says otherwise"),
    "What all ranks compute together in an iteration besides, in equal parts: with fewer ranks it takes longer."};
} // namespace iterate_arguments

} // namespace daruma::models::dyprc
