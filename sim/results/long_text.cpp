#include "sim/results/long_text.hpp"

namespace daruma::results {

void LongText::write_out() {
  if (!file_) file_ = RowFile::open();
  const auto place = file_ ? file_->append(recent_) : std::nullopt;
  if (!place) {
    room_ = recent_.max_size();
    return;
  }
  parts_.push_back(*place);
  recent_.clear();
}

void LongText::read(const Sink& sink) const {
  for (const RowFile::Place& place : parts_) sink(file_->read(place));
  sink(recent_);
}

} // namespace daruma::results
