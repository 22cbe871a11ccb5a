#!/usr/bin/env python3
"""Draws what train.py reported: the losses by epoch, and how well the chances are calibrated.

    plot.py REPORT.json OUT.svg
"""
import json
import sys

WIDTH, HEIGHT, LEFT, TOP, SIZE = 640, 300, 50, 30, 220


def box(x, title, low_x, high_x, low_y, high_y, ticks):
    parts = [f'<rect x="{x}" y="{TOP}" width="{SIZE}" height="{SIZE}" fill="none" stroke="#888"/>',
             f'<text x="{x}" y="{TOP - 10}">{title}</text>']
    for i in range(ticks + 1):
        part = i / ticks
        y, at = TOP + SIZE * (1 - part), x + SIZE * part
        parts.append(f'<text x="{x - 6}" y="{y + 4}" text-anchor="end">'
                     f'{low_y + part * (high_y - low_y):.2f}</text>')
        parts.append(f'<text x="{at}" y="{TOP + SIZE + 16}" text-anchor="middle">'
                     f'{low_x + part * (high_x - low_x):g}</text>')
    return parts


def line(points, colour, dots=False):
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    parts = [f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>']
    if dots:
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
    return parts


def losses(log):
    keys = [k for k in ("win", "held_out", "hand_made") if all(r[k] for r in log)] # by hand: two seats only
    values = [r[k] for r in log for k in keys]
    low, high = int(min(values) * 50) / 50, int(max(values) * 50 + 1) / 50
    high += (high - low) / 4 # room for the names
    last = log[-1]["epoch"]
    parts = box(LEFT, "log loss by epoch", 0, last, low, high, 4)
    for key, colour, name, y in (("win", "#3b6fb6", "trained on", 0), ("held_out", "#c2452d", "held out", 16),
                                 ("hand_made", "#888", "hand-made, held out", 32)):
        if key not in keys:
            continue
        parts += line([(LEFT + SIZE * r["epoch"] / last, TOP + SIZE * (high - r[key]) / (high - low))
                       for r in log], colour)
        parts.append(f'<text x="{LEFT + 90}" y="{TOP + 18 + y}" fill="{colour}">{name}</text>')
    return parts


def calibration(table):
    x = LEFT + SIZE + 80
    parts = box(x, "predicted chance and share won", 0, 1, 0, 1, 5)
    parts += line([(x, TOP + SIZE), (x + SIZE, TOP)], "#bbb")
    parts += line([(x + SIZE * p, TOP + SIZE * (1 - w)) for n, p, w in table if n], "#c2452d", True)
    return parts


def main():
    report = json.load(open(sys.argv[1]))
    parts = losses(report["log"]) + calibration(report["calibration"])
    with open(sys.argv[2], "w") as out:
        out.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
                  f'font-family="sans-serif" font-size="11" fill="#555">\n'
                  f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n")


if __name__ == "__main__":
    main()
