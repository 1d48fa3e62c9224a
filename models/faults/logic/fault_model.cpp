#include "models/faults/logic/fault_model.hpp"

#include "sim/core/registry.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <tuple>
#include <utility>

namespace daruma::models::faults {

namespace {

struct KnownError {
  Error error;
  int number;
  std::string_view name;
};

constexpr std::array known_errors{KnownError{Error::enetdown, ENETDOWN, "ENETDOWN"},
                                  KnownError{Error::enetunreach, ENETUNREACH, "ENETUNREACH"},
                                  KnownError{Error::ehostunreach, EHOSTUNREACH, "EHOSTUNREACH"},
                                  KnownError{Error::econnreset, ECONNRESET, "ECONNRESET"},
                                  KnownError{Error::econnrefused, ECONNREFUSED, "ECONNREFUSED"},
                                  KnownError{Error::etimedout, ETIMEDOUT, "ETIMEDOUT"}};

template <class Is> const KnownError* find_error(Is&& is) {
  const auto found = std::find_if(known_errors.begin(), known_errors.end(), is);
  return found == known_errors.end() ? nullptr : &*found;
}

std::string in_quotes(std::string_view text) { return "\"" + std::string(text) + "\""; }

using Names = std::vector<std::string> FaultModel::*;

/// Whether `to` is reached from `from` by one step or more.
bool reaches(const FaultTree& tree, std::string_view from, std::string_view to, Names names,
             std::vector<std::string_view>& seen) {
  const FaultModel* const model = tree.find(from);
  if (model == nullptr) return false;
  for (const std::string& next : model->*names) {
    if (next == to) return true;
    if (std::find(seen.begin(), seen.end(), next) != seen.end()) continue;
    seen.push_back(next);
    if (reaches(tree, next, to, names, seen)) return true;
  }
  return false;
}

bool reaches(const FaultTree& tree, std::string_view from, std::string_view to, Names names) {
  std::vector<std::string_view> seen;
  return reaches(tree, from, to, names, seen);
}

void check_names(const FaultTree& tree, const FaultModel& model, const char* verb, Names names) {
  for (const std::string& name : model.*names) {
    const FaultModel* const other = tree.find(name);
    if (other == nullptr)
      throw FaultTreeError(in_quotes(model.name) + " " + verb + " " + in_quotes(name) + ", which no file describes");
    if (names != &FaultModel::hides_beyond && other->holder != model.holder)
      throw FaultTreeError(in_quotes(model.name) + " " + verb + " " + in_quotes(name) +
                           ", which is not part of the same thing");
  }
}

/// A switch has no CPU to slow down, and nothing but NICs and ports has a link to cut.
bool can_happen_to(Effect effect, Holder holder) {
  if (effect == Effect::breaks) return true;
  if (effect == Effect::goes_dark) return holder != Holder::port;
  return effect == Effect::cuts ? holder != Holder::network_switch : holder == Holder::node;
}

void check_consequences(const FaultTree& tree, const FaultModel& model) {
  for (const FaultModelElem& element : model.elements)
    for (const Consequence& consequence : element.then) {
      if (!can_happen_to(consequence.effect, model.holder))
        throw FaultTreeError(in_quotes(model.name) + " has an effect that its holder cannot have");
      if (consequence.effect != Effect::breaks) continue;
      const auto& causes = model.causes;
      if (std::find(causes.begin(), causes.end(), consequence.breaks) == causes.end())
        throw FaultTreeError(in_quotes(model.name) + " breaks " + in_quotes(consequence.breaks) +
                             ", which is not among what it causes");
      if (tree.find(consequence.breaks)->element(consequence.element) == nullptr)
        throw FaultTreeError(in_quotes(model.name) + " breaks " + in_quotes(consequence.breaks) + " in a way " +
                             in_quotes(consequence.element) + " that it does not have");
    }
}

void check_lost_links(const FaultModel& model) {
  for (const FaultModelElem& element : model.elements)
    if (!element.lost_links.of.empty() && model.holder != Holder::node)
      throw FaultTreeError(in_quotes(model.name) + " has links to lose, which only a node has");
}

/// What effects tell of their causes.
void add_causes(std::vector<FaultModel>& models) {
  for (const FaultModel& effect : models)
    for (const std::string& name : effect.caused_by) {
      const auto cause =
          std::find_if(models.begin(), models.end(), [&](const FaultModel& model) { return model.name == name; });
      if (cause == models.end())
        throw FaultTreeError(in_quotes(effect.name) + " is caused by " + in_quotes(name) + ", which no file describes");
      if (std::find(cause->causes.begin(), cause->causes.end(), effect.name) == cause->causes.end())
        cause->causes.push_back(effect.name);
    }
}

void check_cycles(const FaultTree& tree, const FaultModel& model, const char* verb, Names names) {
  if (reaches(tree, model.name, model.name, names))
    throw FaultTreeError(in_quotes(model.name) + " " + verb + " itself, at once or by way of others");
}

} // namespace

std::optional<Error> error_of(int number) {
  const KnownError* const known = find_error([number](const KnownError& one) { return one.number == number; });
  return known == nullptr ? std::nullopt : std::optional(known->error);
}

std::string_view name_of(Error error) {
  return find_error([error](const KnownError& one) { return one.error == error; })->name;
}

std::optional<Error> error_named(std::string_view name) {
  const KnownError* const known = find_named(known_errors, name);
  return known == nullptr ? std::nullopt : std::optional(known->error);
}

std::vector<std::string_view> names_of_errors() {
  std::vector<std::string_view> names;
  names.reserve(known_errors.size());
  for (const KnownError& known : known_errors) names.push_back(known.name);
  return names;
}

bool FaultModel::gives(Error error, Side side) const {
  const std::vector<Error>& errors = side == Side::own ? own : side == Side::way ? way : peer;
  return std::find(errors.begin(), errors.end(), error) != errors.end();
}

const FaultModelElem* FaultModel::element(std::string_view wanted) const { return find_named(elements, wanted); }

FaultTree::FaultTree(std::vector<FaultModel> models) : models_(std::move(models)) {
  std::sort(models_.begin(), models_.end(), [](const FaultModel& a, const FaultModel& b) {
    return std::tie(a.holder, a.order, a.name) < std::tie(b.holder, b.order, b.name);
  });
  add_causes(models_);
  for (const FaultModel& model : models_) {
    if (find(model.name) != &model) throw FaultTreeError(in_quotes(model.name) + " is described twice");
    check_names(*this, model, "hides", &FaultModel::hides_here);
    check_names(*this, model, "hides", &FaultModel::hides_beyond);
    check_names(*this, model, "causes", &FaultModel::causes);
    check_consequences(*this, model);
    check_lost_links(model);
  }
  for (const FaultModel& model : models_) {
    check_cycles(*this, model, "hides", &FaultModel::hides_here);
    check_cycles(*this, model, "causes", &FaultModel::causes);
  }
}

const FaultModel* FaultTree::find(std::string_view name) const { return find_named(models_, name); }

bool FaultTree::causes(std::string_view cause, std::string_view effect) const {
  return reaches(*this, cause, effect, &FaultModel::causes);
}

} // namespace daruma::models::faults
