#!/usr/bin/python3
"""Writes the tables of scenarios/README.md from the scenario schema, which is their only source.

usage: analysis/field_table.py          rewrites the tables
       analysis/field_table.py --check  exits with 1 if they are not up to date
"""

import json
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "scenarios"
MARK = "<!-- from here on: analysis/field_table.py -->\n"
SECTIONS = [("A scenario", None), ("jobs[]", "job"), ("jobs[].checkpoint", "checkpoint"), ("centre", "centre"),
            ("centre.flexible", "flexible"), ("centre.repair", "repair"), ("centre.groups", "groups"),
            ("centre.failure_log", "failure_log"), ("centre.checkpoint", "centre_checkpoint"),
            ("centre.spares", "spares"), ("centre.urgent", "urgent"),
            ("events[]", "event"), ("events[].break", "break"), ("events[].after", "after"), ("failures", "failures"),
            ("breakdowns[]", "breakdown"), ("localisation", "localisation"), ("localisation.sockets", "sockets"),
            ("localisation.management", "management"), ("expect[]", "expectation"),
            ("machine", "machine"), ("machine.topology", "topology"), ("machine.link, machine.loopback", "link"),
            ("runtime", "runtime"), ("runtime.detector", "detector"),
            ("runtime.propagation, .revoke, .agreement, .shrink, .split: fixed + per_process n + per_stage log2 n",
             "cost_law"), ("runtime.spawn", "spawn_cost")]


def table(definition):
    lines = ["| key | needed | meaning |", "|---|---|---|"]
    for key, field in definition["properties"].items():
        needed = "yes" if key in definition.get("required", []) else ""
        lines.append("| `%s` | %s | %s |" % (key, needed, field.get("description", "").replace("|", "\\|")))
    return "\n".join(lines) + "\n"


def tables(schema):
    parts = []
    for title, name in SECTIONS:
        definition = schema if name is None else schema["definitions"][name]
        parts.append("\n## %s\n\n%s" % (title, table(definition)))
    return "".join(parts)


def main():
    schema = json.loads((FOLDER / "scenario.schema.json").read_text(encoding="utf-8"))
    readme = FOLDER / "README.md"
    text = readme.read_text(encoding="utf-8")
    updated = text[: text.index(MARK) + len(MARK)] + tables(schema)
    if "--check" in sys.argv[1:]:
        sys.exit(0 if text == updated else "scenarios/README.md is not up to date; run analysis/field_table.py")
    readme.write_text(updated, encoding="utf-8")


if __name__ == "__main__":
    main()
