"""Planes of nodes as the spare-node paper draws them: ranks, spares, what has failed, who moved, and the links that
several messages share. Part of draw_figure.py."""

SIDE = 2.6  # inches of a grid
ASIDE = 0.16  # how far a link's way lies from the line between its nodes
COLORS = {"rank": "#dce9f7", "moved": "#9bc2ea", "spare": "white", "failed": "#444444"}
HEAT = {2: "#f2b134", 3: "#ee7f2d", 4: "#dd4b39"}
HOTTEST = "#a50026"


def lines_of(grids):
    """Lists of the grids that stand side by side."""
    return [[one for one in grids if one["line"] == name] for name in dict.fromkeys(grid["line"] for grid in grids)]


def size_of_grids(grids):
    """Width and height in inches."""
    lines = lines_of(grids)
    return (SIDE * max((len(line) for line in lines), default=0), (SIDE + 0.4) * len(lines))


def draw_nodes(axes, grid):
    moved = [move["to"] for move in grid["moves"]]
    for node in grid["nodes"]:
        (x, y), state = node["at"], "moved" if node["at"] in moved else node["state"]
        axes.scatter(x, y, s=110, color=COLORS[state], edgecolors="#666666", linewidths=0.6, zorder=3,
                     linestyle=":" if state == "spare" else "-")
        axes.text(x, y, "x" if state == "failed" else node["text"], ha="center", va="center", fontsize=5.5, zorder=4,
                  color="white" if state == "failed" else "black")


def draw_moves(axes, grid):
    for move in grid["moves"]:
        axes.annotate("", move["to"], move["from"], zorder=5,
                      arrowprops={"arrowstyle": "->", "color": "#1f5fa8", "linewidth": 0.8, "shrinkA": 5, "shrinkB": 5,
                                  "connectionstyle": "arc3,rad=0.35"})


def draw_links(axes, grid):
    """Beside the line between the nodes: the two ways of a cable lie on its two sides."""
    for link in grid["links"]:
        (x, y), (to_x, to_y), messages = link["from"], link["to"], link["messages"]
        aside = (ASIDE * (y - to_y), ASIDE * (to_x - x))
        axes.plot([x + aside[0], to_x + aside[0]], [y + aside[1], to_y + aside[1]], color=HEAT.get(messages, HOTTEST),
                  linewidth=0.5 + 0.6 * messages, solid_capstyle="butt", zorder=2)
        axes.text((x + to_x) / 2 + 2 * aside[0], (y + to_y) / 2 + 2 * aside[1], f"{messages}", fontsize=5, ha="center",
                  va="center", color=HEAT.get(messages, HOTTEST), zorder=6)


def draw_grid(axes, grid):
    draw_nodes(axes, grid)
    draw_moves(axes, grid)
    draw_links(axes, grid)
    axes.set_title(grid["title"], fontsize=7)
    axes.set_aspect("equal")
    axes.invert_yaxis()
    axes.margins(0.1)
    axes.axis("off")


def draw_grids(part, lines):
    """A row of axes for each line of grids."""
    all_axes = part.subplots(len(lines), max(len(line) for line in lines), squeeze=False)
    for row, line in zip(all_axes, lines):
        for axes in row[len(line):]:
            axes.axis("off")
        for axes, grid in zip(row, line):
            draw_grid(axes, grid)
        if line[0]["line"]:
            row[0].text(-0.08, 0.5, line[0]["line"], transform=row[0].transAxes, rotation=90, va="center", ha="right",
                        fontsize=7)
