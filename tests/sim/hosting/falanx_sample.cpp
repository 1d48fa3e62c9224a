#include "tests/sim/hosting/falanx_sample.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

namespace daruma::hosting::test {

std::string falanx_sample(const std::string& tasks) {
  std::ostringstream text;
  text << std::ifstream(DARUMA_SOURCE_DIR "/tests/models/falanx/falanx_sample.c").rdbuf();
  return std::regex_replace(text.str(), std::regex("#define N_TASKS 10000"), "#define N_TASKS " + tasks);
}

std::vector<std::string> output_of(const Workbench& bench, const std::string& options) {
  const Answer answer = bench.call("run p.json --json" + options);
  if (answer.status != 0) return {fmt::format("exit {}: {}", answer.status, answer.err)};
  std::vector<std::string> lines;
  const nlohmann::json result = nlohmann::json::parse(answer.out);
  for (const auto& event : result.at("events"))
    if (event.at("kind") == "print") lines.push_back(event.at("text"));
  return lines;
}

void put_falanx(const Workbench& bench, const std::string& source, const std::string& events,
                const std::string& options) {
  bench.write("p.c", source);
  const Answer compiled = bench.call("cc p.c -o p.so -Wall -Wextra -Werror" + options);
  EXPECT_EQ(compiled.status, 0) << compiled.err;
  bench.write("p.json",
              R"({"name": "p", "machine": {"use": "aist-super-cloud"}, "events": [)" + events +
                  R"(], "jobs": [{"name": "p", "program": "p.so", "ranks": 26, "placement": "round-robin"}]})");
}

} // namespace daruma::hosting::test
