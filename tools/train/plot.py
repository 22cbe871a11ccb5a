#!/usr/bin/env python3
"""Draws what train.py reported: the losses by epoch, and how well the chances are calibrated.

    plot.py REPORT.json OUT.svg
"""
import json
import math
import os
import sys

WIDTH, HEIGHT, LEFT, TOP, SIZE = 640, 300, 50, 30, 220


def box(x, title, xs, ys, high_x):
    """A frame with the numbers of its axes: from xs[0] to high_x, from ys[0] to ys[-1]."""
    parts = [f'<rect x="{x}" y="{TOP}" width="{SIZE}" height="{SIZE}" fill="none" stroke="#888"/>',
             f'<text x="{x}" y="{TOP - 10}">{title}</text>']
    for value in ys:
        y = TOP + SIZE * (ys[-1] - value) / (ys[-1] - ys[0])
        parts.append(f'<text x="{x - 6}" y="{y + 4:.1f}" text-anchor="end">{value:.2f}</text>')
    for value in xs:
        at = x + SIZE * (value - xs[0]) / (high_x - xs[0])
        parts.append(f'<text x="{at:.1f}" y="{TOP + SIZE + 16}" text-anchor="middle">{value:g}</text>')
    return parts


def line(points, colour, dots=False):
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    parts = [f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>']
    if dots:
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
    return parts


def usable(value):
    """A number that can be drawn: a training that went wrong may report others."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 1e6


def curves(log):
    """By key: epoch and loss, where there is one. By hand: two seats only, else nothing but 0."""
    found = {key: [(r["epoch"], r[key]) for r in log if usable(r.get(key))] for key in ("win", "held_out", "hand_made")}
    return {key: points for key, points in found.items() if any(loss for _, loss in points)}


def round_numbers(low, high):
    """At most seven round numbers from below `low` to above `high`."""
    step = next(s for s in (k * 10**e for e in range(-2, 8) for k in (1, 2, 5)) if high - low <= 5 * s)
    first, last = math.floor(low / step - 0.1), math.floor(high / step + 0.1) + 1 # no line lies on the frame
    return [i * step for i in range(first, last + 1)]


def losses(log):
    found = curves(log)
    if not found:
        raise ValueError("it has no loss that is a number")
    values = [loss for points in found.values() for _, loss in points]
    ys = round_numbers(min(values), max(values))
    last = max(r["epoch"] for r in log)
    parts = box(LEFT, "log loss by epoch", range(0, int(last) + 1, math.ceil(last / 5)), ys, last)
    for key, colour, name, x in (("win", "#3b6fb6", "trained on", 0), ("held_out", "#c2452d", "held out", 66),
                                 ("hand_made", "#777", "hand-made, held out", 120)):
        if key not in found:
            continue
        parts += line([(LEFT + SIZE * epoch / last, TOP + SIZE * (ys[-1] - loss) / (ys[-1] - ys[0]))
                       for epoch, loss in found[key]], colour)
        parts.append(f'<text x="{LEFT + x}" y="{TOP + SIZE + 36}" fill="{colour}">{name}</text>')
    return parts


def calibration(table):
    x = LEFT + SIZE + 80
    fifths = [i / 5 for i in range(6)]
    parts = box(x, "predicted chance and share won", fifths, fifths, 1)
    parts += line([(x, TOP + SIZE), (x + SIZE, TOP)], "#bbb")
    parts += line([(x + SIZE * p, TOP + SIZE * (1 - w)) for n, p, w in table
                   if n and usable(p) and usable(w)], "#c2452d", True)
    return parts


def draw(report):
    if not isinstance(report, dict) or "log" not in report or "calibration" not in report:
        raise ValueError("it has no log and no calibration")
    if not all(is_epoch(row) for row in report["log"]):
        raise ValueError("its log is no list of epochs")
    parts = losses(report["log"]) + calibration(report["calibration"])
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'font-family="sans-serif" font-size="11" fill="#555">\n'
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n")


def is_epoch(row):
    return isinstance(row, dict) and usable(row.get("epoch")) and row["epoch"] >= 1


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return draw(json.load(file))
    except OSError as error:
        sys.exit(f"plot.py: {path}: cannot be read ({error.strerror})")
    except (ValueError, TypeError, RecursionError) as error:
        sys.exit(f"plot.py: {path}: is no report of train.py: {error}")


def main(words):
    if len(words) != 2:
        print("usage: plot.py REPORT.json OUT.svg", file=sys.stderr)
        sys.exit(2)
    drawn = read(words[0])
    if os.path.exists(words[1]) and os.path.samefile(*words):
        sys.exit(f"plot.py: {words[1]}: is the report itself; choose another name")
    try:
        with open(words[1], "w", encoding="utf-8") as out:
            out.write(drawn)
    except OSError as error:
        sys.exit(f"plot.py: {words[1]}: cannot be written ({error.strerror})")


if __name__ == "__main__":
    main(sys.argv[1:])
