#include "tests/models/reproduced.hpp"

#include "models/artefacts.hpp"
#include "sim/cli/installation.hpp"
#include "sim/cli/models.hpp"
#include "tests/docs/shown.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace daruma::models {

namespace {

const study::Row* find_row(const study::Reproduction& reproduction, const std::string& label) {
  const auto found = std::find_if(reproduction.rows.begin(), reproduction.rows.end(),
                                  [&](const study::Row& row) { return row.label == label; });
  return found == reproduction.rows.end() ? nullptr : &*found;
}

void expect_known(const std::string& fitted_on, const study::Reproduction& reproduction) {
  const std::string prefix = reproduction.id + "/";
  if (fitted_on.rfind(prefix, 0) != 0) return;
  const study::Row* const row = find_row(reproduction, fitted_on.substr(prefix.size()));
  EXPECT_TRUE(row != nullptr && row->paper) << fitted_on << " is no published number";
}

/// Pages that show the artefact show what it prints.
void expect_as_shown(const study::Reproduction& reproduction) {
  for (const auto& page : docs::pages())
    for (const docs::Block& block : docs::blocks_of(DARUMA_SOURCE_DIR / page))
      if (block.command == "reproduce " + reproduction.id) {
        EXPECT_EQ(docs::difference(block.shown, docs::lines_of(to_table(reproduction))), "") << page;
      }
}

} // namespace

study::Reproduction reproduced(const std::string& id) {
  const study::StudyContext context{cli::surroundings(), cli::installation().scenarios, cli::models()};
  const auto artefact =
      std::find_if(artefacts().begin(), artefacts().end(), [&](const auto& known) { return known.id == id; });
  const auto reproduction = artefact->reproduce(context);
  EXPECT_EQ(reproduction.id, id);
  EXPECT_FALSE(reproduction.claims.empty());
  for (const study::Claim& claim : reproduction.claims) EXPECT_TRUE(claim.holds) << claim.text;
  for (const Parameter& parameter : reproduction.all_parameters())
    for (const std::string& name : parameter.fitted_on) expect_known(name, reproduction);
  expect_as_shown(reproduction);
  return reproduction;
}

double error_of(const study::Reproduction& reproduction, const std::string& label) {
  return find_row(reproduction, label)->relative_error();
}

} // namespace daruma::models
