#include "models/descriptor/system.hpp"

namespace daruma::models {

#define SYSTEM(name)                                                                                                   \
  namespace name {                                                                                                     \
  const System& system();                                                                                              \
  }
#include "models/systems.def"
#undef SYSTEM

const std::vector<const System*>& systems() {
  static const std::vector<const System*> all{
#define SYSTEM(name) &name::system(),
#include "models/systems.def"
#undef SYSTEM
  };
  return all;
}

const FastForm* find_fast_form(std::string_view program) {
  for (const System* const system : systems())
    for (const FastForm& form : system->fast_forms)
      if (form.program == program) return &form;
  return nullptr;
}

const GridDrawing* find_grid_drawing(std::string_view program) {
  for (const System* const system : systems())
    for (const GridDrawing& drawing : system->grid_drawings)
      if (drawing.program == program) return &drawing;
  return nullptr;
}

} // namespace daruma::models
