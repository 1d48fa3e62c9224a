#!/usr/bin/python3
"""Draws what `daruma reproduce ID` left in DIR/ID.json, as its "picture" says: lines over an axis, with error bars,
or stacks of bars; a panel for each value of the panel's field.

usage: analysis/draw_figure.py FIGURE.json PICTURE.svg
"""

import json
import sys
import textwrap

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "daruma"  # same figure, same bytes
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.ticker import NullFormatter, NullLocator  # noqa: E402

MARKERS = "os^Dv<>ph*"
MOST_FOR_MINOR_LABELS = 50  # highest over lowest of a logarithmic axis
MOST_TICKS = 10


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


def draw_lines(axes, rows, picture):
    x, y, series, error = picture["x"], picture["y"], picture.get("series"), picture.get("error")
    for number, value in enumerate(values_of(rows, series)):
        line = having(rows, series, value)
        axes.errorbar(
            [row[x["field"]] for row in line],
            [row[y["field"]] for row in line],
            yerr=[row[error] for row in line] if error else None,
            label=name_of(series, value) if series else None,
            marker=MARKERS[number % len(MARKERS)],
            markersize=4,
            linewidth=1,
            capsize=2,
        )
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


def main(source, target):
    with open(source, encoding="utf-8") as stream:
        document = json.load(stream)
    picture, panel = document["picture"], document["picture"].get("panel")
    rows = [row for row in document["rows"] if picture["x"]["field"] in row]  # others are in the table only
    panels = values_of(rows, panel)
    has_stacks = picture.get("shape") == "stacks"
    draw = draw_stacks if has_stacks else draw_lines
    size = (1.5 + 4 * len(panels), 4)
    figure, grid = plt.subplots(1, len(panels), figsize=size, sharey=not has_stacks, squeeze=False)
    for axes, value in zip(grid[0], panels):
        draw(axes, having(rows, panel, value), picture)
        if panel:
            axes.set_title(name_of(panel, value), fontsize=9)
    grid[0][0].set_ylabel(textwrap.fill(picture["y"]["label"], 45))
    if picture.get("series"):
        grid[0][-1].legend(fontsize=7)
    figure.suptitle(textwrap.fill(document["source"], 35 + 45 * len(panels)), fontsize=9)
    figure.tight_layout()
    figure.savefig(target, metadata={"Date": None})


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
