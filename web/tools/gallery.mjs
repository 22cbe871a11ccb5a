// Pictures of every screen into gallery/. With words as arguments only the pictures whose name holds one of them.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';
import { launch } from './browser.mjs';
import { makeRecords } from './records.mjs';
import { ENDS_SHOTS, shootEnd } from './gallery-ends.mjs';
import { ONLINE_SHOTS, onlineHost, walkOnline } from './gallery-online.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = `${root}gallery/`;
const WASM = process.env.AZULEJO_WASM ?? `${root}../build/azulejo.wasm`;
const SIZES = {
  desktop: [1440, 900],
  phone: [390, 844],
  small: [320, 640],
  wide: [2560, 1440],
  tablet: [820, 1180],
  '4k': [3840, 2160],
  readme: [1104, 680],
};

/** Touches the first thing that may be touched, n times. */
const touchFirst =
  (...selectors) =>
  async (page) => {
    for (const s of selectors) await page.locator(`${s}:visible`).first().click({ timeout: 4000 });
  };

/** A game between bots played out in the page, its review open. */
async function review(page) {
  await page.evaluate(() => localStorage.setItem('azulejo.settings', JSON.stringify({ speed: 'off' })));
  await page.evaluate(() =>
    localStorage.setItem('azulejo.setup', JSON.stringify({ rules: 'classic', seats: [1, 3], starter: 0, seed: '5' })),
  );
  await page.reload();
  await page.locator('[data-play]').click();
  await page.locator('.banner-over').waitFor();
  await page.locator('[data-review]').click();
  await page.locator('.review .primary').click();
  await page.locator('.review progress').waitFor({ state: 'detached' });
}

/** The first page of someone who has games: one to resume, one put aside. */
async function startAgain(page) {
  await page.locator('.brand').click();
  await page.locator('[data-play]').click();
  await page.locator('.take.open, .heap.open').first().click();
  await page.locator('.line.open').first().click();
  await page.locator('.brand').click();
  await page.locator('.shelf summary').click();
}

/** A record that is looked at. */
async function record(page) {
  const { record } = JSON.parse(await page.evaluate(() => localStorage.getItem('azulejo.game')));
  await page.locator('.brand').click();
  await page.locator('.file input').setInputFiles({ name: 'game.azr', mimeType: 'text/plain', buffer: Buffer.from(record) });
  await page.locator('.replay').waitFor();
}

async function hint(page) {
  await page.locator('[data-do="hint"]').click();
  await page.locator('.hinted').first().waitFor();
}

/** A puzzle of a rule set, from the list of all; shown with its answer where that is wanted. */
const puzzle =
  (rules, answered = false) =>
  async (page) => {
    await page.locator('[data-practice]').click();
    await page.locator('.collection-choice select').first().selectOption(rules);
    await page.locator('.puzzle-number').nth(7).click();
    await page.locator('.puzzle-words').waitFor();
    if (!answered) return;
    await page.locator('[data-do="reveal"]').click();
    await page.locator('.hinted').first().waitFor();
  };

const SHOTS = [
  { name: 'start', query: '' },
  { name: 'start-again', query: 'game=duel&ply=30', act: startAgain },
  { name: 'record', query: 'game=classic&ply=30', act: record },
  { name: 'hint', query: 'game=classic&ply=24', act: hint },
  {
    name: 'setup',
    query: '',
    act: async (p) => {
      await p.locator('[data-setup]').click();
    },
  },
  {
    name: 'setup-duel',
    query: '',
    act: async (p) => {
      await p.evaluate(() =>
        localStorage.setItem('azulejo.setup', JSON.stringify({ rules: 'duel', seats: ['', 'amalia'], tablets: ['a1', 'b2', 'c1', 'd2'] })),
      );
      await p.locator('[data-setup]').click();
    },
  },
  {
    name: 'setup-people',
    query: '',
    act: async (p) => {
      await p.evaluate(() =>
        localStorage.setItem(
          'azulejo.setup',
          JSON.stringify({ rules: 'crystal1', seats: ['', '', 'tomas', 'gaspar'], names: ['Ana', ''] }),
        ),
      );
      await p.locator('[data-setup]').click();
    },
  },
  {
    name: 'settings',
    query: '',
    act: async (p) => {
      await p.locator('.start-links .button').nth(1).click();
    },
  },
  { name: 'learn', query: 'speed=off', act: touchFirst('.learn-offer .button', '.guide .button') },
  { name: 'learn-duel', query: 'speed=off', act: touchFirst('.learn-offer .button:nth-of-type(2)', '.guide .button') },
  {
    name: 'editor',
    query: '',
    act: async (p) => {
      await p.locator('.start-links .button').nth(2).click();
      await p.locator('.editor').waitFor();
    },
  },
  {
    name: 'editor-duel',
    query: '',
    act: async (p) => {
      await p.locator('.start-links .button').nth(2).click();
      await p.locator('.editor-facts select').first().selectOption('duel');
    },
  },
  { name: 'review', query: 'speed=off', act: review },
  {
    name: 'practice',
    query: '',
    act: async (p) => {
      await p.locator('[data-practice]').click();
      await p.locator('.puzzle-number').first().waitFor();
    },
  },
  { name: 'puzzle', query: 'speed=off', act: puzzle('classic') },
  { name: 'puzzle-answer', query: 'speed=off', act: puzzle('classic', true) },
  { name: 'puzzle-duel', query: 'speed=off', act: puzzle('duel') },
  { name: 'puzzle-duel-answer', query: 'speed=off', act: puzzle('duel', true) },
  {
    name: 'help',
    query: 'game=classic&ply=8',
    act: async (p) => {
      await p.locator('.tool').nth(2).click();
    },
  },
  { name: 'classic', query: 'game=classic&ply=28' },
  { name: 'classic-take', query: 'game=classic&ply=24', act: touchFirst(':is(.take, .heap).open') },
  { name: 'classic-round', query: 'game=classic&ply=38', act: touchFirst('.take.open') },
  { name: 'classic-centre', query: 'game=classic&ply=42' },
  { name: 'classic-three', query: 'game=classic3&ply=30' },
  { name: 'classic-four', query: 'game=classic4&ply=45' },
  { name: 'classic-over', query: 'game=classic&ply=-1' },
  {
    name: 'classic-log',
    query: 'game=classic&ply=28',
    act: async (p) => {
      await p.locator('.tool').nth(1).click();
    },
  },
  { name: 'grey-tiling', query: 'game=grey&phase=tiling' },
  { name: 'crystal1', query: 'game=crystal1&ply=26' },
  { name: 'crystal1-tiling', query: 'game=crystal1&phase=tiling' },
  { name: 'crystal2', query: 'game=crystal2&ply=36' },
  { name: 'duel-setup', query: 'game=duel&ply=0' },
  { name: 'duel', query: 'game=duel&ply=90' },
  { name: 'duel-late', query: 'game=duel&ply=120' },
  { name: 'duel-plate', query: 'game=duel&ply=0', act: touchFirst('.plate-take.open', '.slot.open') },
  { name: 'duel-take', query: 'game=duel&ply=4', act: touchFirst('.small .sun .take.open') },
  { name: 'duel-stack', query: 'game=duel&ply=4', act: touchFirst('.small .sun .take.open', '.line.open') },
  { name: 'duel-tiling', query: 'game=duel&phase=tiling' },
  { name: 'duel-draw', query: 'game=duel&phase=draw' },
  { name: 'duel-keep', query: 'game=duel&phase=keep' },
  { name: 'grey-over', query: 'game=grey&ply=-1' },
  { name: 'crystal1-over', query: 'game=crystal1&ply=-1' },
  { name: 'classic-over-three', query: 'game=classic3&ply=-1' },
  { name: 'classic-over-four', query: 'game=classic4&ply=-1' },
  { name: 'duel-over', query: 'game=duel&ply=-1' },
  {
    name: 'share',
    query: 'game=classic&ply=-1',
    act: async (p) => {
      await p.locator('[data-share]').click();
      await p.locator('.share-picture img').waitFor();
    },
  },
];

/** Every screen once; dark, languages and sizes on those that show most. */
function plan() {
  const jobs = [];
  const add = (shot, size, theme, language, extra = '') => jobs.push({ shot, size, theme, language, extra });
  for (const shot of SHOTS) for (const size of ['desktop', 'phone']) add(shot, size, 'light', 'en');
  const key = SHOTS.filter((s) =>
    [
      'start',
      'start-again',
      'classic-take',
      'duel',
      'crystal1',
      'settings',
      'setup',
      'setup-duel',
      'duel-over',
      'learn',
      'learn-duel',
      'editor',
      'editor-duel',
      'review',
      'practice',
      'puzzle-answer',
      'puzzle-duel-answer',
    ].includes(s.name),
  );
  for (const shot of key) {
    add(shot, 'desktop', 'dark', 'nl');
    add(shot, 'desktop', 'light', 'de');
    add(shot, 'phone', 'dark', 'de');
    add(shot, 'small', 'light', 'nl');
    add(shot, 'small', 'light', 'en', 'pseudo');
    add(shot, 'desktop', 'light', 'en', 'pseudo');
    add(shot, 'wide', 'light', 'en');
    add(shot, 'tablet', 'light', 'en');
    add(shot, '4k', 'light', 'en');
    add(shot, 'desktop', 'dark', 'en', 'contrast=1');
    add(shot, 'desktop', 'light', 'en', 'letters=1');
  }
  for (const n of ['duel-take', 'duel-stack', 'classic-four', 'duel-plate'])
    add(
      SHOTS.find((s) => s.name === n),
      'small',
      'light',
      'de',
    );
  for (const n of ['classic-round', 'duel'])
    add(
      SHOTS.find((s) => s.name === n),
      'readme',
      'light',
      'en',
    ); // docs/images
  return jobs;
}

const nameOf = (j) => [j.shot.name, j.size, j.theme, j.language, j.extra.replace('=1', '')].filter(Boolean).join('-');

async function shoot(browser, base, job) {
  const [width, height] = SIZES[job.size];
  const phone = job.size === 'phone' || job.size === 'small';
  const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor: phone ? 2 : 1,
    hasTouch: phone,
    reducedMotion: 'reduce',
  });
  const faults = [];
  page.on('console', (m) => m.type() === 'error' && faults.push(m.text()));
  page.on('pageerror', (e) => faults.push(String(e)));
  await page.goto(`${base}?${job.shot.query}&theme=${job.theme}&language=${job.language}&${job.extra}`);
  await page.waitForSelector('.table, .start');
  try {
    await job.shot.act?.(page);
  } catch (e) {
    faults.push(String(e).split('\n')[0]);
  }
  await page.waitForTimeout(120);
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (sideways > 0) faults.push(`scrolls sideways by ${sideways} px`);
  const over = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  const tall = await page.evaluate(() => document.documentElement.scrollHeight);
  if (phone && tall > height) await page.setViewportSize({ width, height: tall });
  await page.screenshot({ path: `${out}${nameOf(job)}.png` });
  console.log(nameOf(job), phone ? '' : `over ${over}`, faults.join(' | '));
  await page.close();
  return faults.length;
}

/** Online play: every screen, large and small, light and dark, in each language; Duel once. */
const ONLINE = [
  { size: 'desktop', theme: 'light', language: 'en', rules: 'classic' },
  { size: 'phone', theme: 'light', language: 'nl', rules: 'classic' },
  { size: 'small', theme: 'dark', language: 'de', rules: 'duel' },
];

const onlineName = (shot, w) => [shot, w.size, w.theme, w.language].join('-');
const wanted = (n) => !words.length || words.some((w) => n.includes(w));

/** Options of the browser for a size, and how a picture is kept: a small screen in its whole length. */
function camera(walk) {
  const [width, height] = SIZES[walk.size];
  const phone = walk.size !== 'desktop';
  const options = { viewport: { width, height }, deviceScaleFactor: phone ? 2 : 1, hasTouch: phone };
  const shot = async (page, s) => {
    const tall = phone ? await page.evaluate(() => document.documentElement.scrollHeight) : height;
    await page.setViewportSize({ width, height: Math.max(height, tall) });
    await page.screenshot({ path: `${out}${onlineName(s, walk)}.png` });
    await page.setViewportSize({ width, height });
  };
  return { options, shot };
}

/** What ends a seat, a table or a visit: large and small, light and dark, in each language. */
async function ends(browser, base) {
  let found = 0;
  for (const size of ['desktop', 'phone'])
    for (const theme of ['light', 'dark'])
      for (const language of ['en', 'nl', 'de'])
        for (const name of ENDS_SHOTS.filter((s) => wanted(onlineName(s, { size, theme, language })))) {
          const { options, shot } = camera({ size, theme, language });
          const faults = await shootEnd(browser, base, WASM, name, options, { theme, language }, shot);
          console.log(onlineName(name, { size, theme, language }), faults.join(' | '));
          found += faults.length;
        }
  return found;
}

async function online(browser) {
  const walks = ONLINE.filter((w) => ONLINE_SHOTS.some((s) => wanted(onlineName(s, w))));
  const host = walks.length ? await onlineHost() : null;
  let found = 0;
  for (const walk of host ? walks : []) {
    const { options, shot } = camera(walk);
    const faults = await walkOnline(browser, host, options, { theme: walk.theme, language: walk.language }, walk.rules, shot);
    console.log(onlineName('online', walk), faults.join(' | '));
    found += faults.length;
  }
  await host?.stop();
  return found;
}

await makeRecords(WASM, `${root}fixtures`);
mkdirSync(out, { recursive: true });
const outDir = `${out}site`;
await build({ root, mode: 'gallery', build: { outDir, emptyOutDir: true }, logLevel: 'warn' });
const server = await preview({ root, build: { outDir }, preview: { port: 5199, host: '127.0.0.1' }, logLevel: 'warn' });
const browser = await launch();
const words = process.argv.slice(2);
let faults = 0;
for (const job of plan()) {
  if (words.length && !words.some((w) => nameOf(job).includes(w))) continue;
  faults += await shoot(browser, server.resolvedUrls.local[0], job);
}
faults += await ends(browser, server.resolvedUrls.local[0]);
faults += await online(browser);
await browser.close();
await new Promise((done) => server.httpServer.close(done));
process.exit(faults ? 1 : 0);
