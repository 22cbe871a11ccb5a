/* Looks at every frame of a game while the page plays both sides: it runs in the page, as a whole. */

/** What a recording found: sentences, the same one only once. */
export interface Recording {
  frames: number;
  flights: number;
  moves: number;
  faults: string[];
  /** Fixed parts of the table that moved. */
  moved: string[];
  over: boolean;
}

/** Runs in the page. Plays by touches whatever is open, and looks at the table in every frame. */
export function record({ seed, seconds }: { seed: number; seconds: number }): Promise<Recording> {
  const all = (selector: string, root: ParentNode = document) => [...root.querySelectorAll<HTMLElement>(selector)];
  const letter = (tile: Element): string => /tile-(special|[A-Z])\b/.exec(tile.className)?.[1] ?? '';
  const text = (selector: string) => document.querySelector(selector)?.textContent ?? '';
  const faults = new Set<string>();
  const moved = new Set<string>();
  const seen: Recording = { frames: 0, flights: 0, moves: 0, faults: [], moved: [], over: false };
  let dice = seed;
  const pick = (n: number) => ((dice = (Math.imul(dice, 1103515245) + 12345) & 0x7fffffff) >> 8) % n;

  /** Every tile of a colour: on the boards, in the offer, in the air, in bag and lid. */
  function tiles(): Record<string, number> {
    const sums: Record<string, number> = { B: 0, Y: 0, R: 0, K: 0, T: 0 };
    const add = (piece: string, n = 1) => piece in sums && (sums[piece]! += n);
    for (const tile of all('.lines .tile, .wall .tile, .dome-cells .tile, .floor .tile')) if (!tile.closest('.coming')) add(letter(tile));
    for (const tile of all('.factory .tile, .duel-factory .tile')) add(letter(tile));
    for (const heap of all('.heap'))
      add(letter(heap.querySelector('.tile')!), Number(heap.querySelector<HTMLElement>('.count')!.dataset.text));
    for (const tile of all('.flying .tile')) add(letter(tile));
    for (const row of all('.counts-row')) all('li', row).forEach((li, i) => add('BYRKT'[i]!, Number(li.textContent!.replace(/\D/g, ''))));
    return sums;
  }

  const seats = all('[data-score]').map((e) => e.dataset.score!);
  const boardOf = (seat: string) => document.querySelector(`[data-seat="${seat}"]`)!;
  const look = () => ({
    sums: JSON.stringify(tiles()),
    scores: seats.map((s) => Number(text(`[data-score="${s}"]`))),
    walls: seats.map((s) => all('.wall .tile, .dome-cells .tile', boardOf(s)).filter((e) => !e.closest('.coming')).length),
    floors: seats.map((s) => all('.floor .tile, .start-space .tile', boardOf(s)).length),
    flying: all('.flying').length,
    lights: all('.sweep').length,
    round: text('.game-facts'),
    offered: all('.factory .tile, .sun .tile, .moon .tile, .heap').length,
    over: document.querySelector('.banner-over, .result-card, .result') !== null,
  });

  /** Where what may not move stands on the page. */
  const fixed = () =>
    ['.own .player-board', '.top', '.ring', '.centre', ...seats.map((_, i) => `.factory:nth-child(${i + 1})`)].flatMap((selector) => {
      const e = document.querySelector(selector);
      if (!e) return [];
      const { left, top, width, height } = e.getBoundingClientRect();
      return [[selector, ...[left + scrollX, top + scrollY, width, height].map(Math.round)] as const];
    });
  const first = new Map(fixed().map(([selector, ...box]) => [selector, box]));
  let last = look();
  const whole = last.sums;

  function judge(): void {
    const now = look();
    seen.frames++;
    seen.flights += now.flying > last.flying ? now.flying - last.flying : 0;
    if (now.sums !== whole && !now.over) faults.add(`tiles ${whole} became ${now.sums}, ${now.flying} in the air`);
    now.scores.forEach((score, i) => {
      const was = last.scores[i]!;
      if (score === was) return;
      const who = `the score of seat ${seats[i]!} went from ${was} to ${score}`;
      const placed = now.walls[i]! > last.walls[i]! || now.lights > 0;
      const broke = now.floors[i]! < last.floors[i]! || (now.floors[i] === 0 && emptied[i]!);
      if (now.flying > 0 && last.flying === 0) faults.add(`${who} while tiles set off`);
      if (score > was ? !placed : !broke && !now.lights && !/duel/.test(document.querySelector('.table')!.className))
        faults.add(`${who} without a cause`);
      if (last.over) faults.add(`${who} after the result`);
      emptied[i] = false;
    });
    now.floors.forEach((n, i) => (emptied[i] ||= n === 0 && last.floors[i]! > 0));
    if (now.round !== last.round && now.floors.some((n, i) => n > 0 && n >= last.floors[i]!) && !/duel/i.test(now.round))
      faults.add(`"${now.round}" stands over a floor line that is still full`);
    if (now.over && !last.over && now.flying > 0) faults.add('the result stands while tiles fly');
    if (!now.over)
      for (const [selector, ...box] of fixed()) {
        const was = first.get(selector);
        if (was && box.some((n, i) => Math.abs(n - was[i]!) > 1)) moved.add(`${selector} moved from ${was} to ${box}`);
      }
    last = now;
  }
  const emptied = seats.map(() => false);

  function touch(): void {
    const curtain = document.querySelector<HTMLElement>('.curtain button');
    if (curtain) return curtain.click();
    if (!document.querySelector('.banner-ours')) return;
    const place = document.querySelector<HTMLElement>('[data-place]:not([disabled])');
    const turn = document.querySelector<HTMLElement>('[data-place][disabled]')?.parentElement?.querySelector('button');
    const open = all('.touch.open').filter((e) => e.offsetParent !== null);
    const next = place ?? turn ?? open[Math.max(pick(open.length || 1), pick(open.length || 1))];
    if (next) seen.moves++;
    next?.click();
  }

  return new Promise((done) => {
    const end = performance.now() + seconds * 1000;
    const frame = () => {
      judge();
      if (last.over || performance.now() > end || faults.size > 12) {
        seen.over = last.over;
        seen.faults = [...faults];
        seen.moved = [...moved];
        done(seen);
        return;
      }
      if (seen.frames % 3 === 0) touch();
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}
