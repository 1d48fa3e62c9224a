#include "models/port/tree_store.hpp"

#include <algorithm>

namespace daruma::models {

std::string_view to_text(StoreError error) {
  switch (error) {
  case StoreError::none:
    return "no error";
  case StoreError::no_node:
    return "there is no such node";
  case StoreError::node_exists:
    return "the node exists";
  case StoreError::bad_version:
    return "the node has another version";
  case StoreError::not_empty:
    return "the node has children";
  case StoreError::no_children_for_ephemerals:
    return "an ephemeral node has no children";
  case StoreError::bad_arguments:
    return "not a path that this can be done with";
  case StoreError::connection_loss:
    return "the connection was lost";
  case StoreError::session_expired:
    return "the session has expired";
  }
  return "";
}

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
