// Process migration, Figs. 9 and 10: run time by arrival gap over migration interval, the load of a node 1/8.
#pragma once

#include "models/migration/paper/cases.hpp"

namespace daruma::models::migration::paper {

study::Reproduction granularity_figure(const char* id, const char* title, int per_node, const study::StudyContext&);

} // namespace daruma::models::migration::paper
