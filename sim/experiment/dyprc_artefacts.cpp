#include "sim/experiment/dyprc_artefacts.hpp"
namespace daruma::experiment {
std::vector<Artefact> dyprc_artefacts() { return {}; }
} // namespace daruma::experiment
