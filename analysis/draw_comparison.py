#!/usr/bin/python3
"""Draws what `daruma compare A B --json` printed: the times of what happened in both results, A's against B's, and
the relative error of each metric in seconds.

usage: analysis/draw_comparison.py COMPARISON.json PICTURE.svg
"""

import json
import sys

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "daruma"  # same comparison, same bytes
import matplotlib.pyplot as plt  # noqa: E402


def in_both(rows):
    return [row for row in rows if "a" in row and "b" in row]


def draw_times(axes, comparison):
    rows = in_both(comparison["milestones"])
    for number, row in enumerate(rows):
        axes.plot([0, 1], [row["a"], row["b"]], marker="o", color="tab:blue", linewidth=1)
        axes.annotate(row["what"], (1, row["b"]), xytext=(6, 0), textcoords="offset points", fontsize=6, va="center")
    axes.set_xticks([0, 1], ["A: " + comparison["a"], "B: " + comparison["b"]], fontsize=7)
    axes.set_xlim(-0.1, 1.9)
    axes.set_ylabel("time (s)")
    axes.set_title("what happened, and when", fontsize=9)


def draw_errors(axes, comparison):
    rows = [row for row in in_both(comparison["metrics"]) if row["name"].endswith("_s") and "relative_error" in row]
    axes.barh([row["name"] for row in rows], [100 * row["relative_error"] for row in rows], color="tab:orange")
    axes.invert_yaxis()
    axes.tick_params(axis="y", labelsize=7)
    axes.set_xlabel("B over A - 1 (%)")
    axes.set_title("metrics in seconds", fontsize=9)


def main(source, target):
    with open(source, encoding="utf-8") as stream:
        comparison = json.load(stream)
    figure, (times, errors) = plt.subplots(1, 2, figsize=(11, 5))
    draw_times(times, comparison)
    draw_errors(errors, comparison)
    figure.tight_layout()
    figure.savefig(target, metadata={"Date": None})


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
