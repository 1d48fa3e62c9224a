#include "platforms/topology/drawing.hpp"
#include "sim/results/pages/drawings.hpp"
#include "sim/results/pages/pieces.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace daruma::pages {

namespace {

constexpr int pitch = 44;
constexpr int box = 22;
constexpr int margin = 24; // for the links that go round a torus
constexpr int most_drawn = 1024;

/// The job's network with what each link carries in one exchange.
class LinkPicture {
public:
  LinkPicture(const models::GridPicture& picture, const models::GridPicture::State& state)
      : picture_(picture), state_(state), places_(topology::in_layers(picture.extents)) {}

  Markup draw(const std::vector<int>& dead) {
    const int width = (places_.columns - 1) * pitch + box + 2 * margin;
    const int height = (places_.rows - 1) * pitch + box + 2 * margin;
    html_.begin("svg", {{"viewBox", fmt::format("0 0 {} {}", width, height)},
                        {"width", std::to_string(width)},
                        {"role", "img"},
                        {"aria-label", "messages on links"}});
    for (int node = 0; node < picture_.processes(); ++node) draw_links_of(node);
    for (int node = 0; node < picture_.processes(); ++node) draw_node(node, dead);
    html_.end();
    return html_;
  }

private:
  int x(int node) const { return margin + box / 2 + places_.nodes[static_cast<std::size_t>(node)].column * pitch; }
  int y(int node) const { return margin + box / 2 + places_.nodes[static_cast<std::size_t>(node)].row * pitch; }

  /// Draws the node's links in the dimensions that lie in the picture's plane.
  void draw_links_of(int node) {
    int stride = 1;
    for (int axis = 0; axis < std::min(2, picture_.dimensions()); ++axis) {
      const GridLine line{picture_.extents[static_cast<std::size_t>(axis)], stride, picture_.wrap};
      for (const auto direction : {daruma::backward, daruma::forward})
        if (line.has_link(node, direction)) draw_link(node, axis, direction);
      stride *= line.extent;
    }
  }

  void draw_link(int node, int axis, Direction direction) {
    constexpr int apart = 5; // of the two directions
    const int load = state_.load(node, axis, picture_.dimensions(), direction);
    const int sign = direction == daruma::forward ? 1 : -1;
    const int along = axis == 0 ? sign : 0;
    const int down = axis == 0 ? 0 : sign;
    const int from_x = x(node) + along * box / 2 - down * apart;
    const int from_y = y(node) + down * box / 2 + along * apart;
    const int length = pitch - box;
    const std::string colour = load > 1 ? "#b3261e" : load == 1 ? "#667" : "#d5d9e0";
    html_.element("path", "",
                  {{"d", fmt::format("M{} {} l{} {}", from_x, from_y, along * length, down * length)},
                   {"stroke", colour},
                   {"stroke-width", std::to_string(std::min(1 + load, 6))}});
    if (load > 1)
      html_.element("text", std::to_string(load),
                    {{"x", std::to_string(from_x + along * length / 2 - down * 7)},
                     {"y", std::to_string(from_y + down * length / 2 + along * 7 + 3)}});
  }

  void draw_node(int node, const std::vector<int>& dead) {
    const auto& carriers = state_.process_of;
    const auto rank = std::find(carriers.begin(), carriers.end(), node);
    const bool has_failed = std::find(dead.begin(), dead.end(), node) != dead.end();
    const std::string fill = rank == carriers.end() ? "idle" : "c0";
    html_.element("rect", "",
                  {{"class", fill + " node" + (picture_.is_spare[static_cast<std::size_t>(node)] ? " spare" : "") +
                                 (has_failed ? " failed" : "")},
                   {"x", std::to_string(x(node) - box / 2)},
                   {"y", std::to_string(y(node) - box / 2)},
                   {"width", std::to_string(box)},
                   {"height", std::to_string(box)}});
    const std::string label = rank == carriers.end() ? "" : std::to_string(rank - carriers.begin());
    html_.element("text", has_failed ? "×" : label,
                  {{"x", std::to_string(x(node))}, {"y", std::to_string(y(node) + 3)}});
  }

  const models::GridPicture& picture_;
  const models::GridPicture::State& state_;
  topology::Drawing places_;
  Markup html_;
};

} // namespace

Markup draw_links(const models::GridPicture& picture) {
  LinkPicture before(picture, picture.before);
  LinkPicture after(picture, picture.after);
  Markup html;
  html.element("p", fmt::format("Messages on the busiest link in one exchange: {} at first, {} at the end. Boxes carry "
                                "the numbers of ranks; red links carry more than one message.",
                                picture.before.most_loaded, picture.after.most_loaded));
  if (picture.processes() > most_drawn)
    return html.add(note(fmt::format("More than {} nodes are not drawn.", most_drawn)));
  if (picture.dimensions() > 2) html.add(note("Drawn are the links of the first two dimensions, layer by layer."));
  html.begin("div", {{"class", "side"}});
  html.begin("figure").element("figcaption", "before the failures").add(before.draw({})).end();
  html.begin("figure").element("figcaption", "after them").add(after.draw(picture.dead)).end();
  html.end();
  return html;
}

} // namespace daruma::pages
