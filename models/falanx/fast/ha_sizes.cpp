#include "models/falanx/fast/ha_sizes.hpp"

#include "models/falanx/logic/ha_names.hpp"
#include "sim/treestore/protocol.hpp"

namespace daruma::fast::ha_sizes {

namespace {

namespace ha = models::falanx::ha;
using models::CheckVersion;
using models::CreateNode;
using models::RemoveNode;
using models::SetData;

const std::string& task() {
  static const std::string name = models::falanx::name_of({0, 0});
  return name;
}

Bytes commit(std::vector<models::Change> changes) {
  return treestore::size_of(treestore::Transaction{treestore::Transaction::Kind::change, 0, std::move(changes)});
}

Bytes listed(const std::string& name) {
  const models::ChildList list{models::StoreError::none, {{name}, models::Listing::Order::by_name, nullptr}};
  return treestore::content_of({list});
}

} // namespace

Bytes task_name() {
  static const Bytes size = listed(task());
  return size;
}

Bytes bucket_name() {
  static const Bytes size = listed(models::falanx::bucket_of({0, 0}, 1));
  return size;
}

Bytes ticket_name() {
  static const Bytes size = listed("100-0000000000");
  return size;
}

Bytes path() {
  static const Bytes size(static_cast<double>(ha::status(task()).size()));
  return size;
}

Bytes write() {
  static const Bytes size = commit({CreateNode{ha::status(task()), "INITIAL"}});
  return size;
}

Bytes submission() {
  static const Bytes size =
      commit({CreateNode{ha::task(task())}, CreateNode{ha::status(task()), "INITIAL"},
              CreateNode{ha::input_key(task()), "in:0"}, CreateNode{ha::function(task()), "sleep"},
              CreateNode{ha::below(ha::initial, task())}});
  return size;
}

Bytes taking(std::size_t tasks) {
  static const Bytes check = commit({CheckVersion{ha::starter(100)}});
  static const Bytes one =
      commit({RemoveNode{ha::below(ha::initial, task())}, CreateNode{ha::below(ha::running, task()), "100"},
              SetData{ha::status(task()), "RUNNING"}}) -
      treestore::head;
  return check + one * static_cast<double>(tasks);
}

Bytes ending() {
  static const Bytes size =
      commit({RemoveNode{ha::below(ha::running, task())}, CreateNode{ha::below(ha::done, task())},
              SetData{ha::status(task()), "COMPLETED"}, CreateNode{ha::output_key(task()), "out:0"}});
  return size;
}

} // namespace daruma::fast::ha_sizes
