#include "models/port/program_calls.hpp"

#include "sim/core/job_metrics.hpp"

#include <cmath>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <utility>

namespace daruma::models {

namespace {

constexpr std::size_t longest_name = 100;

std::string in_quotes(const std::string& text) { return "\"" + text + "\""; }

/// In C's locale, whichever the program has set.
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_of_name(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; }

bool is_name(const std::string& name) {
  if (name.empty() || name.size() > longest_name || !is_letter(name.front())) return false;
  for (const char c : name)
    if (!is_of_name(c)) return false;
  return true;
}

std::string objection_to_name(const std::string& name) {
  if (is_name(name)) return "";
  return "a name has 1 to " + std::to_string(longest_name) +
         " letters, digits and \"_\", of which the first is a letter, got " + in_quotes(name);
}

std::string text_of(const char* name) { return name ? name : ""; }

/// The places that a program can name, as <daruma.h> numbers them; where the scenario decides, as it says.
std::optional<CheckpointTerms> terms_of(int place, const std::optional<CheckpointTerms>& of_scenario, Bytes size) {
  CheckpointTerms terms = of_scenario.value_or(CheckpointTerms{CheckpointPlace::file_system, size});
  if (terms.size == Bytes(0)) terms.size = size;
  switch (place) {
  case 0:
    return terms;
  case 1:
    return CheckpointTerms{CheckpointPlace::local_memory, terms.size};
  case 2:
    return CheckpointTerms{CheckpointPlace::partner_memory, terms.size};
  case 3:
    return CheckpointTerms{CheckpointPlace::file_system, terms.size};
  default:
    return std::nullopt;
  }
}

} // namespace

std::string objection_to_metric(const std::string& name) {
  if (is_job_metric(name)) return in_quotes(name) + " is reported of every job; choose another name";
  return objection_to_name(name);
}

std::string objection_to_phase(const std::string& name) { return objection_to_name(name); }

int ProgramCalls::refuse(const std::string& why) const {
  complain_("daruma: " + why);
  return answers::invalid;
}

int ProgramCalls::metric(const char* name, double value) {
  const std::string objection = objection_to_metric(text_of(name));
  if (!objection.empty()) return refuse("daruma_metric: " + objection);
  if (!std::isfinite(value)) return refuse("daruma_metric: the value of " + in_quotes(name) + " is no finite number");
  port_.metric(name, value);
  return answers::ok;
}

int ProgramCalls::begin_phase(const char* name) {
  const std::string objection = objection_to_phase(text_of(name));
  if (!objection.empty()) return refuse("daruma_phase_begin: " + objection);
  phases_.emplace_back(name);
  port_.phase_begun(name);
  return answers::ok;
}

int ProgramCalls::end_phase(const char* name) {
  const std::string ended = text_of(name);
  if (phases_.empty()) return refuse("daruma_phase_end: " + in_quotes(ended) + " ends, and no phase was begun");
  if (phases_.back() != ended)
    return refuse("daruma_phase_end: " + in_quotes(ended) + " ends, and " + in_quotes(phases_.back()) +
                  ", which was begun last, has to end before");
  phases_.pop_back();
  port_.phase_ended();
  return answers::ok;
}

int ProgramCalls::array(const char* name) const {
  const std::string objection = objection_to_name(text_of(name));
  return objection.empty() ? answers::ok : refuse("daruma_array: " + objection);
}

int ProgramCalls::checkpoint(int owner, std::int64_t version, const void* state, std::size_t size, int place,
                             int partner) {
  CheckpointStore& store = port_.checkpoints();
  const auto terms = terms_of(place, store.terms(), Bytes(static_cast<double>(size)));
  if (owner < 0 || version < 0)
    return refuse("daruma_checkpoint: owner and version must be at least 0, got " + std::to_string(owner) + " and " +
                  std::to_string(version));
  if (!terms) return refuse("daruma_checkpoint: there is no place " + std::to_string(place));
  if (!state && size > 0) return refuse("daruma_checkpoint: the state is a null pointer");
  if (terms->place == CheckpointPlace::partner_memory && (partner < 0 || partner == port_.process_id()))
    return refuse("daruma_checkpoint: a partner is another process of the job, got " + std::to_string(partner));
  const auto* const bytes = static_cast<const std::byte*>(state);
  try {
    return store.keep(owner, version, {bytes, bytes + size}, *terms, partner) ? answers::ok : answers::no_partner;
  } catch (const std::runtime_error& problem) {
    complain_(std::string("daruma: daruma_checkpoint: ") + problem.what());
    return answers::no_room;
  }
}

std::int64_t ProgramCalls::newest(int owner, std::int64_t at_most) {
  return port_.checkpoints().newest(owner, at_most).value_or(answers::nothing);
}

std::int64_t ProgramCalls::restore(int owner, std::int64_t version, void* state, std::size_t room) {
  CheckpointStore& store = port_.checkpoints();
  if (!state && room > 0) return refuse("daruma_restore: the room is a null pointer");
  if (version < 0 || store.newest(owner, version) != version) return answers::nothing;
  const auto stored = store.load(owner, version);
  if (!stored || stored->version != version) return answers::nothing; // its last holder has died meanwhile
  if (stored->state.size() > room) return answers::too_small;
  if (!stored->state.empty()) std::memcpy(state, stored->state.data(), stored->state.size());
  return static_cast<std::int64_t>(stored->state.size());
}

} // namespace daruma::models
