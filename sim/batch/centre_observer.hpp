// What a centre does, told as it happens: whoever wants rows of it needs no memory for them.
#pragma once

#include "sim/batch/centre.hpp"
#include "sim/batch/file_system.hpp"
#include "sim/batch/places.hpp"

#include <cstddef>

namespace daruma::batch {

/// A job's time on the same cores without a break.
struct Stay {
  enum class Purpose {
    work,   ///< with what it recovers before, and its checkpoints
    leaving ///< its state is saved, or what it gave up is emptied
  };
  std::size_t job; ///< its number
  Purpose purpose;
  Seconds begin;
  Seconds end; ///< after its begin
  int cores;
  const Places& places;
};

/// How a centre stands from a moment on.
struct CentreState {
  Seconds time;
  int used;     ///< cores, and so the next ones
  int free;     ///< but not closed
  int closed;   ///< to everybody: maintenance
  int held;     ///< of those that are free: for some users
  int reserved; ///< of those that are free: kept for urgent jobs
  int down;
  int spare;
  std::size_t waiting; ///< jobs
  long long asked_for; ///< cores, by those that wait
  Watts power{0};      ///< of all nodes, if it is known what they draw
  Watts cap{0};        ///< on that; 0: there is none
  Traffic traffic{};   ///< on the file system until then
};

class CentreObserver {
public:
  CentreObserver() = default;
  CentreObserver(const CentreObserver&) = delete;
  CentreObserver& operator=(const CentreObserver&) = delete;
  virtual ~CentreObserver() = default;

  virtual void stayed(const Stay&) = 0;
  /// A job finished or was lost; its last stay was told before.
  virtual void ended(std::size_t job, const JobOutcome&) = 0;
  virtual void node_down(int node, Seconds since) = 0;
  virtual void node_up(int node, Seconds since) = 0;
  /// Once everything has happened that is due at a time, also if only the file system is used in another way from then
  /// on.
  virtual void stands(const CentreState&) = 0;
};

} // namespace daruma::batch
