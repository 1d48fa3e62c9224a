// When the processes of a migratable job make a checkpoint: after every so many steps of those that compute.
#pragma once

namespace daruma::models::migration {

class CheckpointSchedule {
public:
  /// `every` steps, 0: never; the first time after `first` steps.
  constexpr CheckpointSchedule(int every, int first) : every_(every), left_(first) {}
  constexpr explicit CheckpointSchedule(int every) : CheckpointSchedule(every, every) {}

  bool is_due() const { return every_ > 0 && left_ <= 0; }
  int every() const { return every_; }
  /// Steps before the next checkpoint; of a job that has any.
  int left() const { return left_; }
  void advance(int steps = 1) { left_ -= every_ > 0 ? steps : 0; }
  /// A checkpoint was made: the next one is `every` steps away.
  void restart() { left_ = every_; }

private:
  int every_;
  int left_;
};

} // namespace daruma::models::migration
