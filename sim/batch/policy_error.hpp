#pragma once

#include <stdexcept>

namespace daruma::batch {

/// A policy that is not Daruma's answered what cannot be done; the message says whose it is, and what.
class PolicyError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

} // namespace daruma::batch
