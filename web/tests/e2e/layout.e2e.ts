/* Nothing scrolls sideways, words fit, boards stay large, and the focus is where it belongs. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { sideways, spills } from './axe';
import { GROUND } from '../../src/art/palette';
import { isDuel, type Counts, type LegalMove, type Preview } from '../../src/model/types';
import { ready } from './play';
import { enterRecord, gameAt, type Moment } from './positions';
import { closeStage, judge, openStage, visit, type Stage } from './stage';
import { enter, openTool, press, walk } from './walk';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => closeStage(stage));

it.each([320, 390, 768, 1024, 1120, 1440, 3840])('nothing scrolls sideways at %i px', async (width) => {
  for (const rules of ['classic', 'duel']) {
    const setup = { rules, seats: [0, 1, 1, 1], starter: 0, seed: '3', tablets: ['a1', 'b1', 'c1', 'd1'] };
    const { page, context } = await visit(stage, setup, { viewport: { width, height: 800 } });
    expect(await sideways(page)).toBe(0);
    await enter(page);
    expect(await sideways(page)).toBe(0);
    await context.close();
  }
});

it.each(['en', 'nl', 'de'])('on a phone the first turn is said in full, and the counts fit, in %s', async (language) => {
  const setup = { rules: 'classic', seats: [0, 1], starter: 0, seed: '5', tablets: null };
  const { page, context } = await visit(stage, setup, { viewport: { width: 390, height: 844 } }, { language });
  await enter(page);
  const cut = await page.locator('.banner p > span').evaluateAll((all) => all.filter((e) => e.scrollHeight > e.clientHeight + 2).length);
  expect([await page.locator('html').getAttribute('lang'), cut, await sideways(page)]).toEqual([language, 0, 0]);
  await context.close();
});

it('on a phone on its side the first page shows how to play at once, and choices stand beside the buttons', async () => {
  const setup = { rules: 'duel', seats: [0, 0], starter: 0, seed: '3', tablets: ['a1', 'b1', 'c1'] };
  const { page, context } = await visit(stage, setup, { viewport: { width: 844, height: 390 }, hasTouch: true }, { language: 'de' });
  const box = async (selector: string) => (await page.locator(selector).first().boundingBox())!;
  const [wall, play, other] = [await box('.hero-wall'), await box('[data-play]'), await box('[data-setup]')];
  expect(Math.max(play.y + play.height, other.y + other.height, wall.y + wall.height)).toBeLessThanOrEqual(390);
  expect(wall.x + wall.width).toBeLessThanOrEqual(play.x);
  await enter(page);
  await press('.plate-take.open')(page);
  await press('.slot.open')(page);
  const [lay, undo] = [await box('[data-place]'), await box('[data-do="undo"]')];
  expect(undo.x).toBeGreaterThanOrEqual(lay.x + lay.width);
  expect((await box('.actions')).height).toBeLessThan(70);
  await context.close();
});

it('the bar of a phone has room for the longest names of bots', async () => {
  for (const bot of ['leonor', 'baltasar', 'gaspar']) {
    const setup = { rules: 'classic', seats: ['', bot], starter: 0, seed: '5', tablets: null };
    const { page, context } = await visit(stage, setup, { viewport: { width: 390, height: 844 } });
    await enter(page);
    const cut = await page
      .locator('.bar-scores small')
      .evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent));
    expect(cut).toEqual([]);
    await context.close();
  }
});

it('in the editor of Duel every scoring tablet is seen whole', async () => {
  const { page, context } = await visit(stage, {});
  for (const width of [390, 1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(stage.url);
    await page.locator('.start-links .button').nth(2).click();
    await page.locator('.editor-facts select').first().selectOption('duel');
    const tablets = await page.locator('.tablet-choice .tablet').evaluateAll((all) =>
      all.map((e) => {
        const { left, right, top, bottom } = e.getBoundingClientRect();
        return { left, right, top, bottom, edge: e.closest('fieldset')!.getBoundingClientRect().right };
      }),
    );
    const over = tablets.filter((a, i) =>
      tablets.some((b, j) => i < j && a.right > b.left && a.left < b.right && a.bottom > b.top && a.top < b.bottom),
    );
    expect([width, tablets.length, over, tablets.filter((a) => a.right > a.edge)]).toEqual([width, 8, [], []]);
  }
  await context.close();
});

it.each([320, 390, 1024, 1440])('at %i px words longer by two fifths fit everywhere', async (width) => {
  const found: string[] = [];
  const setup = { rules: 'classic', seats: [0, 1], starter: 0, seed: '3', tablets: null };
  const { page, context } = await visit(stage, setup, { viewport: { width, height: 800 } }, { pseudo: true });
  expect(await page.locator('.lead').innerText()).toContain('~');
  for (const [name, act] of walk(stage)) {
    await act(page);
    found.push(...(await spills(page)).map((f) => `${name}: ${f}`));
    if ((await sideways(page)) > 0) found.push(`${name}: scrolls sideways`);
  }
  await context.close();
  expect([...new Set(found)]).toEqual([]);
});

const some = (tiles: Counts): boolean => tiles.some((n) => n > 0);
const crowded: Moment = (p) =>
  !isDuel(p) && p.marker === 'centre' && p.centre.every((n) => n > 0) && p.factories.filter(some).length >= p.boards.length;

/** How far the centre reaches over a plate, over a tile on it and over its own rim, in pixels. */
const over = (page: Page) =>
  page.evaluate(() => {
    const boxes = (selector: string) => [...document.querySelectorAll(selector)].map((e) => e.getBoundingClientRect());
    const apart = (a: DOMRect, b: DOMRect) =>
      [Math.max(a.left - b.right, b.left - a.right), Math.max(a.top - b.bottom, b.top - a.bottom)] as const;
    const heaps = boxes('.centre .pile .tile, .centre .count, .centre .marker');
    const far = (places: DOMRect[], reach: (a: DOMRect, b: DOMRect) => number) =>
      Math.max(0, ...heaps.flatMap((a) => places.map((b) => reach(a, b))));
    const middle = (b: DOMRect) => new DOMRect(b.left + b.width / 2, b.top + b.height / 2, 0, 0);
    const reach = (a: DOMRect, { left: x, top: y }: DOMRect) =>
      Math.hypot(Math.max(a.right - x, x - a.left), Math.max(a.bottom - y, y - a.top));
    const bowl = boxes('.centre')[0]!;
    return {
      heaps: heaps.length,
      tile: far(boxes('.factory .take .tile'), (a, b) => -Math.max(...apart(a, b))),
      rim: bowl.width === bowl.height ? far([bowl], (a) => reach(a, middle(bowl)) - bowl.width / 2) : 0,
      plate: far(boxes('.factory:not(.empty)'), (a, b) => b.width / 2 - Math.hypot(...apart(a, middle(b)).map((d) => Math.max(d, 0)))),
    };
  });

const TOUCHED = [
  [960, 540],
  [1100, 560],
  [1133, 640],
  [1280, 700],
] as const;
const WINDOWS = [
  [320, 640],
  [390, 844],
  [600, 900],
  [740, 360],
  [768, 1024],
  [820, 1180],
  [900, 600],
  [1024, 768],
  [1280, 720],
  [1920, 1080],
] as const;

it.each([2, 3, 4])('with %i seats a full centre lies beside the factories, in low and narrow windows too', async (players) => {
  const record = gameAt(await judge(), 'classic', crowded, players);
  for (const [windows, options] of [
    [WINDOWS, {}],
    [TOUCHED, { hasTouch: true }],
  ] as const) {
    const { page, context } = await visit(stage, {}, options);
    await enterRecord(page, stage.url, record, players);
    for (const [width, height] of windows) {
      await page.setViewportSize({ width, height });
      const seen = await over(page);
      expect(seen.heaps).toBeGreaterThan(10); // five heaps with their numbers, and the marker
      expect(seen.tile, `${width} × ${height}`).toBe(0);
      expect(seen.plate, `${width} × ${height}`).toBeLessThan(4);
      expect(seen.rim, `${width} × ${height}`).toBeLessThanOrEqual('hasTouch' in options ? 6 : 0); // large targets, small bowl
      expect(await sideways(page), `${width} × ${height}`).toBe(0);
    }
    await context.close();
  }
});

it.each([
  ['classic', [0, 1], 42],
  ['classic', [0, 1, 1, 1], 42],
  ['duel', [0, 1], 34],
])('beside the open log the board of %s with seats %j stays large and free', async (rules, seats, least) => {
  const { page, context } = await visit(stage, { rules, seats, starter: 0, seed: '3', tablets: ['a1', 'b1', 'c1', 'd1'] });
  await enter(page);
  await openTool(1)(page);
  const seen = await page.evaluate(() => {
    const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
    const boards = [...document.querySelectorAll('.player-board')].map((b) => b.getBoundingClientRect());
    const buttons = box('.actions .buttons');
    const free = (b: DOMRect) => b.bottom < buttons.top || b.left > buttons.right;
    const inside = boards.every((b) => b.right < box('.drawer').left && b.bottom < innerHeight && free(b) && b.left >= 0);
    const words = [...document.querySelectorAll<HTMLElement>('.who-name, .game-facts span')].every(
      (w) => w.getClientRects().length === 1 && w.offsetHeight < 30,
    );
    return { inside, words, tile: box('.own .lines .space').width, over: document.documentElement.scrollHeight - innerHeight };
  });
  expect(seen).toMatchObject({ inside: true, words: true, over: 0 });
  expect(seen.tile).toBeGreaterThanOrEqual(least);
  await context.close();
});

it('on a phone the factories carry their numbers, and what a rival takes flies to the strip of the rival', async () => {
  const { page, context } = await visit(
    stage,
    { rules: 'classic', seats: [0, 1], starter: 0, seed: '3', tablets: null },
    { viewport: { width: 390, height: 844 }, reducedMotion: 'no-preference' },
    { speed: 'slow' },
  );
  await enter(page);
  expect(await page.locator('.factory .number:visible').allInnerTexts()).toEqual(['1', '2', '3', '4', '5']);
  await page.evaluate(() => {
    const goals: string[] = ((window as any).goals = []);
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, how) {
      const box = this.getBoundingClientRect();
      const end = /translate\((-?[\d.]+)px, (-?[\d.]+)px\)/.exec((frames as Keyframe[]).at(-1)!.transform as string);
      if (this.className === 'flying' && this.clientWidth > 80) goals.push('0'); // larger than any tile
      if (this.className === 'flying' && end) goals.push(`${Math.round(box.top + box.height / 2 + Number(end[2]))}`);
      return animate.call(this, frames, how);
    };
  });
  await press('.take.open')(page);
  await press('.line.open')(page);
  await page.locator('.recent li').first().waitFor();
  await ready(page);
  const goals = await page.evaluate(() => (window as any).goals as string[]);
  expect(goals.length).toBeGreaterThan(1);
  expect(goals.filter((y) => Number(y) < 60)).toEqual([]); // nothing flies to the corner of the page
  await context.close();
});

/** A game between three people, one move before the first scoring. */
async function beforeScoring(): Promise<object> {
  const call = await judge();
  call({ do: 'new', rules: 'classic', players: 3, starter: 0, seed: '3' });
  for (let scored = false; !scored;) {
    const { position } = call({ do: 'state' });
    const { move } = call({ do: 'search', position: call({ do: 'state', seat: position.seat }).text, bot: 'novice', seed: '1' });
    scored = call({ do: 'play', move }).events.length > 0;
  }
  call({ do: 'undo', plies: 1 });
  const seats = ['Ana', 'Bruno', 'Clara'].map((name) => ({ kind: 'person', name }));
  return { id: 'g', record: call({ do: 'record' }).record, seats, seed: '3' };
}

it('on a phone the centre is framed as the last move, the button beside the points fits, and the open log covers the numbers', async () => {
  const { page, context } = await visit(
    stage,
    {},
    { viewport: { width: 360, height: 740 }, reducedMotion: 'no-preference' },
    { speed: 'slow', language: 'nl' },
  );
  await page.evaluate((g) => localStorage.setItem('azulejo.game', JSON.stringify(g)), await beforeScoring());
  await page.reload();
  await page.locator('[data-resume]').click();
  const frame = await page
    .locator('.centre.last')
    .evaluate((e) => [getComputedStyle(e).outlineStyle, getComputedStyle(e, '::before').content]);
  expect(frame).toEqual(['dashed', 'none']);
  await press('.heap.open')(page);
  await page.locator('.targets .touch.open').first().click();
  const inside = await page.locator('.score-step .button').evaluate((button) => {
    button.previousElementSibling!.textContent = 'many words '.repeat(9);
    const words = document.createRange();
    words.selectNodeContents(button);
    return words.getBoundingClientRect().width < button.clientWidth - 12;
  });
  expect(inside).toBe(true);
  await page.locator('.rising').first().waitFor({ state: 'attached' });
  await page
    .locator('.tool')
    .nth(1)
    .evaluate((tool) => (tool as HTMLElement).click()); // a touch would end the scoring
  await page.locator('.drawer').waitFor();
  const top = await page.locator('.motion-layer').evaluate((layer) => {
    layer.style.pointerEvents = 'auto'; // else it is never found
    return document.elementFromPoint(innerWidth / 2, innerHeight / 2)!.closest('.drawer, .motion-layer')!.className;
  });
  expect(top).toBe('drawer');
  await context.close();
});

/** What has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement!.tagName + (document.activeElement!.closest('.drawer') ? ' in the drawer' : ''));

it('every screen takes the focus, and what is opened beside the table gives it back', async () => {
  const { page, context, faults } = await visit(stage, { rules: 'classic', seats: [0, 1], starter: 0, seed: '3', tablets: null });
  expect(await focused(page)).toBe('BODY'); // a first visit is left alone
  const enter = (selector: string, n = 0) => page.locator(selector).nth(n).press('Enter');
  const opens = async (act: Promise<void>, screen: string) => {
    await act;
    await page.locator(screen).waitFor();
    await expect.poll(() => focused(page)).toBe('H1');
  };
  await opens(enter('[data-play]'), '.table');
  await ready(page);
  const stops = () =>
    page.locator('.touch').evaluateAll((all) => all.every((e) => (e as HTMLElement).tabIndex === (e.matches('.shut') ? -1 : 0)));
  await expect.poll(stops).toBe(true); // the keyboard stops at what may be touched, and nowhere else
  for (const end of ['Escape', 'Enter']) {
    await enter('.tool', 1);
    await expect.poll(() => focused(page)).toBe('BUTTON in the drawer');
    await page.keyboard.press(end);
    expect(await page.locator('.drawer').count()).toBe(0);
    expect(
      await page
        .locator('.tool')
        .nth(1)
        .evaluate((e) => e === document.activeElement),
    ).toBe(true);
  }
  await press('.take.open')(page);
  await press('.line.open')(page);
  await page.locator('.recent li').first().waitFor();
  await ready(page);
  await expect.poll(stops).toBe(true);
  await enter('[data-do="replay"]');
  await enter('.replay .button', -1);
  await expect.poll(() => focused(page)).toBe('BUTTON in the drawer');
  await page.keyboard.press('Escape');
  expect(
    await page
      .locator('.replay .button')
      .last()
      .evaluate((e) => e === document.activeElement),
  ).toBe(true);
  await page.locator('.replay .button').first().click();
  await opens(enter('.replay .button >> text=What if'), '.buttons');
  await opens(enter('.brand'), '.table'); // back in the game
  await opens(enter('.brand'), '.start');
  await opens(enter('.learn-offer .button'), '.guide');
  await opens(enter('.brand'), '.start');
  await opens(enter('.start-links .button', 2), '.editor');
  await opens(enter('.editor-head .button'), '.start');
  expect(faults).toEqual([]);
  await context.close();
});

it('a hint does not look like the last move, and Duel shows the numbers that the log names', async () => {
  const { page, context } = await visit(stage, { rules: 'duel', seats: [0, 0], starter: 0, seed: '3', tablets: ['a1', 'b1', 'c1'] });
  await enter(page);
  const numbers = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((e) => getComputedStyle(e, '::before').content.replaceAll('"', '')).join(''));
  expect(await numbers('.duel-factory .number')).toBe('1234');
  expect(await numbers('.own .place-number')).toBe('123456789');
  await page.locator('[data-do="hint"]').click();
  await page.locator('[data-do="hint"][aria-busy="true"]').waitFor(); // it takes a moment, and says so
  await page.locator('.hinted').first().waitFor();
  expect(await page.locator('[data-do="hint"][aria-busy="true"]').count()).toBe(0);
  const hint = await page
    .locator('.hinted')
    .first()
    .evaluate((e) => [getComputedStyle(e, '::after').borderTopStyle, getComputedStyle(e, '::before').clipPath.slice(0, 7)]);
  expect(hint).toEqual(['solid', 'polygon']); // the last move is dashed and has no pin
  const said = page.locator('.message');
  const marked = () => page.locator('.hinted').evaluateAll((all) => all.map((e) => (e as HTMLElement).dataset.step!.split(':')[0]));
  expect(await said.textContent()).toMatch(/^Hint: look at/); // first where, …
  expect(new Set(await marked()).size).toBe(1);
  await said.getByRole('button', { name: 'Show the whole move' }).click();
  await expect.poll(() => said.textContent()).toMatch(/^Hint: (?!look).*Better than “.+”: .+\.$/); // … then what, and why
  await context.close();
});

it.each([
  ['crystal2', [0, 1, 1, 1], 1280, 720],
  ['classic', [0, 1, 1], 1024, 768],
  ['duel', [0, 0], 1280, 720],
])('a hint in %s with seats %j covers neither what it names nor my board, on %i × %i', async (rules, seats, width, height) => {
  const setup = { rules, seats, starter: 0, seed: '3', tablets: rules === 'duel' ? ['a1', 'b1', 'c1', 'd1'] : null };
  const { page, context } = await visit(stage, setup, { viewport: { width, height } }, { language: 'de' });
  await enter(page);
  await page.locator('[data-do="hint"]').click();
  const covered = () =>
    page.evaluate(() => {
      const box = (e: Element) => e.getBoundingClientRect();
      const words = box(document.querySelector('.message')!);
      const under = (e: Element) => {
        const { left, right, top, bottom } = box(e);
        return left < words.right && right > words.left && top < words.bottom && bottom > words.top;
      };
      const inside = words.left >= 0 && words.top >= 0 && words.right <= innerWidth && words.bottom <= innerHeight;
      const asked = '.hinted, .own .player-board, .offer .take, .offer .plate-take, .actions .buttons';
      return [...document.querySelectorAll(asked)]
        .filter(under)
        .map((e) => e.className)
        .concat(inside ? [] : ['outside']);
    });
  await page.locator('.hinted').first().waitFor();
  expect(await covered()).toEqual([]);
  if (await page.locator('[data-do="hint"][aria-pressed="true"]').isVisible()) await page.locator('[data-do="hint"]').click();
  await expect.poll(() => page.locator('.message').textContent()).not.toMatch(/^Tipp: Sieh/);
  expect(await covered()).toEqual([]);
  await context.close();
});

it.each(['en', 'nl', 'de'])('on a phone the advice of the offer is whole beside three scores, in %s', async (language) => {
  const setup = { rules: 'classic', seats: [0, 1, 2], starter: 0, seed: '3' };
  const { page, context } = await visit(stage, setup, { viewport: { width: 390, height: 844 } }, { language });
  await enter(page);
  const hidden = await page.locator('.banner p > span').evaluate((e) => e.scrollHeight - e.clientHeight);
  expect(hidden).toBeLessThanOrEqual(1);
  await context.close();
});

it('on a phone on its side Duel begins with its plates in sight, and words move with the boards when the log opens', async () => {
  const setup = { rules: 'duel', seats: [0, 0], starter: 0, seed: '3', tablets: ['a1', 'b1', 'c1'] };
  const { page, context } = await visit(stage, setup, { viewport: { width: 844, height: 390 } });
  await enter(page);
  const seen = () =>
    page
      .locator('.plate-take.open')
      .first()
      .evaluate((e) => e.getBoundingClientRect().bottom <= document.querySelector('.actions')!.getBoundingClientRect().top);
  await expect.poll(seen).toBe(true);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.locator('[data-do="hint"]').click();
  await page.locator('.message.as-news').waitFor();
  await openTool(1)(page);
  const right = (part: string) => page.locator(part).evaluate((e) => e.getBoundingClientRect().right);
  expect(await right('.message')).toBeLessThanOrEqual(await page.locator('.drawer').evaluate((e) => e.getBoundingClientRect().left));
  await context.close();
});

it('the browser’s bar has the chosen theme, letters stand on plates in the language, and a dialog keeps its corners', async () => {
  const setup = { rules: 'duel', seats: [0, 0], starter: 0, seed: '3', tablets: ['a1', 'b1', 'c1'] };
  const { page, context } = await visit(stage, setup, { colorScheme: 'light' }, { letters: true, language: 'nl', theme: 'dark' });
  await enter(page);
  const bars = await page
    .locator('meta[name="theme-color"]')
    .evaluateAll((all) => all.map((e) => e.getAttribute('content')!.toUpperCase()));
  expect(bars).toEqual(bars.map(() => GROUND.dark.page));
  const letters = await page.locator('.plates .plate .letter:visible').allInnerTexts();
  expect(letters.length).toBeGreaterThan(4);
  await openTool(3)(page);
  expect(await page.locator('.dialog').evaluate((e) => getComputedStyle(e).overflowY)).toBe('hidden');
  expect(await page.locator('.dialog-body').evaluate((e) => getComputedStyle(e).overflowY)).toBe('auto');
  await context.close();
  const other = await visit(stage, { rules: 'classic', seats: [0, 1], starter: 0, seed: '3' }, {}, { letters: true, language: 'nl' });
  await enter(other.page);
  const shown = new Set((await other.page.locator('.letter:visible').allInnerTexts()).join(''));
  expect([...shown].toSorted().join('')).toBe('BGRTZ'); // blauw, geel, rood, turquoise, zwart
  await other.page.keyboard.press('z'); // they are the keys as well
  expect(await other.page.locator('.take.chosen').getAttribute('data-step')).toMatch(/:K$/);
  await other.context.close();
});

it.each([
  [1440, 900],
  [390, 844],
])('a refusal stands beside the line that was touched, on %i × %i', async (width, height) => {
  const setup = { rules: 'classic', seats: [0, 1], starter: 0, seed: '3' };
  const { page, context } = await visit(stage, setup, { viewport: { width, height } });
  await enter(page);
  await press('.take-1.open')(page);
  await press('.own .line.open')(page); // the first line is full
  await page.locator('.recent li').first().waitFor();
  await ready(page);
  await press('.take.open')(page);
  const line = page.locator('.own .line').first();
  await line.click({ force: true });
  const message = (await page.locator('.message.beside').boundingBox())!;
  const place = (await line.boundingBox())!;
  expect(message.y - place.y - place.height).toBeGreaterThan(0);
  expect(message.y - place.y - place.height).toBeLessThan(12);
  expect(message.x + message.width).toBeLessThanOrEqual(width);
  await context.close();
});

it.each([
  [1440, 900],
  [1280, 720],
])('in Duel the buttons that turn a plate cover neither bag and lid nor a board, on %i × %i', async (width, height) => {
  const setup = { rules: 'duel', seats: [0, 0], starter: 0, seed: '3', tablets: ['a1', 'b1', 'c1', 'd1'] };
  for (const language of ['en', 'nl', 'de']) {
    const { page, context } = await visit(stage, setup, { viewport: { width, height } }, { language });
    await enter(page);
    await press('.plate-take.open')(page);
    await press('.slot.open')(page);
    await page.locator('[data-place]').waitFor();
    const covered = await page.evaluate(() => {
      const panel = document.querySelector('.actions .chooser')!.getBoundingClientRect();
      return [...document.querySelectorAll('.counts-row, .player-board, .actions .buttons, .tablet')]
        .filter((e) => {
          const { left, top, right, bottom } = e.getBoundingClientRect();
          return left < panel.right && right > panel.left && top < panel.bottom && bottom > panel.top;
        })
        .map((e) => e.className)
        .concat(panel.left >= 0 && panel.bottom <= innerHeight ? [] : ['outside']);
    });
    expect(covered, language).toEqual([]);
    await context.close();
  }
});

/** A take that completes a line whose tile would score in a run, and whose tiles would cost points on the floor. */
const scoring = ({ move, preview }: LegalMove): boolean => 'colour' in move && 'from' in move && (preview?.run?.length ?? 0) > 1;

it.each([
  [1440, 900],
  [390, 844],
])('the preview draws the tile on the wall, lights its run, and marks the floor as a cost, on %i × %i', async (width, height) => {
  const call = await judge();
  const record = gameAt(call, 'classic', (p, legal) => p.phase === 'offer' && p.round > 1 && legal.some(scoring));
  call({ do: 'load', record, seed: '1' });
  const { legal } = call({ do: 'state', seat: 0 }) as { legal: LegalMove[] };
  const { move, preview } = legal.find(scoring)! as { move: { from: string; colour: string; to: number }; preview: Preview };
  const { page, context } = await visit(stage, {}, { viewport: { width, height } }, { confirm: true });
  await enterRecord(page, stage.url, record);
  const click = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((e: HTMLElement) => e.click());
  const at = ([row, column]: [number, number]) => `0/wall/${row}/${column}`;
  const cells = (selector: string) => page.locator(selector).evaluateAll((all) => all.map((e) => (e as HTMLElement).dataset.at).sort());
  await click(`[data-step="take:${move.from}:${move.colour}"]`);
  const coming = page.locator(`.own .wall .space.coming[data-at="${at(preview.cell!)}"]`);
  expect(await coming.locator(`.tile-${move.colour}`).count()).toBe(1);
  const floor = page.locator('.own .floor-spaces .badge span');
  expect(await floor.getAttribute('data-text')).toMatch(/^(−\d+|0)$/);
  const [shown, loss] = await floor.evaluate((e) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--loss)';
    const colours = [getComputedStyle(e, '::before').color, getComputedStyle(probe).color];
    probe.remove();
    return colours;
  });
  expect(shown).toBe(loss);
  await click(`.own .line[data-step="to:${move.to}"]`);
  await page.locator('.own .line.chosen').waitFor();
  expect(await cells('.own .wall .space.coming')).toEqual([at(preview.cell!)]);
  expect(await cells('.own .wall .space.in-run')).toEqual(preview.run!.map(at).sort());
  await context.close();
});
