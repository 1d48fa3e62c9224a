#include "sim/results/row_list.hpp"

#include "sim/results/records.hpp"

#include <algorithm>
#include <cstring>
#include <queue>
#include <string>
#include <tuple>
#include <type_traits>

namespace daruma::results {

namespace {

template <class Row> auto fields(Row& row) {
  if constexpr (std::is_same_v<std::remove_const_t<Row>, Event>)
    return std::tie(row.time, row.kind, row.job, row.process, row.text);
  else
    return std::tie(row.begin, row.end, row.kind, row.job, row.process, row.text);
}

template <class Number> void write(std::string& bytes, const Number& number) {
  static_assert(std::is_trivially_copyable_v<Number>);
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}
void write(std::string& bytes, const std::string& text) {
  write(bytes, text.size());
  bytes += text;
}

template <class Number> void read(const char*& next, Number& number) {
  std::memcpy(&number, next, sizeof number);
  next += sizeof number;
}
void read(const char*& next, std::string& text) {
  std::size_t size = 0;
  read(next, size);
  text.assign(next, size);
  next += size;
}

/// Where one of several ordered sequences has come to.
template <class Row> struct Cursor {
  typename RowList<Row>::Iterator next, end;
  std::size_t number;
};

} // namespace

template <class Row> std::shared_ptr<const typename RowList<Row>::Block> RowList<Row>::read(std::size_t number) const {
  const std::string bytes = file_->read(blocks_[number]);
  auto rows = std::make_shared<Block>(block);
  const char* next = bytes.data();
  for (Row& row : *rows) std::apply([&next](auto&... all) { (results::read(next, all), ...); }, fields(row));
  return rows;
}

template <class Row> void RowList<Row>::write_out() {
  if (!file_) file_ = RowFile::open();
  std::size_t done = 0;
  for (; recent_.size() - done >= block; done += block) {
    std::string bytes;
    for (std::size_t i = done; i < done + block; ++i)
      std::apply([&bytes](const auto&... all) { (write(bytes, all), ...); }, fields(std::as_const(recent_[i])));
    const auto place = file_ ? file_->append(bytes) : std::nullopt;
    if (!place) {
      in_memory_ = recent_.max_size();
      break;
    }
    blocks_.push_back(*place);
  }
  recent_.erase(recent_.begin(), recent_.begin() + static_cast<std::ptrdiff_t>(done));
}

/// As many of the next rows as memory may hold.
template <class Row> RowList<Row> RowList<Row>::sorted_part(Iterator& next, const Before& before) const {
  RowList part(in_memory_);
  part.file_ = file_;
  for (; part.recent_.size() < in_memory_ && next != end(); ++next) part.recent_.push_back(*next);
  std::vector<Row*> order;
  order.reserve(part.recent_.size());
  for (Row& row : part.recent_) order.push_back(&row);
  std::stable_sort(order.begin(), order.end(), [&before](const Row* a, const Row* b) { return before(*a, *b); });
  Block sorted;
  sorted.reserve(order.size());
  for (Row* row : order) sorted.push_back(std::move(*row));
  part.recent_ = std::move(sorted);
  return part;
}

template <class Row> RowList<Row> RowList<Row>::in_order(const Before& before) const {
  if (std::is_sorted(begin(), end(), before)) return *this;
  std::vector<RowList> parts;
  for (Iterator next = begin(); next != end();) {
    parts.push_back(sorted_part(next, before));
    if (parts.size() == 1 && next == end()) return std::move(parts.front());
    parts.back().write_out();
    parts.back().recent_.shrink_to_fit();
  }

  const auto comes_later = [&before](const Cursor<Row>& a, const Cursor<Row>& b) {
    return before(*b.next, *a.next) || (b.number < a.number && !before(*a.next, *b.next));
  };
  std::priority_queue<Cursor<Row>, std::vector<Cursor<Row>>, decltype(comes_later)> cursors(comes_later);
  for (std::size_t i = 0; i < parts.size(); ++i) cursors.push({parts[i].begin(), parts[i].end(), i});
  RowList merged(in_memory_);
  merged.file_ = file_;
  while (!cursors.empty()) {
    Cursor<Row> first = cursors.top();
    cursors.pop();
    merged.push_back(*first.next);
    if (++first.next != first.end) cursors.push(std::move(first));
  }
  return merged;
}

template class RowList<Event>;
template class RowList<Span>;

} // namespace daruma::results
