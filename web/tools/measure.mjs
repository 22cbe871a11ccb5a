// Size and speed of the built page, printed and held against what was promised. Serves web/dist compressed.
import { createServer } from 'node:http';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { launch } from './browser.mjs';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
};
const files = new Map();
const collect = (dir, name) => {
  for (const entry of readdirSync(join(dir, name))) {
    const path = join(name, entry);
    if (statSync(join(dir, path)).isDirectory()) collect(dir, path);
    else files.set(`/${path}`, gzipSync(readFileSync(join(dir, path)), { level: 9 }));
  }
};
collect(dist, '');

let sent = 0;
const server = createServer((request, response) => {
  const path = request.url.split('?')[0] === '/' ? '/index.html' : request.url.split('?')[0];
  const body = files.get(path);
  if (!body) return response.writeHead(404).end();
  sent += body.length;
  response.writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'text/plain', 'Content-Encoding': 'gzip' }).end(body);
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const url = `http://127.0.0.1:${server.address().port}/`;

const browser = await launch();
let failed = 0;
const report = (what, value, limit, unit) => {
  const ok = value <= limit;
  if (!ok) failed = 1;
  console.log(`${ok ? 'ok  ' : 'OVER'} ${what}: ${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${unit} (limit ${limit})`);
};

/** A visit on a slow phone: 4× slower CPU; fast 3G as Chromium's tools have it. */
async function slowVisit(network, rate = 4) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate });
  if (network) {
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 1.6e6 / 8,
      uploadThroughput: 750e3 / 8,
    });
  }
  return { context, page };
}

/** The best of a few tries: what the page can do when the machine is not busy with something else. */
async function best(tries, measure) {
  let least = Infinity;
  for (let i = 0; i < tries; i++) least = Math.min(least, await measure());
  return least;
}

/** Seconds from the start of the navigation until the first page is drawn and can be used, by the page's own clock; the
 * bytes of one whole visit are counted on the way. */
async function firstVisit() {
  const { context, page } = await slowVisit(true);
  sent = 0;
  await page.addInitScript(() => {
    const look = (_, observer) => {
      if (!document.querySelector('[data-play]')) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => (window.usableAt = performance.now()))); // after it was painted
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  await page.goto(url, { waitUntil: 'commit' });
  const seconds = (await (await page.waitForFunction(() => window.usableAt)).jsonValue()) / 1000;
  await page.waitForLoadState('networkidle');
  await context.close();
  return seconds;
}

/** Seconds from an empty browser to the first tile that may be taken, for somebody who plays at once. */
async function firstMove() {
  const { context, page } = await slowVisit(true);
  const began = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('[data-play]').click();
  await page.locator('.take').first().waitFor();
  const seconds = (performance.now() - began) / 1000;
  await context.close();
  return seconds;
}

/** A game against a bot, ready for the first move. The page notes its longest task. */
async function newGame(rate, speed, level = 1) {
  const visit = await slowVisit(false, rate);
  await visit.page.addInitScript(
    ({ s, bot }) => {
      localStorage.setItem('azulejo.settings', JSON.stringify({ language: 'en', speed: s }));
      localStorage.setItem('azulejo.setup', JSON.stringify({ rules: 'classic', seats: [0, bot], starter: 0, seed: '5' }));
      window.longest = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((e) => (window.longest = Math.max(window.longest, e.duration)))).observe({
        entryTypes: ['longtask'],
      });
    },
    { s: speed, bot: level },
  );
  await visit.page.goto(url);
  await visit.page.locator('[data-play]').click();
  await visit.page.locator('.take.open').first().waitFor();
  await visit.page.waitForTimeout(500);
  await visit.page.evaluate(() => (window.longest = 0));
  return visit;
}

/** My move until the bot's answer is drawn, seen from inside the page. */
async function answer(page) {
  await page.locator('.take.open, .heap.open').first().click();
  const line = page.locator('.line.open, .floor-spaces.open').first();
  await line.waitFor();
  return line.evaluate(
    (e) =>
      new Promise((done) => {
        const began = performance.now();
        const before = localStorage.getItem('azulejo.game').length;
        e.click();
        const look = () => {
          const grown = localStorage.getItem('azulejo.game').length - before;
          if (grown > 6 && document.querySelector('.banner-ours')) done(performance.now() - began);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
  );
}

/** The longest task of the page from my move to the strongest bot's answer. */
async function longestTask() {
  const { context, page } = await newGame(1, 'normal', 7);
  await answer(page);
  const longest = await page.evaluate(() => window.longest);
  await context.close();
  return longest;
}

/** The median time between two frames while tiles fly, on a slow phone. */
async function frameTime() {
  const { context, page } = await newGame(4, 'slow');
  await page.locator('.take.open').first().click();
  const line = page.locator('.line.open').first();
  await line.waitFor();
  const times = await line.evaluate(
    (e) =>
      new Promise((done) => {
        const times = [];
        let last = 0;
        const frame = (now) => {
          if (last && document.querySelector('.flying')) times.push(now - last);
          last = now;
          if (times.length < 20 && now < began + 2000) requestAnimationFrame(frame);
          else done(times);
        };
        const began = performance.now();
        e.click();
        requestAnimationFrame(frame);
      }),
  );
  await context.close();
  return times.length ? times.sort((a, b) => a - b)[times.length >> 1] : Infinity;
}

report('interactive on a slow phone (4× CPU, 1.6 Mbit/s, 150 ms)', await best(3, firstVisit), 1.5, 's');
report('first load, compressed, playable bot included', sent / 1000, 250, 'kB');
const game = await newGame(1, 'off');
console.log(`     the first tile may be taken after ${(await best(2, firstMove)).toFixed(2)} s there, by somebody who plays at once`);
report("my move until the easy bot's answer is drawn", (await best(4, () => answer(game.page))) / 1000, 0.2, 's');
await game.context.close();
report('longest task while the strongest bot thinks (0: none above 50)', await best(2, longestTask), 50, 'ms');
report('a frame of the animation on a slow phone (4× CPU)', await best(2, frameTime), 17, 'ms');
await browser.close();
server.close();
process.exit(failed);
