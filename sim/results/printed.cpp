#include "sim/results/printed.hpp"

#include <map>
#include <utility>

namespace daruma::results {

std::vector<PrintedFile> printed_files(const Result& result) {
  std::map<std::pair<std::string, int>, std::string> texts;
  for (const Event& event : result.events)
    if (is_printed(event)) texts[{event.job, event.process}].append(event.text).append("\n");
  std::vector<PrintedFile> files;
  for (auto& [who, text] : texts) {
    const std::filesystem::path file = std::to_string(who.second) + ".txt";
    files.push_back({result.jobs.size() > 1 ? who.first / file : file, std::move(text)});
  }
  return files;
}

} // namespace daruma::results
