// When the processes of a migratable job meet at a checkpoint: after every so many steps of those that compute.
#pragma once

namespace daruma::models::migration {

class MeetingSchedule {
public:
  /// `every` steps, 0: never; the first time after `first` steps.
  constexpr MeetingSchedule(int every, int first) : every_(every), left_(first) {}
  constexpr explicit MeetingSchedule(int every) : MeetingSchedule(every, every) {}

  bool is_due() const { return every_ > 0 && left_ <= 0; }
  int every() const { return every_; }
  /// Steps before the next meeting; of a job that meets at all.
  int left() const { return left_; }
  void advance(int steps = 1) { left_ -= every_ > 0 ? steps : 0; }
  /// They have met.
  void restart() { left_ = every_; }

private:
  int every_;
  int left_;
};

} // namespace daruma::models::migration
