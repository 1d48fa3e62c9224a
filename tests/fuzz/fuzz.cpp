// daruma_fuzz: so many mutated inputs, each given to the program in a process of its own; prints what is wrong and how
// many ended how. A seed is a case: the same one makes the same files and the same command line.
#include "sim/core/number.hpp"
#include "sim/core/temporary_folder.hpp"
#include "sim/core/threads.hpp"
#include "tests/fuzz/case.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace daruma::fuzz {

namespace {

constexpr const char* usage =
    "daruma_fuzz [--seeds N] [--begin S] [--limit SECONDS] [--parallel N] [--keep FOLDER] [--program FILE]\n"
    "  --seeds N        so many cases (default: 400)\n"
    "  --begin S        the first seed (default: 1)\n"
    "  --limit SECONDS  after which a case is interrupted (default: 5)\n"
    "  --parallel N     so many at once (default: one for each core)\n"
    "  --keep FOLDER    where the files of cases with something wrong stay; with --seeds 1 those of that case\n"
    "  --program FILE   the program that is tried (default: that of this build)\n";

struct Order {
  std::uint64_t seeds = 400;
  std::uint64_t begin = 1;
  double limit_s = 5;
  int parallel = cores_here();
  std::filesystem::path keep;
  std::string program = DARUMA_PROGRAM;
};

template <class Number> void read(const std::string& text, Number& into) {
  const auto number = number_in<Number>(text);
  if (!number || *number < Number(1)) throw std::invalid_argument(fmt::format("got \"{}\"\n{}", text, usage));
  into = *number;
}

Order read_order(const std::vector<std::string>& words) {
  Order order;
  for (std::size_t i = 0; i < words.size(); i += 2) {
    if (i + 1 == words.size()) throw std::invalid_argument(usage);
    const std::string& value = words[i + 1];
    if (words[i] == "--seeds")
      read(value, order.seeds);
    else if (words[i] == "--begin")
      read(value, order.begin);
    else if (words[i] == "--limit")
      read(value, order.limit_s);
    else if (words[i] == "--parallel")
      read(value, order.parallel);
    else if (words[i] == "--keep")
      order.keep = value;
    else if (words[i] == "--program")
      order.program = value;
    else
      throw std::invalid_argument(usage);
  }
  return order;
}

std::string told(const Execution& run) {
  if (run.ending == Ending::killed) return "killed";
  if (run.ending == Ending::too_large) return "too large";
  if (run.signal != 0) return fmt::format("signal {}", run.signal);
  return fmt::format("status {}{}", run.status, run.ending == Ending::by_itself ? "" : " once interrupted");
}

/// What came of all cases so far.
class Findings {
public:
  explicit Findings(const Order& order) : keep_(order.keep), tells_all_(order.seeds == 1) {}

  void add(std::uint64_t seed, const Case& what, const Execution& run, const std::filesystem::path& folder) {
    const auto complaints = judged(what, run, folder);
    const std::lock_guard<std::mutex> lock(mutex_);
    ++endings_[told(run)];
    if (complaints.empty() && !tells_all_) return;
    if (!complaints.empty()) ++wrong_;
    std::string line;
    for (const std::string& word : what.words) line += " " + word;
    fmt::print("seed {} ({}, {:.1f} s):{}\n", seed, told(run), run.time.count(), line);
    for (const std::string& complaint : complaints) fmt::print("  {}\n", complaint);
    std::fflush(stdout);
    if (!keep_.empty())
      std::filesystem::copy(folder, keep_ / std::to_string(seed),
                            std::filesystem::copy_options::recursive |
                                std::filesystem::copy_options::overwrite_existing);
  }

  int report(std::uint64_t cases) const {
    for (const auto& [ending, count] : endings_) fmt::print("{:>8}  {}\n", count, ending);
    fmt::print("{} cases, {} with something wrong\n", cases, wrong_);
    return wrong_ == 0 ? 0 : 1;
  }

private:
  std::filesystem::path keep_;
  bool tells_all_;
  std::mutex mutex_;
  std::map<std::string, std::uint64_t> endings_;
  std::uint64_t wrong_ = 0;
};

void try_case(std::uint64_t seed, const Corpus& corpus, const Order& order, Findings& findings) {
  const TemporaryFolder folder;
  const Case what = prepare(seed, corpus, folder.path());
  std::vector<std::string> command{order.program};
  command.insert(command.end(), what.words.begin(), what.words.end());
  Limits limits;
  limits.until_interrupted = Seconds(order.limit_s);
  findings.add(seed, what, execute(command, folder.path(), limits), folder.path());
}

std::vector<std::filesystem::path> compiled(const std::vector<std::filesystem::path>& sources,
                                            const std::string& program, const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> programs;
  for (const auto& source : sources) {
    programs.push_back(folder / source.filename().replace_extension(".so"));
    const Execution run = execute({program, "cc", source, "-o", programs.back()}, folder, Limits());
    if (run.status != 0) throw std::runtime_error("the examples' programs cannot be compiled:\n" + run.err);
  }
  return programs;
}

int fuzz(const Order& order) {
  const TemporaryFolder folder;
  Corpus corpus = read_corpus(DARUMA_SOURCE_DIR "/scenarios");
  corpus.programs = compiled(corpus.sources, order.program, folder.path());
  if (!order.keep.empty()) std::filesystem::create_directories(order.keep);
  Findings findings(order);
  std::atomic<std::uint64_t> next{0};
  on_threads(order.parallel, [&](int) {
    for (std::uint64_t number = next++; number < order.seeds; number = next++)
      try_case(order.begin + number, corpus, order, findings);
  });
  return findings.report(order.seeds);
}

} // namespace

} // namespace daruma::fuzz

int main(int argc, char** argv) {
  try {
    return daruma::fuzz::fuzz(daruma::fuzz::read_order({argv + 1, argv + argc}));
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "daruma_fuzz: %s\n", problem.what());
    return 2;
  }
}
