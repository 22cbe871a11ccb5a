// Pictures of every screen into gallery/. With words as arguments only the pictures whose name holds one of them.
import { existsSync, mkdirSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';
import { launch } from './browser.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = `${root}gallery/`;
const SIZES = { desktop: [1440, 900], phone: [390, 844], small: [320, 640], wide: [2560, 1440], readme: [1104, 680] };

/** Touches the first thing that may be touched, n times. */
const touchFirst = (...selectors) => async (page) => {
  for (const s of selectors) await page.locator(`${s}:visible`).first().click({ timeout: 4000 });
};

/** A game between bots played out in the page, its review open. */
async function review(page) {
  await page.evaluate(() => localStorage.setItem('azulejo.settings', JSON.stringify({ speed: 'off' })));
  await page.evaluate(() => localStorage.setItem('azulejo.setup', JSON.stringify({ rules: 'classic', seats: [1, 3], starter: 0, seed: '5' })));
  await page.reload();
  await page.locator('.start .button.primary').click();
  await page.locator('.banner-over').waitFor();
  await page.locator('.buttons .button').first().click();
  await page.locator('.replay .button').last().click();
  await page.locator('.review .primary').click();
  await page.locator('.review progress').waitFor({ state: 'detached' });
}

const SHOTS = [
  { name: 'start', query: '' },
  { name: 'setup', query: '', act: async (p) => { await p.locator('summary').click(); } },
  { name: 'settings', query: '', act: async (p) => { await p.locator('.start-links .button').nth(1).click(); } },
  { name: 'learn', query: 'speed=off', act: touchFirst('.learn-offer .button', '.guide .button') },
  { name: 'learn-duel', query: 'speed=off', act: touchFirst('.learn-offer .button:last-child', '.guide .button') },
  { name: 'editor', query: '', act: async (p) => { await p.locator('.start-links .button').nth(2).click(); await p.locator('.editor').waitFor(); } },
  { name: 'editor-duel', query: '', act: async (p) => { await p.locator('.start-links .button').nth(2).click(); await p.locator('.editor-facts select').first().selectOption('duel'); } },
  { name: 'review', query: 'speed=off', act: review },
  { name: 'help', query: 'fixture=classic&ply=8', act: async (p) => { await p.locator('.tool').nth(2).click(); } },
  { name: 'classic', query: 'fixture=classic&ply=24' },
  { name: 'classic-take', query: 'fixture=classic&ply=24', act: touchFirst('.take.open') },
  { name: 'classic-round', query: 'fixture=classic&ply=40', act: touchFirst('[data-step="take:5:R"]') },
  { name: 'classic-centre', query: 'fixture=classic&ply=27' },
  { name: 'classic-three', query: 'fixture=classic3&ply=30' },
  { name: 'classic-four', query: 'fixture=classic4&ply=45' },
  { name: 'classic-over', query: 'fixture=classic&ply=-1' },
  { name: 'classic-log', query: 'fixture=classic&ply=24', act: async (p) => { await p.locator('.tool').nth(1).click(); } },
  { name: 'grey-tiling', query: 'fixture=grey&phase=tiling' },
  { name: 'crystal1', query: 'fixture=crystal1&ply=26' },
  { name: 'crystal1-tiling', query: 'fixture=crystal1&phase=tiling' },
  { name: 'crystal2', query: 'fixture=crystal2&ply=36' },
  { name: 'duel-setup', query: 'fixture=duel&ply=0' },
  { name: 'duel', query: 'fixture=duel&ply=30' },
  { name: 'duel-late', query: 'fixture=duel&ply=70' },
  { name: 'duel-plate', query: 'fixture=duel&ply=0', act: touchFirst('.plate-take.open', '.slot.open') },
  { name: 'duel-take', query: 'fixture=duel&ply=4', act: touchFirst('.small .sun .take.open') },
  { name: 'duel-stack', query: 'fixture=duel&ply=4', act: touchFirst('.small .sun .take.open', '.line.open') },
  { name: 'duel-tiling', query: 'fixture=duel&phase=tiling' },
  { name: 'duel-draw', query: 'fixture=duel&phase=draw' },
  { name: 'duel-keep', query: 'fixture=duel&phase=keep' },
  { name: 'duel-over', query: 'fixture=duel&ply=-1' },
];

/** Every screen once; dark, languages and sizes on those that show most. */
function plan() {
  const jobs = [];
  const add = (shot, size, theme, language, extra = '') => jobs.push({ shot, size, theme, language, extra });
  for (const shot of SHOTS) for (const size of ['desktop', 'phone']) add(shot, size, 'light', 'en');
  const key = SHOTS.filter((s) => ['start', 'classic-take', 'duel', 'crystal1', 'settings', 'setup', 'learn', 'learn-duel', 'editor', 'editor-duel', 'review'].includes(s.name));
  for (const shot of key) {
    add(shot, 'desktop', 'dark', 'nl');
    add(shot, 'desktop', 'light', 'de');
    add(shot, 'phone', 'dark', 'de');
    add(shot, 'small', 'light', 'nl');
    add(shot, 'small', 'light', 'en', 'pseudo');
    add(shot, 'desktop', 'light', 'en', 'pseudo');
    add(shot, 'wide', 'light', 'en');
    add(shot, 'desktop', 'light', 'en', 'letters=1');
  }
  for (const n of ['duel-take', 'duel-stack', 'classic-four', 'duel-plate']) add(SHOTS.find((s) => s.name === n), 'small', 'light', 'de');
  for (const n of ['classic-round', 'duel']) add(SHOTS.find((s) => s.name === n), 'readme', 'light', 'en'); // docs/images
  return jobs;
}

const nameOf = (j) => [j.shot.name, j.size, j.theme, j.language, j.extra.replace('=1', '')].filter(Boolean).join('-');

async function shoot(browser, base, job) {
  const [width, height] = SIZES[job.size];
  const phone = job.size === 'phone' || job.size === 'small';
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: phone ? 2 : 1, hasTouch: phone, reducedMotion: 'reduce' });
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

if (!existsSync(`${root}fixtures/duel.json`)) execFileSync('/usr/bin/python3', [`${root}tools/make_fixtures.py`], { stdio: 'inherit' });
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
await browser.close();
await new Promise((done) => server.httpServer.close(done));
process.exit(faults ? 1 : 0);
