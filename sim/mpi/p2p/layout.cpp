#include "sim/mpi/p2p/layout.hpp"

#include <algorithm>

namespace daruma::mpi {

namespace {

/// What MPI tells about how a datatype was made.
struct Recipe {
  int combiner = MPI_COMBINER_NAMED;
  std::vector<int> integers;
  std::vector<MPI_Aint> addresses;
  std::vector<MPI_Datatype> types;

  explicit Recipe(MPI_Datatype type) {
    int counts[3] = {};
    PMPI_Type_get_envelope(type, &counts[0], &counts[1], &counts[2], &combiner);
    if (combiner == MPI_COMBINER_NAMED) return;
    integers.resize(static_cast<std::size_t>(counts[0]));
    addresses.resize(static_cast<std::size_t>(counts[1]));
    types.resize(static_cast<std::size_t>(counts[2]));
    PMPI_Type_get_contents(type, counts[0], counts[1], counts[2], integers.data(), addresses.data(), types.data());
  }
  ~Recipe() {
    for (MPI_Datatype& type : types) PMPI_Type_free(&type); // MPI lent them
  }
  Recipe(const Recipe&) = delete;
  Recipe& operator=(const Recipe&) = delete;
};

MPI_Aint lower_bound_of(MPI_Datatype type) {
  MPI_Aint lower = 0;
  MPI_Aint extent = 0;
  PMPI_Type_get_extent(type, &lower, &extent);
  return lower;
}

} // namespace

std::size_t size_of(MPI_Datatype type) {
  int size = 0;
  PMPI_Type_size(type, &size);
  return static_cast<std::size_t>(size);
}

MPI_Aint extent_of(MPI_Datatype type) {
  MPI_Aint lower = 0;
  MPI_Aint extent = 0;
  PMPI_Type_get_extent(type, &lower, &extent);
  return extent;
}

// SMPI 3.32 makes all datatypes out of these few; a struct calls itself indexed but has addresses, and a run at
// an offset calls itself contiguous and keeps the offset as its lower bound.
Layout::Layout(MPI_Datatype type) : extent_(extent_of(type)) {
  const Recipe recipe(type);
  const auto& integers = recipe.integers;
  if (recipe.combiner == MPI_COMBINER_NAMED) {
    add({0, size_of(type)});
    return;
  }
  if (recipe.types.size() > 1) {
    for (std::size_t i = 0; i < recipe.types.size(); ++i)
      add(Layout(recipe.types[i]), integers[i + 1], recipe.addresses[i]);
    return;
  }
  const Layout element(recipe.types.front());
  const int count = integers.empty() ? 1 : integers.front();
  switch (recipe.combiner) {
  case MPI_COMBINER_VECTOR:
    for (int i = 0; i < count; ++i) add(element, integers[1], element.extent_ * i * integers[2]);
    break;
  case MPI_COMBINER_HVECTOR:
    for (int i = 0; i < count; ++i) add(element, integers[1], i * recipe.addresses.front());
    break;
  case MPI_COMBINER_INDEXED:
  case MPI_COMBINER_HINDEXED:
    for (int i = 0; i < count; ++i) {
      const auto block = static_cast<std::size_t>(i);
      const MPI_Aint at = recipe.addresses.empty()
                              ? integers[block + static_cast<std::size_t>(count) + 1] * element.extent_
                              : recipe.addresses[block];
      add(element, integers[block + 1], at);
    }
    break;
  default:
    add(element, count, recipe.combiner == MPI_COMBINER_CONTIGUOUS ? lower_bound_of(type) : 0);
  }
}

void Layout::add(const Layout& element, int count, MPI_Aint at) {
  if (element.is_solid()) {
    add({at, element.stretches_.front().size * static_cast<std::size_t>(count)});
    return;
  }
  for (int i = 0; i < count; ++i)
    for (const Stretch& stretch : element.stretches_) add({at + i * element.extent_ + stretch.offset, stretch.size});
}

void Layout::add(Stretch stretch) {
  if (stretch.size == 0) return;
  if (!stretches_.empty() && stretches_.back().offset + static_cast<MPI_Aint>(stretches_.back().size) == stretch.offset)
    stretches_.back().size += stretch.size;
  else
    stretches_.push_back(stretch);
}

MPI_Aint Layout::begin() const {
  MPI_Aint first = stretches_.empty() ? 0 : stretches_.front().offset;
  for (const Stretch& stretch : stretches_) first = std::min(first, stretch.offset);
  return first;
}

MPI_Aint Layout::end() const {
  MPI_Aint last = stretches_.empty() ? 0 : begin();
  for (const Stretch& stretch : stretches_) last = std::max(last, stretch.offset + static_cast<MPI_Aint>(stretch.size));
  return last;
}

bool Layout::is_solid() const {
  return stretches_.size() == 1 && stretches_.front().offset == 0 &&
         static_cast<MPI_Aint>(stretches_.front().size) == extent_;
}

} // namespace daruma::mpi
