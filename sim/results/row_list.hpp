// RowList of a run, in the order in which they came, however many: memory holds the last ones, a file those before.
//
// Where there is no room for the file, memory holds all. A copy shares what the file has of the original.
#pragma once

#include "sim/results/row_file.hpp"

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace daruma::results {

/// Defined for Event and Span.
template <class Row> class RowList {
public:
  class Iterator;
  using value_type = Row;
  using const_iterator = Iterator;
  using Before = std::function<bool(const Row&, const Row&)>;

  static constexpr std::size_t block = 1024; ///< rows that are written and read together
  static constexpr std::size_t most_in_memory = 256 * block;

  RowList() : RowList(most_in_memory) {}
  /// Memory holds so many, a multiple of `block`.
  explicit RowList(std::size_t in_memory) : in_memory_(in_memory) {}
  RowList(std::initializer_list<Row> rows) : RowList(std::vector<Row>(rows)) {}
  RowList(std::vector<Row> rows)
      : in_memory_(most_in_memory), recent_(std::move(rows)) {} // NOLINT: as one or the other

  void push_back(Row row) {
    recent_.push_back(std::move(row));
    if (recent_.size() >= in_memory_) write_out();
  }

  std::size_t size() const { return written() + recent_.size(); }
  bool empty() const { return size() == 0; }
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }

  /// In an order; those of which neither is before the other as they came.
  RowList in_order(const Before& before) const;

private:
  using Block = std::vector<Row>;

  std::size_t written() const { return blocks_.size() * block; }
  std::shared_ptr<const Block> read(std::size_t number) const;
  void write_out();
  RowList sorted_part(Iterator& next, const Before& before) const;

  std::size_t in_memory_; ///< how many rows may lie there
  std::shared_ptr<RowFile> file_;
  std::vector<RowFile::Place> blocks_;
  std::vector<Row> recent_; ///< those that came after the blocks
};

/// Stands on a row, which is there until it moves on, or the rows change.
template <class Row> class RowList<Row>::Iterator {
public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = Row;
  using difference_type = std::ptrdiff_t;
  using pointer = const Row*;
  using reference = const Row&;

  Iterator() = default;
  Iterator(const RowList& rows, std::size_t index) : rows_(&rows), index_(index) { find(); }

  const Row& operator*() const { return *row_; }
  const Row* operator->() const { return row_; }
  Iterator& operator++() {
    ++index_;
    find();
    return *this;
  }
  Iterator operator++(int) {
    Iterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const Iterator& other) const { return index_ == other.index_; }
  bool operator!=(const Iterator& other) const { return index_ != other.index_; }

private:
  void find() {
    if (index_ >= rows_->written()) {
      block_.reset();
      row_ = rows_->recent_.data() + (index_ - rows_->written());
      return;
    }
    if (!block_ || index_ % block == 0) block_ = rows_->read(index_ / block);
    row_ = block_->data() + index_ % block;
  }

  const RowList* rows_ = nullptr;
  std::size_t index_ = 0;
  std::shared_ptr<const Block> block_; ///< null if the row lies in memory
  const Row* row_ = nullptr;
};

} // namespace daruma::results
