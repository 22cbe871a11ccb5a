/* What goes wrong around a game: reloads, a second tab, no network, no storage, another language. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { compare, compareSoon, drawn, move, ready, stored, storedOther } from './play';
import { expected, read } from './read';
import { closeStage, judge, openStage, playButton, visit, type Stage } from './stage';

let stage: Stage;
let call: (request: object) => any;

beforeAll(async () => {
  stage = await openStage();
  call = await judge();
});
afterAll(() => closeStage(stage));

const setup = { rules: 'classic', seats: [0, 1], starter: 0, seed: '11', tablets: null };
const first = (n: number): number => Math.min(0, n - 1);

it('a reload in the middle of a turn loses nothing', async () => {
  const { page, context, faults } = await visit(stage, setup);
  await playButton(page).click();
  for (let i = 0; i < 3; i++) {
    await ready(page);
    await move(
      page,
      (b) => b.click(),
      () => 0,
    );
  }
  await ready(page);
  await page.locator('.take.open, .heap.open').first().click();
  const before = await stored(page);
  await page.reload();
  await page.locator('[data-resume]').click();
  await ready(page);
  expect(await stored(page)).toBe(before);
  await compare(page, call);
  await move(
    page,
    (b) => b.click(),
    () => 0,
  );
  expect(faults).toEqual([]);
  await context.close();
});

it('two taps open one game, also where the engine comes slowly', async () => {
  const { page, context, faults } = await visit(stage, { ...setup, starter: 1 }, { serviceWorkers: 'block' });
  let tapped: Promise<void>; // twice: the engine does not come before
  await context.route('**/*.wasm', (route) => tapped.then(() => route.continue()));
  const twice = async (button: Locator) => {
    let tell = () => {};
    tapped = new Promise((resolve) => (tell = resolve));
    await page.reload();
    await button.click();
    expect(await button.getAttribute('aria-busy')).toBe('true');
    await button.click({ force: true });
    tell();
    await ready(page);
  };
  const moves = async () => JSON.parse((await stored(page))!).about.moves;
  // One engine serves one request after the other: when it has answered a move, a second bot has played before.
  const answered = async (count: number) => {
    await compare(page, call);
    await move(
      page,
      (b) => b.click(),
      () => 0,
    );
    await expect.poll(moves, { timeout: 60_000 }).toBeGreaterThanOrEqual(count);
    await ready(page);
    expect(await moves()).toBe(count);
    await compare(page, call);
  };
  await twice(playButton(page));
  await answered(3);
  // A second game would have set the first one aside.
  expect(await page.evaluate(() => localStorage.getItem('azulejo.shelf'))).toBe(null);
  await move(
    page,
    (b) => b.click(),
    () => 0,
  );
  await twice(page.locator('[data-resume]'));
  await answered(7);
  expect(faults).toEqual([]);
  await context.close();
});

it('Back leads to the first page, from every screen and as often as it is pressed', async () => {
  const { page, context, faults } = await visit(stage, setup);
  const start = page.locator('.start');
  const back = async () => {
    await page.goBack();
    await start.waitFor();
  };
  await playButton(page).click();
  await ready(page);
  await move(
    page,
    (b) => b.click(),
    () => 0,
  );
  const before = await stored(page);
  await back();
  expect(page.url()).toBe(stage.url);
  await page.goForward(); // into the game again
  await ready(page);
  expect(JSON.parse((await stored(page))!).record.startsWith(JSON.parse(before!).record.trimEnd())).toBe(true);
  await page.locator('[data-do="replay"]').click();
  await page.locator('.replay .button').first().click();
  await page.locator('.replay .button', { hasText: 'What if' }).click();
  await expect.poll(() => page.locator('.game-facts').innerText()).toContain('What if');
  await page.goBack(); // out of the branch, into the game
  await expect.poll(() => page.locator('.game-facts').innerText()).not.toContain('What if');
  await back();
  for (const opener of ['.learn-offer .button', '.start-links .button >> nth=2']) {
    await page.locator(opener).first().click();
    await page.locator('.table, .editor').waitFor();
    await back();
  }
  await page.locator('[data-resume]').click(); // and by the button of the table, twice at once
  await page.locator('.brand').click();
  await page.locator('[data-resume]').click();
  await ready(page);
  await page.waitForTimeout(300);
  expect(await start.count()).toBe(0);
  await back();
  const state = () => page.evaluate(() => history.state);
  expect(await state()).toBe(null);
  await page.locator('[data-resume]').click();
  await ready(page);
  await page.reload(); // the first page again, where nothing lies between it and what was before
  await start.waitFor();
  await expect.poll(state).toBe(null);
  await page.locator('[data-resume]').click();
  await ready(page);
  await back();
  expect(faults).toEqual([]);
  await context.close();
});

it('Back closes what was opened last before it leaves the game, and Forward opens it again', async () => {
  const { page, context, faults } = await visit(stage, setup);
  const layer = page.locator('dialog[open], .drawer');
  await page.locator('.start-links .button').nth(1).click(); // on the first page, too
  await layer.waitFor();
  await page.goBack();
  await layer.waitFor({ state: 'detached' });
  await page.locator('[data-setup]').click();
  await page.goBack();
  await page.locator('.start').waitFor();
  await page.goForward();
  await page.locator('.setup-screen [data-play]').click();
  await ready(page);
  const titles: string[] = [];
  const title = async () => (await layer.innerText()).split('\n')[0]!; // figures may come later
  for (const n of [1, 2, 3, 4]) {
    await page.locator('.tool').nth(n).click();
    await layer.waitFor();
    titles.push(await title());
    await page.goBack();
    await layer.waitFor({ state: 'detached' });
    await page.goForward();
    await layer.waitFor();
    expect(await title()).toBe(titles.at(-1));
    await layer.locator('.close').click(); // its entry goes, too
    await layer.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => history.state.depth)).toBe(1);
    expect(await page.locator('.table').count()).toBe(1);
  }
  expect(new Set(titles).size).toBe(4);
  await page.locator('.tool').nth(1).click();
  await page.keyboard.press('i'); // one over the other
  await page.locator('dialog[open]').waitFor();
  await page.goBack();
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  await page.locator('.drawer').waitFor();
  await page.goBack();
  await layer.waitFor({ state: 'detached' });
  await page.goBack();
  await page.locator('.start').waitFor();
  await expect.poll(() => page.evaluate(() => history.state)).toBe(null);
  expect(faults).toEqual([]);
  await context.close();
});

it('two tabs show the same game', async () => {
  const { page, context, faults } = await visit(stage, { ...setup, seats: [0, 0] });
  await playButton(page).click();
  await ready(page);
  const second = await context.newPage();
  await second.goto(stage.url);
  await second.locator('[data-resume]').click();
  await ready(second);
  await move(
    page,
    (b) => b.click(),
    () => 0,
  );
  await compareSoon(second, call);
  await move(
    second,
    (b) => b.click(),
    () => 0,
  );
  await compareSoon(page, call);
  expect(faults).toEqual([]);
  await context.close();
});

it('after the first visit everything works without a network, the strongest bot included', async () => {
  const { page, context, faults } = await visit(stage, { ...setup, seats: [0, 7] });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.reload();
  await playButton(page).click();
  for (let i = 0; i < 2; i++) {
    await ready(page);
    await compare(page, call);
    await move(
      page,
      (b) => b.click(),
      () => 0,
    );
  }
  await ready(page);
  expect(faults).toEqual([]);
  await context.close();
});

it('the language changes in the middle of a game', async () => {
  const { page, context, faults } = await visit(stage, setup);
  await playButton(page).click();
  await ready(page);
  await page.locator('.take.open').first().click();
  const chosen = await page.locator('.take.chosen').getAttribute('data-step');
  for (const [name, words, you] of [
    ['Nederlands', 'Kies een patroonlijn', 'Jij'],
    ['Deutsch', 'Wähle eine Musterreihe', 'Du'],
  ] as const) {
    await page.locator('.tool').last().click();
    await page.getByLabel(name, { exact: true }).check();
    await page.keyboard.press('Escape');
    await page.locator('.banner', { hasText: words }).waitFor(); // languages are fetched on demand
    expect(await page.locator('.take.chosen').getAttribute('data-step')).toBe(chosen);
    expect(await page.locator('.own .who-name').innerText()).toBe(you);
  }
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  expect(faults).toEqual([]);
  await context.close();
});

it('in a browser that stores nothing the page says so, and the game goes on', async () => {
  const { page, context } = await visit(stage, setup);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await playButton(page).click();
  await ready(page);
  expect(await page.locator('.message').innerText()).toContain('cannot keep the game');
  await page.locator('.take.open').first().click();
  await page.locator('.line.open').first().click();
  await page.locator('.recent li').first().waitFor(); // the bot has answered
  await ready(page);
  await context.close();
});

it('garbage in the storage does not keep the page from starting', async () => {
  const { page, context, faults } = await visit(stage, setup);
  await page.evaluate(() => {
    localStorage.setItem('azulejo.settings', '{"theme":7');
    localStorage.setItem('azulejo.setup', '[]');
    localStorage.setItem('azulejo.game', JSON.stringify({ record: 'nonsense', seats: [], seed: '' }));
  });
  await page.reload();
  await page.locator('[data-resume]').click();
  expect(await page.locator('[role=alert]').innerText()).not.toBe('');
  await playButton(page).click();
  await page.locator('.banner-ours, .banner-theirs').first().waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

it('a record is opened from a file and from a link; a broken one is refused and nothing is lost', async () => {
  const { page, context, faults } = await visit(stage, setup);
  await playButton(page).click();
  await ready(page);
  await move(
    page,
    (b) => b.click(),
    () => 0,
  );
  await ready(page);
  const { record } = JSON.parse((await stored(page))!);
  const bot = await page.locator('.rival .who-name').innerText();
  const open = async (text: string) => {
    await page.goto(stage.url);
    await page.locator('.file input').setInputFiles({ name: 'game.azr', mimeType: 'text/plain', buffer: Buffer.from(text) });
  };
  const before = await stored(page);
  for (const broken of ['', 'nonsense', record.replace('classic', 'chess'), record.replace(/round 1 .*/, 'round 1 starter=9')]) {
    await open(broken);
    expect(await page.locator('[role=alert]').innerText()).toContain('cannot be read');
    expect(await stored(page)).toBe(before);
  }
  await open(record);
  await page.locator('.replay').waitFor(); // to look at
  expect(await page.locator('.banner').innerText()).toContain('looking back');
  expect(await stored(page)).toBe(before);
  const seen = await compare(page, call);
  expect(await page.locator('.who-name').allInnerTexts()).toEqual(['Player 1', bot]);
  await page.locator('.tool').nth(3).click();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('[data-link]:enabled').click();
  await page.locator('.said', { hasText: 'link' }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto('about:blank');
  await page.goto(link);
  await page.locator('.replay').waitFor();
  expect((await compare(page, call)).position).toEqual(seen.position);
  await page.reload(); // the link still holds the game
  await page.locator('.replay').waitFor();
  await page.goBack(); // to the first page, not to the link once more
  await page.locator('[data-resume]').waitFor();
  expect(page.url()).toBe(stage.url);
  await page.goForward();
  await page.locator('.replay').waitFor();
  await page.locator('.buttons .button').click();
  await page.locator('[data-resume]').waitFor();
  expect(await stored(page)).toBe(before);
  await page.goto('about:blank');
  await page.goto(`${stage.url}#game=AAAA`);
  expect(await page.locator('[role=alert]').innerText()).toContain('damaged');
  expect(faults).toEqual([]);
  await context.close();
});

it('a new game, a record and a link leave the game that is going on; it is gone on with from the shelf', async () => {
  const { page, context, faults } = await visit(stage, { ...setup, seats: [0, 3] });
  await playButton(page).click();
  await ready(page);
  await move(
    page,
    (b) => b.click(),
    () => 0,
  );
  await ready(page);
  const old = (await stored(page))!;
  await page.locator('.brand').click();
  expect(await page.locator('.start .button.primary').innerText()).toMatch(/Go on.*\n.*round 1/);
  await playButton(page).click();
  await ready(page);
  await move(
    page,
    (b) => b.click(),
    () => 1,
  );
  await ready(page);
  const young = (await stored(page))!;
  await page.locator('.brand').click();
  await page
    .locator('.file input')
    .setInputFiles({ name: 'game.azr', mimeType: 'text/plain', buffer: Buffer.from(JSON.parse(old).record) });
  await page.locator('.replay').waitFor();
  expect(await stored(page)).toBe(young);
  await page.locator('.replay .button', { hasText: 'Play on' }).click(); // a game of its own, against the bot of the record
  await ready(page);
  await move(
    page,
    (b) => b.click(),
    () => 0,
  );
  await ready(page);
  expect(JSON.parse((await stored(page))!).seats[1]).toMatchObject({ kind: 'bot', bot: JSON.parse(old).seats[1].bot });
  await page.reload();
  const shelf = page.locator('.shelf li');
  await page.locator('.shelf summary').click();
  expect(await shelf.count()).toBe(2);
  await shelf.nth(1).locator('.button').first().click();
  await ready(page);
  expect(await stored(page)).toBe(old);
  await page.locator('.brand').click();
  await page.locator('.shelf summary').click();
  await shelf.last().locator('.button').last().click();
  await page.locator('dialog .primary').click(); // keeps it
  expect(await shelf.count()).toBe(2);
  await shelf.last().locator('.button').last().click();
  await page.locator('[data-drop]').click();
  expect(await shelf.count()).toBe(1);
  await page.reload();
  await page.locator('.shelf summary').click();
  expect(await shelf.count()).toBe(1);
  expect(faults).toEqual([]);
  await context.close();
});

it.each([
  ['nl', 'Regel 2, kolom 1', 'labels'],
  ['en', 'Line 2, column 1', 'tags'],
  ['de', 'Zeile 2, Spalte 1', 'Angaben'],
])('a broken record is refused in whole sentences with the place: %s', async (language, place, words) => {
  const { page, context, faults } = await visit(stage, setup, {}, { language });
  const broken = '[Azulejo "1"]\n[Rules "chess"]\n[Players "2"]\n\n';
  await page.locator('.file input').setInputFiles({ name: 'game.azr', mimeType: 'text/plain', buffer: Buffer.from(broken) });
  const said = await page.locator('[role=alert]').innerText();
  expect(said).toContain(place);
  expect(said).toContain('[Rules');
  expect(said).toContain(words);
  expect(said).not.toContain('expected the tag');
  expect(faults).toEqual([]);
  await context.close();
});

it('a game is looked through move by move, and goes on where it was', async () => {
  const { page, context, faults } = await visit(stage, setup);
  await playButton(page).click();
  for (let i = 0; i < 3; i++) {
    await ready(page);
    await move(
      page,
      (b) => b.click(),
      () => 0,
    );
  }
  await ready(page);
  const now = await read(page, 2);
  await page.locator('[data-do="replay"]').click();
  const plies = Number(await page.locator('.replay input').getAttribute('max'));
  const saved = JSON.parse((await stored(page))!);
  for (let ply = plies; ply >= 0; ply--) {
    call({ do: 'load', record: saved.record, seed: saved.seed });
    expect(await read(page, 2)).toEqual(expected(call({ do: 'state', seat: 0, ply }).position));
    if (ply > 0) await page.locator('.replay .button').first().click();
  }
  await page.locator('[data-do="replay"]').click();
  expect(await read(page, 2)).toEqual(now);
  await move(
    page,
    (b) => b.click(),
    () => 0,
  );
  expect(faults).toEqual([]);
  await context.close();
});

it('tiles are dragged, taken back and refused with a reason', async () => {
  const { page, context, faults } = await visit(stage, setup);
  await playButton(page).click();
  await ready(page);
  const before = await stored(page);
  await page.locator('.take.open').first().dragTo(page.locator('.own .line').nth(4));
  await storedOther(page, before);
  await ready(page);
  await page.locator('[data-do="undo"]').click();
  await expect.poll(() => stored(page).then((s) => JSON.parse(s!).record)).toBe(JSON.parse(before!).record);
  await drawn(page);
  const line = page.locator('.own .line').nth(0);
  await page.locator('.take.open').nth(first(1)).click();
  await line.click();
  await storedOther(page, before);
  await ready(page);
  await page.locator('.take.open, .heap.open').first().click();
  await line.click({ force: true });
  expect(await page.locator('[role=alert]').innerText()).toMatch(/Line 1 (is full|already holds)/);
  expect(faults).toEqual([]);
  await context.close();
});
