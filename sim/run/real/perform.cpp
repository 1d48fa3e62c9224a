#include "sim/run/real/perform.hpp"

#include "sim/run/real/driver.hpp"

#include <array>
#include <csignal>

namespace daruma::real {

namespace {

volatile std::sig_atomic_t received_signal = 0; // a handler can reach nothing else

constexpr std::array<int, 3> signals_to_stop{SIGINT, SIGTERM, SIGHUP};

/// Takes the signals that ask to stop for the time of a run.
class SignalsTaken {
public:
  SignalsTaken() {
    received_signal = 0;
    struct sigaction action {};
    action.sa_handler = [](int signal) { received_signal = signal; };
    for (std::size_t i = 0; i < signals_to_stop.size(); ++i) sigaction(signals_to_stop[i], &action, &before_[i]);
  }
  ~SignalsTaken() {
    for (std::size_t i = 0; i < signals_to_stop.size(); ++i) sigaction(signals_to_stop[i], &before_[i], nullptr);
  }
  SignalsTaken(const SignalsTaken&) = delete;
  SignalsTaken& operator=(const SignalsTaken&) = delete;

private:
  std::array<struct sigaction, signals_to_stop.size()> before_{};
};

} // namespace

results::Result perform(const scenario::Scenario& scenario, const Installation& mpi, Seconds patience,
                        int replication) {
  const SignalsTaken taken;
  RealDriver driver(scenario, mpi, patience, replication);
  driver.run([] { return received_signal != 0; });
  if (received_signal != 0) throw Interrupted{received_signal};
  if (!driver.breakdown().empty()) throw RunError(driver.breakdown(), driver.result());
  return driver.result();
}

} // namespace daruma::real
