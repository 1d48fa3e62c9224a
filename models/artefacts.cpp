#include "models/artefacts.hpp"

#define ARTEFACT(system, name, id, title)                                                                              \
  namespace system::paper {                                                                                            \
  study::Reproduction name(const study::StudyContext&);                                                                \
  }
namespace daruma::models {
#include "models/artefacts.def"
} // namespace daruma::models
#undef ARTEFACT

namespace daruma::models {

namespace {

study::Artefact artefact(const char* id, const char* title,
                         study::Reproduction (*reproduce)(const study::StudyContext&)) {
  return {id, title, [=](const study::StudyContext& context) {
            study::Reproduction reproduction = reproduce(context);
            reproduction.id = id;
            return reproduction;
          }};
}

} // namespace

const std::vector<study::Artefact>& artefacts() {
#define ARTEFACT(system, name, id, title) artefact(id, title, system::paper::name),
  static const std::vector<study::Artefact> all{
#include "models/artefacts.def"
  };
#undef ARTEFACT
  return all;
}

} // namespace daruma::models
