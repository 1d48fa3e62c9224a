// The numbers of a JSON document that say where they come from: {"value", "kind", "source", "fitted_on"}.
//
// The same form stands in machines, runtimes, services, devices, arguments of models and artefacts' own changes.
// A bare value is the scenario's own choice and is not listed.
#pragma once

#include "sim/core/provenance.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace daruma::scenario {

/// In the document's order, with pointers that begin with `place`. A number with a source and no kind is assumed.
/// For nlohmann::json, whose order is that of the keys' names, and ordered_json, whose order is that of the text.
template <class Json> Parameters parameters_in(const Json& document, const std::string& place = "");

} // namespace daruma::scenario
