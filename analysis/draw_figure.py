#!/usr/bin/python3
"""Draws what `daruma reproduce ID` left in DIR/ID.json: its "grids", and what its "picture" says: lines over an axis,
with error bars, "curves" without marks, or "stacks" of bars; a panel for each value of the panel's field, or, where there
is a column's field, a row of panels on one scale, with its lines beside each other. Published numbers are crosses.
`daruma fit` draws by it, too.

usage: analysis/draw_figure.py FIGURE.json PICTURE.svg
"""

import json
import sys
import textwrap

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "daruma"  # same figure, same bytes
import matplotlib.pyplot as plt  # noqa: E402
from draw_grids import draw_grids, lines_of, size_of_grids  # noqa: E402
from matplotlib.ticker import NullFormatter, NullLocator  # noqa: E402

MARKERS = "os^Dv<>ph*"
WIDEST, NARROWEST = 2.6, 1.0  # points: a line that lies on another one is narrower than it
MOST_FOR_MINOR_LABELS = 50  # highest over lowest of a logarithmic axis
MOST_TICKS = 10
PANEL_HEIGHT, LEGEND = 2.1, 0.15  # inches of a row of panels, and that part of it for the legend below
BESIDE = 0.09  # of the way to the next place on the axis: how far points of lines stand from each other
MOST_ENLARGED = 0.1  # a scale spans that part of its highest number or more: nothing that stays the same looks moved


def values_of(rows, field):
    """The different values of a field, in the order of the rows; one nameless group where there is no field."""
    return list(dict.fromkeys(row[field] for row in rows)) if field else [None]


def having(rows, field, value):
    return [row for row in rows if not field or row[field] == value]


def name_of(field, value):
    return value if isinstance(value, str) else f"{field.replace('_', ' ')} {value:g}"


def draw_stacks(axes, rows, picture):
    """Bars side by side whatever their place on the axis, with their height above them."""
    x, y, series = picture["x"], picture["y"], picture["series"]
    places = values_of(rows, x["field"])
    heights = [0.0] * len(places)
    for value in values_of(rows, series):
        parts = [row[y["field"]] for row in having(rows, series, value)]
        axes.bar(range(len(places)), parts, bottom=heights, label=name_of(series, value), width=0.7)
        heights = [height + part for height, part in zip(heights, parts)]
    for place, height in enumerate(heights):
        axes.text(place, height, f"{height:.3g}", ha="center", va="bottom", fontsize=8)
    axes.set_xticks(range(len(places)), [f"{place:g}" for place in places], fontsize=8)
    axes.tick_params(axis="y", labelsize=7)
    axes.set_xlabel(x["label"])
    axes.grid(alpha=0.3, axis="y")
    axes.set_axisbelow(True)


def draw_published(axes, line, x, y, color):
    """Crosses, in the color of the curve that they belong to."""
    known = [row for row in line if "paper" in row] if y == "simulated" else []
    axes.scatter([row[x] for row in known], [row["paper"] for row in known], marker="x", s=45, color=color, zorder=4)


def name_crosses(axes, rows):
    if any("paper" in row for row in rows):
        axes.scatter([], [], marker="x", s=45, color="black", label="published")


def draw_lines(axes, rows, picture):
    x, y, series, error = picture["x"], picture["y"], picture.get("series"), picture.get("error")
    names = values_of(rows, series)
    for number, value in enumerate(names):
        line = having(rows, series, value)
        part = number / max(1, len(names) - 1)
        drawn = axes.errorbar(
            [row[x["field"]] for row in line],
            [row[y["field"]] for row in line],
            yerr=[row[error] for row in line] if error else None,
            label=name_of(series, value) if series else None,
            marker=None if picture.get("shape") == "curves" else MARKERS[number % len(MARKERS)],
            markersize=8 - 5 * part,
            fillstyle="none",
            linewidth=WIDEST - (WIDEST - NARROWEST) * part if len(names) > 1 else 1,
            capsize=2,
        )
        draw_published(axes, line, x["field"], y["field"], drawn.lines[0].get_color())
    axes.set_xscale(x["scale"])
    axes.set_yscale(y["scale"])
    ticks = sorted({row[x["field"]] for row in rows})
    if len(ticks) <= MOST_TICKS:
        axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks], fontsize=8)
        axes.xaxis.set_minor_locator(NullLocator())
    if y["scale"] == "log":
        for which in (axes.yaxis.set_major_formatter, axes.yaxis.set_minor_formatter):
            which("{x:g}")
        low, high = axes.get_ylim()
        if high > MOST_FOR_MINOR_LABELS * low:
            axes.yaxis.set_minor_formatter(NullFormatter())
        axes.tick_params(axis="y", which="both", labelsize=7)
    axes.set_xlabel(x["label"])
    axes.grid(alpha=0.3)


def shifts_beside(count, ticks):
    """How far each line is moved, so that those of the same numbers can be told apart."""
    step = BESIDE * min((b - a for a, b in zip(ticks, ticks[1:])), default=1)
    return [(number - (count - 1) / 2) * step for number in range(count)]


def draw_beside(axes, rows, names, picture):
    x, y, error = picture["x"]["field"], picture["y"]["field"], picture["error"]
    ticks = sorted({row[x] for row in rows})
    for number, (value, shift) in enumerate(zip(names, shifts_beside(len(names), ticks))):
        line = having(rows, picture["series"], value)
        axes.errorbar([row[x] + shift for row in line], [row[y] for row in line], yerr=[row[error] for row in line],
                      label=name_of(picture["series"], value), marker=MARKERS[number], markersize=5, linewidth=1,
                      elinewidth=1.2, capsize=2)
    axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.tick_params(labelsize=8)
    axes.grid(alpha=0.3)
    if "level" in picture:
        level = picture["level"]
        axes.axhline(level["value"], color="#555555", linewidth=1, linestyle="--", label=level["label"], zorder=1)


def widen_scale(axes):
    low, high = axes.get_ylim()
    missing = MOST_ENLARGED * high - (high - low)
    if missing > 0:
        axes.set_ylim(low - missing / 2, high + missing / 2)


def draw_rows_of_panels(part, document):
    """Below each other what is measured, side by side the values of the column's field, and one legend for all."""
    picture, rows = document["picture"], drawn_rows(document)
    panels, columns = values_of(rows, picture["panel"]), values_of(rows, picture["column"])
    grid = part.add_gridspec(len(panels) + 1, len(columns), height_ratios=[1] * len(panels) + [LEGEND])
    for place, panel in enumerate(panels):
        first = None
        for number, column in enumerate(columns):
            first = axes = part.add_subplot(grid[place, number], sharey=first)
            here = having(having(rows, picture["panel"], panel), picture["column"], column)
            draw_beside(axes, here, values_of(rows, picture["series"]), picture)
            if place == 0:
                axes.set_title(name_of(picture["column"], column), fontsize=9)
            if place + 1 == len(panels):
                axes.set_xlabel(picture["x"]["label"], fontsize=9)
            if number == 0:
                axes.set_ylabel(f"{panel}\n{picture['y']['label']}", fontsize=9)
        widen_scale(first)
    below = part.add_subplot(grid[len(panels), :])
    below.axis("off")
    below.legend(*first.get_legend_handles_labels(), loc="center", ncols=6, fontsize=8, frameon=False)


def drawn_rows(document):
    """Those on the axes; others are in the table only."""
    return [row for row in document["rows"] if document["picture"]["x"]["field"] in row]


def draw_panels(part, document):
    picture, panel, rows = document["picture"], document["picture"].get("panel"), drawn_rows(document)
    panels = values_of(rows, panel)
    has_stacks = picture.get("shape") == "stacks"
    draw = draw_stacks if has_stacks else draw_lines
    all_axes = part.subplots(1, len(panels), sharey=not (has_stacks or picture.get("own_scales")), squeeze=False)[0]
    for axes, value in zip(all_axes, panels):
        draw(axes, having(rows, panel, value), picture)
        if panel:
            axes.set_title(name_of(panel, value), fontsize=9)
    all_axes[0].set_ylabel(textwrap.fill(picture["y"]["label"], 45))
    if not has_stacks:
        name_crosses(all_axes[-1], rows)
    if all_axes[-1].get_legend_handles_labels()[1]:
        all_axes[-1].legend(fontsize=7, framealpha=0.6)


def size_of_panels(document):
    """Width and height in inches."""
    picture, rows = document["picture"], drawn_rows(document)
    panels = len(values_of(rows, picture.get("panel")))
    if "column" not in picture:
        return 1.5 + 4 * panels, 4
    return 1 + 4 * len(values_of(rows, picture["column"])), PANEL_HEIGHT * (panels + LEGEND)


def main(source, target):
    with open(source, encoding="utf-8") as stream:
        document = json.load(stream)
    grids = document.get("grids", [])
    (width, height), (width_of_panels, height_of_panels) = size_of_grids(grids), size_of_panels(document)
    width = max(width, width_of_panels)
    figure = plt.figure(figsize=(width, height_of_panels + height), constrained_layout=True)
    parts = figure.subfigures(2, 1, height_ratios=(height, height_of_panels)) if grids else [figure]
    if grids:
        draw_grids(parts[0], lines_of(grids))
    (draw_rows_of_panels if "column" in document["picture"] else draw_panels)(parts[-1], document)
    figure.suptitle(textwrap.fill(document["source"], int(14 * width)), fontsize=9)
    figure.savefig(target, metadata={"Date": None})


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
