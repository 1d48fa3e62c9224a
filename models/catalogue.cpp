#include "models/catalogue.hpp"

#include "sim/core/registry.hpp"

namespace daruma::models {

#define SYSTEM(name)                                                                                                   \
  namespace name {                                                                                                     \
  const std::vector<Program>& programs();                                                                              \
  }
#include "models/systems.def"
#undef SYSTEM

const std::vector<Program>& catalogue() {
  static const std::vector<Program> all = [] {
    std::vector<Program> programs;
#define SYSTEM(name) programs.insert(programs.end(), name::programs().begin(), name::programs().end());
#include "models/systems.def"
#undef SYSTEM
    return programs;
  }();
  return all;
}

const Program* find_program(std::string_view name) { return find_named(catalogue(), name); }

} // namespace daruma::models
