// Whole games in Firefox and WebKit on the built page: every rule set, a reload without a network, and a game at a server.
//
//   xvfb-run -a node tools/browsers.mjs [--brief] [firefox|webkit]...     (make browsers)
//
// --brief, for the test run: the first page, one game by the mouse, and a game without a network; both browsers at once. In WebKit
// the link to the game is copied too, which it once refused; in Firefox some moves of Duel are made.
//
// Prints TAP. AZULEJO names the program whose server is asked.
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { openHost } from '../tests/e2e/host.ts';
import { openFirefox, openWebKit } from './webdriver.mjs';

const RULES = ['classic', 'grey', 'crystal1', 'crystal2', 'duel'];
const TYPES = { '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml' };
const dist = process.env.AZULEJO_DIST ?? join(import.meta.dirname, '../dist');
let failed = 0;
let tests = 0;

async function test(name, body) {
  const error = await Promise.resolve()
    .then(body)
    .catch((e) => e);
  tests++; // when it ends, because two may run at once
  if (!error) return console.log(`ok ${tests} - ${name}`);
  failed++;
  console.log(`not ok ${tests} - ${name}\n  # ${String(error.message).split('\n').join('\n  # ')}`);
}

/** The built page on a port of its own, which can be closed. */
async function serve() {
  const server = createServer((request, response) => {
    const [asked] = request.url.split('?');
    const path = join(dist, asked === '/' ? 'index.html' : asked);
    try {
      const body = readFileSync(path);
      response.writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'text/html' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const close = () => new Promise((done) => (server.close(done), server.closeAllConnections()));
  return { url: `http://127.0.0.1:${server.address().port}/`, close };
}

/** In the page: waits for something, touches what may be touched until the game is over, says how it ended. */
async function playToEnd() {
  const find = (selector) => [...document.querySelectorAll(selector)].find((e) => e.checkVisibility());
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const over = () => document.querySelector('.banner-over, .ending-words, [data-ending]') !== null;
  const end = Date.now() + 110_000;
  while (!over() && Date.now() < end) {
    const next = find('[data-place]:not(:disabled)') ?? find('.touch.open') ?? find('.chooser .button:not(:disabled)');
    next?.click();
    await pause(next ? 15 : 40);
  }
  return over() ? document.body.innerText.length : `still going on: ${document.querySelector('.banner')?.innerText}`;
}

/** In the page: waits for something to touch other than what was touched `last`, and says where it is and how the table
 * stands; null when the game is over. */
async function nextTouch(last) {
  const all = (selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
  const steps = (selector) => all(selector).map((e) => e.dataset.step ?? e.dataset.place ?? e.textContent);
  for (const end = Date.now() + 20_000; Date.now() < end; await new Promise((done) => setTimeout(done, 20))) {
    if (document.querySelector('.banner-over')) return null;
    const stands = [document.querySelector('.table')?.dataset.ply, ...steps('.touch.chosen'), '', ...steps('.touch.open')].join();
    const [next] = [...all('[data-place]:not(:disabled)'), ...all('.touch.open')];
    if (!next || stands === last || !document.querySelector('.banner-ours')) continue;
    next.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = next.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2, stands };
  }
  throw new Error(`nothing to touch, or a click led to nothing: ${document.querySelector('.banner')?.innerText}`);
}

/** Plays with the mouse for a number of clicks or to the end; returns the number of clicks. */
async function play(browser, most = 400) {
  let last = '';
  for (let clicks = 0; clicks < most; clicks++) {
    const next = await browser.run(nextTouch, last);
    if (next === null) return clicks;
    await browser.click(next.x, next.y);
    last = next.stands;
  }
  return most;
}

/** Waits until the page is kept for offline. Not `ready`: in WebKit that may never come where an earlier page registered. */
async function keptForOffline(browser) {
  const state = await browser.run(async () => {
    for (let tries = 0; tries < 600; tries++) {
      const registration = await navigator.serviceWorker.getRegistration();
      if (registration?.active?.state === 'activated') return '';
      await new Promise((done) => setTimeout(done, 50));
    }
    return 'the service worker was never active';
  });
  if (state) throw new Error(state);
}

async function until(browser, selector) {
  const found = await browser.run(async (wanted) => {
    for (let tries = 0; tries < 600; tries++) {
      if (document.querySelector(wanted)) return true;
      await new Promise((done) => setTimeout(done, 50));
    }
    return document.body.innerText.slice(0, 300);
  }, selector);
  if (found !== true) throw new Error(`no ${selector}: ${found}`);
}

const touch = async (browser, selector) => {
  await until(browser, selector);
  await browser.run((wanted) => document.querySelector(wanted).click(), selector);
};

async function wholeGame(browser) {
  const ended = await browser.run(playToEnd);
  if (typeof ended !== 'number') throw new Error(ended);
}

async function visit(browser, url, setup) {
  await browser.goto(url);
  await browser.run((s) => {
    localStorage.clear();
    localStorage.setItem('azulejo.settings', JSON.stringify({ language: 'en', speed: 'off', theme: 'light' }));
    localStorage.setItem('azulejo.setup', JSON.stringify(s));
    localStorage.setItem(
      'azulejo.table',
      JSON.stringify({ rules: 'classic', seats: [1], clock: 0, leaver: 'claim', public: false, tablets: null }),
    );
  }, setup);
  await browser.goto(`${url}?${Math.random()}`);
}

const setupOf = (rules) => ({ rules, seats: [0, 1], starter: 0, seed: '7', tablets: null });

async function offline(browser) {
  const site = await serve();
  await visit(browser, site.url, setupOf('classic'));
  await keptForOffline(browser);
  await browser.goto(site.url);
  await site.close();
  await browser.goto(site.url); // nobody answers any more
  await touch(browser, '[data-play]');
  await wholeGame(browser);
}

async function online(browser) {
  const host = await openHost();
  try {
    await visit(browser, host.url, setupOf('classic'));
    await touch(browser, '[data-online]');
    await until(browser, '[data-link=open]');
    await touch(browser, '.together .button.primary');
    await touch(browser, '.new-table .button.primary');
    await touch(browser, '[data-ready]');
    await until(browser, '.banner');
    await wholeGame(browser);
  } finally {
    await host.stop();
  }
}

/** A real click: only that may write to the clipboard. */
async function copyLink(browser) {
  await touch(browser, '[data-share]');
  await until(browser, '[data-link]:not(:disabled)');
  await until(browser, '.share-picture img'); // nothing moves any more
  const at = await browser.run(() => {
    const link = document.querySelector('[data-link]');
    link.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = link.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  await browser.click(at.x, at.y);
  const said = await browser.run(async () => {
    const words = () => document.querySelector('.dialog .said')?.textContent ?? '';
    for (let tries = 0; tries < 100 && words() === ''; tries++) await new Promise((done) => setTimeout(done, 50));
    return words();
  });
  if (!said.startsWith('The link is copied')) throw new Error(`it said: ${said.slice(0, 80)}`); // the link itself, where it was refused
}

async function brief(open) {
  const browser = await open();
  const site = await serve();
  await test(`${browser.name}: a game with the mouse`, async () => {
    await visit(browser, site.url, setupOf('classic'));
    await touch(browser, '[data-play]');
    const clicks = await play(browser);
    if (clicks < 40) throw new Error(`over after ${clicks} clicks`);
  });
  if (browser.name === 'WebKit') await test('WebKit: the link to the game is copied', () => copyLink(browser));
  else
    await test(`${browser.name}: some moves of Duel with the mouse`, async () => {
      await visit(browser, site.url, { ...setupOf('duel'), tablets: ['a1', 'b1', 'c1'] });
      await touch(browser, '[data-play]');
      if ((await play(browser, 18)) < 18) throw new Error('over at once');
    });
  await test(`${browser.name}: a game after a reload without a network`, async () => {
    await keptForOffline(browser);
    await site.close();
    await browser.goto(site.url);
    await touch(browser, '[data-play]');
    if ((await play(browser, 8)) < 8) throw new Error('over at once');
  });
  await browser.close();
}

async function all(open) {
  const browser = await open();
  const site = await serve();
  for (const rules of RULES)
    await test(`${browser.name}: a whole game of ${rules}`, async () => {
      await visit(browser, site.url, setupOf(rules));
      await touch(browser, '[data-play]');
      await wholeGame(browser);
    });
  await site.close();
  await test(`${browser.name}: a game after a reload without a network`, () => offline(browser));
  await test(`${browser.name}: a game at a server`, () => online(browser));
  await browser.close();
}

const words = process.argv.slice(2);
const short = words.includes('--brief');
const wanted = words.filter((word) => word !== '--brief');
const runs = Object.entries({ firefox: openFirefox, webkit: openWebKit })
  .filter(([name]) => wanted.length === 0 || wanted.includes(name))
  .map(
    ([name, open]) =>
      () =>
        (short ? brief(open) : all(open)).catch((error) => test(name, () => Promise.reject(error))),
  );
if (short) await Promise.all(runs.map((run) => run()));
else for (const run of runs) await run();
console.log(`1..${tests}`);
process.exit(failed ? 1 : 0);
