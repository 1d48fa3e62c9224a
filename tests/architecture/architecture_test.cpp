// The layers of the source tree hold, and the check of them finds what it should.
#include "tests/architecture/include_rules.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <sstream>
#include <string>

namespace daruma::architecture {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

TEST(Architecture, EveryIncludeFollowsADeclaredEdge) {
  std::ifstream in(DARUMA_EDGES_FILE);
  const Edges edges = read_edges(in);
  ASSERT_GE(edges.size(), 5U) << "the build declared hardly any folder";
  EXPECT_THAT(violations(edges, DARUMA_SOURCE_DIR), IsEmpty());
}

TEST(Architecture, EdgesAreReadFromTheBuild) {
  std::istringstream in("d_base|sim/core|\nd_mpi|sim/mpi|d_base,d_simgrid\nd_engine|sim/run/simulated|d_base,d_mpi\n");
  const Edges edges = read_edges(in);
  ASSERT_EQ(edges.size(), 3U);
  EXPECT_THAT(edges.at("sim/core"), UnorderedElementsAre("sim/core"));
  EXPECT_THAT(edges.at("sim/mpi"), UnorderedElementsAre("sim/mpi", "sim/core"));
  EXPECT_THAT(edges.at("sim/run/simulated"), UnorderedElementsAre("sim/run/simulated", "sim/core", "sim/mpi"));
}

TEST(Architecture, AFolderMayBeSeveralTargets) {
  std::istringstream in("d_base|sim/base|\nd_mpi|sim/mpi|\nd_list|models|d_base\nd_all|models|d_mpi\n");
  EXPECT_THAT(read_edges(in).at("models"), UnorderedElementsAre("models", "sim/base", "sim/mpi"));
}

/// A small source tree in a folder of its own.
class Tree : public testing::Test {
protected:
  void SetUp() override { fs::create_directories(root_); }
  void TearDown() override { fs::remove_all(root_); }

  void add(const std::string& path, const std::string& text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }

  const fs::path root_ = fs::path(testing::TempDir()) /
                         ("architecture-" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
  const Edges edges_{{"sim/core", {"sim/core"}},
                     {"sim/run/simulated", {"sim/run/simulated", "sim/core"}},
                     {"models/heat", {"models/heat", "sim/core"}},
                     {"analysis", {"analysis", "sim/core"}}};
};

TEST_F(Tree, DeclaredIncludesAreFine) {
  add("sim/core/units.hpp", "#include <string>\n");
  add("sim/run/simulated/engine.cpp", "#include \"sim/core/units.hpp\"\n#include <simgrid/s4u.hpp>\n");
  add("models/heat/heat.cpp", "#include \"models/heat/heat.hpp\"\n#include <mpi.h>\n");
  add("models/heat/heat.hpp", "// #include \"sim/run/simulated/engine.hpp\"\n");
  add("analysis/mean.cpp", "#include \"sim/core/units.hpp\"\n");
  EXPECT_THAT(violations(edges_, root_), IsEmpty());
}

TEST_F(Tree, AnIncludeAgainstTheLayersIsFound) {
  add("analysis/mean.cpp", "#include \"sim/run/simulated/engine.hpp\"\n");
  add("models/heat/heat.cpp", "#include <mpi.h>\n  #  include \"sim/run/simulated/engine.hpp\"\n");
  add("sim/core/units.hpp", "#include \"sim/run/simulated/engine.hpp\"\n");
  add("sim/run/simulated/engine.hpp", "");
  EXPECT_THAT(
      violations(edges_, root_),
      ElementsAre(
          "analysis/mean.cpp:1 includes sim/run/simulated/engine.hpp, but analysis does not declare that it uses "
          "sim/run/simulated",
          "models/heat/heat.cpp:2 includes sim/run/simulated/engine.hpp, but models/heat does not declare that it uses "
          "sim/run/simulated",
          "sim/core/units.hpp:1 includes sim/run/simulated/engine.hpp, but sim/core does not declare that it uses "
          "sim/run/simulated"));
}

TEST_F(Tree, SimGridIsFoundWhereItHasNoPlace) {
  add("analysis/mean.cpp", "#include <xbt/log.h>\n");
  add("models/heat/heat.cpp", "#include <smpi/smpi.h>\n");
  add("sim/core/units.hpp", "#include \"simgrid/s4u.hpp\"\n");
  add("sim/run/simulated/engine.cpp", "#include <simgrid/s4u.hpp>\n");
  EXPECT_THAT(violations(edges_, root_),
              ElementsAre("analysis/mean.cpp:1 includes xbt/log.h, but analysis has to run without SimGrid",
                          "models/heat/heat.cpp:1 includes smpi/smpi.h, but models/heat has to run without SimGrid",
                          "sim/core/units.hpp:1 includes simgrid/s4u.hpp, but sim/core has to run without SimGrid"));
}

TEST_F(Tree, PathsThatHideTheirLayerAreFound) {
  add("analysis/mean.cpp", "#include \"mean.hpp\"\n#include \"tests/fake.hpp\"\n");
  add("analysis/mean.hpp", "");
  add("models/heat/heat.cpp", "");
  add("sim/core/units.hpp", "");
  add("sim/run/simulated/engine.cpp", "");
  add("tests/fake.hpp", "");
  EXPECT_THAT(violations(edges_, root_),
              ElementsAre("analysis/mean.cpp:1 includes mean.hpp, but it is not a path from the repository's root",
                          "analysis/mean.cpp:2 includes tests/fake.hpp, but it lies in no folder that the build "
                          "declares"));
}

} // namespace
} // namespace daruma::architecture
