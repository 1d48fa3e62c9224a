#!/usr/bin/python3
"""Pages that show code and commands are tested with what they show.

page.py extract PAGE SOURCE_DIR FOLDER   writes the files that the page shows into FOLDER; prints the paths of those to
                                         compile, one a line
page.py run PAGE FOLDER PROGRAM          runs the page's commands in FOLDER, PROGRAM as ./daruma; says what differs

A fenced block is a file if its first line is a comment with the file's path, or if the path follows the language, as
in "```json heat.json". With ", at the end" behind the path the block's other lines are added to the project's file of
that path; with ", after: TEXT" they follow its first line that has the text. A block whose first line begins with "$ "
is commands, which have to succeed, and what they print: the words of every line shown have to be printed, in this order.
"""
import os
import re
import subprocess
import sys

FENCE = re.compile(r"^```(\w*)\s*(\S+\.\S+)?$")
NAMED = re.compile(r"^(?://|#|/\*)\s+([\w./-]+\.\w+)(?:, (at the end|after: (.*?)))?\s*(?:\*/)?$")
COMPILED = (".c", ".cpp")


def blocks_of(page):
    """The fenced blocks, as (path in the fence or None, lines)."""
    blocks, lines, path = [], None, None
    with open(page, encoding="utf-8") as text:
        for line in text.read().split("\n"):
            if lines is None:
                fence = FENCE.match(line)
                if fence:
                    lines, path = [], fence[2]
            elif line == "```":
                blocks.append((path, lines))
                lines = None
            else:
                lines.append(line)
    if lines is not None:
        sys.exit(f"{page}: a block does not end")
    return blocks


def with_lines(project_file, lines, after):
    with open(project_file, encoding="utf-8") as text:
        known = text.read().split("\n")
    if after is None:
        return known[:-1] + lines
    for number, line in enumerate(known):
        if after in line:
            return known[: number + 1] + lines + known[number + 1 : -1]
    sys.exit(f"{project_file} has no line with {after!r}")


def files_of(page, source_dir):
    """The files that the page shows, as {path: lines}."""
    files = {}
    for path, lines in blocks_of(page):
        named = NAMED.match(lines[0]) if lines else None
        if path:
            files[path] = lines
        elif named and named[2]:
            files[named[1]] = with_lines(os.path.join(source_dir, named[1]), lines[1:], named[3])
        elif named:
            files[named[1]] = lines
    return files


def extract(page, source_dir, folder):
    for path, lines in files_of(page, source_dir).items():
        target = os.path.join(folder, path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        text = "\n".join(lines) + "\n"
        if not os.path.exists(target) or open(target, encoding="utf-8").read() != text:
            with open(target, "w", encoding="utf-8") as file:
                file.write(text)
        if path.endswith(COMPILED):
            print(target)


def commands_of(page):
    """The commands, as (command, lines shown)."""
    commands = []
    for _, lines in blocks_of(page):
        if not lines or not lines[0].startswith("$ "):
            continue
        for line in lines:
            if line.startswith("$ "):
                commands.append((line[2:], []))
            else:
                commands[-1][1].append(line)
    return commands


def missing(shown, printed):
    """The first line shown that was not printed after the one before; None if there is none. Widths do not count."""
    rest = iter([" ".join(line.split()) for line in printed])
    for line in shown:
        words = " ".join(line.split())
        if words not in ("", "...") and not any(words == other for other in rest):
            return line
    return None


def run(page, folder, program):
    commands = commands_of(page)
    if not commands:
        sys.exit(f"{page} shows no commands")
    bad = 0
    for command, shown in commands:
        done = subprocess.run(
            ["sh", "-c", command.replace("./daruma", f"'{program}'")], cwd=folder, capture_output=True, text=True
        )
        lost = missing(shown, done.stdout.split("\n"))
        if done.returncode == 0 and lost is None:
            continue
        bad += 1
        print(f"$ {command}\nexit status {done.returncode}")
        if lost is not None:
            print(f"not printed where it is shown: {lost}")
        print(done.stdout + done.stderr)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    {"extract": extract, "run": run}[sys.argv[1]](*sys.argv[2:])
