// The program as a user meets it, called in a folder of the test's own.
#pragma once

#include "sim/core/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/wait.h>

namespace daruma::test {

struct Answer {
  int status;
  std::string out;
  std::string err;
};

inline std::string read(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

class CommandLine : public testing::Test {
protected:
  /// `before` is shell, ahead of the program.
  Answer call(const std::string& arguments, const std::string& before = "") const {
    const auto err = folder_ / "err";
    const std::string line = "cd '" + folder_.string() + "' && " + before + " '" DARUMA_PROGRAM "' " + arguments +
                             " 2>'" + err.string() + "'";
    FILE* pipe = popen(line.c_str(), "r");
    Answer answer{};
    std::array<char, 4096> buffer{};
    for (std::size_t size = 0; (size = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
      answer.out.append(buffer.data(), size);
    answer.status = WEXITSTATUS(pclose(pipe));
    answer.err = read(err);
    return answer;
  }

  static std::string scenario(const std::string& name) {
    return std::string(DARUMA_SOURCE_DIR "/scenarios/") + name + ".json";
  }

private:
  TemporaryFolder temporary_;

protected:
  const std::filesystem::path folder_ = temporary_.path();
};

} // namespace daruma::test
