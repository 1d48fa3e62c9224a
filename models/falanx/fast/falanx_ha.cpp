#include "models/falanx/fast/falanx_ha.hpp"

#include "models/falanx/fast/ha_sizes.hpp"
#include "sim/treestore/ensemble.hpp"

#include <utility>

namespace daruma::fast {

namespace {

using models::falanx::bucket_size;
using models::falanx::Cure;
using models::falanx::Writes;
using Kind = StoreChange::Kind;

/// Of what nobody's decisions depend on.
Bytes small_answer(const TaskLists&) { return Bytes(8); }

} // namespace

// --- The submitter

void FastSubmitter::open(int node, Action then) {
  then_ = std::move(then);
  constexpr int folders = 8;
  me_ = store_.connect(node, [this] { lay_out(folders); });
}

/// The one for waiting tasks is the last.
void FastSubmitter::lay_out(int folders) {
  if (folders == 0) return std::exchange(then_, nullptr)();
  store_.commit(me_, {folders == 1 ? Kind::lay_out : Kind::nothing}, ha_sizes::write(),
                [this, folders] { lay_out(folders - 1); });
}

void FastSubmitter::submit(int priority, Action then) {
  then_ = std::move(then);
  submitting_ = {priority, submitted_++};
  constexpr int records = 4;
  enqueue(terms_.writes == Writes::one_by_one ? records : 0);
}

/// The nodes that are written before the entry, one by one.
void FastSubmitter::enqueue(int records) {
  if (records > 0) {
    store_.commit(me_, {}, ha_sizes::write(), [this, records] { enqueue(records - 1); });
    return;
  }
  const TaskId bucket{submitting_.priority, submitting_.order / bucket_size};
  if (terms_.cure == Cure::buckets &&
      (bucket.order != last_bucket_.order || bucket.priority != last_bucket_.priority)) {
    last_bucket_ = bucket;
    open_bucket();
    return;
  }
  enter([this] { open_bucket(); });
}

void FastSubmitter::enter(const std::function<void()>& refused) {
  const Bytes size = terms_.writes == Writes::one_by_one ? ha_sizes::write() : ha_sizes::submission();
  store_.commit(me_, {Kind::enter, {submitting_}}, size, [this, refused] {
    if (store_.has_made(me_))
      std::exchange(then_, nullptr)();
    else
      refused();
  });
}

/// Starters remove a bucket that they have emptied; it may be there from before.
void FastSubmitter::open_bucket() {
  store_.commit(me_, {Kind::open_bucket, {submitting_}}, ha_sizes::submission() + ha_sizes::path(), [this] {
    if (store_.has_made(me_))
      std::exchange(then_, nullptr)();
    else
      enter([this] { enqueue(0); });
  });
}

void FastSubmitter::wait_any(std::function<void(TaskId)> then) {
  named_ = std::move(then);
  if (count_ < seen_)
    std::exchange(named_, nullptr)(store_.ended()[count_++]);
  else
    look();
}

void FastSubmitter::look() {
  const auto count = [this](const TaskLists& lists) {
    seen_ = lists.done();
    return ha_sizes::task_name() * static_cast<double>(seen_);
  };
  const auto name = [this] {
    if (count_ < seen_)
      std::exchange(named_, nullptr)(store_.ended()[count_++]);
    else
      store_.await(me_, [this](Topic) { look(); });
  };
  store_.read(me_, ha_sizes::path(), count, name, StoreServers::Watch{Topic::done});
}

/// Its status and the key of its output.
void FastSubmitter::result(Action then) {
  then_ = std::move(then);
  store_.read(me_, ha_sizes::path(), small_answer, [this] {
    store_.read(me_, ha_sizes::path(), small_answer, [this] { std::exchange(then_, nullptr)(); });
  });
}

void FastSubmitter::close(Action then) { store_.commit(me_, {Kind::close}, ha_sizes::write(), std::move(then)); }

// --- A Starter begins

void FastStarter::enlist(int node, Action then) {
  then_ = std::move(then);
  me_ = store_.connect(node, [this] { await_layout(); });
}

void FastStarter::await_layout() {
  const auto look = [this](const TaskLists& lists) {
    is_so_ = lists.is_laid_out();
    return Bytes(0);
  };
  const auto go_on = [this] {
    if (is_so_)
      commit({}, ha_sizes::write(), [this] { std::exchange(then_, nullptr)(); });
    else
      store_.await(me_, [this](Topic) { await_layout(); });
  };
  store_.read(me_, ha_sizes::path(), look, go_on, StoreServers::Watch{Topic::layout});
}

void FastStarter::take(FalanxScheduler::Taken then) {
  told_ = std::move(then);
  if (taken_.empty())
    take_some();
  else
    give();
}

void FastStarter::take_some() {
  if (terms_.cure != Cure::ordered)
    look(Watching::no);
  else
    queue_up();
}

// --- The queue of Starters

/// Makes a ticket, looks for it, and makes sure of it.
void FastStarter::queue_up() {
  const auto make_sure = [this] { store_.read(me_, ha_sizes::path(), small_answer, [this] { stand_in_queue(); }); };
  if (ticket_ >= 0) return make_sure();
  commit({Kind::queue_up}, ha_sizes::write(), [this, make_sure] {
    ticket_ = store_.ticket_of(me_);
    const auto list = [](const TaskLists& lists) {
      return ha_sizes::ticket_name() * static_cast<double>(lists.next_ticket() - lists.first_ticket());
    };
    store_.read(me_, ha_sizes::path(), list, make_sure);
  });
}

void FastStarter::stand_in_queue() {
  const auto list = [this](const TaskLists& lists) {
    is_so_ = lists.first_ticket() == ticket_;
    return ha_sizes::ticket_name() * static_cast<double>(lists.next_ticket() - lists.first_ticket());
  };
  store_.read(me_, ha_sizes::path(), list, [this] {
    if (is_so_)
      look(Watching::no);
    else
      watch_the_one_before();
  });
}

void FastStarter::watch_the_one_before() {
  const auto is_gone = [this](const TaskLists& lists) {
    is_so_ = lists.first_ticket() >= ticket_;
    return Bytes(0);
  };
  const auto go_on = [this] {
    if (is_so_)
      stand_in_queue();
    else
      wait([this] { stand_in_queue(); });
  };
  store_.read(me_, ha_sizes::path(), is_gone, go_on, StoreServers::Watch{Topic::turn, ticket_ - 1});
}

// --- Which task

/// What the folder of waiting tasks shows, and what of that is picked.
Bytes FastStarter::pick_from(const TaskLists& lists) {
  const std::size_t entries = lists.entries().size();
  const bool has_buckets = terms_.cure == Cure::buckets;
  if (terms_.cure == Cure::batch)
    picks_ = lists.entries().first(models::falanx::batch_of(entries, starters_, models::falanx::largest_batch));
  else
    picks_ = lists.entries().first(1);
  return (has_buckets ? ha_sizes::bucket_name() : ha_sizes::task_name()) * static_cast<double>(entries);
}

void FastStarter::look(Watching watching) {
  const auto watch = watching == Watching::yes ? std::optional(StoreServers::Watch{Topic::waiting}) : std::nullopt;
  const auto decide = [this, watching] {
    if (picks_.empty() && watching == Watching::no) return look(Watching::yes);
    if (picks_.empty()) return wait([this] { look(Watching::yes); });
    if (terms_.cure == Cure::buckets) return draw(watching);
    try_to_take();
  };
  store_.read(
      me_, ha_sizes::path(), [this](const TaskLists& lists) { return pick_from(lists); }, decide, watch);
}

/// A random one of the first bucket; an empty bucket goes.
void FastStarter::draw(Watching watching) {
  bucket_ = picks_.front();
  const auto list = [this](const TaskLists& lists) {
    const std::size_t size = lists.size_of_bucket(bucket_);
    picks_.clear();
    if (size > 0) picks_.push_back(lists.nth_in_bucket(bucket_, random_.below(size)));
    return ha_sizes::task_name() * static_cast<double>(size);
  };
  const auto decide = [this, watching] {
    if (picks_.empty())
      commit({Kind::remove_bucket, {bucket_}}, ha_sizes::write(), [this, watching] { look(watching); });
    else
      try_to_take();
  };
  store_.read(me_, ha_sizes::path(), list, decide);
}

// --- Taking it

void FastStarter::try_to_take() {
  if (terms_.writes == Writes::together)
    take_together();
  else
    take_one_by_one();
}

void FastStarter::take_together() {
  commit({Kind::take, picks_, ticket_}, ha_sizes::taking(picks_.size()), [this] {
    const bool is_taken = store_.has_made(me_);
    if (is_taken) ticket_ = -1;
    settle(is_taken);
  });
}

/// Reads the status, removes the entry, makes one under running, sets the status.
void FastStarter::take_one_by_one() {
  const auto is_initial = [this](const TaskLists& lists) {
    is_so_ = !lists.has_begun(picks_.front());
    return Bytes(8);
  };
  const auto set_status = [this] { commit({Kind::begin, picks_}, ha_sizes::write(), [this] { settle(true); }); };
  const auto remove_entry = [this, set_status] {
    if (!is_so_) return settle(false);
    commit({Kind::leave, picks_}, ha_sizes::write(), [this, set_status] {
      if (store_.has_made(me_))
        commit({}, ha_sizes::write(), set_status);
      else
        settle(false);
    });
  };
  store_.read(me_, ha_sizes::path(), is_initial, remove_entry);
}

void FastStarter::settle(bool is_taken) {
  if (is_taken) {
    taken_.insert(taken_.end(), picks_.begin(), picks_.end());
    give();
  } else {
    ++lost_races_;
    take_some();
  }
}

/// With the key of its input and its function.
void FastStarter::give() {
  store_.read(me_, ha_sizes::path(), small_answer, [this] {
    store_.read(me_, ha_sizes::path(), small_answer, [this] {
      const TaskId id = taken_.front();
      taken_.pop_front();
      std::exchange(told_, nullptr)(id);
    });
  });
}

// --- Waiting

/// Until something has changed, unless the submitter has closed.
void FastStarter::wait(const std::function<void()>& changed) {
  unless_over([this, changed] {
    store_.await(me_, [this, changed](Topic topic) {
      if (topic == Topic::closed) watches_closing_ = false;
      unless_over(changed);
    });
  });
}

void FastStarter::unless_over(const std::function<void()>& then) {
  const auto go_on = [this, then] {
    if (is_over_)
      std::exchange(told_, nullptr)(std::nullopt);
    else
      then();
  };
  if (watches_closing_) return go_on();
  watches_closing_ = true;
  const auto list = [this](const TaskLists& lists) {
    is_over_ = lists.is_closed();
    return Bytes(is_over_ ? 5 : 0);
  };
  store_.read(me_, ha_sizes::path(), list, go_on, StoreServers::Watch{Topic::closed});
}

// --- The end of a task

void FastStarter::complete(const TaskId& id, Action then) {
  if (terms_.writes == Writes::together) {
    commit({Kind::end, {id}}, ha_sizes::ending(), std::move(then));
    return;
  }
  then_ = std::move(then);
  const auto list_it = [this, id] {
    commit({Kind::end, {id}}, ha_sizes::write(), [this] { std::exchange(then_, nullptr)(); });
  };
  const auto strike_it = [this, list_it] { commit({}, ha_sizes::write(), list_it); };
  const auto set_status = [this, strike_it] { commit({}, ha_sizes::write(), strike_it); };
  commit({}, ha_sizes::write(), set_status);
}

// --- All of it

namespace {

class FastHa final : public FalanxScheduler {
public:
  FastHa(const FalanxCase& what, FalanxHall& hall)
      : hall_(hall), roles_(what.order.roles),
        store_(*what.tree_store, hall.network(), hall.agenda(), what.order.scheduler->on_tree_store->cure,
               [&what](int client) {
                 const int servers = static_cast<int>(what.tree_store->nodes.size());
                 return treestore::server_order(what.seed, what.replication, client, servers).front();
               }),
        submitter_(store_, *what.order.scheduler->on_tree_store) {
    for (int worker = 0; worker < roles_.groups; ++worker)
      starters_.emplace_back(store_, *what.order.scheduler->on_tree_store, roles_.groups,
                             RandomStream(what.model_seed, 0, "falanx/starter-" + std::to_string(rank_of(worker))));
  }

  void open(Action then) override { submitter_.open(hall_.node_of(0), std::move(then)); }
  void enlist(int worker, Action then) override {
    starter(worker).enlist(hall_.node_of(rank_of(worker)), std::move(then));
  }
  void submit(int priority, Action then) override { submitter_.submit(priority, std::move(then)); }
  void wait_any(std::function<void(TaskId)> then) override { submitter_.wait_any(std::move(then)); }
  void result(const TaskId&, Action then) override { submitter_.result(std::move(then)); }
  void close(Action then) override { submitter_.close(std::move(then)); }
  void take(int worker, Taken then) override { starter(worker).take(std::move(then)); }
  void complete(int worker, const TaskId& id, Action then) override { starter(worker).complete(id, std::move(then)); }
  int lost_races() const override {
    int sum = 0;
    for (const FastStarter& one : starters_) sum += one.lost_races();
    return sum;
  }

private:
  int rank_of(int worker) const { return roles_.first_worker() + worker; }
  FastStarter& starter(int worker) { return starters_[static_cast<std::size_t>(worker)]; }

  FalanxHall& hall_;
  models::falanx::Roles roles_;
  StoreServers store_;
  FastSubmitter submitter_;
  std::deque<FastStarter> starters_;
};

} // namespace

std::unique_ptr<FalanxScheduler> make_fast_ha(const FalanxCase& what, FalanxHall& hall) {
  return std::make_unique<FastHa>(what, hall);
}

} // namespace daruma::fast
