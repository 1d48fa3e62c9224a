// What of a scenario is in the way, collected so that all of it is said at once.
#pragma once

#include "sim/core/registry.hpp"
#include "sim/scenario/parse.hpp"
#include "sim/scenario/wording.hpp"

#include <string>
#include <utility>
#include <vector>

namespace daruma::scenario {

class Objections {
public:
  /// To the scenario of a file. `remedy` ends each sentence, as "; --fidelity smpi runs it".
  explicit Objections(std::string file, std::string remedy = "") : file_(std::move(file)), remedy_(std::move(remedy)) {}

  void add(const std::string& pointer, const std::string& sentence) {
    problems_.push_back({file_, pointer, sentence + remedy_});
  }
  void unless(bool is_fine, const std::string& pointer, const std::string& sentence) {
    if (!is_fine) add(pointer, sentence);
  }
  /// The entry of that name; null, once it is said that there is none.
  template <class Entry>
  const Entry* find(const std::string& pointer, const char* noun, const std::string& name, const Registry<Entry>& all) {
    const Entry* const found = find_entry(all, name);
    if (found == nullptr) add(pointer, unknown(noun, name, names_of(all)));
    return found;
  }
  std::vector<Problem> take() { return std::move(problems_); }

private:
  std::string file_;
  std::string remedy_;
  std::vector<Problem> problems_{};
};

} // namespace daruma::scenario
