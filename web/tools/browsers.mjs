// Whole games in Firefox and WebKit on the built page: every rule set, a reload without a network, and a game at a server.
//
//   xvfb-run -a node tools/browsers.mjs [firefox|webkit]...     (make browsers)
//
// Prints TAP. AZULEJO names the program whose server is asked.
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { openHost } from '../tests/e2e/host.ts';
import { openFirefox, openWebKit } from './webdriver.mjs';

const RULES = ['classic', 'grey', 'crystal1', 'crystal2', 'duel'];
const TYPES = { '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml' };
const dist = join(import.meta.dirname, '../dist');
let failed = 0;
let tests = 0;

async function test(name, body) {
  tests++;
  try {
    await body();
    console.log(`ok ${tests} - ${name}`);
  } catch (error) {
    failed++;
    console.log(`not ok ${tests} - ${name}\n  # ${String(error.message).split('\n').join('\n  # ')}`);
  }
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
  await browser.run(async () => void (await navigator.serviceWorker.ready));
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

const wanted = process.argv.slice(2);
for (const [name, open] of Object.entries({ firefox: openFirefox, webkit: openWebKit }))
  if (wanted.length === 0 || wanted.includes(name)) await all(open).catch((error) => test(name, () => Promise.reject(error)));
console.log(`1..${tests}`);
process.exit(failed ? 1 : 0);
