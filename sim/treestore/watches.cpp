#include "sim/treestore/watches.hpp"

#include <algorithm>

namespace daruma::treestore {

using Kind = models::StoreEvent::Kind;

namespace {

void add_once(std::vector<Connection*>& all, Connection* one) {
  if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
}

} // namespace

void Watches::set(Of what, const std::string& path, Connection& who) {
  add_once((what == Of::data ? data_ : children_)[path], &who);
}

void Watches::take(Table& table, const std::string& path, std::vector<Connection*>& told) {
  const auto found = table.find(path);
  if (found == table.end()) return;
  for (Connection* const one : found->second) add_once(told, one);
  table.erase(found);
}

std::vector<Connection*> Watches::take(const models::StoreEvent& event) {
  std::vector<Connection*> told;
  if (event.kind != Kind::children_changed) take(data_, event.path, told);
  if (event.kind == Kind::children_changed || event.kind == Kind::removed) take(children_, event.path, told);
  return told;
}

void Watches::forget(const Connection& who) {
  for (Table* const table : {&data_, &children_})
    for (auto& [path, all] : *table) all.erase(std::remove(all.begin(), all.end(), &who), all.end());
}

} // namespace daruma::treestore
