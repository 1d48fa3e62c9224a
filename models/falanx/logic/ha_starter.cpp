#include "models/falanx/logic/ha_starter.hpp"

#include "models/falanx/logic/ha_names.hpp"

#include <utility>

namespace daruma::models::falanx {

using Kind = HaRequest::Kind;

namespace {

HaRequest about(Kind kind, const TaskId& task) {
  HaRequest request{kind};
  request.task = task;
  return request;
}

HaRequest about(Kind kind, const Ticket& ticket, WatchIt watch) {
  HaRequest request{kind, watch};
  request.ticket = ticket;
  return request;
}

bool are_same(const TaskId& a, const TaskId& b) { return a.order == b.order && a.priority == b.priority; }

} // namespace

HaRequest HaStarter::ask(const HaRequest& request, Next next) {
  next_ = next;
  asked_ = request.kind;
  return request;
}

HaRequest HaStarter::finish() { return {}; }

// --- It begins

/// The submitter makes the folders, the last of them for the tasks.
HaRequest HaStarter::enlist() {
  return ask({Kind::find_folders, WatchIt::yes}, [](HaStarter& my, HaAnswer& found) {
    if (found.is_so) return my.ask({Kind::enlist}, [](HaStarter& enlisted, HaAnswer&) { return enlisted.finish(); });
    return my.ask({Kind::await}, [](HaStarter& told, HaAnswer&) { return told.enlist(); });
  });
}

HaRequest HaStarter::take() {
  task_.reset();
  return taken_.empty() ? take_some() : read_task();
}

HaRequest HaStarter::take_some() {
  if (terms_.cure != Cure::ordered) return look_unwatched();
  return ticket_.number < 0 ? queue_up() : confirm_ticket();
}

// --- The queue of Starters

/// Makes a ticket and looks for it, as only the store knows its number.
HaRequest HaStarter::queue_up() {
  return ask({Kind::queue_up}, [](HaStarter& my, HaAnswer&) {
    return my.ask({Kind::list_queue}, [](HaStarter& queued, HaAnswer& queue) {
      queued.ticket_ = queue.own;
      return queued.ticket_.number < 0 ? queued.queue_up() : queued.confirm_ticket();
    });
  });
}

HaRequest HaStarter::confirm_ticket() {
  return ask(about(Kind::find_ticket, ticket_, WatchIt::no), [](HaStarter& my, HaAnswer& found) {
    if (found.is_so) return my.stand_in_queue();
    my.ticket_ = {};
    return my.queue_up();
  });
}

HaRequest HaStarter::stand_in_queue() {
  return ask(about(Kind::list_queue, ticket_, WatchIt::no), [](HaStarter& my, HaAnswer& queue) {
    return queue.before.number < 0 ? my.look_unwatched() : my.watch_the_one_before(queue.before);
  });
}

HaRequest HaStarter::watch_the_one_before(const Ticket& before) {
  return ask(about(Kind::find_ticket, before, WatchIt::yes), [](HaStarter& my, HaAnswer& found) {
    return found.is_so ? my.wait_and(&HaStarter::stand_in_queue) : my.stand_in_queue();
  });
}

// --- Which task

Selection HaStarter::select(std::size_t entries) {
  if (entries == 0) return {};
  if (asked_ == Kind::list_bucket) return {static_cast<std::size_t>(random_.below(entries)), 1};
  return {0, terms_.cure == Cure::batch ? batch_of(entries, starters_, largest_batch) : 1};
}

HaRequest HaStarter::look(WatchIt watch) {
  looking_ = watch;
  return ask({Kind::list_waiting, watch}, [](HaStarter& my, HaAnswer& waiting) {
    my.picks_ = std::move(waiting.tasks);
    return my.weigh();
  });
}

/// What came between a look that was not watched and one that is would not be told: so it looks twice.
HaRequest HaStarter::weigh() {
  if (picks_.empty()) return looking_ == WatchIt::no ? look_and_watch() : wait_and(&HaStarter::look_and_watch);
  if (terms_.cure == Cure::buckets) return draw();
  return terms_.writes == Writes::together ? take_together() : take_one_by_one();
}

/// A random task of the first bucket, for which few others reach. An empty bucket goes, unless it has been filled.
HaRequest HaStarter::draw() {
  bucket_ = picks_.front();
  return ask(about(Kind::list_bucket, bucket_), [](HaStarter& my, HaAnswer& inside) {
    my.picks_ = std::move(inside.tasks);
    if (!my.picks_.empty()) return my.take_together();
    return my.ask(about(Kind::remove_bucket, my.bucket_),
                  [](HaStarter& removed, HaAnswer&) { return removed.look(removed.looking_); });
  });
}

// --- Taking it

/// Fails as a whole if any of the tasks is gone, or if a WatchDog has struck this Starter off the list.
HaRequest HaStarter::take_together() {
  HaRequest request = about(Kind::take, ticket_, WatchIt::no);
  request.tasks = &picks_;
  return ask(request, [](HaStarter& my, HaAnswer& taken) {
    if (!taken.is_so) return my.lose_race();
    my.ticket_ = {};
    return my.win_race();
  });
}

/// As the paper has it: the entry is removed, one in running is made, the status is set.
HaRequest HaStarter::take_one_by_one() {
  return ask(about(Kind::read_status, picks_.front()), [](HaStarter& my, HaAnswer& task) {
    return task.status == Status::initial ? my.leave_and_claim() : my.pass_over();
  });
}

/// A task's entry goes before its status changes, so that a list after the status does not show it any more. Where it
/// does, a WatchDog took the task for a stray one and put it back while its Starter was between the two.
HaRequest HaStarter::pass_over() {
  const TaskId task = picks_.front();
  const bool is_stale = taken_by_others_ && are_same(*taken_by_others_, task);
  taken_by_others_ = task;
  if (!is_stale) return lose_race();
  return ask(about(Kind::clear, task), [](HaStarter& my, HaAnswer&) { return my.lose_race(); });
}

/// After a lost connection several may believe to have removed the entry: the one whose entry in running it is has the
/// task, unless it had been taken and ended in between.
HaRequest HaStarter::leave_and_claim() {
  return ask(about(Kind::leave, picks_.front()), [](HaStarter& my, HaAnswer& left) {
    if (!left.is_so) return my.lose_race();
    return my.ask(about(Kind::claim, my.picks_.front()), [](HaStarter& claiming, HaAnswer& claimed) {
      return claimed.is_so ? claiming.begin() : claiming.lose_race();
    });
  });
}

HaRequest HaStarter::begin() {
  return ask(about(Kind::begin, picks_.front()), [](HaStarter& my, HaAnswer& begun) {
    if (begun.is_so) return my.win_race();
    return my.ask(about(Kind::unclaim, my.picks_.front()),
                  [](HaStarter& unclaimed, HaAnswer&) { return unclaimed.lose_race(); });
  });
}

HaRequest HaStarter::lose_race() {
  ++lost_races_;
  return take_some();
}

HaRequest HaStarter::win_race() {
  taken_.insert(taken_.end(), picks_.begin(), picks_.end());
  return read_task();
}

/// The next one that it has taken.
HaRequest HaStarter::read_task() {
  task_ = Task{taken_.front(), {}, {}};
  taken_.erase(taken_.begin());
  return ask(about(Kind::read_input, task_->id), [](HaStarter& my, HaAnswer& key) {
    my.task_->input_key = std::move(key.text);
    return my.ask(about(Kind::read_function, my.task_->id), [](HaStarter& named, HaAnswer& function) {
      named.task_->function = std::move(function.text);
      return named.finish();
    });
  });
}

// --- Waiting

/// Goes on when something has changed; the call is over if all submitters have closed.
HaRequest HaStarter::wait_and(Go changed) {
  changed_ = changed;
  return unless_over(&HaStarter::await);
}

HaRequest HaStarter::await() {
  return ask({Kind::await}, [](HaStarter& my, HaAnswer& told) {
    if (told.is_so) my.watches_closing_ = false;
    return my.unless_over(my.changed_);
  });
}

HaRequest HaStarter::unless_over(Go then) {
  if (watches_closing_) return is_over_ ? finish() : (this->*then)();
  unless_over_ = then;
  return ask({Kind::list_closed, WatchIt::yes}, [](HaStarter& my, HaAnswer& closed) {
    my.is_over_ = closed.count >= my.clients_;
    my.watches_closing_ = true;
    return my.unless_over(my.unless_over_);
  });
}

// --- The end of a task

HaRequest HaStarter::complete(const TaskId& task, std::string output_key) {
  return end({task, Status::completed, std::move(output_key)});
}

HaRequest HaStarter::fail(const TaskId& task) { return end({task, Status::failed, {}}); }

HaRequest HaStarter::end(EndOfTask end) {
  end_ = std::move(end);
  end_requests_ = 0;
  return end_further();
}

HaRequest HaStarter::end_further() {
  return ask(request_to_end(terms_.writes, end_, end_requests_++),
             [](HaStarter& my, HaAnswer&) { return my.end_further(); });
}

HaRequest request_to_end(Writes writes, const EndOfTask& end, int n) {
  static constexpr Kind one_by_one[] = {Kind::record_output, Kind::set_end, Kind::unclaim, Kind::list_as_done,
                                        Kind::none};
  static constexpr Kind together[] = {Kind::end, Kind::none};
  const int without_output = end.status == Status::completed ? 0 : 1;
  HaRequest request = about(writes == Writes::together ? together[n] : one_by_one[n + without_output], end.task);
  request.status = end.status;
  request.text = end.output_key;
  return request;
}

} // namespace daruma::models::falanx
