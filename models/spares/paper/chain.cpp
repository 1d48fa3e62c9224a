#include "models/spares/paper/chain.hpp"

#include <utility>

namespace daruma::models::spares::paper {

std::vector<Substitution> chain(const char* faces, const Policy& policy, const std::vector<int>& ranks) {
  const Layout layout({6, 6}, parse_faces(faces, 2).value(), Wrap::none);
  Placement placement(layout);
  std::vector<Substitution> answers;
  for (int rank : ranks) {
    auto answer = substitute(placement, layout.home(rank), policy);
    if (!answer) break;
    placement.apply(*answer);
    answers.push_back(std::move(*answer));
  }
  return answers;
}

} // namespace daruma::models::spares::paper
