#include "models/falanx/mpi/ha_scheduler.hpp"

#include "models/falanx/mpi/ha_sides.hpp"

namespace daruma::models::falanx {

namespace {

class HaScheduler final : public Scheduler {
public:
  HaScheduler(const Wire& wire, const HaTerms& terms) : wire_(wire), terms_(terms) {}

  std::unique_ptr<SubmitterSide> submitter() override { return std::make_unique<HaSubmitter>(wire_, terms_); }
  std::unique_ptr<StarterSide> starter() override { return std::make_unique<HaStarter>(wire_, terms_); }
  std::unique_ptr<WatchDogSide> watchdog() override { return std::make_unique<HaWatchDog>(wire_, terms_); }
  /// The store's servers are no ranks.
  void serve() override {}

private:
  const Wire& wire_;
  HaTerms terms_;
};

} // namespace

std::unique_ptr<Scheduler> make_ha_scheduler(Wire& wire, const HaTerms& terms) {
  return std::make_unique<HaScheduler>(wire, terms);
}

} // namespace daruma::models::falanx
