#include "sim/core/threads.hpp"

#include <exception>
#include <mutex>
#include <system_error>
#include <vector>

namespace daruma {

namespace {

/// Keeps the first exception of several threads.
class FirstProblem {
public:
  void guard(const std::function<void()>& work) {
    try {
      work();
    } catch (...) {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!problem_) problem_ = std::current_exception();
    }
  }
  void rethrow() const {
    if (problem_) std::rethrow_exception(problem_);
  }

private:
  std::mutex mutex_;
  std::exception_ptr problem_;
};

} // namespace

void on_threads(int threads, const std::function<void(int)>& work) {
  FirstProblem problem;
  const auto guarded = [&problem, &work](int number) { problem.guard([&] { work(number); }); };
  std::vector<std::thread> helpers;
  helpers.reserve(static_cast<std::size_t>(threads));
  int started = 1;
  try {
    for (; started < threads; ++started) helpers.emplace_back(guarded, started);
  } catch (const std::system_error&) { // as many as the system has
  }
  guarded(0);
  for (int number = started; number < threads; ++number) guarded(number);
  for (std::thread& helper : helpers) helper.join();
  problem.rethrow();
}

} // namespace daruma
