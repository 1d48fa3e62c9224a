#include "sim/batch/pieces.hpp"

#include <algorithm>
#include <cmath>

namespace daruma::batch {

namespace {

/// Outputs before the last one: those that are over, with what comes before them, when the last begins.
std::size_t regular_outputs(const Pieces& pieces) {
  if (pieces.output == Seconds(0) || pieces.every == never) return 0;
  const Seconds between = pieces.run - pieces.input - pieces.output;
  return static_cast<std::size_t>(std::max(0.0, std::ceil(between / (pieces.every + pieces.output)) - 1));
}

} // namespace

Pieces pieces_of(Seconds run, Seconds input, Seconds output, Seconds every) {
  const double share = std::min(1.0, run / (input + output));
  return {run, share * input, share * output, every, share};
}

PieceKind kind_of(std::size_t piece) {
  if (piece == 0) return PieceKind::input;
  return piece % 2 == 1 ? PieceKind::work : PieceKind::output;
}

std::size_t first_piece(const Pieces& pieces) { return pieces.input > Seconds(0) ? 0 : 1; }

std::size_t last_piece(const Pieces& pieces) {
  return pieces.output > Seconds(0) ? 2 * (regular_outputs(pieces) + 1) : 1;
}

Seconds left_after(const Pieces& pieces, std::size_t piece) {
  if (piece == 0) return pieces.run - pieces.input;
  const std::size_t last = last_piece(pieces);
  if (piece >= last) return Seconds(0);
  if (piece + 1 == last) return pieces.output;
  const std::size_t rounds = (piece - 1) / 2;
  const Seconds before = static_cast<double>(rounds) * (pieces.every + pieces.output);
  const Seconds in_round = kind_of(piece) == PieceKind::work ? pieces.every : pieces.every + pieces.output;
  return pieces.run - pieces.input - before - in_round;
}

Seconds length(const Pieces& pieces, std::size_t piece) {
  return (piece == 0 ? pieces.run : left_after(pieces, piece - 1)) - left_after(pieces, piece);
}

} // namespace daruma::batch
