#include "models/spares/mpi/logged_stencil.hpp"

#include "models/port/port.hpp"
#include "models/port/rank.hpp"
#include "models/spares/logic/message_log.hpp"
#include "models/spares/logic/rank_places.hpp"
#include "models/spares/mpi/event_logger.hpp"
#include "models/spares/mpi/give_up.hpp"
#include "models/spares/mpi/logged_words.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace daruma::models::spares {

namespace {

/// Which rank is which process, as one process knows it.
using Processes = std::vector<int>;

constexpr int first_step_tag = 16;
constexpr int step_tags = 16384; // of one tag, messages are received in the order in which they were sent

int tag_of(std::int64_t step) { return first_step_tag + static_cast<int>(step % step_tags); }

/// Whether it had come already.
bool call_off(MPI_Request& request) {
  if (request == MPI_REQUEST_NULL) return false;
  MPI_Status status;
  int is_cancelled = 0;
  MPI_Cancel(&request);
  const int code = MPI_Wait(&request, &status);
  if (code == MPI_SUCCESS) MPI_Test_cancelled(&status, &is_cancelled);
  return code == MPI_SUCCESS && is_cancelled == 0;
}

/// One rank, in the process that carries it now.
class LoggedRank {
public:
  LoggedRank(const StencilOrder& order, const Pattern& halos, int rank, const Processes& processes)
      : order_(order), rank_(rank), logger_(event_logger(order.layout)),
        log_(static_cast<int>(halos.sends(rank).end() - halos.sends(rank).begin()), order.message) {
    for (const Partner& neighbour : halos.sends(rank))
      links_.push_back({neighbour.rank, processes[static_cast<std::size_t>(neighbour.rank)], 0, 0, {}, nullptr});
    requests_.assign(1 + 2 * links_.size(), MPI_REQUEST_NULL);
    listen_to_logger();
    for (std::size_t link = 0; link < links_.size(); ++link) {
      links_[link].halo = port().blank(order.message);
      listen(link);
    }
  }

  /// After a death of the process that had it: from its own checkpoint, and the messages that it gets again.
  void take_over() {
    const Seconds begin = port().now();
    if (const auto stored = port().checkpoints().load(rank_, std::numeric_limits<std::int64_t>::max())) {
      position_ = stored->version;
      log_.restore(stored->version, stored->state);
    }
    for (std::size_t link = 0; link < links_.size(); ++link) {
      links_[link].wanted = position_;
      ask(link);
    }
    port().span("restart", begin, "rank " + std::to_string(rank_));
    port().restarted("rank " + std::to_string(rank_) + " goes back alone");
  }

  void perform() {
    while (position_ < order_.steps) {
      exchange();
      port().compute(order_.work);
      ++position_;
      save();
    }
    tell(logger_, {Say::done, rank_, static_cast<std::int64_t>(log_.most().value())});
    while (!is_over_) hear();
    for (MPI_Request& request : requests_) call_off(request);
  }

private:
  /// With a neighbour, as that is now.
  struct Link {
    int rank;
    int process;
    std::optional<std::int64_t> needs; ///< the first step whose message it needs; nothing until it has said so
    std::int64_t wanted;               ///< the step of the next message from it
    Word word;
    std::byte* halo;
  };

  // Where a link's requests are; those of what was sent follow.
  std::size_t word_of(std::size_t link) const { return 1 + link; }
  std::size_t halo_of(std::size_t link) const { return 1 + links_.size() + link; }
  std::size_t own_requests() const { return 1 + 2 * links_.size(); }

  void listen_to_logger() {
    MPI_Irecv(&word_, sizeof word_, MPI_BYTE, logger_, word_tag, MPI_COMM_WORLD, &requests_.front());
  }
  void listen(std::size_t link) {
    MPI_Irecv(&links_[link].word, sizeof(Word), MPI_BYTE, links_[link].process, word_tag, MPI_COMM_WORLD,
              &requests_[word_of(link)]);
  }

  int message() const { return static_cast<int>(order_.message.value()); }

  /// The neighbour's message of this step, if it has not come.
  void expect(std::size_t link) {
    if (links_[link].wanted != position_ || requests_[halo_of(link)] != MPI_REQUEST_NULL) return;
    MPI_Irecv(links_[link].halo, message(), MPI_BYTE, links_[link].process, tag_of(position_), MPI_COMM_WORLD,
              &requests_[halo_of(link)]);
  }

  void send(std::size_t link, std::int64_t step) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Isend(port().blank(order_.message), message(), MPI_BYTE, links_[link].process, tag_of(step), MPI_COMM_WORLD,
              &request);
    if (request != MPI_REQUEST_NULL) requests_.push_back(request);
  }

  void exchange() {
    while (unstored_ > 0) hear();
    const Seconds begin = port().now();
    log_.keep_step();
    for (std::size_t link = 0; link < links_.size(); ++link) {
      port().copy(order_.message); // into the log
      if (links_[link].needs && position_ >= *links_[link].needs) send(link, position_);
      expect(link);
    }
    while (!is_exchanged()) hear();
    port().span("exchange", begin, std::to_string(position_));
  }

  /// Who has not been there to receive gets its message from the log.
  bool is_exchanged() const {
    return requests_.size() == own_requests() &&
           std::all_of(links_.begin(), links_.end(), [this](const Link& link) { return link.wanted > position_; });
  }

  /// One message, or one death.
  void hear() {
    int at = 0;
    const int code = MPI_Waitany(static_cast<int>(requests_.size()), requests_.data(), &at, MPI_STATUS_IGNORE);
    const auto place = static_cast<std::size_t>(at);
    const bool is_well = code == MPI_SUCCESS;
    if (place >= own_requests()) {
      std::swap(requests_[place], requests_.back());
      requests_.pop_back();
    } else if (place == 0) {
      if (!is_well) give_up(logger_is_lost);
      obey(std::exchange(word_, {}));
    } else if (!is_well) {
      requests_[place] = MPI_REQUEST_NULL; // the logger will say who the neighbour is from now on
    } else if (place < halo_of(0)) {
      heed(place - word_of(0));
    } else {
      arrived(place - halo_of(0));
    }
  }

  void obey(const Word& word) {
    if (word.say == Say::stored) --unstored_;
    if (word.say == Say::end) is_over_ = true;
    if (word.say == Say::moved) meet(link_of(word.rank), static_cast<int>(word.number));
    if (!is_over_) listen_to_logger();
  }

  std::size_t link_of(int rank) const {
    const auto found =
        std::find_if(links_.begin(), links_.end(), [rank](const Link& link) { return link.rank == rank; });
    return static_cast<std::size_t>(found - links_.begin());
  }

  /// A neighbour's new process.
  void meet(std::size_t link, int process) {
    call_off(requests_[word_of(link)]);
    if (call_off(requests_[halo_of(link)])) arrived(link);
    links_[link].process = process;
    listen(link);
    ask(link);
    expect(link);
  }

  /// What it sent before this process knew it, or was there, is not to be sent again.
  void ask(std::size_t link) {
    links_[link].needs.reset();
    tell(links_[link].process, {Say::send_from, rank_, links_[link].wanted});
  }

  void heed(std::size_t link) {
    const Word word = links_[link].word;
    listen(link);
    const auto number = static_cast<int>(link);
    if (word.say == Say::saved) log_.forget_before(number, word.number);
    if (word.say != Say::send_from) return;
    if (word.number < log_.first(number))
      give_up("Rank " + std::to_string(word.rank) + " would need messages that rank " + std::to_string(rank_) +
              " no longer has");
    links_[link].needs = word.number;
    for (std::int64_t step = word.number; step < log_.steps(); ++step) send(link, step);
  }

  void arrived(std::size_t link) {
    ++links_[link].wanted;
    ++unstored_;
    tell(logger_, {Say::received, rank_, position_});
  }

  /// One rank after the other.
  void save() {
    const int every = port().checkpoints().every_loops();
    if (every == 0 || (position_ + rank_) % every != 0) return;
    CheckpointTerms terms = *port().checkpoints().terms();
    terms.size = terms.size + log_.size();
    const int partner = links_.empty() ? logger_ : links_.front().process;
    port().checkpoints().keep(rank_, position_, log_.saved(), terms, partner);
    for (const Link& link : links_) tell(link.process, {Say::saved, rank_, position_});
    tell(logger_, {Say::saved, rank_, position_});
  }

  const StencilOrder& order_;
  int rank_;
  int logger_;
  MessageLog log_;
  std::vector<Link> links_;
  std::vector<MPI_Request> requests_;
  Word word_{}; ///< the logger's
  std::int64_t position_ = 0;
  int unstored_ = 0; ///< messages that were received, and are not yet stored as such
  bool is_over_ = false;
};

/// Until it is needed, or the job is over: which rank it gets, and who is where then.
std::optional<std::pair<int, Processes>> stand_by(const StencilOrder& order) {
  const int logger = event_logger(order.layout);
  Word word{};
  if (MPI_Recv(&word, sizeof word, MPI_BYTE, logger, word_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE) != MPI_SUCCESS)
    give_up(logger_is_lost);
  if (word.say == Say::end) return std::nullopt;
  Processes processes(static_cast<std::size_t>(order.layout.ranks()));
  MPI_Recv(processes.data(), order.layout.ranks(), MPI_INT, logger, word_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  const Bytes events(static_cast<double>(word.number) * bytes_of_an_event);
  MPI_Recv(port().blank(events), static_cast<int>(events.value()), MPI_BYTE, logger, events_tag, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return std::pair{word.rank, processes};
}

} // namespace

bool go_back_alone(const StencilOrder& order, const Pattern& halos) {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const int own = rank_in(MPI_COMM_WORLD);
  if (own == event_logger(order.layout)) {
    keep_events(order, halos);
    return false;
  }
  const Processes processes = places_at_start(order).placement().nodes();
  if (const auto found = std::find(processes.begin(), processes.end(), own); found != processes.end()) {
    LoggedRank(order, halos, static_cast<int>(found - processes.begin()), processes).perform();
    return true;
  }
  const auto taken = stand_by(order);
  if (!taken) return false;
  LoggedRank rank(order, halos, taken->first, taken->second);
  rank.take_over();
  rank.perform();
  return true;
}

} // namespace daruma::models::spares
