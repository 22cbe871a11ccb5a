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
  const LATE_MS = 50; // three frames
  /** So many frames after a late one the page may still make up for it: then it drops scenes, and two begin at once. */
  const CATCHING_UP = 30;
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

  const duel = document.querySelector('.table-duel') !== null;
  const number = (e: Element | null | undefined) => Number((e as HTMLElement | null)?.dataset.text ?? 0);
  /** Pieces that are no coloured tiles: the start marker, plates, chips, special tiles; each lies in one place, or is in the air. */
  const others = () => ({
    markers: all('.centre .marker, .large .marker, .floor .tile-M, .start-space .tile-M, .flying .tile-M').length,
    plates:
      all('.display > .plates .plate-take:not(.pile-take), .drawn .plate-take, .player-board .slab').length +
      all('.flying .plate').length +
      number(document.querySelector('.pile-take .count')),
    chips: all('.chip-down, .chip-take, .storage .chips .chip, .flying .chip').length,
  });

  const seats = all('[data-score]').map((e) => e.dataset.score!);
  /** The largest piece of a kind, and place for one, that was on the table; one in the air must not be larger. */
  const widest = (selector: string) => Math.max(0, ...all(selector).map((e) => e.getBoundingClientRect().width));
  const places: Record<string, string> = { plate: '.table .plate, .table .slot', tile: '.table .tile, .table .wall-cell, .table .space' };
  const lying: Record<string, number> = {};
  function judgeSizes(): void {
    for (const kind in places) {
      const air = widest(`.flying .${kind}`);
      if (air === 0) continue;
      lying[kind] = Math.max(lying[kind] ?? 0, widest(places[kind]!));
      if (air > 1.15 * lying[kind])
        faults.add(`a ${kind} flies at ${Math.round(air)} px, none on the table has more than ${Math.round(lying[kind])}`);
    }
  }

  const boardOf = (seat: string) => document.querySelector(`[data-seat="${seat}"]`)!;
  const look = () => ({
    sums: JSON.stringify(tiles()),
    scores: seats.map((s) => Number(text(`[data-score="${s}"]`))),
    walls: seats.map((s) => all('.wall .tile, .dome-cells .tile', boardOf(s)).filter((e) => !e.closest('.coming')).length),
    floors: seats.map((s) => all('.floor .tile', boardOf(s)).length),
    slabs: seats.map((s) => all('.slab', boardOf(s)).length),
    specials: seats.map((s) => all('.dome-cells .tile-special', boardOf(s)).filter((e) => !e.closest('.coming')).length),
    others: others(),
    pile: number(document.querySelector('.pile-take .count')),
    losses: all('.rising.loss').length,
    flying: all('.flying').length,
    lights: all('.sweep').length,
    round: text('.game-facts'),
    offered: all('.factory .tile, .sun .tile, .moon .tile, .heap').length,
    over: document.querySelector('.banner-over, .result-card, .result') !== null,
  });

  const FIXED = [
    ...['.top', '.banner', '.tools', '.ring', '.centre', '.factory', '.duel-offer', '.duel-factory', '.display', '.counts'],
    ...['.own .score-head', '.own .player-board', '.rival .score-head', '.rival .player-board', '.tablets .tablet', '.actions .buttons'],
  ];
  /** Where what may not move stands on the page. */
  const fixed = () =>
    FIXED.flatMap((selector) =>
      all(selector).map((e, i) => {
        const { left, top, width, height } = e.getBoundingClientRect();
        return [`${selector} ${i + 1}`, ...[left + scrollX, top + scrollY, width, height].map(Math.round)] as const;
      }),
    );
  const first = new Map(fixed().map(([selector, ...box]) => [selector, box]));
  let last = look();
  const whole = last.sums;
  let chipsOfRound = last.others.chips;

  /** `late`: so long after another frame that more than one scene may have begun. */
  function judge(late: boolean): void {
    const now = look();
    seen.frames++;
    if (now.flying > 0) judgeSizes();
    seen.flights += now.flying > last.flying ? now.flying - last.flying : 0;
    if (now.sums !== whole && !now.over) faults.add(`tiles ${whole} became ${now.sums}, ${now.flying} in the air`);
    judgeOthers(now);
    now.scores.forEach((score, i) => {
      const was = last.scores[i]!;
      if (score === was) return;
      const who = `the score of seat ${seats[i]!} went from ${was} to ${score}`;
      const placed = now.walls[i]! > last.walls[i]! || now.lights > 0;
      const broke = now.floors[i]! < last.floors[i]! || (now.floors[i] === 0 && emptied[i]!);
      const paid = duel && (now.slabs[i]! > last.slabs[i]! || now.pile < last.pile); // points for a plate
      if (!late && now.flying > 0 && last.flying === 0) faults.add(`${who} while tiles set off`);
      if (score > was ? !placed : !broke && !paid && !now.lights && now.losses === 0) faults.add(`${who} without a cause`);
      if (last.over) faults.add(`${who} after the result`);
      emptied[i] = false;
    });
    now.floors.forEach((n, i) => (emptied[i] ||= n === 0 && last.floors[i]! > 0));
    if (now.round !== last.round) {
      const when = `"${now.round}" came`;
      if (now.floors.some((n, i) => n > 0 && n >= last.floors[i]!)) faults.add(`${when} while a floor line is still full`);
      if (now.flying > 0 || last.flying > 0) faults.add(`${when} while tiles fly`);
      if (now.offered <= last.offered) faults.add(`${when} before the tiles of the round`);
    }
    if (now.over && !last.over && now.flying > 0) faults.add('the result stands while tiles fly');
    if (!now.over)
      for (const [selector, ...box] of fixed()) {
        const was = first.get(selector);
        if (was && box.some((n, i) => Math.abs(n - was[i]!) > 1)) moved.add(`${selector} moved from ${was} to ${box}`);
      }
    last = now;
  }
  const emptied = seats.map(() => false);

  function judgeOthers(now: ReturnType<typeof look>): void {
    if (now.over) return;
    const { markers, plates, chips } = now.others;
    const lost = duel ? markers !== 1 : markers > 1; // a full floor line has no space for the marker: it is shown beside the name only
    if (lost) faults.add(`the start marker lies in ${markers} places`);
    if (duel && plates !== last.others.plates) faults.add(`${last.others.plates} plates became ${plates}`);
    if (now.round !== last.round) chipsOfRound = chips;
    else if (chips !== chipsOfRound) faults.add(`${chipsOfRound} chips of ${now.round} became ${chips}`);
    now.specials.forEach((n, i) => {
      if (n < last.specials[i]!) faults.add(`a special tile of seat ${seats[i]!} is gone`);
    });
  }

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
    let before = performance.now();
    let catching = 0;
    const frame = () => {
      const now = performance.now();
      catching = now - before > LATE_MS ? CATCHING_UP : Math.max(0, catching - 1);
      judge(catching > 0);
      before = now;
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
