#include "sim/cli/command.hpp"

namespace daruma::cli {

Option Option::standard(const std::string& text) const {
  Option changed = *this;
  changed.standard_value = text;
  return changed;
}

Option Option::otherwise(const std::string& words) const {
  Option changed = *this;
  changed.standard_words = words;
  return changed;
}

Option Option::between(double least, double most) const {
  Option changed = *this;
  changed.range = Range{least, most};
  return changed;
}

Option Option::one_of(const std::vector<std::string>& all) const {
  Option changed = *this;
  changed.choices = all;
  return changed;
}

Option Option::completed_by(Suggest how) const {
  Option changed = *this;
  changed.suggest = how;
  return changed;
}

Option Option::repeated() const {
  Option changed = *this;
  changed.is_repeated = true;
  return changed;
}

Option Option::hidden() const {
  Option changed = *this;
  changed.is_hidden = true;
  return changed;
}

} // namespace daruma::cli
