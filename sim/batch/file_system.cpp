#include "sim/batch/file_system.hpp"

#include <algorithm>

namespace daruma::batch {

FileSystem::FileSystem(const StorageRates& rates, int cores) : rates_(rates), cores_(cores) {}

int FileSystem::sharers_of(const Transfer& transfer) const { return std::min(transfer.processes, cores_); }

bool FileSystem::fills_alone(const Transfer& transfer) const {
  return rates_.link / sharers_of(transfer) * transfer.processes >= rates_.file_system;
}

Traffic FileSystem::traffic(Seconds now) const {
  return {until_now_.moved + moving_ * (now - now_), until_now_.wanted + wanted_ * (now - now_)};
}

void FileSystem::begin(std::size_t job, int processes, Bytes of_each, Seconds now) {
  advance(now);
  const Seconds ready = now + rates_.file_system_latency;
  transfers_[job] = {processes, of_each, ready};
  if (ready > now)
    waiting_.emplace(ready, job);
  else
    let_in(job);
  share();
}

std::optional<Bytes> FileSystem::withdraw(std::size_t job, Seconds now) {
  const auto found = transfers_.find(job);
  if (found == transfers_.end()) return std::nullopt;
  advance(now);
  const Transfer transfer = found->second;
  Bytes left = transfer.of_each;
  if (transfer.is_on) {
    left = std::clamp(transfer.until - sharers_.at(sharers_of(transfer)).moved, Bytes(0), transfer.of_each);
    let_out(job, transfer);
  } else {
    waiting_.erase({transfer.ready, job});
  }
  transfers_.erase(found);
  share();
  return left;
}

std::optional<std::size_t> FileSystem::step() {
  advance(next_);
  const std::optional<std::size_t> ended = next_to_end_;
  if (ended) {
    const auto found = transfers_.find(*ended);
    let_out(*ended, found->second);
    transfers_.erase(found);
  } else {
    const auto first = waiting_.begin();
    let_in(first->second);
    waiting_.erase(first);
  }
  share();
  return ended;
}

void FileSystem::let_in(std::size_t job) {
  Transfer& transfer = transfers_.at(job);
  Sharers& sharers = sharers_[sharers_of(transfer)];
  transfer.is_on = true;
  transfer.until = sharers.moved + transfer.of_each;
  sharers.processes += transfer.processes;
  fills_alone(transfer) ? sharers.filling += 1 : sharers.below += transfer.processes;
  sharers.ends.emplace(transfer.until, job);
}

void FileSystem::let_out(std::size_t job, const Transfer& transfer) {
  const auto found = sharers_.find(sharers_of(transfer));
  Sharers& sharers = found->second;
  sharers.processes -= transfer.processes;
  fills_alone(transfer) ? sharers.filling -= 1 : sharers.below -= transfer.processes;
  sharers.ends.erase({transfer.until, job});
  if (sharers.ends.empty()) sharers_.erase(found);
}

void FileSystem::advance(Seconds now) {
  until_now_ = traffic(now);
  for (auto& [count, sharers] : sharers_) sharers.moved = sharers.moved + sharers.rate * (now - now_);
  now_ = now;
}

/// Those whose links let least through have what these let through, as long as that is less than their share of what
/// the others have left.
void FileSystem::share() {
  long long processes = 0;
  for (const auto& [count, sharers] : sharers_) processes += sharers.processes;
  BytesPerSecond left = rates_.file_system;
  wanted_ = BytesPerSecond(0);
  next_ = waiting_.empty() ? never : waiting_.begin()->first;
  next_to_end_.reset();
  for (auto group = sharers_.rbegin(); group != sharers_.rend(); ++group) {
    Sharers& sharers = group->second;
    sharers.rate = std::min(rates_.link / group->first, left / static_cast<double>(processes));
    left = left - sharers.rate * static_cast<double>(sharers.processes);
    wanted_ = wanted_ + rates_.file_system * sharers.filling +
              rates_.link / group->first * static_cast<double>(sharers.below);
    processes -= sharers.processes;
    const auto& [until, job] = *sharers.ends.begin();
    const Seconds end = now_ + std::max(Bytes(0), until - sharers.moved) / sharers.rate;
    if (end > next_ || (end == next_ && next_to_end_ && *next_to_end_ < job)) continue;
    next_ = end;
    next_to_end_ = job;
  }
  moving_ = rates_.file_system - left;
}

} // namespace daruma::batch
