// The submitter of the highly available scheduler: how a task gets into the tree store, and how its end is found there
// (paper, section 3.2). A state machine, as the Starter is one (ha_starter.hpp).
#pragma once

#include "models/falanx/logic/ha_request.hpp"
#include "models/falanx/logic/scheduler_kinds.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace daruma::models::falanx {

/// Which of the tasks that a list of ended ones shows are new, and of one submitter's.
class EndedTasks {
public:
  EndedTasks(int clients, int me) : clients_(clients), me_(me) {}
  /// Of a list in the order of names. Nothing leaves it, so that it is known how many are new; most of them are the
  /// last by name.
  std::vector<TaskId> news(const std::vector<std::string_view>& names);

private:
  int clients_;
  int me_;
  std::vector<bool> seen_; ///< by order of submission
  std::size_t count_seen_ = 0;
};

class HaSubmitter final : public HaSide {
public:
  /// Number `me`, from 0, of so many.
  HaSubmitter(const HaTerms& terms, int clients, int me) : terms_(terms), clients_(clients), me_(me) {}

  // Calls; one at a time.

  /// Once, before all others: makes the folders.
  HaRequest open();
  /// Afterwards `named()` is the task's name.
  HaRequest submit(Submission submission);
  /// Afterwards `named()` is a task that has ended and was not named before; nothing if there is none to wait for.
  HaRequest wait_any();
  /// Afterwards `ending()` is how the task ended.
  HaRequest result(const TaskId& task);
  HaRequest close();

  HaRequest step(HaAnswer& answer) override { return next_(*this, answer); }

  const std::optional<TaskId>& named() const { return named_; }
  const Ending& ending() const { return ending_; }

private:
  using Next = HaRequest (*)(HaSubmitter&, HaAnswer&);

  HaRequest ask(const HaRequest& request, Next next);
  HaRequest finish() { return {}; }

  HaRequest make_folders();
  HaRequest ask_submission(HaRequest::Kind kind, Next next);
  HaRequest record();
  HaRequest enter_bucket();
  HaRequest open_bucket();
  HaRequest look();
  HaRequest name_one();

  HaTerms terms_;
  int clients_;
  int me_;

  Next next_ = nullptr; ///< what the answer leads to
  int made_ = 0;        ///< folders, or records of the submission at hand
  Submission submission_{};
  TaskId submitting_{};
  std::optional<TaskId> last_bucket_{};
  std::int64_t submitted_ = 0;
  std::int64_t outstanding_ = 0; ///< not named yet
  std::vector<TaskId> ended_{};  ///< as the last list had them
  std::size_t next_ended_ = 0;   ///< of them, to be named
  std::optional<TaskId> named_{};
  Ending ending_{};
};

} // namespace daruma::models::falanx
