#include "models/spares/logic/pattern.hpp"

#include <numeric>
#include <utility>

namespace daruma::models::spares {

namespace {

/// The rank one step away, or -1 beyond the border of a job that is not periodic.
int neighbour(const std::vector<int>& job, Wrap boundary, int rank, const std::vector<int>& step) {
  int stride = 1;
  int found = 0;
  for (std::size_t axis = 0; axis < job.size(); ++axis) {
    const int extent = job[axis];
    int place = rank / stride % extent + step[axis];
    if (boundary == Wrap::around) place = (place + extent) % extent;
    if (place < 0 || place >= extent) return -1;
    found += place * stride;
    stride *= extent;
  }
  return found;
}

/// All vectors of -1, 0 and 1 but the null vector, with the weight of the messages along them.
std::vector<std::pair<std::vector<int>, int>> steps_of(std::size_t dimensions, const Stencil& stencil) {
  std::vector<std::pair<std::vector<int>, int>> steps;
  std::vector<int> step(dimensions, -1);
  for (;;) {
    int moved_axes = 0;
    for (int part : step) moved_axes += part != 0 ? 1 : 0;
    const int weight = moved_axes == 1 ? stencil.straight : stencil.diagonal;
    if (moved_axes > 0 && weight > 0) steps.emplace_back(step, weight);
    std::size_t axis = 0;
    while (axis < dimensions && step[axis] == 1) step[axis++] = -1;
    if (axis == dimensions) return steps;
    ++step[axis];
  }
}

bool counts(const Message& message) { return message.from != message.to && message.weight > 0; }

} // namespace

Pattern::Pattern(int ranks, const std::vector<Message>& messages)
    : first_send_(static_cast<std::size_t>(ranks) + 1, 0), first_receive_(first_send_) {
  for (const Message& message : messages) {
    if (!counts(message)) continue;
    ++first_send_[static_cast<std::size_t>(message.from) + 1];
    ++first_receive_[static_cast<std::size_t>(message.to) + 1];
  }
  std::partial_sum(first_send_.begin(), first_send_.end(), first_send_.begin());
  std::partial_sum(first_receive_.begin(), first_receive_.end(), first_receive_.begin());
  sends_.resize(first_send_.back());
  receives_.resize(first_receive_.back());
  Offsets next_send = first_send_;
  Offsets next_receive = first_receive_;
  for (const Message& message : messages) {
    if (!counts(message)) continue;
    sends_[next_send[message.from]++] = {message.to, message.weight};
    receives_[next_receive[message.to]++] = {message.from, message.weight};
  }
}

Pattern stencil(const std::vector<int>& job, const Stencil& stencil) {
  const int ranks = std::accumulate(job.begin(), job.end(), 1, std::multiplies<>());
  const auto steps = steps_of(job.size(), stencil);
  std::vector<Message> messages;
  messages.reserve(static_cast<std::size_t>(ranks) * steps.size());
  for (int rank = 0; rank < ranks; ++rank)
    for (const auto& [step, weight] : steps)
      if (const int other = neighbour(job, stencil.boundary, rank, step); other >= 0)
        messages.push_back({rank, other, weight});
  return {ranks, messages};
}

Pattern all_to_all(int ranks) {
  std::vector<Message> messages;
  for (int from = 0; from < ranks; ++from)
    for (int to = 0; to < ranks; ++to) messages.push_back({from, to, 1});
  return {ranks, messages};
}

Pattern binomial_tree(int ranks) {
  std::vector<Message> messages;
  messages.reserve(static_cast<std::size_t>(ranks));
  // The parent of a rank lacks its lowest set bit.
  for (int rank = 1; rank < ranks; ++rank) messages.push_back({rank & (rank - 1), rank, 1});
  return {ranks, messages};
}

Pattern ring(int ranks) {
  std::vector<Message> messages;
  messages.reserve(static_cast<std::size_t>(ranks));
  for (int rank = 0; rank < ranks; ++rank) messages.push_back({rank, (rank + 1) % ranks, 1});
  return {ranks, messages};
}

Pattern random_permutation(int ranks, RandomStream random) {
  std::vector<int> image(static_cast<std::size_t>(ranks));
  std::iota(image.begin(), image.end(), 0);
  // Fisher and Yates: every permutation is as likely.
  for (std::size_t left = image.size(); left > 1; --left) std::swap(image[left - 1], image[random.below(left)]);
  std::vector<Message> messages;
  messages.reserve(image.size());
  for (int rank = 0; rank < ranks; ++rank) messages.push_back({rank, image[rank], 1});
  return {ranks, messages};
}

} // namespace daruma::models::spares
