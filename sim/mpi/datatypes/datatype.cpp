#include "sim/mpi/datatypes/datatype.hpp"

#include <algorithm>
#include <utility>

namespace daruma::mpi {

namespace {

/// The smallest and the largest offset of a part's elements.
std::pair<MPI_Aint, MPI_Aint> span_of(const Part& part) {
  const MPI_Aint last_row = (part.rows - 1) * part.stride;
  const MPI_Aint last_element = (part.length - 1) * part.element->extent();
  return {part.at + std::min<MPI_Aint>(0, last_row) + std::min<MPI_Aint>(0, last_element),
          part.at + std::max<MPI_Aint>(0, last_row) + std::max<MPI_Aint>(0, last_element)};
}

/// A bound of several: the furthest, where one that was set prevails over what there is of data.
class FurthestBound {
public:
  explicit FurthestBound(bool is_lower) : is_lower_(is_lower) {}

  void add(MPI_Aint bound, bool is_set) {
    if (has_any_ && is_set_ != is_set) {
      if (is_set) place_ = bound;
    } else if (has_any_) {
      place_ = is_lower_ ? std::min(place_, bound) : std::max(place_, bound);
    } else {
      place_ = bound;
    }
    is_set_ = is_set_ || is_set;
    has_any_ = true;
  }

  MPI_Aint place() const { return place_; }
  bool is_set() const { return is_set_; }

private:
  bool is_lower_;
  bool has_any_ = false;
  bool is_set_ = false;
  MPI_Aint place_ = 0;
};

} // namespace

Datatype::Datatype(MPI_Datatype handle, std::string called, std::size_t size, std::size_t alignment, Sort sort)
    : name(std::move(called)), named_handle_(handle), sort_(sort), size_(static_cast<MPI_Count>(size)), elements_(1),
      alignment_(alignment), bounds_{0, static_cast<MPI_Aint>(size)}, true_bounds_(bounds_) {
  if (size > 0) stretches_ = {{0, size}};
  has_stretches_ = true;
}

Datatype::Datatype(MPI_Datatype handle, std::string called, Marker marker)
    : name(std::move(called)), named_handle_(handle), sets_lower_(marker == Marker::lower),
      sets_upper_(marker == Marker::upper), has_lower_(sets_lower_), has_upper_(sets_upper_), has_stretches_(true) {}

Datatype::Datatype(MPI_Datatype handle, std::string called, std::vector<Part> numbers)
    : Datatype(Recipe{}, std::move(numbers), Padding::as_struct) {
  name = std::move(called);
  named_handle_ = handle;
  sort_ = Sort::pair;
}

Datatype::Datatype(Recipe recipe, std::vector<Part> parts, Padding padding, std::optional<Bounds> given)
    : recipe_(std::move(recipe)), parts_(std::move(parts)) {
  const auto is_empty = [](const Part& part) { return part.rows == 0 || part.length == 0; };
  parts_.erase(std::remove_if(parts_.begin(), parts_.end(), is_empty), parts_.end());
  for (const Part& part : parts_) {
    size_ += part.rows * part.length * part.element->size_;
    elements_ += part.rows * part.length * part.element->elements_;
    alignment_ = std::max(alignment_, part.element->alignment_);
  }
  const int combiner = recipe_.combiner; // of Fortran's numbers of some precision: they are those that C has
  if (combiner == MPI_COMBINER_F90_REAL || combiner == MPI_COMBINER_F90_COMPLEX || combiner == MPI_COMBINER_F90_INTEGER)
    sort_ = parts_.front().element->sort_;
  take_bounds(padding, given);
}

void Datatype::take_bounds(Padding padding, std::optional<Bounds> given) {
  FurthestBound lower(true);
  FurthestBound upper(false);
  FurthestBound true_lower(true);
  FurthestBound true_upper(false);
  for (const Part& part : parts_) {
    const Datatype& element = *part.element;
    const auto [first, last] = span_of(part);
    if (element.has_lower_) lower.add(first + element.bounds_.lower, element.sets_lower_);
    if (element.has_upper_) upper.add(last + element.bounds_.upper, element.sets_upper_);
    if (element.size_ == 0) continue;
    true_lower.add(first + element.true_bounds_.lower, false);
    true_upper.add(last + element.true_bounds_.upper, false);
  }
  true_bounds_ = {true_lower.place(), true_upper.place()};
  bounds_ = given.value_or(Bounds{lower.place(), upper.place()});
  sets_lower_ = given || lower.is_set();
  sets_upper_ = given || upper.is_set();
  const auto alignment = static_cast<MPI_Aint>(alignment_);
  if (padding == Padding::as_struct && !sets_upper_ && extent() % alignment != 0)
    bounds_.upper += alignment - extent() % alignment;
}

MPI_Datatype Datatype::handle() const {
  return named_handle_ ? named_handle_ : reinterpret_cast<MPI_Datatype>(const_cast<Datatype*>(this));
}

MPI_Count Datatype::elements_in(MPI_Count& bytes) const {
  if (bytes >= size_) {
    bytes -= size_;
    return elements_;
  }
  MPI_Count found = 0;
  for (const Part& part : parts_) {
    const Datatype& element = *part.element;
    if (element.size_ == 0) continue;
    const MPI_Count whole = std::min(bytes / element.size_, part.rows * part.length);
    found += whole * element.elements_;
    bytes -= whole * element.size_;
    if (whole == part.rows * part.length) continue;
    return found + element.elements_in(bytes);
  }
  return found;
}

MPI_Count Datatype::bytes_of_elements(MPI_Count count) const {
  if (elements_ == 0) return 0;
  MPI_Count bytes = count / elements_ * size_;
  count %= elements_;
  for (const Part& part : parts_) {
    if (count == 0) break;
    const MPI_Count of_part = std::min(count, part.rows * part.length * part.element->elements_);
    bytes += part.element->bytes_of_elements(of_part);
    count -= of_part;
  }
  return bytes;
}

void Datatype::for_each_named(const std::function<void(const Datatype&)>& visit) const {
  if (parts_.empty() && size_ > 0) visit(*this);
  for (const Part& part : parts_)
    for (MPI_Count i = 0; i < part.rows * part.length; ++i) part.element->for_each_named(visit);
}

const std::vector<Datatype::Stretch>& Datatype::stretches() const {
  if (std::exchange(has_stretches_, true)) return stretches_;
  for (const Part& part : parts_)
    for (MPI_Count row = 0; row < part.rows; ++row) add(*part.element, part.length, part.at + row * part.stride);
  return stretches_;
}

void Datatype::add(const Datatype& element, MPI_Count count, MPI_Aint at) const {
  if (element.is_solid()) {
    add({at, static_cast<std::size_t>(element.size_ * count)});
    return;
  }
  for (MPI_Count i = 0; i < count; ++i)
    for (const Stretch& stretch : element.stretches()) add({at + i * element.extent() + stretch.offset, stretch.size});
}

void Datatype::add(Stretch stretch) const {
  if (stretch.size == 0) return;
  if (!stretches_.empty() && stretches_.back().offset + static_cast<MPI_Aint>(stretches_.back().size) == stretch.offset)
    stretches_.back().size += stretch.size;
  else
    stretches_.push_back(stretch);
}

bool Datatype::is_solid() const {
  const auto& all = stretches();
  return all.size() == 1 && all.front().offset == 0 && static_cast<MPI_Aint>(all.front().size) == extent();
}

DatatypePtr pointer_to(MPI_Datatype handle) {
  return handle && handle != MPI_DATATYPE_NULL ? DatatypePtr(&resolve(handle)) : DatatypePtr();
}

MPI_Datatype hand_out(const DatatypePtr& type) {
  if (!type->is_named()) {
    intrusive_ptr_add_ref(type.get());
    ++type->handles;
  }
  return type->handle();
}

} // namespace daruma::mpi
