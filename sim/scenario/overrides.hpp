// `--set /pointer=VALUE`: changes to the scenario document before anybody checks it.
#pragma once

#include "sim/scenario/parse.hpp"
#include "sim/scenario/report.hpp"

#include <nlohmann/json_fwd.hpp>

namespace daruma::scenario {

/// Sets each value in turn. The parent has to exist, except that a machine or runtime given by name counts as
/// {"use": name}, so that "/machine/nodes" can be set. Item "-" of a list is the one after its last (RFC 6901).
void apply(const std::vector<Override>&, nlohmann::json& document, Report&);

} // namespace daruma::scenario
