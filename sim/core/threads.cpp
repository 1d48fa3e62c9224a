#include "sim/core/threads.hpp"

#include <future>
#include <system_error>
#include <vector>

namespace daruma {

void on_threads(int threads, const std::function<void(int)>& work) {
  std::vector<std::future<void>> helpers; // each waits for its thread when it goes
  int next = 1;
  try {
    for (; next < threads; ++next) helpers.push_back(std::async(std::launch::async, work, next));
  } catch (const std::system_error&) { // as many as the system has
  }
  work(0);
  for (; next < threads; ++next) work(next);
  for (std::future<void>& helper : helpers) helper.get();
}

} // namespace daruma
