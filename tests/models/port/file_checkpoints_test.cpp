// Checkpoints as files: what is kept, and what goes with a dead process.
#include "models/port/files/file_checkpoints.hpp"
#include "models/port/files/run_files.hpp"

#include <fstream>
#include <gmock/gmock.h>

namespace daruma::models {
namespace {

namespace fs = std::filesystem;

class FileCheckpointsTest : public testing::Test {
protected:
  FileCheckpointsTest() {
    std::string name = fs::temp_directory_path() / "daruma-checkpoints-XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~FileCheckpointsTest() override { fs::remove_all(folder_); }

  static std::vector<std::byte> state(int value) { return {std::byte(value), std::byte(7)}; }
  FileCheckpoints store(double size = 0) const { return {folder_, Bytes(size)}; }

  fs::path folder_;
};

constexpr std::int64_t any = 1000;

TEST_F(FileCheckpointsTest, TheNewestNotAboveTheWishIsRead) {
  store().save(3, 10, state(1), {"0"});
  store().save(3, 20, state(2), {"0"});
  EXPECT_EQ(store().load(3, any)->version, 20);
  EXPECT_EQ(store().load(3, 19)->state, state(1));
  EXPECT_FALSE(store().load(3, 9).has_value());
  EXPECT_FALSE(store().load(4, any).has_value());
}

TEST_F(FileCheckpointsTest, TheNewestIsKnownWithoutReadingIt) {
  store().save(3, 10, state(1), {"0"});
  store().save(3, 20, state(2), {"0", "1"});
  EXPECT_EQ(store().newest(3, any), 20);
  EXPECT_EQ(store().newest(3, 20), 20);
  EXPECT_EQ(store().newest(3, 19), 10);
  EXPECT_EQ(store().newest(3, 9), std::nullopt);
  FileCheckpoints::lose(folder_, "0");
  EXPECT_EQ(store().newest(3, 19), std::nullopt);
}

TEST_F(FileCheckpointsTest, TwoVersionsAreKeptAndLaterOnesForgotten) {
  for (const int version : {10, 20, 30}) store().save(3, version, state(version), {"0"});
  EXPECT_FALSE(store().load(3, 19).has_value());
  store().save(3, 20, state(5), {"0"});
  EXPECT_EQ(store().load(3, any)->version, 20);
  EXPECT_EQ(store().load(3, any)->state, state(5));
}

TEST_F(FileCheckpointsTest, ACopyInAPartnersMemorySurvivesItsOwner) {
  store().save(3, 10, state(1), {"3", "5"});
  FileCheckpoints::lose(folder_, "3");
  EXPECT_EQ(store().load(3, any)->state, state(1));
  FileCheckpoints::lose(folder_, "5");
  EXPECT_FALSE(store().load(3, any).has_value());
}

TEST_F(FileCheckpointsTest, TheFileSystemIsLostWithNobody) {
  store().save(3, 10, state(1), {FileCheckpoints::file_system});
  FileCheckpoints::lose(folder_, "3");
  EXPECT_EQ(store().load(3, any)->version, 10);
}

TEST_F(FileCheckpointsTest, ACopyThatCannotBeWrittenIsAnErrorWithItsReason) {
  std::ofstream(folder_ / "not-a-folder");
  EXPECT_THROW(store().save(3, 10, state(1), {"not-a-folder"}), std::runtime_error);
  EXPECT_THROW(write_whole("/dev/full/x", "y"), std::runtime_error);
}

TEST_F(FileCheckpointsTest, ACopyTakesUpTheSizeThatTheScenarioSays) {
  store(4096).save(0, 1, state(1), {"0"});
  EXPECT_GE(fs::file_size(folder_ / "0" / "0.1"), 4096u);
  EXPECT_EQ(store().load(0, any)->state, state(1));
}

} // namespace
} // namespace daruma::models
