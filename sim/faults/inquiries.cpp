#include "sim/faults/inquiries.hpp"

namespace daruma::faults {

namespace {

/// How many times as long as usual a computation has to take before anybody asks why.
constexpr double noticeable = 1.25;

} // namespace

std::map<std::string, double> InquiryTally::metrics() const {
  return {{"verdicts", verdicts}, {"verdicts_naming", naming}, {"localisation_queries", queries}};
}

bool Inquiries::is_reason(const std::string& job, int node, Seconds died) const {
  const auto known = inquiries_.find({job, node});
  return known == inquiries_.end() || known->second.asked < died;
}

Verdict Inquiries::ask(const std::string& job, int asker, int node, Seconds now) {
  inquiries_[{job, node}] = {now, ""};
  return localiser_.ask(asker, node, now);
}

Recommendation Inquiries::conclude(const std::string& job, int asker, int node, const Verdict& verdict, Seconds now) {
  inquiries_[{job, node}].told = verdict.text;
  count(job, verdict);
  Recommendation recommendation;
  if (!localiser_.is_informed()) return recommendation;
  for (const auto& component : verdict.broken)
    if (component.model->holder == models::faults::Holder::node) recommendation.broken.push_back(component.holder);
  recommendation.is_node_sound = verdict.outcome == Judgement::sound && !verdict.is_node_silent;
  recommendation.taken_away = localiser_.taken_away(verdict, asker, node);
  for (const int taken : recommendation.taken_away) inquiries_[{job, taken}] = {now, verdict.text};
  return recommendation;
}

std::string Inquiries::told(const std::string& job, int node) const {
  const auto known = inquiries_.find({job, node});
  return known == inquiries_.end() ? "" : known->second.told;
}

bool Inquiries::is_reason(int node, double times) const { return times >= noticeable && slow_nodes_.count(node) == 0; }

void Inquiries::conclude(const std::string& job, int node, double times, const Verdict& verdict) {
  count(job, verdict);
  if (localiser_.is_informed() && verdict.outcome == Judgement::broken) slow_nodes_[node] = times;
}

double Inquiries::slowness(int node) const {
  const auto known = slow_nodes_.find(node);
  return known == slow_nodes_.end() ? 1 : known->second;
}

void Inquiries::count(const std::string& job, const Verdict& verdict) {
  InquiryTally& so_far = tallies_[job];
  ++so_far.verdicts;
  so_far.naming += verdict.outcome == Judgement::broken ? 1 : 0;
  so_far.queries += verdict.queries;
}

} // namespace daruma::faults
