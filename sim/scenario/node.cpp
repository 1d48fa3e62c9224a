#include "sim/scenario/node.hpp"

#include "sim/scenario/wording.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace daruma::scenario {

namespace {

std::optional<Seconds> parse_amount(const std::string& text, Seconds) { return parse_seconds(text); }
std::optional<Bytes> parse_amount(const std::string& text, Bytes) { return parse_bytes(text); }
std::optional<BytesPerSecond> parse_amount(const std::string& text, BytesPerSecond) {
  return parse_bytes_per_second(text);
}
std::optional<FlopsPerSecond> parse_amount(const std::string& text, FlopsPerSecond) {
  return parse_flops_per_second(text);
}
std::optional<Watts> parse_amount(const std::string& text, Watts) { return parse_watts(text); }

const nlohmann::json nothing(nlohmann::json::value_t::discarded);

} // namespace

Node::Node(const nlohmann::json* value, std::string pointer, Report& report)
    : value_(value ? value : &nothing), pointer_(std::move(pointer)), report_(&report) {}

bool Node::is_given() const { return !value_->is_discarded(); }
bool Node::is_object() const { return value_->is_object(); }
bool Node::is_text() const { return value_->is_string(); }

Node Node::operator[](std::string_view key) const {
  const bool is_there = is_object() && value_->contains(key);
  return {is_there ? &(*value_)[std::string(key)] : nullptr, below(pointer_, key), *report_};
}

Node Node::operator[](std::size_t index) const {
  const bool is_there = value_->is_array() && index < value_->size();
  return {is_there ? &(*value_)[index] : nullptr, below(pointer_, std::to_string(index)), *report_};
}

std::vector<std::string> Node::keys() const {
  std::vector<std::string> names;
  if (!is_object()) return names;
  for (const auto& member : value_->items()) names.push_back(member.key());
  return names;
}

std::vector<Node> Node::items() const {
  std::vector<Node> nodes;
  if (!is_readable(value_->is_array())) return nodes;
  for (std::size_t i = 0; i < value_->size(); ++i) nodes.push_back((*this)[i]);
  return nodes;
}

std::string Node::text(const std::string& otherwise) const {
  const Node leaf = bare();
  return leaf.is_readable(leaf.is_text()) ? leaf.value_->get<std::string>() : otherwise;
}

int Node::whole(int otherwise) const {
  const Node leaf = bare();
  // nlohmann compares signed and unsigned numbers by value.
  const bool fits = leaf.value_->is_number_integer() && *leaf.value_ >= std::numeric_limits<int>::min() &&
                    *leaf.value_ <= std::numeric_limits<int>::max();
  return leaf.is_readable(fits) ? leaf.value_->get<int>() : otherwise;
}

double Node::number(double otherwise) const {
  const Node leaf = bare();
  return leaf.is_readable(leaf.value_->is_number()) ? leaf.value_->get<double>() : otherwise;
}

bool Node::truth(bool otherwise) const {
  const Node leaf = bare();
  return leaf.is_readable(leaf.value_->is_boolean()) ? leaf.value_->get<bool>() : otherwise;
}

std::vector<int> Node::wholes() const {
  std::vector<int> numbers;
  for (const Node& item : bare().items()) numbers.push_back(item.whole(1));
  return numbers;
}

template <class Amount> Amount Node::amount(Amount otherwise, Sign sign) const {
  const Node leaf = bare();
  if (!leaf.is_readable(leaf.is_text())) return otherwise;
  const std::optional<Amount> value = parse_amount(leaf.value_->get<std::string>(), otherwise);
  if (!value) {
    leaf.remark("is too large or too small a number: " + shown(*leaf.value_));
    return otherwise;
  }
  if (sign == Sign::positive && *value <= Amount(0)) leaf.remark("must be positive, got " + shown(*leaf.value_));
  if (sign == Sign::not_negative && *value < Amount(0)) leaf.remark("must not be negative, got " + shown(*leaf.value_));
  return *value;
}

template Seconds Node::amount(Seconds, Sign) const;
template Bytes Node::amount(Bytes, Sign) const;
template BytesPerSecond Node::amount(BytesPerSecond, Sign) const;
template FlopsPerSecond Node::amount(FlopsPerSecond, Sign) const;
template Watts Node::amount(Watts, Sign) const;

void Node::remark(std::string sentence) const {
  if (!report_->is_known(pointer_)) report_->add(pointer_, std::move(sentence));
}

Node Node::bare() const {
  const bool is_sourced = is_object() && value_->contains("value") && !report_->is_known(pointer_);
  return is_sourced ? (*this)["value"] : *this;
}

bool Node::is_readable(bool fits) const {
  if (!is_given() || report_->is_known(pointer_)) return false;
  if (!fits) remark_shape();
  return fits;
}

void Node::remark_shape() const { remark("cannot be read: " + shown(*value_)); }

void check_members(const Node& object, std::string_view kind_key, const KindKeys& kind) {
  for (const std::string& key : kind.needs)
    if (!object[key].is_given()) object.report().add(object.pointer(), kind.name + " needs " + in_quotes(key));
  std::vector<std::string> used = kind.needs;
  used.insert(used.end(), kind.takes.begin(), kind.takes.end());
  const std::string instead = used.empty() ? "" : "; it takes " + listed(used);
  for (const std::string& key : object.keys()) {
    const bool is_used = key == kind_key || std::find(used.begin(), used.end(), key) != used.end();
    if (!is_used) object[key].remark(kind.name + " has no use for " + in_quotes(key) + instead);
  }
}

} // namespace daruma::scenario
