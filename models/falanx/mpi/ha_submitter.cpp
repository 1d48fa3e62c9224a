#include "models/falanx/mpi/ha_sides.hpp"

namespace daruma::models::falanx {

HaSubmitter::HaSubmitter(const Wire& wire, const HaTerms& terms) : wire_(wire), terms_(terms), store_(wire.ranks()) {
  lay_out();
}

void HaSubmitter::lay_out() {
  for (const std::string& path :
       {ha::root, ha::tasks, ha::running, ha::done, ha::starters, ha::closed, ha::turn, ha::initial})
    store_.ensure(path);
}

TaskId HaSubmitter::submit(const Submission& submission) {
  const TaskId id{submission.priority, submitted_++ * wire_.ranks().roles.clients + wire_.me()};
  const std::string name = name_of(id);
  enqueue(id,
          {CreateNode{ha::task(name)}, CreateNode{ha::status(name), std::string(to_text(Status::initial))},
           CreateNode{ha::input_key(name), submission.input_key}, CreateNode{ha::function(name), submission.function}});
  ++outstanding_;
  return id;
}

/// The entry comes last, so that whoever sees it finds the rest. Starters remove buckets that they have emptied.
void HaSubmitter::enqueue(const TaskId& id, const std::vector<Change>& records) {
  const std::string name = name_of(id);
  if (terms_.writes == Writes::one_by_one) {
    for (const Change& record : records) {
      const auto& create = std::get<CreateNode>(record);
      store_.create(create.path, create.data);
    }
    store_.create(ha::below(ha::initial, name), "");
    return;
  }
  const auto is_made = [&] { return store_.read(ha::status(name)).has_value(); };
  std::vector<Change> changes = records;
  if (terms_.cure != Cure::buckets) {
    changes.emplace_back(CreateNode{ha::below(ha::initial, name)});
    store_.commit(changes, is_made);
    return;
  }
  const std::string bucket = ha::below(ha::initial, bucket_of(id, bucket_size));
  changes.emplace_back(CreateNode{ha::below(bucket, name)});
  if (bucket == last_bucket_ && store_.commit(changes, is_made) == StoreError::none) return;
  last_bucket_ = bucket;
  changes.insert(changes.begin(), CreateNode{bucket});
  if (store_.commit(changes, is_made) == StoreError::none) return;
  changes.erase(changes.begin()); // another submitter's, or one of this priority from before
  if (store_.commit(changes, is_made) != StoreError::none) enqueue(id, records);
}

/// Tasks in done that were not there before. Nothing leaves done, so that it is known how many are new; most of them
/// are the last by name.
void HaSubmitter::look() {
  const Listing done = store_.list(ha::done, Watch::set);
  const auto& names = done.all();
  for (auto name = names.rbegin(); name != names.rend() && count_seen_ < names.size(); ++name) {
    const auto order = static_cast<std::size_t>(order_of(*name));
    if (order >= seen_.size()) seen_.resize(order + 1);
    if (seen_[order]) continue;
    seen_[order] = true;
    ++count_seen_;
    const bool is_mine = static_cast<int>(order) % wire_.ranks().roles.clients == wire_.me();
    if (is_mine) ended_.push_back(task_of(*name));
  }
}

std::optional<TaskId> HaSubmitter::wait_any() {
  if (outstanding_ == 0) return std::nullopt;
  if (ended_.empty()) look();
  while (ended_.empty()) {
    store_.wait();
    look();
  }
  const TaskId id = ended_.front();
  ended_.pop_front();
  --outstanding_;
  return id;
}

Ending HaSubmitter::result(const TaskId& id) {
  const std::string name = name_of(id);
  const Status status = status_of(store_.read(ha::status(name)).value_or("FAILED"));
  if (status == Status::completed) return {status, store_.read(ha::output_key(name)).value_or("")};
  return {Status::failed, store_.read(ha::input_key(name)).value_or("")};
}

void HaSubmitter::close() { store_.create(ha::below(ha::closed, std::to_string(wire_.me())), ""); }

} // namespace daruma::models::falanx
