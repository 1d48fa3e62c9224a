#include "models/artefacts.hpp"

#define ARTEFACT(system, name)                                                                                         \
  namespace system::paper {                                                                                            \
  study::Artefact name();                                                                                              \
  }
namespace daruma::models {
#include "models/artefacts.def"
} // namespace daruma::models
#undef ARTEFACT

namespace daruma::models {

const std::vector<study::Artefact>& artefacts() {
#define ARTEFACT(system, name) system::paper::name(),
  static const std::vector<study::Artefact> all{
#include "models/artefacts.def"
  };
#undef ARTEFACT
  return all;
}

} // namespace daruma::models
