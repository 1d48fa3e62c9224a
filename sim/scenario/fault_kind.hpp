// What can befall a run, as `daruma explore` tries it: the words for it, on the command line and in scenarios.
#pragma once

#include "sim/core/words.hpp"

namespace daruma::scenario {

enum class FaultKind {
  deaths,        ///< of processes, or of nodes
  hangs,         ///< a node does not answer for a while
  slow_ranks,    ///< a process computes more slowly for a while
  slow_links,    ///< all that joins a node to the others carries less for a while
  partitions,    ///< nothing passes between a node and all others for a while
  message_bits,  ///< a bit of a message is turned over
  array_bits,    ///< a bit of an array that the program has named is turned over
  memory,        ///< memory that the program asks for cannot be had
  late_messages, ///< a message comes after some that it would have come before
  late_news      ///< a process learns of deaths later than others
};

inline const Choices<FaultKind> fault_kinds{{"deaths", FaultKind::deaths},
                                            {"hangs", FaultKind::hangs},
                                            {"slow-ranks", FaultKind::slow_ranks},
                                            {"slow-links", FaultKind::slow_links},
                                            {"partitions", FaultKind::partitions},
                                            {"message-bits", FaultKind::message_bits},
                                            {"array-bits", FaultKind::array_bits},
                                            {"memory", FaultKind::memory},
                                            {"late-messages", FaultKind::late_messages},
                                            {"late-news", FaultKind::late_news}};

} // namespace daruma::scenario
