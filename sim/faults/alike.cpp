#include "sim/faults/alike.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace daruma::faults {

namespace {

AlikeFaults group_of(const std::vector<FailureMode>& faults) {
  AlikeFaults group{{}, true};
  std::set<std::string> further;
  for (const FailureMode& fault : faults) {
    const models::faults::FaultModelElem& element = *fault.element;
    group.ways.push_back(fault.component.model->name + "." + element.name);
    group.is_one_part = group.is_one_part && fault.component == faults.front().component;
    further.insert(element.handler + " " + element.sensor);
  }
  std::sort(group.ways.begin(), group.ways.end());
  group.further.assign(further.begin(), further.end());
  return group;
}

/// One may have been drawn more than once.
std::vector<FailureMode> each_once(const std::vector<FailureMode>& faults) {
  std::vector<FailureMode> different;
  std::set<std::pair<std::string, const models::faults::FaultModelElem*>> known;
  for (const FailureMode& fault : faults)
    if (known.emplace(fault.component.name(), fault.element).second) different.push_back(fault);
  return different;
}

} // namespace

void Evidence::add(std::string_view text) {
  for (const char character : text) sum_ = (sum_ ^ static_cast<unsigned char>(character)) * 0x100000001b3;
  add(static_cast<int>(text.size()));
}

void Evidence::add(int number) { sum_ = (sum_ ^ static_cast<unsigned>(number)) * 0x100000001b3; }

void Evidence::add(const Record& record) {
  add(record.pair.first);
  add(record.pair.second);
  add(static_cast<int>(record.connection));
  add(static_cast<int>(record.error.error));
  for (const models::faults::Finding& finding : record.findings) {
    add(finding.component.model->name);
    add(finding.component.holder);
    add(finding.component.port);
    add(static_cast<int>(finding.verdict));
    for (const std::string& element : finding.shown) add(element);
    add(finding.because);
    add(finding.why_not);
  }
}

std::vector<AlikeFaults> alike_faults(const FaultsByEvidence& all) {
  std::map<std::pair<bool, std::vector<std::string>>, AlikeFaults> kinds;
  for (const auto& [evidence, faults] : all) {
    AlikeFaults group = group_of(each_once(faults));
    if (group.ways.size() < 2) continue;
    const auto [known, is_new] = kinds.try_emplace({group.is_one_part, group.ways}, group);
    if (!is_new) ++known->second.times;
  }
  std::vector<AlikeFaults> groups;
  groups.reserve(kinds.size());
  for (auto& [kind, group] : kinds) groups.push_back(std::move(group));
  return groups;
}

} // namespace daruma::faults
