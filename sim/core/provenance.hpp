// A number that says where it comes from, so that a reader of a result knows what was put in and what came out.
//
// Assumes that a published number has one name, "<artefact>/<row>", by which parameters that were set from it refer to
// it; "<artefact>" alone stands for all its rows.
#pragma once

#include "sim/core/words.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace daruma {

/// - cited: from a paper, a data sheet, a standard, or computed from such numbers.
/// - measured: by ourselves, on the thing itself.
/// - fitted: set so that a result comes out; `Parameter::fitted_on` says which.
/// - assumed: none of these.
enum class SourceKind { cited, measured, fitted, assumed };

inline const Choices<SourceKind> source_kinds{{"cited", SourceKind::cited},
                                              {"measured", SourceKind::measured},
                                              {"fitted", SourceKind::fitted},
                                              {"assumed", SourceKind::assumed}};

inline std::string_view name_of(SourceKind kind) { return word_of(source_kinds, kind); }

struct Parameter {
  std::string name;  ///< a JSON pointer into a scenario, or words
  std::string value; ///< as it was given
  SourceKind kind;
  std::string source;                   ///< a sentence
  std::vector<std::string> fitted_on{}; ///< names of published numbers

  friend bool operator==(const Parameter& a, const Parameter& b) {
    return a.name == b.name && a.value == b.value && a.kind == b.kind && a.source == b.source &&
           a.fitted_on == b.fitted_on;
  }
};

using Parameters = std::vector<Parameter>;

/// Was the parameter set from the published number of that name?
inline bool is_fitted_on(const Parameter& parameter, std::string_view published) {
  return std::any_of(parameter.fitted_on.begin(), parameter.fitted_on.end(), [&](const std::string& name) {
    return published.substr(0, name.size()) == name &&
           (published.size() == name.size() || (published[name.size()] == '/' && name.find('/') == std::string::npos));
  });
}

} // namespace daruma
