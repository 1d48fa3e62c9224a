#include "models/spares/logic/layout.hpp"

#include "sim/core/number.hpp"

#include <algorithm>
#include <utility>

namespace daruma::models::spares {

namespace {

constexpr std::string_view axis_names = "xyzuvw";

std::optional<Face> parse_face(std::string_view text, int dimensions) {
  if (text.size() != 2 || (text[1] != '+' && text[1] != '-')) return std::nullopt;
  const auto axis = axis_names.find(text[0]);
  if (axis == std::string_view::npos || static_cast<int>(axis) >= dimensions) return std::nullopt;
  return Face{static_cast<int>(axis), text[1] == '+' ? forward : backward};
}

/// The paper's names: the dimensions of the job, and how many faces.
std::optional<std::vector<Face>> parse_allocation(std::string_view text, int dimensions) {
  if (text.size() != 4 || text.substr(1, 2) != "d-" || text[0] - '0' != dimensions) return std::nullopt;
  const int count = text[3] - '0';
  if (count < 1 || count > dimensions) return std::nullopt;
  std::vector<Face> faces(static_cast<std::size_t>(count));
  for (int axis = 0; axis < count; ++axis) faces[axis].axis = axis;
  return faces;
}

Network network_around(const std::vector<int>& job, const std::vector<Face>& faces, Wrap wrap, std::vector<int> order) {
  std::vector<int> extents = job;
  for (const Face& face : faces) ++extents[face.axis];
  return {std::move(extents), wrap, std::move(order)};
}

} // namespace

std::optional<std::vector<Face>> parse_faces(std::string_view text, int dimensions) {
  if (auto allocation = parse_allocation(text, dimensions)) return allocation;
  std::vector<Face> faces;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const auto face = parse_face(text.substr(begin, end - begin), dimensions);
    if (!face || std::find(faces.begin(), faces.end(), *face) != faces.end()) return std::nullopt;
    faces.push_back(*face);
    begin = end + 1;
  }
  return faces;
}

std::optional<std::vector<int>> parse_extents(std::string_view text) {
  std::vector<int> extents;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('x', begin), text.size());
    const auto extent = number_in<int>(text.substr(begin, end - begin));
    if (!extent || *extent < 1) return std::nullopt;
    extents.push_back(*extent);
    begin = end + 1;
  }
  return extents.size() > axis_names.size() ? std::nullopt : std::optional(extents);
}

std::string to_text(const std::vector<int>& extents) {
  std::string text;
  for (const int extent : extents) text += (text.empty() ? "" : "x") + std::to_string(extent);
  return text;
}

std::string to_text(const Face& face) {
  return std::string(1, axis_names[static_cast<std::size_t>(face.axis)]) + (face.side == forward ? '+' : '-');
}

Layout::Layout(std::vector<int> job, std::vector<Face> faces, Wrap wrap, std::vector<int> order)
    : job_(std::move(job)), faces_(std::move(faces)), network_(network_around(job_, faces_, wrap, std::move(order))) {
  for (int node = 0; node < network_.nodes(); ++node) {
    is_spare_.push_back(std::any_of(faces_.begin(), faces_.end(), [&](const Face& face) {
      return network_.coordinate(node, face.axis) == layer(face);
    }));
    if (!is_spare_.back()) homes_.push_back(node);
  }
}

} // namespace daruma::models::spares
