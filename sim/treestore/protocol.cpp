#include "sim/treestore/protocol.hpp"

#include <utility>

namespace daruma::treestore {

void Channel::send(Bytes size, Action arrived) {
  environment_.send(from_, to_, size, [this, number = sent_++, action = std::move(arrived)]() mutable {
    arrive(number, std::move(action));
  });
}

void Channel::arrive(std::int64_t number, Action action) {
  if (number != next_) {
    early_.emplace(number, std::move(action));
    return;
  }
  ++next_;
  action();
  while (!early_.empty() && early_.begin()->first == next_) {
    const Action waiting = std::move(early_.begin()->second);
    early_.erase(early_.begin());
    ++next_;
    waiting();
  }
}

namespace {

struct Length {
  std::size_t operator()(const CreateNode& change) const { return change.path.size() + change.data.size(); }
  std::size_t operator()(const SetData& change) const { return change.path.size() + change.data.size(); }
  std::size_t operator()(const RemoveNode& change) const { return change.path.size(); }
  std::size_t operator()(const CheckVersion& change) const { return change.path.size(); }
};

Bytes bytes(std::size_t count) { return Bytes(static_cast<double>(count)); }

/// A name in a list has its length before it.
constexpr std::size_t length_field = 4;

} // namespace

Bytes size_of(const Transaction& transaction) {
  std::size_t content = 0;
  for (const Change& change : transaction.changes) content += std::visit(Length(), change);
  return head + bytes(content);
}

Bytes size_of(const Request& request) {
  if (const auto* const transaction = std::get_if<Transaction>(&request)) return size_of(*transaction);
  if (const auto* const read = std::get_if<Read>(&request)) return head + bytes(read->path.size());
  return head + bytes(std::get<Sync>(request).path.size());
}

Found found_in(const Reply& reply) {
  if (const auto* const node = std::get_if<models::NodeData>(&reply.body)) return {bytes(node->data.size())};
  const auto* const list = std::get_if<models::ChildList>(&reply.body);
  if (!list) return {};
  std::size_t content = 0;
  for (const std::string_view name : list->names.all()) content += length_field + name.size();
  return {bytes(content), list->names.size()};
}

Reply failure(const Request& request, models::StoreError error) {
  if (std::holds_alternative<Transaction>(request)) return {models::Committed{error}};
  if (std::holds_alternative<Sync>(request)) return {error};
  if (std::get<Read>(request).what == Read::What::children) return {models::ChildList{error}};
  return {models::NodeData{error}};
}

} // namespace daruma::treestore
