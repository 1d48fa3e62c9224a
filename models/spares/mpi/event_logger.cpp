#include "models/spares/mpi/event_logger.hpp"

#include "models/port/port.hpp"
#include "models/port/rank.hpp"
#include "models/port/ulfm.hpp"
#include "models/spares/mpi/give_up.hpp"
#include "models/spares/mpi/logged_words.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace daruma::models::spares {

namespace {

class EventLogger {
public:
  EventLogger(const StencilOrder& order, const Pattern& halos)
      : order_(order), halos_(halos), places_(places_at_start(order)),
        ranks_(static_cast<std::size_t>(order.layout.ranks())) {}

  void run() {
    listen();
    while (!are_all_done()) hear();
    MPI_Cancel(&request_);
    MPI_Wait(&request_, MPI_STATUS_IGNORE);
    for (int process = 0; process < size_of(MPI_COMM_WORLD); ++process)
      if (process != own_ && dead_.count(process) == 0) tell(process, {Say::end, 0, 0});
    report();
  }

private:
  struct Rank {
    std::int64_t events = 0; ///< since its last checkpoint
    bool is_done = false;
  };

  bool are_all_done() const {
    return std::all_of(ranks_.begin(), ranks_.end(), [](const Rank& rank) { return rank.is_done; });
  }

  void listen() { MPI_Irecv(&word_, sizeof word_, MPI_BYTE, MPI_ANY_SOURCE, word_tag, MPI_COMM_WORLD, &request_); }

  /// The next word; or deaths, of which it is told while it waits.
  void hear() {
    MPI_Status status;
    if (MPI_Wait(&request_, &status) == MPI_SUCCESS) {
      answer(word_, status.MPI_SOURCE);
      listen();
      return;
    }
    for (const int process : ulfm::acknowledge_failed(MPI_COMM_WORLD))
      if (dead_.insert(process).second) replace(process);
    if (request_ == MPI_REQUEST_NULL) listen();
  }

  void answer(const Word& word, int process) {
    Rank& rank = ranks_[static_cast<std::size_t>(word.rank)];
    switch (word.say) {
    case Say::received:
      ++rank.events;
      ++events_;
      return tell(process, {Say::stored, word.rank, word.number});
    case Say::saved:
      rank.events = 0;
      return;
    case Say::done:
      rank.is_done = true;
      most_logged_ = std::max(most_logged_, word.number);
      return;
    default:
      return;
    }
  }

  void replace(int dead) {
    const int rank = places_.placement().at(dead);
    if (!places_.answer(dead)) give_up(no_spare_is_left);
    if (rank < 0) return; // a spare
    ranks_[static_cast<std::size_t>(rank)].is_done = false;
    appoint(places_.placement().node_of(rank), rank);
    for (const Partner& neighbour : halos_.receives(rank))
      tell(places_.placement().node_of(neighbour.rank), {Say::moved, rank, places_.placement().node_of(rank)});
  }

  /// It is told who is where, and what the rank had received since its checkpoint.
  void appoint(int process, int rank) const {
    const std::int64_t events = ranks_[static_cast<std::size_t>(rank)].events;
    tell(process, {Say::take, rank, events});
    const std::vector<int>& processes = places_.placement().nodes();
    MPI_Send(processes.data(), static_cast<int>(processes.size()), MPI_INT, process, word_tag, MPI_COMM_WORLD);
    const Bytes size(static_cast<double>(events) * bytes_of_an_event);
    MPI_Send(port().blank(size), static_cast<int>(size.value()), MPI_BYTE, process, events_tag, MPI_COMM_WORLD);
  }

  void report() const {
    port().metric("steps", order_.steps);
    port().metric("events", static_cast<double>(events_));
    port().metric("log_bytes", static_cast<double>(most_logged_));
  }

  const StencilOrder& order_;
  const Pattern& halos_;
  RankPlaces places_;
  std::vector<Rank> ranks_;
  std::set<int> dead_; ///< processes
  int own_ = rank_in(MPI_COMM_WORLD);
  Word word_{};
  MPI_Request request_ = MPI_REQUEST_NULL;
  std::int64_t events_ = 0;
  std::int64_t most_logged_ = 0;
};

} // namespace

void keep_events(const StencilOrder& order, const Pattern& halos) { EventLogger(order, halos).run(); }

} // namespace daruma::models::spares
