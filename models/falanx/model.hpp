// The descriptor of the system in this folder.
#pragma once

#include "models/descriptor/system.hpp"

namespace daruma::models::falanx {

const System& system();

} // namespace daruma::models::falanx
