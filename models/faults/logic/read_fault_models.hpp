// Fault models from their files, one a device: what a new kind of device takes.
#pragma once

#include "models/faults/logic/fault_model.hpp"

#include <filesystem>
#include <vector>

namespace daruma::models::faults {

/// Of all files *.json of a folder, or of several folders. Throws FaultTreeError with the file and the JSON pointer of
/// what is wrong, or the folder and what does not fit together.
FaultTree read_fault_models(const std::filesystem::path& folder);
FaultTree read_fault_models(const std::vector<std::filesystem::path>& folders);

} // namespace daruma::models::faults
