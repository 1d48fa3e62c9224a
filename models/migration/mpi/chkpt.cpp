#include "models/migration/mpi/chkpt.hpp"

#include "models/port/port.hpp"
#include "models/port/rank.hpp"
#include "models/port/ulfm.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace daruma::models::migration {
namespace {

constexpr int controller = 0;
constexpr int tag = 0;
/// Longer regions go in parts, because MPI counts bytes in int.
constexpr std::size_t largest_message = std::size_t{1} << 30;

/// The node of each process by a number, the first one's 0. Names are long: only the controller sees those of all.
std::vector<int> nodes_of(MPI_Comm world) {
  std::array<char, MPI_MAX_PROCESSOR_NAME> mine{};
  int length = 0;
  MPI_Get_processor_name(mine.data(), &length);
  std::vector<char> all(rank_in(world) == controller ? mine.size() * static_cast<std::size_t>(size_of(world)) : 0);
  const int width = static_cast<int>(mine.size());
  MPI_Gather(mine.data(), width, MPI_CHAR, all.data(), width, MPI_CHAR, controller, world);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < all.size(); i += mine.size()) names.emplace_back(&all[i]);
  std::vector<int> numbers = numbered(names);
  numbers.resize(static_cast<std::size_t>(size_of(world)));
  MPI_Bcast(numbers.data(), size_of(world), MPI_INT, controller, world);
  return numbers;
}

template <class Each> void in_messages(char* begin, std::size_t bytes, Each&& each) {
  for (std::size_t done = 0; done < bytes; done += largest_message)
    each(begin + done, static_cast<int>(std::min(largest_message, bytes - done)));
}

} // namespace

void MigratableJob::begin(MPI_Comm world, const Terms& terms) {
  MPI_Comm_dup(world, &context_);
  MPI_Comm_get_errhandler(world, &on_error_);
  me_ = rank_in(context_);
  terms_ = terms;
  history_ = LoadHistory(terms.swap.history);
  table_.node_of = nodes_of(context_);
  table_.process_of = first_table(table_.node_of, terms_);
  regroup();
}

int MigratableJob::rank() const {
  const auto found = std::find(table_.process_of.begin(), table_.process_of.end(), me_);
  return found == table_.process_of.end() ? -1 : static_cast<int>(found - table_.process_of.begin());
}

void MigratableJob::checkpoint(Report mine) {
  std::optional<Plan> plan = agree_on_plan(mine);
  for (; !plan; plan = agree_on_plan(mine)) lose_the_dead();
  transfer(plan->shift);
  ProcessTable then = table_;
  for (const Transfer& one : plan->transfers) carry_out(one, then);
  share(is_controller() && migration::is_over(table_, plan->reports), std::move(then.process_of));
  MPI_Barrier(context_);
  if (!plan->transfers.empty()) record(plan->transfers, plan->begin);
}

/// Nobody is told what to do before the controller has heard all; so who finds somebody dead by then keeps everybody
/// from going on.
std::optional<MigratableJob::Plan> MigratableJob::agree_on_plan(Report mine) {
  Plan plan{};
  if (ulfm::available) MPI_Comm_set_errhandler(context_, MPI_ERRORS_RETURN);
  int code = MPI_Barrier(context_);
  plan.begin = port().now();
  const NodeDemand demand = port().node_demand();
  mine.others = demand.others;
  mine.processors = demand.processors;
  if (code == MPI_SUCCESS) code = gather(mine, plan.reports);
  if (code == MPI_SUCCESS) plan.transfers = choose(plan.reports);
  if (code == MPI_SUCCESS) code = hand_out(plan.transfers, plan.shift);
  MPI_Comm_set_errhandler(context_, on_error_);
  if (ulfm::is_failure(code)) return std::nullopt;
  if (code != MPI_SUCCESS) MPI_Abort(context_, code);
  line_.reset();
  return plan;
}

/// The survivors go on with a communicator of their own, in which processes are numbered anew.
void MigratableJob::lose_the_dead() {
  ulfm::revoke(context_);
  MPI_Comm before = context_;
  context_ = ulfm::survivors_of(before);
  std::vector<int> numbers = ranks_in(context_, before);
  std::replace(numbers.begin(), numbers.end(), MPI_UNDEFINED, dead);
  MPI_Comm_free(&before);
  auto living = without_the_dead(table_, numbers);
  if (!living) MPI_Abort(context_, MPI_ERR_OTHER);
  table_ = std::move(*living);
  me_ = rank_in(context_);
  if (is_controller()) port().note("goes_on", std::to_string(table_.node_of.size()) + " processes are left");
}

int MigratableJob::gather(Report mine, std::vector<Report>& reports) const {
  reports.resize(is_controller() ? table_.node_of.size() : 0);
  return MPI_Gather(&mine, sizeof mine, MPI_BYTE, reports.data(), sizeof mine, MPI_BYTE, controller, context_);
}

std::vector<Transfer> MigratableJob::choose(const std::vector<Report>& reports) {
  if (!is_controller() || migration::is_over(table_, reports)) return {};
  std::vector<Transfer> transfers;
  Situation seen = situation(table_, reports, terms_, cost_);
  history_.take(port().now(), seen.nodes);
  take_orders(seen, transfers);
  return transfers.empty() ? decide(table_, std::move(seen), *terms_.policy) : transfers;
}

/// "migrate RANK" in the job's command file goes before what the policy would do; one order a checkpoint.
void MigratableJob::take_orders(const Situation& seen, std::vector<Transfer>& transfers) {
  if (!line_) line_ = port().commands().take();
  if (!line_) return;
  const auto rank = rank_to_migrate(*line_);
  const auto move = rank ? ordered(*rank, table_, seen) : std::nullopt;
  if (move)
    transfers.push_back(*move);
  else
    port().note("ignored", "\"" + *line_ + "\": no \"migrate RANK\" of a rank of the job, or nobody stands by");
}

int MigratableJob::hand_out(const std::vector<Transfer>& transfers, Shift& mine) const {
  std::vector<Shift> shifts(is_controller() ? table_.node_of.size() : 0, Shift{MPI_PROC_NULL, MPI_PROC_NULL});
  for (const Transfer& one : transfers) {
    shifts[static_cast<std::size_t>(one.from)].send_to = one.to;
    shifts[static_cast<std::size_t>(one.to)].receive_from = one.from;
  }
  return MPI_Scatter(shifts.data(), sizeof mine, MPI_BYTE, &mine, sizeof mine, MPI_BYTE, controller, context_);
}

/// Nobody both sends and receives.
void MigratableJob::transfer(const Shift& shift) const {
  const Seconds begin = port().now();
  for (const Region& region : memory_) {
    in_messages(region.begin, region.bytes, [&](char* part, int bytes) {
      if (shift.send_to != MPI_PROC_NULL) MPI_Send(part, bytes, MPI_BYTE, shift.send_to, tag, context_);
      if (shift.receive_from != MPI_PROC_NULL)
        MPI_Recv(part, bytes, MPI_BYTE, shift.receive_from, tag, context_, MPI_STATUS_IGNORE);
    });
  }
  if (shift.receive_from == MPI_PROC_NULL) return;
  port().span("transfer", begin, "from process " + std::to_string(shift.receive_from));
  port().metric("transfer_s", (port().now() - begin).count());
}

/// What the controller gives here is what all know afterwards.
void MigratableJob::share(bool is_over, std::vector<int> table) {
  table.push_back(is_over ? 1 : 0);
  MPI_Bcast(table.data(), static_cast<int>(table.size()), MPI_INT, controller, context_);
  is_over_ = table.back() != 0;
  table.pop_back();
  if (table == table_.process_of) return;
  for (std::size_t rank = 0; rank < table.size(); ++rank) migrations_ += table[rank] != table_.process_of[rank] ? 1 : 0;
  table_.process_of = std::move(table);
  regroup();
}

void MigratableJob::regroup() {
  if (comm_ != MPI_COMM_NULL) MPI_Comm_free(&comm_);
  const int as = rank();
  MPI_Comm_split(context_, as < 0 ? MPI_UNDEFINED : 0, as, &comm_);
}

void MigratableJob::record(const std::vector<Transfer>& transfers, Seconds begin) {
  cost_ = (port().now() - begin) / static_cast<double>(transfers.size());
  port().migrated(transfers);
  port().span("migration", begin, to_text(transfers));
  port().metric("migration_s", (port().now() - begin).count());
}

void MigratableJob::end() {
  Report last;
  last.is_over = true;
  if (!is_over_) checkpoint(last);
  if (is_controller()) port().metric("migrations", migrations_);
  if (comm_ != MPI_COMM_NULL) MPI_Comm_free(&comm_);
  MPI_Comm_free(&context_);
  MPI_Errhandler_free(&on_error_);
}

} // namespace daruma::models::migration
