#include "sim/core/rank_move.hpp"

#include <regex>

namespace daruma {

std::string to_text(const std::vector<RankMove>& moves) {
  std::string text;
  for (const RankMove& one : moves)
    text += (text.empty() ? "rank " : ", rank ") + std::to_string(one.rank) + ": process " + std::to_string(one.from) +
            " -> " + std::to_string(one.to);
  return text;
}

std::vector<RankMove> rank_moves_in(const std::string& text) {
  static const std::regex move(R"(rank (\d{1,9}): process (\d{1,9}) -> (\d{1,9}))");
  std::vector<RankMove> moves;
  for (std::sregex_iterator found(text.begin(), text.end(), move); found != std::sregex_iterator(); ++found)
    moves.push_back({std::stoi((*found)[1]), std::stoi((*found)[2]), std::stoi((*found)[3])});
  return moves;
}

} // namespace daruma
