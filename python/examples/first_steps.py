#!/usr/bin/env python3
"""Five minutes with azulejo: a random game, greedy, a strong bot's reasons, a bot of your own, a match, a picture.

    first_steps.py [--games 40] [--out first_steps.svg]

Read it from the top; every part stands for itself and can be typed into a Python prompt."""
import argparse

import azulejo


def look_at_a_game():
    """1. A random game: a state is a value, chance is explicit."""
    rng = azulejo.Rng(1)
    state = azulejo.State.start("classic", players=2, seed=1)
    print("position:", state)
    print("moves:   ", *state.moves()[:8], "…", f"({len(state.moves())} in all)")
    print("in words:", state.moves()[0].words)
    while not state.over:
        state = state.play(rng.choice(state.moves())).deal(rng)
    print("random against random ends", "-".join(map(str, state.scores)))


def play_greedy():
    """2. The bot `greedy` in seat 0, the best move by a one-ply heuristic, against the random one."""
    rng = azulejo.Rng(1)
    state = azulejo.State.start("classic", players=2, seed=1)
    with azulejo.Engine("greedy") as greedy:
        while not state.over:
            move = greedy.choose(state.view(0), nodes=1) if state.seat == 0 else rng.choice(state.moves())
            state = state.play(move).deal(rng)
    print("greedy against random ends", "-".join(map(str, state.scores)))


def ask_a_bot():
    """3. A bot with its reasons."""
    state = azulejo.State.start("classic", players=2, seed=1)
    with azulejo.Engine("strong", lines=3) as engine:
        for line in engine.analyse(state, nodes=5000).lines:
            print(f"  {100 * line.win[state.seat]:4.1f} %  {' '.join(str(move) for move in line.moves[:4])}")


def my_bot(view):
    """4. A bot of your own: a function of the view of its seat. This one wants points at the end of the round, few tiles
    on the floor, and many tiles at once."""
    def worth(move):
        preview = view.preview(move)
        return preview.change + 0.1 * preview.taken - 0.5 * preview.overflow
    return max(view.moves(), key=worth)


def play_matches(games):
    """5. Matches, in pairs with the same deals."""
    results = {}
    for name, player in (("random", "random"), ("greedy", "greedy"), ("my_bot", my_bot)):
        for rival in ("random", "greedy"):
            if name != rival:
                results[f"{name} against {rival}"] = azulejo.match(player, rival, games=games, nodes=1)
    for title, result in results.items():
        print(f"{title:24} {result}")
    return results


def draw(results, path):
    """6. A picture: bars with their intervals. With matplotlib installed, `plt.barh` does the same."""
    rows = []
    for i, (title, result) in enumerate(results.items()):
        y, (low, high) = 24 + 34 * i, result.interval
        rows.append(f'<text x="190" y="{y + 14}" text-anchor="end">{title}</text>'
                    f'<rect x="200" y="{y}" width="{max(1, 300 * result.rate):.0f}" height="20" fill="#2f6f9f"/>'
                    f'<line x1="{200 + 300 * low:.0f}" x2="{200 + 300 * high:.0f}" y1="{y + 10}" y2="{y + 10}" '
                    f'stroke="#d08a2e" stroke-width="3"/>'
                    f'<text x="510" y="{y + 14}">{100 * result.rate:.0f} %</text>')
    height = 34 * len(results) + 30
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="560" height="{height}" font-family="sans-serif" '
                   f'font-size="13"><rect width="560" height="{height}" fill="#fff"/>{"".join(rows)}</svg>\n')
    print("picture:", path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--out", default="first_steps.svg")
    args = parser.parse_args()
    look_at_a_game()
    play_greedy()
    ask_a_bot()
    draw(play_matches(args.games), args.out)


if __name__ == "__main__":
    main()
