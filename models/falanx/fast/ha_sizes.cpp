#include "models/falanx/fast/ha_sizes.hpp"

#include "models/falanx/logic/ha_names.hpp"
#include "sim/treestore/protocol.hpp"

namespace daruma::fast::ha_sizes {

namespace {

namespace falanx = models::falanx;
namespace ha = falanx::ha;
using falanx::HaRequest;
using Kind = HaRequest::Kind;

/// Stands for any rank in the sizes of requests: its number has three digits.
constexpr int some_rank = 100;

const std::string& task() {
  static const std::string name = falanx::name_of(falanx::TaskId{});
  return name;
}

Bytes commit(const HaRequest& request) {
  return treestore::size_of(treestore::Transaction{treestore::Transaction::Kind::change, 0,
                                                   changes_of(request, falanx::Cure::none, some_rank)});
}

Bytes of_submission(Kind kind) {
  static const falanx::Submission submission{"sleep", "in:0"};
  HaRequest request{kind};
  request.submission = &submission;
  request.index = 1; // its status
  return commit(request);
}

Bytes of_taking(std::size_t tasks) {
  const std::vector<falanx::TaskId> some(tasks);
  HaRequest request{Kind::take};
  request.tasks = &some;
  return commit(request);
}

Bytes of_ending() {
  HaRequest request{Kind::end};
  request.status = falanx::Status::completed;
  request.text = "out:0";
  return commit(request);
}

Bytes listed(const std::string& name) {
  const models::ChildList list{models::StoreError::none, {{name}, models::Listing::Order::by_name, nullptr}};
  return treestore::found_in({list}).size;
}

} // namespace

Bytes task_name() {
  static const Bytes size = listed(task());
  return size;
}

Bytes bucket_name() {
  static const Bytes size = listed(falanx::name_of_bucket({}));
  return size;
}

Bytes ticket_name() {
  static const Bytes size = listed(falanx::name_of_ticket({some_rank, 0}));
  return size;
}

Found names(Bytes each, std::size_t count) { return {each * static_cast<double>(count), count}; }

Bytes path() {
  static const Bytes size(static_cast<double>(ha::status(task()).size()));
  return size;
}

Bytes of(const HaRequest& request) {
  static const Bytes write = of_submission(Kind::record);
  static const Bytes submission = of_submission(Kind::submit);
  static const Bytes ending = of_ending();
  static const Bytes check = of_taking(0);
  static const Bytes taken = of_taking(1) - check;
  switch (request.kind) {
  case Kind::submit:
    return submission;
  case Kind::submit_with_bucket:
    return submission + path();
  case Kind::take:
    return check + taken * static_cast<double>(request.tasks->size());
  case Kind::end:
    return ending;
  default:
    return write;
  }
}

} // namespace daruma::fast::ha_sizes
