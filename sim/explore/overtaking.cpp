#include "sim/explore/overtaking.hpp"

#include <algorithm>
#include <array>

namespace daruma::explore {

bool is_choosing(const std::string& call) {
  constexpr std::array<const char*, 5> parts{"Probe", "probe", "Test", "Waitany", "Waitsome"};
  return call.find("Request_get_status") != std::string::npos ||
         std::any_of(parts.begin(), parts.end(),
                     [&](const char* part) { return call.find(part) != std::string::npos; });
}

Overtaking::Overtaking(const std::vector<Step>& steps) {
  for (const Step& step : steps) {
    const Receiver self{step.moment.job, step.moment.process};
    if (step.exposed.takes_any || is_choosing(step.moment.call)) choosing_.insert(self);
    for (const Exposed::Sent& sent : step.exposed.sent)
      coming_[{step.moment.job, sent.to}].push_back({sent.at, step.moment.process});
    end_ = std::max(end_, step.at + step.lasts);
  }
  for (auto& [receiver, all] : coming_)
    std::stable_sort(all.begin(), all.end(), [](const Coming& a, const Coming& b) { return a.at < b.at; });
}

/// Half way from one of the moments at which others come to the next.
std::vector<Seconds> Overtaking::delays(const Receiver& receiver, const Coming& message) const {
  constexpr std::size_t most_at_once = 3;
  std::vector<Seconds> moments;
  for (const Coming& other : coming_.at(receiver))
    if (other.from != message.from && other.at >= message.at && (moments.empty() || moments.back() < other.at))
      moments.push_back(other.at);
  std::vector<Seconds> delays;
  for (std::size_t i = 0; i < moments.size(); ++i) {
    if (i >= most_at_once && i + 1 < moments.size()) continue;
    const Seconds next = i + 1 < moments.size() ? moments[i + 1] : std::max(end_, moments[i] + Seconds(1e-6));
    delays.push_back((moments[i] + next) / 2 - message.at);
  }
  return delays;
}

std::vector<Fault> Overtaking::late_messages(const Step& step) const {
  constexpr std::size_t most_in_a_step = 100;
  std::vector<Fault> faults;
  for (std::size_t i = 0; i < std::min(step.exposed.sent.size(), most_in_a_step); ++i) {
    const Exposed::Sent& sent = step.exposed.sent[i];
    const Receiver receiver{step.moment.job, sent.to};
    if (choosing_.count(receiver) == 0) continue;
    for (const Seconds delay : delays(receiver, {sent.at, step.moment.process}))
      faults.push_back({step.moment, Seconds(0), Victim::late_message, step.node, {delay}, static_cast<int>(i) + 1});
  }
  return faults;
}

} // namespace daruma::explore
