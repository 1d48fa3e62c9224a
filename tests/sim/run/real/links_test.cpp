// The real driver is the same program text as the simulated one up to the drivers, and has nothing of the simulator.
#include "sim/run/real/perform.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

namespace daruma::real {
namespace {

using testing::HasSubstr;
using testing::Not;

/// This program links the real driver and a test framework.
TEST(RealDriver, LinksNoSimGrid) {
  volatile const auto entry = &perform; // or the linker would leave it out
  EXPECT_NE(entry, nullptr);
  std::ostringstream loaded;
  loaded << std::ifstream("/proc/self/maps").rdbuf();
  EXPECT_THAT(loaded.str(), HasSubstr("libstdc++"));
  EXPECT_THAT(loaded.str(), Not(HasSubstr("simgrid")));
}

} // namespace
} // namespace daruma::real
