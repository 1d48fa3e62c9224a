// The time line of a run: a track for each job with its instants, one below it for each kind of its spans, and what
// happened as a table.
//
// Spans of all processes of a job are united, and what lies closer together than paper can show is drawn as one, so
// that a picture of millions of spans stays small. Instants share a mark where they are of one kind and that close.
#pragma once

#include "sim/results/pages/markup.hpp"
#include "sim/results/records.hpp"

#include <cstddef>

namespace daruma::pages {

/// Pictures, table and the filters of both; the table has at most so many rows, and a note says what is left out.
Markup time_line(const results::Result&, std::size_t most_rows = 2000);

} // namespace daruma::pages
