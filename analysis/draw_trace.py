#!/usr/bin/python3
"""Draws a run's trace.json: a lane per process, spans as bars, deaths and detections as marks.

usage: analysis/draw_trace.py TRACE.json PICTURE.svg
"""

import json
import sys

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "daruma"  # same trace, same bytes
import matplotlib.pyplot as plt  # noqa: E402

SPANS = {"iteration": "0.85", "checkpoint": "tab:blue", "load": "tab:cyan", "shrink": "tab:orange",
         "agree": "gold", "split": "tab:purple", "spawn": "tab:green", "merge": "tab:olive"}
MARKS = {"death": ("x", "tab:red"), "detection": ("o", "tab:orange")}
LINES = {"order": "tab:purple", "restart": "tab:green"}


def lanes(events):
    """Row of each thread: jobs one below the other, a job's processes by number."""
    names = {(e["pid"], e["tid"]): e["args"]["name"] for e in events if e["name"] == "thread_name"}
    numbered = {key: int(name.split()[1]) for key, name in names.items() if name.startswith("process ")}
    first_row, rows = 0, {}
    for pid in sorted({pid for pid, _ in numbered}):
        own = {key: number for key, number in numbered.items() if key[0] == pid}
        rows.update({key: first_row + number for key, number in own.items()})
        first_row += max(own.values()) + 2
    return rows


def draw(events, axes):
    shown = set()
    rows = lanes(events)

    def lane(event):
        return rows[event["pid"], event["tid"]]

    for event in (e for e in events if e["ph"] == "X" and e["name"] in SPANS):
        label = event["name"] if event["name"] not in shown else None
        shown.add(event["name"])
        axes.barh(lane(event), event["dur"] / 1e6, left=event["ts"] / 1e6, height=0.9,
                  color=SPANS[event["name"]], label=label)
    for event in (e for e in events if e["ph"] == "i"):
        name = event["name"]
        label = name if name not in shown else None
        if name in MARKS:
            marker, color = MARKS[name]
            axes.plot(event["ts"] / 1e6, lane(event), marker, color=color, label=label, markersize=5)
        elif name in LINES:
            axes.axvline(event["ts"] / 1e6, color=LINES[name], linestyle=":", linewidth=1, label=label)
        else:
            continue
        shown.add(name)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        events = json.load(file)["traceEvents"]
    figure, axes = plt.subplots(figsize=(9, 4.5), layout="constrained")
    draw(events, axes)
    axes.invert_yaxis()
    axes.set_xlabel("simulated time [s]")
    axes.set_ylabel("process")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.15), ncol=8, frameon=False, fontsize="small")
    figure.savefig(sys.argv[2], metadata={"Date": None})


if __name__ == "__main__":
    main()
