#include "models/falanx/logic/ha_names.hpp"

namespace daruma::models::falanx {

using Kind = HaRequest::Kind;

namespace {

SetData status_change(const std::string& name, Status status, std::int32_t version = any_version) {
  return {ha::status(name), std::string(to_text(status)), version};
}

/// What a task consists of.
CreateNode record(const HaRequest& request, int index) {
  const std::string name = name_of(request.task);
  switch (index) {
  case 0:
    return {ha::task(name)};
  case 1:
    return {ha::status(name), std::string(to_text(Status::initial))};
  case 2:
    return {ha::input_key(name), request.submission->input_key};
  default:
    return {ha::function(name), request.submission->function};
  }
}

std::vector<Change> whole_submission(const HaRequest& request, Cure cure) {
  std::vector<Change> changes;
  if (request.kind == Kind::submit_with_bucket)
    changes.emplace_back(CreateNode{ha::below(ha::initial, name_of_bucket(bucket_of(request.task)))});
  for (int index = 0; index < record_count; ++index) changes.emplace_back(record(request, index));
  changes.emplace_back(CreateNode{entry_path(cure, request.task)});
  return changes;
}

std::vector<Change> taking(const HaRequest& request, Cure cure, int me) {
  std::vector<Change> changes{CheckVersion{ha::starter(me)}};
  for (const TaskId& task : *request.tasks) {
    const std::string name = name_of(task);
    changes.emplace_back(RemoveNode{entry_path(cure, task)});
    changes.emplace_back(CreateNode{ha::below(ha::running, name), std::to_string(me)});
    changes.emplace_back(status_change(name, Status::running));
  }
  if (request.ticket.number >= 0) changes.emplace_back(RemoveNode{ha::below(ha::turn, name_of_ticket(request.ticket))});
  return changes;
}

std::vector<Change> ending(const HaRequest& request) {
  const std::string name = name_of(request.task);
  std::vector<Change> changes{RemoveNode{ha::below(ha::running, name)}, CreateNode{ha::below(ha::done, name)},
                              status_change(name, request.status)};
  if (request.status == Status::completed)
    changes.emplace_back(CreateNode{ha::output_key(name), std::string(request.text)});
  return changes;
}

} // namespace

std::vector<Change> changes_of(const HaRequest& request, Cure cure, int me) {
  const auto name = [&request] { return name_of(request.task); };
  switch (request.kind) {
  case Kind::make_folder:
    return {CreateNode{ha::folder(request.index)}};
  case Kind::enlist:
    return {CreateNode{ha::starter(me)}};
  case Kind::record:
    return {record(request, request.index)};
  case Kind::enter:
    return {CreateNode{entry_path(cure, request.task)}};
  case Kind::submit:
  case Kind::submit_with_bucket:
    return whole_submission(request, cure);
  case Kind::remove_bucket:
    return {RemoveNode{ha::below(ha::initial, name_of_bucket(request.task))}};
  case Kind::queue_up:
    return {CreateNode{ha::below(ha::turn, std::to_string(me) + "-"), "", Lifetime::persistent, Naming::sequential}};
  case Kind::clear:
  case Kind::leave:
    return {RemoveNode{entry_path(cure, request.task)}};
  case Kind::claim:
    return {CreateNode{ha::below(ha::running, name()), std::to_string(me)}};
  case Kind::unclaim:
    return {RemoveNode{ha::below(ha::running, name())}};
  case Kind::begin:
    return {status_change(name(), Status::running, 0)};
  case Kind::take:
    return taking(request, cure, me);
  case Kind::record_output:
    return {CreateNode{ha::output_key(name()), std::string(request.text)}};
  case Kind::set_end:
    return {status_change(name(), request.status)};
  case Kind::list_as_done:
    return {CreateNode{ha::below(ha::done, name())}};
  case Kind::end:
    return ending(request);
  case Kind::close:
    return {CreateNode{ha::below(ha::closed, std::to_string(me))}};
  default:
    return {};
  }
}

} // namespace daruma::models::falanx
