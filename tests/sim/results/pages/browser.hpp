// A browser without a window, driven as W3C's WebDriver describes: chromedriver in a process of its own, asked by curl.
#pragma once

#include "sim/core/temporary_folder.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <sys/types.h>

namespace daruma::test {

class Browser {
public:
  using Json = nlohmann::json;

  /// What is missing here; empty if a browser can be had.
  static std::string lack();

  Browser();
  ~Browser();
  Browser(const Browser&) = delete;
  Browser& operator=(const Browser&) = delete;

  void open(const std::filesystem::path& page);
  /// What a script returns, which is the body of a function.
  Json run(const std::string& script);
  /// Clicks as a user does: the element must be in sight.
  void click(const std::string& selector);
  void be_wide(int pixels);
  void be_paper();

  /// Since it was asked last: what was complained of, and addresses other than files' that pages from files asked for.
  std::string complaints();

private:
  Json ask(const std::string& method, const std::string& path, const Json& body);
  Json ask_devtools(const std::string& command, const Json& parameters);
  Json log(const char* type);

  TemporaryFolder folder_;
  pid_t driver_ = -1;
  std::string address_;
};

} // namespace daruma::test
