#include "tests/sim/results/pages/browser.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace daruma::test {

namespace {

std::string content_of(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::string output_of(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  std::string text;
  std::array<char, 4096> buffer{};
  for (std::size_t size = 0; (size = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    text.append(buffer.data(), size);
  pclose(pipe);
  return text;
}

bool is_command(const std::string& name) { return !output_of("command -v " + name).empty(); }

/// In a process group of its own, so that the browser ends with it; at a port of its choice, which it writes.
pid_t start_driver(const std::filesystem::path& output) {
  const pid_t driver = fork();
  if (driver != 0) return driver;
  setpgid(0, 0);
  const int file = open(output.c_str(), O_CREAT | O_WRONLY, 0600);
  dup2(file, STDOUT_FILENO);
  dup2(file, STDERR_FILENO);
  execlp("chromedriver", "chromedriver", "--port=0", static_cast<char*>(nullptr));
  _exit(127);
}

std::string port_in(const std::filesystem::path& output) {
  const std::string words = "started successfully on port ";
  for (int tries = 0; tries < 200; ++tries) {
    const std::string text = content_of(output);
    const auto found = text.find(words);
    if (found != std::string::npos && text.find('\n', found) != std::string::npos)
      return std::to_string(std::atoi(text.c_str() + found + words.size()));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  throw std::runtime_error("chromedriver does not start: " + content_of(output));
}

} // namespace

std::string Browser::lack() {
  for (const char* name : {"chromium", "chromedriver", "curl"})
    if (!is_command(name)) return std::string(name) + " is not installed (packages.txt, [ci])";
  return "";
}

Browser::Browser() : driver_(start_driver(folder_.path() / "driver")) {
  address_ = "http://127.0.0.1:" + port_in(folder_.path() / "driver") + "/session";
  const auto profile = "--user-data-dir=" + (folder_.path() / "profile").string();
  const Json arguments = {"--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", profile};
  const Json chosen = {{"browserName", "chrome"},
                       {"goog:chromeOptions", {{"args", arguments}}},
                       {"goog:loggingPrefs", {{"browser", "ALL"}, {"performance", "ALL"}}}};
  const Json session = ask("POST", "", {{"capabilities", {{"alwaysMatch", chosen}}}});
  address_ += "/" + session.at("sessionId").get<std::string>();
}

Browser::~Browser() {
  output_of("curl -s -m 10 -X DELETE " + address_);
  kill(-driver_, SIGKILL);
  waitpid(driver_, nullptr, 0);
}

Browser::Json Browser::ask(const std::string& method, const std::string& path, const Json& body) {
  const auto question = folder_.path() / "question";
  std::ofstream(question) << body;
  const std::string answer = output_of("curl -s -m 60 -H 'Content-Type: application/json' -X " + method + " --data @'" +
                                       question.string() + "' '" + address_ + path + "'");
  const Json json = Json::parse(answer, nullptr, false);
  if (json.is_discarded()) throw std::runtime_error(path + ": no answer: " + answer);
  const Json& value = json.at("value");
  if (value.is_object() && value.contains("error")) throw std::runtime_error(path + ": " + value.dump().substr(0, 500));
  return value;
}

void Browser::open(const std::filesystem::path& page) { ask("POST", "/url", {{"url", "file://" + page.string()}}); }

Browser::Json Browser::run(const std::string& script) {
  return ask("POST", "/execute/sync", {{"script", script}, {"args", Json::array()}});
}

void Browser::click(const std::string& selector) {
  const Json element = ask("POST", "/element", {{"using", "css selector"}, {"value", selector}});
  ask("POST", "/element/" + element.begin()->get<std::string>() + "/click", Json::object());
}

Browser::Json Browser::ask_devtools(const std::string& command, const Json& parameters) {
  return ask("POST", "/goog/cdp/execute", {{"cmd", command}, {"params", parameters}});
}

void Browser::be_wide(int pixels) {
  ask_devtools("Emulation.setDeviceMetricsOverride",
               {{"width", pixels}, {"height", 740}, {"deviceScaleFactor", 2}, {"mobile", true}});
}

void Browser::be_paper() { ask_devtools("Emulation.setEmulatedMedia", {{"media", "print"}}); }

Browser::Json Browser::log(const char* type) { return ask("POST", "/se/log", {{"type", type}}); }

std::string Browser::complaints() {
  std::string all;
  for (const Json& entry : log("browser")) all += entry.at("message").get<std::string>() + "\n";
  for (const Json& entry : log("performance")) {
    const Json message = Json::parse(entry.at("message").get<std::string>()).at("message");
    if (message.at("method") != "Network.requestWillBeSent") continue;
    const Json& sent = message.at("params");
    const std::string url = sent.at("request").at("url");
    const bool is_for_page = sent.at("documentURL").get<std::string>().rfind("file://", 0) == 0;
    if (is_for_page && url.rfind("file://", 0) != 0 && url.rfind("data:", 0) != 0) all += "asks for " + url + "\n";
  }
  return all;
}

} // namespace daruma::test
