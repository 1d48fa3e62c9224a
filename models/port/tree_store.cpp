#include "models/port/tree_store.hpp"

#include "sim/core/words.hpp"

#include <algorithm>

namespace daruma::models {

namespace {

const Choices<StoreError> texts{{"no error", StoreError::none},
                                {"there is no such node", StoreError::no_node},
                                {"the node exists", StoreError::node_exists},
                                {"the node has another version", StoreError::bad_version},
                                {"the node has children", StoreError::not_empty},
                                {"an ephemeral node has no children", StoreError::no_children_for_ephemerals},
                                {"not a path that this can be done with", StoreError::bad_arguments},
                                {"the connection was lost", StoreError::connection_loss},
                                {"the session has expired", StoreError::session_expired}};

} // namespace

std::string_view to_text(StoreError error) { return word_of(texts, error); }

Listing::Listing(std::vector<std::string_view> names, Order order, std::shared_ptr<const void> owner)
    : names_(std::move(names)), order_(order), owner_(std::move(owner)) {}

std::vector<std::string_view> Listing::first(std::size_t count) const {
  std::vector<std::string_view> chosen(std::min(count, names_.size()));
  if (order_ == Order::by_name)
    std::copy_n(names_.begin(), chosen.size(), chosen.begin());
  else
    std::partial_sort_copy(names_.begin(), names_.end(), chosen.begin(), chosen.end());
  return chosen;
}

} // namespace daruma::models
