// How long devices last, as reliability engineering describes it: laws of the time to a failure.
//
// A new law is a file that defines its object, and its line in failure_laws.def.
#pragma once

#include "sim/core/random_stream.hpp"
#include "sim/core/registry.hpp"

namespace daruma {

/// Whether a law has a second parameter beside its mean.
enum class Shape { none, needed };

struct FailureLaw {
  std::string_view name;
  std::string_view summary;
  Shape shape;
  /// One time to a failure, from the law of that mean.
  Seconds (*draw)(double shape, Seconds mean, RandomStream&);
};

namespace failure_law {
#define DARUMA_ENTRY(name) extern const FailureLaw name;
#include "sim/core/failure_laws.def"
#undef DARUMA_ENTRY
} // namespace failure_law

const Registry<FailureLaw>& failure_laws();

} // namespace daruma
