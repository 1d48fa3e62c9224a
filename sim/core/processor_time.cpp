#include "sim/core/processor_time.hpp"

namespace daruma {

namespace {

bool holds(const ProcessorTimeRule& rule, Bytes size, Where where) {
  if (rule.bytes_below && size >= *rule.bytes_below) return false;
  return !rule.within_node || *rule.within_node == (where == Where::within_node);
}

} // namespace

Seconds processor_time(const ProcessorTimes& rules, Bytes size, Where where) {
  for (const ProcessorTimeRule& rule : rules)
    if (holds(rule, size, where)) return rule.rate ? rule.fixed + size / *rule.rate : rule.fixed;
  return Seconds(0);
}

} // namespace daruma
