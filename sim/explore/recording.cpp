#include "sim/explore/recording.hpp"

#include <nlohmann/json.hpp>

namespace daruma::explore {

using Json = nlohmann::ordered_json;
using scenario::CallMoment;

std::string role_of(const std::string& call) {
  const auto has = [&call](const char* part) { return call.find(part) != std::string::npos; };
  const bool sends = has("send") || has("Send") || has("Put") || has("Accumulate");
  const bool receives = has("recv") || has("Recv") || has("Probe") || has("probe") || has("MPI_Get");
  if (has("Sendrecv") || has("sendrecv")) return "neighbour";
  return sends ? "sender" : receives ? "receiver" : "";
}

void Recorder::begin(const CallMoment& moment, const Came& came, const hosting::ProgramPlace& place) {
  if (keeps_ == Keeps::nothing) return;
  Open& open = open_[{moment.job, moment.process}];
  if (!open.steps.empty()) {
    Step& last = open.steps.back();
    last.lasts = came.at - last.at;
    last.exposed.messages = came.exposed.messages;
    last.exposed.pieces = came.exposed.pieces - open.pieces;
    last.exposed.sent = came.exposed.sent;
    last.exposed.takes_any = came.exposed.takes_any;
  }
  if (moment.part == CallMoment::Part::before) {
    close(open);
    open = {{}, 0, false, role_of(moment.call), 0};
  }
  open.pieces = came.exposed.pieces;
  open.steps.push_back({moment,
                        came.at,
                        Seconds(0),
                        came.node,
                        {place, moment.call, open.role, open.processes, moment.part},
                        {{}, 0, came.exposed.arrays}});
}

/// What came of the call before its communicator was known is of the same role.
void Recorder::take_part(const CallMoment& call, const run::Membership& membership) {
  const auto found = open_.find({call.job, call.process});
  if (found == open_.end() || found->second.has_part) return;
  Open& open = found->second;
  open.has_part = true;
  open.processes = membership.processes;
  open.role = membership.root < 0 ? "member" : membership.rank == membership.root ? "root" : "leaf";
  for (Step& step : open.steps) {
    step.site.role = open.role;
    step.site.processes = open.processes;
  }
}

void Recorder::close(Open& open) {
  for (Step& step : open.steps) {
    const int process = keeps_ == Keeps::first_of_each_process ? step.moment.process : 0;
    if (keeps_ == Keeps::all || seen_.insert({step.site, process}).second) steps_.push_back(std::move(step));
  }
  open.steps.clear();
}

const std::vector<Step>& Recorder::steps() {
  for (auto& [process, open] : open_) close(open);
  return steps_;
}

namespace {

Json json_of(const std::vector<Exposed::Sent>& all) {
  Json list = Json::array();
  for (const Exposed::Sent& one : all) list.push_back(Json::array({one.to, one.at.count()}));
  return list;
}

std::vector<Exposed::Sent> read_sent(const Json& list) {
  std::vector<Exposed::Sent> all;
  for (const Json& one : list) all.push_back({one[0], Seconds(one[1].get<double>())});
  return all;
}

} // namespace

std::string write_step(const Step& step) {
  const CallMoment& moment = step.moment;
  return Json{moment.job,
              moment.process,
              moment.call,
              moment.occurrence,
              static_cast<int>(moment.part),
              moment.nth,
              step.at.count(),
              step.lasts.count(),
              step.node,
              step.site.place.file.string(),
              step.site.place.offset,
              step.site.role,
              step.site.processes,
              step.exposed.messages,
              step.exposed.pieces,
              step.exposed.arrays,
              json_of(step.exposed.sent),
              step.exposed.takes_any}
      .dump();
}

Step read_step(const std::string& line) {
  const Json json = Json::parse(line);
  Step step;
  step.moment = {json[0], json[1], json[2], json[3], static_cast<CallMoment::Part>(json[4].get<int>()), json[5]};
  step.at = Seconds(json[6].get<double>());
  step.lasts = Seconds(json[7].get<double>());
  step.node = json[8];
  step.site = {
      {json[9].get<std::string>(), json[10].get<std::ptrdiff_t>()}, json[2], json[11], json[12], step.moment.part};
  step.exposed = {json[13], json[14], json[15], read_sent(json[16]), json[17]};
  return step;
}

} // namespace daruma::explore
