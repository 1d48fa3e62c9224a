#include "models/migration/mpi/migratable.h"

#include "models/migration/mpi/chkpt.hpp"
#include "models/port/port.hpp"

#include <stdexcept>
#include <string>

using daruma::Seconds;
namespace migration = daruma::models::migration;

namespace {

migration::MigratableJob& job() { return daruma::models::port().slot<migration::MigratableJob>(); }

const migration::Policy& policy_named(const std::string& name) {
  const migration::Policy* const found = migration::find_policy(name);
  if (found == nullptr || found->foresight == migration::Foresight::full)
    throw std::invalid_argument("there is no migration policy \"" + name + "\" that a program could follow");
  return *found;
}

} // namespace

void migratable_begin(MPI_Comm world, const migratable_terms* terms) {
  const auto load =
      terms->load == MIGRATABLE_BY_PROGRESS ? migration::LoadSource::progress : migration::LoadSource::system;
  job().begin(world, {terms->active, terms->per_node, &policy_named(terms->policy), load});
}

void migratable_register(void* memory, size_t bytes) { job().enroll(memory, bytes); }

int migratable_rank(void) { return job().rank(); }

MPI_Comm migratable_comm(void) { return job().comm(); }

int migratable_chkpt(const migratable_progress* progress) {
  migration::Report report;
  report.computed = Seconds(progress->computed);
  report.remaining = Seconds(progress->remaining);
  job().checkpoint(report);
  return job().is_over() ? MIGRATABLE_OVER : MIGRATABLE_GOES_ON;
}

int migratable_migrations(void) { return job().migrations(); }

void migratable_end(void) { job().end(); }
