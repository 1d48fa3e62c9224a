#include "sim/study/executor.hpp"

#include <nlohmann/json.hpp>

#include <limits>
#include <utility>

namespace daruma::study {

std::string write_run(const SweptRun& run) {
  return nlohmann::json{{"point", run.key.first},
                        {"replica", run.key.second},
                        {"seed", run.seed},
                        {"problem", run.problem},
                        {"metrics", run.metrics}}
      .dump();
}

std::optional<SweptRun> read_run(const std::string& text) {
  const nlohmann::json document = nlohmann::json::parse(text, nullptr, false);
  if (document.is_discarded()) return std::nullopt;
  try {
    SweptRun run{{document.at("point"), document.at("replica")}, document.at("seed"), document.at("problem"), {}};
    for (const auto& [name, value] : document.at("metrics").items()) // no finite number comes as null
      run.metrics[name] = value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
    return run;
  } catch (const nlohmann::json::exception&) { return std::nullopt; }
}

void make_all(Executor& executor, const std::function<void(SweptRun)>& take) {
  constexpr Seconds patience(60);
  while (!executor.is_done())
    for (SweptRun& run : executor.finished_within(patience)) take(std::move(run));
  if (!executor.loss().empty()) throw WorkerError(executor.loss());
}

} // namespace daruma::study
