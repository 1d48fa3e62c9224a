#!/usr/bin/python3
"""Draws where the time of recoveries went, as result.json says: a bar for each recovery of each result, its parts upon
each other; results are named by their scenarios.

usage: analysis/draw_recovery.py RESULT.json... PICTURE.svg
"""

import json
import re
import sys

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "daruma"  # same results, same bytes
import matplotlib.pyplot as plt  # noqa: E402

PARTS = ["lost_work", "detection", "propagation", "revoke", "agreement", "shrink", "spawn", "rebuild", "relaunch",
         "reload", "other"]
METRIC = re.compile(r"(?P<job>.+)\.recovery\.(?P<part>\w+)_s\[recovery=(?P<number>\d+)\]")


def recoveries(result):
    """The parts of each recovery, by job and number, in their order."""
    found = {}
    for metric, value in result["metrics"].items():
        match = METRIC.fullmatch(metric)
        if match and match["part"] != "whole":
            found.setdefault((match["job"], int(match["number"])), {})[match["part"]] = value
    return dict(sorted(found.items()))


def main(sources, target):
    labels, bars = [], []
    for source in sources:
        with open(source, encoding="utf-8") as stream:
            result = json.load(stream)
        for (job, number), parts in recoveries(result).items():
            labels.append(f"{result['scenario']['name']}: {job}, {number}")
            bars.append(parts)
    if not bars:
        sys.exit("none of these results tells of a recovery: no job lost processes, or not all of its rows were recorded")
    figure, axes = plt.subplots(figsize=(9, 1.2 + 0.45 * len(bars)), layout="constrained")
    ends = [0.0] * len(bars)
    for place, part in enumerate(PARTS):
        lengths = [bar.get(part, 0.0) for bar in bars]
        if any(lengths):
            axes.barh(labels, lengths, left=ends, label=part.replace("_", " "), color=plt.get_cmap("tab20")(place))
        ends = [end + length for end, length in zip(ends, lengths)]
    for place, end in enumerate(ends):
        axes.text(end, place, f" {end:.3g} s", va="center", fontsize=8)
    axes.invert_yaxis()
    axes.margins(x=0.12)
    axes.set_xlabel("time (s)")
    axes.legend(loc="lower center", bbox_to_anchor=(0.45, 1), ncol=6, frameon=False, fontsize="small")
    figure.savefig(target, metadata={"Date": None})


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1:-1], sys.argv[-1])
