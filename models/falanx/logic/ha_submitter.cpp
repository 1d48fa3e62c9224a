#include "models/falanx/logic/ha_submitter.hpp"

#include "models/falanx/logic/ha_names.hpp"

#include <utility>

namespace daruma::models::falanx {

using Kind = HaRequest::Kind;

std::vector<TaskId> EndedTasks::news(const std::vector<std::string_view>& names) {
  std::vector<TaskId> mine;
  for (auto name = names.rbegin(); name != names.rend() && count_seen_ < names.size(); ++name) {
    const auto order = static_cast<std::size_t>(order_of(*name));
    if (order >= seen_.size()) seen_.resize(order + 1);
    if (seen_[order]) continue;
    seen_[order] = true;
    ++count_seen_;
    if (static_cast<int>(order) % clients_ == me_) mine.push_back(task_of(*name));
  }
  return mine;
}

HaRequest HaSubmitter::ask(const HaRequest& request, Next next) {
  next_ = next;
  return request;
}

// --- Its begin and end

HaRequest HaSubmitter::open() {
  made_ = 0;
  return make_folders();
}

HaRequest HaSubmitter::make_folders() {
  if (made_ == folder_count) return finish();
  HaRequest request{Kind::make_folder};
  request.index = made_++;
  return ask(request, [](HaSubmitter& my, HaAnswer&) { return my.make_folders(); });
}

HaRequest HaSubmitter::close() {
  return ask({Kind::close}, [](HaSubmitter& my, HaAnswer&) { return my.finish(); });
}

// --- A task

HaRequest HaSubmitter::submit(Submission submission) {
  submitting_ = {submission.priority, submitted_++ * clients_ + me_};
  submission_ = std::move(submission);
  named_ = submitting_;
  ++outstanding_;
  made_ = 0;
  if (terms_.writes == Writes::one_by_one) return record();
  if (terms_.cure == Cure::buckets) return enter_bucket();
  return ask_submission(Kind::submit, [](HaSubmitter& my, HaAnswer&) { return my.finish(); });
}

HaRequest HaSubmitter::ask_submission(Kind kind, Next next) {
  HaRequest request{kind};
  request.task = submitting_;
  request.submission = &submission_;
  request.index = made_;
  return ask(request, next);
}

/// The entry comes last, so that whoever sees it finds the rest.
HaRequest HaSubmitter::record() {
  if (made_ == record_count) return ask_submission(Kind::enter, [](HaSubmitter& my, HaAnswer&) { return my.finish(); });
  return ask_submission(Kind::record, [](HaSubmitter& my, HaAnswer&) {
    ++my.made_;
    return my.record();
  });
}

/// Starters remove buckets that they have emptied.
HaRequest HaSubmitter::enter_bucket() {
  const TaskId bucket = bucket_of(submitting_);
  if (!last_bucket_ || last_bucket_->order != bucket.order || last_bucket_->priority != bucket.priority)
    return open_bucket();
  return ask_submission(
      Kind::submit, [](HaSubmitter& my, HaAnswer& entered) { return entered.is_so ? my.finish() : my.open_bucket(); });
}

/// The bucket may be there: another submitter's, or of this priority from before.
HaRequest HaSubmitter::open_bucket() {
  last_bucket_ = bucket_of(submitting_);
  return ask_submission(Kind::submit_with_bucket, [](HaSubmitter& my, HaAnswer& opened) {
    if (opened.is_so) return my.finish();
    return my.ask_submission(Kind::submit, [](HaSubmitter& late, HaAnswer& entered) {
      return entered.is_so ? late.finish() : late.enter_bucket();
    });
  });
}

// --- Its end

HaRequest HaSubmitter::wait_any() {
  named_.reset();
  if (outstanding_ == 0) return finish();
  return next_ended_ == ended_.size() ? look() : name_one();
}

HaRequest HaSubmitter::look() {
  return ask({Kind::list_done, WatchIt::yes}, [](HaSubmitter& my, HaAnswer& done) {
    my.ended_ = std::move(done.tasks);
    my.next_ended_ = 0;
    if (!my.ended_.empty()) return my.name_one();
    return my.ask({Kind::await}, [](HaSubmitter& told, HaAnswer&) { return told.look(); });
  });
}

HaRequest HaSubmitter::name_one() {
  named_ = ended_[next_ended_++];
  --outstanding_;
  return finish();
}

/// With the key of its output, or of its input if it failed.
HaRequest HaSubmitter::result(const TaskId& task) {
  ending_ = {};
  HaRequest request{Kind::read_status};
  request.task = named_.emplace(task);
  return ask(request, [](HaSubmitter& my, HaAnswer& ended) {
    const bool is_completed = ended.status == Status::completed;
    my.ending_.status = is_completed ? Status::completed : Status::failed;
    HaRequest key{is_completed ? Kind::read_output : Kind::read_input};
    key.task = *my.named_;
    return my.ask(key, [](HaSubmitter& told, HaAnswer& text) {
      told.ending_.key = std::move(text.text);
      return told.finish();
    });
  });
}

} // namespace daruma::models::falanx
