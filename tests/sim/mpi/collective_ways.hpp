// Every algorithm of collective operations, to run the same tests by each.
#pragma once

#include "sim/core/collective_tables.hpp"

#include <gtest/gtest.h>
#include <iosfwd>
#include <string>
#include <vector>

namespace daruma::mpi::test {

/// How the job's runtime profile has collectives carried out.
struct Way {
  std::string name;
  AlgorithmChoice choice;
  int processes_on_a_host = 1;
};

void PrintTo(const Way& way, std::ostream* out);

/// The algorithm for every collective that it carries out.
CollectiveTables everywhere(const AlgorithmChoice& choice);

std::vector<Way> ways();

std::string name_of(const testing::TestParamInfo<Way>& info);

} // namespace daruma::mpi::test
