#include "models/migration/chkpt.hpp"

#include "models/port/port.hpp"
#include "models/port/rank.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace daruma::models::migration {
namespace {

constexpr int controller = 0;
constexpr int tag = 0;
/// MPI counts in int.
constexpr std::size_t largest_message = std::size_t{1} << 30;

std::vector<std::string> names_of_nodes(MPI_Comm world) {
  std::array<char, MPI_MAX_PROCESSOR_NAME> mine{};
  int length = 0;
  MPI_Get_processor_name(mine.data(), &length);
  std::vector<char> all(mine.size() * static_cast<std::size_t>(size_of(world)));
  const int width = static_cast<int>(mine.size());
  MPI_Allgather(mine.data(), width, MPI_CHAR, all.data(), width, MPI_CHAR, world);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < all.size(); i += mine.size()) names.emplace_back(&all[i]);
  return names;
}

template <class Each> void in_messages(char* begin, std::size_t bytes, Each&& each) {
  for (std::size_t done = 0; done < bytes; done += largest_message)
    each(begin + done, static_cast<int>(std::min(largest_message, bytes - done)));
}

} // namespace

void MigratableJob::begin(MPI_Comm world, const Terms& terms) {
  MPI_Comm_dup(world, &context_);
  me_ = rank_in(context_);
  terms_ = terms;
  crew_.node_of = numbered(names_of_nodes(context_));
  crew_.process_of = first_table(crew_.node_of, terms_);
  regroup();
}

int MigratableJob::rank() const {
  const auto found = std::find(crew_.process_of.begin(), crew_.process_of.end(), me_);
  return found == crew_.process_of.end() ? -1 : static_cast<int>(found - crew_.process_of.begin());
}

void MigratableJob::meet(Report mine) {
  MPI_Barrier(context_);
  const Seconds begin = port().now();
  const NodeDemand demand = port().node_demand();
  mine.others = demand.others;
  mine.processors = demand.processors;
  const auto reports = gather(mine);
  const auto transfers = choose(reports);
  transfer(hand_out(transfers));
  Crew then = crew_;
  for (const Transfer& one : transfers) carry_out(one, then);
  share(has_ended(reports), std::move(then.process_of));
  MPI_Barrier(context_);
  if (!transfers.empty()) record(transfers, begin);
}

/// Of what the controller was told.
bool MigratableJob::has_ended(const std::vector<Report>& reports) const {
  return is_controller() && std::any_of(crew_.process_of.begin(), crew_.process_of.end(), [&](int process) {
           return reports[static_cast<std::size_t>(process)].is_over;
         });
}

std::vector<Report> MigratableJob::gather(Report mine) const {
  std::vector<Report> reports(is_controller() ? crew_.node_of.size() : 0);
  MPI_Gather(&mine, sizeof mine, MPI_BYTE, reports.data(), sizeof mine, MPI_BYTE, controller, context_);
  return reports;
}

std::vector<Transfer> MigratableJob::choose(const std::vector<Report>& reports) const {
  if (!is_controller() || has_ended(reports)) return {};
  std::vector<Transfer> transfers;
  take_orders(situation(crew_, reports, terms_, cost_), transfers);
  return transfers.empty() ? decide(crew_, reports, terms_, cost_) : transfers;
}

/// "migrate RANK" in the job's command file goes before what the policy would do; one order a checkpoint.
void MigratableJob::take_orders(const Situation& seen, std::vector<Transfer>& transfers) const {
  const auto line = port().commands().take();
  if (!line) return;
  int rank = 0;
  int length = 0;
  const bool is_order = std::sscanf(line->c_str(), "migrate %d%n", &rank, &length) == 1 &&
                        static_cast<std::size_t>(length) == line->size();
  const auto move = is_order ? ordered(rank, crew_, seen) : std::nullopt;
  if (move)
    transfers.push_back(*move);
  else
    port().note("ignored", "\"" + *line + "\": no \"migrate RANK\" of a rank of the job, or nobody stands by");
}

MigratableJob::Order MigratableJob::hand_out(const std::vector<Transfer>& transfers) const {
  std::vector<Order> orders(is_controller() ? crew_.node_of.size() : 0, Order{MPI_PROC_NULL, MPI_PROC_NULL});
  for (const Transfer& one : transfers) {
    orders[static_cast<std::size_t>(one.from)].send_to = one.to;
    orders[static_cast<std::size_t>(one.to)].receive_from = one.from;
  }
  Order mine{};
  MPI_Scatter(orders.data(), sizeof mine, MPI_BYTE, &mine, sizeof mine, MPI_BYTE, controller, context_);
  return mine;
}

/// Nobody both sends and receives.
void MigratableJob::transfer(const Order& order) const {
  const Seconds begin = port().now();
  for (const Region& region : memory_) {
    in_messages(region.begin, region.bytes, [&](char* part, int bytes) {
      if (order.send_to != MPI_PROC_NULL) MPI_Send(part, bytes, MPI_BYTE, order.send_to, tag, context_);
      if (order.receive_from != MPI_PROC_NULL)
        MPI_Recv(part, bytes, MPI_BYTE, order.receive_from, tag, context_, MPI_STATUS_IGNORE);
    });
  }
  if (order.receive_from == MPI_PROC_NULL) return;
  port().span("transfer", begin, "from process " + std::to_string(order.receive_from));
  port().metric("transfer_s", (port().now() - begin).count());
}

/// What the controller gives here is what all know afterwards.
void MigratableJob::share(bool is_over, std::vector<int> table) {
  table.push_back(is_over ? 1 : 0);
  MPI_Bcast(table.data(), static_cast<int>(table.size()), MPI_INT, controller, context_);
  is_over_ = table.back() != 0;
  table.pop_back();
  if (table == crew_.process_of) return;
  for (std::size_t rank = 0; rank < table.size(); ++rank) migrations_ += table[rank] != crew_.process_of[rank] ? 1 : 0;
  crew_.process_of = std::move(table);
  regroup();
}

void MigratableJob::regroup() {
  if (comm_ != MPI_COMM_NULL) MPI_Comm_free(&comm_);
  const int as = rank();
  MPI_Comm_split(context_, as < 0 ? MPI_UNDEFINED : 0, as, &comm_);
}

void MigratableJob::record(const std::vector<Transfer>& transfers, Seconds begin) {
  cost_ = (port().now() - begin) / static_cast<double>(transfers.size());
  std::string text;
  for (const Transfer& one : transfers)
    text += (text.empty() ? "rank " : ", rank ") + std::to_string(one.rank) + ": process " + std::to_string(one.from) +
            " -> " + std::to_string(one.to);
  port().note("migration", text);
  port().span("migration", begin, text);
  port().metric("migration_s", (port().now() - begin).count());
}

void MigratableJob::end() {
  Report last;
  last.is_over = true;
  if (!is_over_) meet(last);
  if (is_controller()) port().metric("migrations", migrations_);
  if (comm_ != MPI_COMM_NULL) MPI_Comm_free(&comm_);
  MPI_Comm_free(&context_);
}

} // namespace daruma::models::migration
