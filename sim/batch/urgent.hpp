// How a centre makes room for an urgent job: policies as pure functions of what runs.
//
// A policy says which jobs give up processors, and how many each keeps; when and at what cost they do is for those who
// simulate it. Nothing is taken where all of it would not be enough: the urgent job waits then. A new policy is one
// file, its declaration here and its line in urgent.cpp.
#pragma once

#include "sim/core/units.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace daruma::batch {

/// A job that runs and is not urgent.
struct Tenant {
  std::size_t job; ///< its number
  int processors;  ///< that it has
  int fewest;      ///< with which it can go on; as many as it has if it cannot go on with fewer
  Seconds since;   ///< when it started
};

/// What a job goes on with; none: it ends, and waits to be started again.
struct Concession {
  std::size_t job;
  int keeps;

  friend bool operator==(const Concession& a, const Concession& b) { return a.job == b.job && a.keeps == b.keeps; }
};

/// What those do first who end: nothing, or they write a checkpoint.
enum class Farewell { none, checkpoint };
/// Whether some processors are kept idle beforehand.
enum class Reserve { none, kept };

struct UrgentPolicy {
  std::string_view name;
  /// Who gives up what, so that `lacking` processors, at least one, come free; nothing if it would not be enough.
  std::vector<Concession> (*make_room)(int lacking, const std::vector<Tenant>&);
  Farewell farewell = Farewell::none;
  Reserve reserve = Reserve::none;
};

/// Nobody gives up anything: the urgent job is the next to start, no more.
std::vector<Concession> make_room_by_waiting(int lacking, const std::vector<Tenant>&);
/// Those who started last end, as they lose least by it.
std::vector<Concession> make_room_by_killing(int lacking, const std::vector<Tenant>&);
/// The largest end, once they have written a checkpoint, so that few have to.
std::vector<Concession> make_room_by_preempting(int lacking, const std::vector<Tenant>&);
/// Those with most to spare go on with fewer, so that few are disturbed.
std::vector<Concession> make_room_by_shrinking(int lacking, const std::vector<Tenant>&);

const std::vector<UrgentPolicy>& urgent_policies();
/// None of that name: null.
const UrgentPolicy* find_urgent_policy(std::string_view name);

/// A tenant that would go on with more than it has.
struct Shrunk {
  std::size_t job;
  int processors; ///< that it has
  int wanted;     ///< that it had before it gave some up
};
/// How the shrunk get back what is free, those named first before others. Each change of size costs time: who would get
/// less than half of what it lacks is not named, and what is free is kept for it.
std::vector<Concession> grow_back(int free, const std::vector<Shrunk>&);

} // namespace daruma::batch
