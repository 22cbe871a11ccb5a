// Size and speed of the built page, printed and held against what was promised. Serves web/dist compressed.
import { createServer } from 'node:http';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { launch } from './browser.mjs';
import { openTable } from './engine.mjs';

const dist = process.env.AZULEJO_DIST ? `${process.env.AZULEJO_DIST}/` : fileURLToPath(new URL('../dist/', import.meta.url));
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

/** Seconds from an empty browser to the first tile that may be taken, for a visitor who plays immediately. */
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
async function newGame(rate, speed, rival = 'bia') {
  const visit = await slowVisit(false, rate);
  await visit.page.addInitScript(
    ({ s, bot }) => {
      localStorage.setItem('azulejo.settings', JSON.stringify({ language: 'en', speed: s }));
      localStorage.setItem('azulejo.setup', JSON.stringify({ rules: 'classic', seats: ['', bot], starter: 0, seed: '5' }));
      window.longest = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((e) => (window.longest = Math.max(window.longest, e.duration)))).observe({
        entryTypes: ['longtask'],
      });
    },
    { s: speed, bot: rival },
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

/** The longest task of the page from my move to the strongest bot's answer: in milliseconds of the processor, so that other
 * work on this machine does not count, and by the clock. */
async function longestTask() {
  const { context, page } = await newGame(1, 'normal', 'gaspar');
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  await answer(page);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  await context.close();
  const thread = ({ pid, tid }) => `${pid}/${tid}`;
  const pageThreads = new Set(traceEvents.filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain').map(thread));
  const tasks = traceEvents.filter((e) => e.name.endsWith('RunTask') && e.ph === 'X' && pageThreads.has(thread(e)));
  if (tasks.length === 0) throw new Error('the browser named no tasks');
  const most = (key) => Math.max(...tasks.map((e) => (e[key] ?? 0) / 1000));
  return { busy: most('tdur'), clock: most('dur') };
}

/** The times between two frames while tiles fly, on a slow phone, in order: two moves and the answers to them. */
async function frameTimes() {
  const { context, page } = await newGame(4, 'slow');
  await page.evaluate(() => {
    window.frameTimes = [];
    let last = 0;
    const frame = (now) => {
      const flies = document.querySelector('.flying') !== null;
      if (last && flies) window.frameTimes.push(now - last);
      last = flies ? now : 0;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await answer(page);
  await answer(page);
  const times = await page.evaluate(() => window.frameTimes.sort((a, b) => a - b));
  await context.close();
  return times;
}

const engine = await openTable(`${dist}assets/${readdirSync(`${dist}assets`).find((f) => /^azulejo-(?!plain).*\.wasm$/.test(f))}`);

/** A game between people, one move before its first scoring; or a game against bots, after its set-up. */
function gameOf(rules, players, eve) {
  engine({ do: 'new', rules, players, starter: 0, seed: '3', ...(rules === 'duel' ? { tablets: ['a1', 'b1', 'c1'] } : {}) });
  const wanted = ({ phase }) => (eve ? phase === 'tiling' || phase === 'over' : phase === 'offer');
  let moves = 0;
  for (let { position } = engine({ do: 'state' }); !wanted(position) && position.round === 1; { position } = engine({ do: 'state' })) {
    const { text } = engine({ do: 'state', seat: position.seat });
    engine({ do: 'play', move: engine({ do: 'search', position: text, bot: 'greedy', seed: '1' }).move });
    moves++;
  }
  if (eve && moves > 0) engine({ do: 'undo', plies: 1 });
  const seats = Array.from({ length: players }, (_, i) =>
    eve || i === 0 ? { kind: 'person', name: `P${i}` } : { kind: 'bot', bot: 'bia-2', name: '' },
  );
  return JSON.stringify({ id: 'm', record: engine({ do: 'record' }).record, seats, seed: '3' });
}

/** In the page: makes moves by touches until `until` of them are made and everything has been shown; the times between two
 * frames while something moves, in order. */
async function playAndTime(until) {
  const times = [];
  const found = (selector) => [...document.querySelectorAll(selector)].find((e) => e.checkVisibility());
  const moves = () => document.querySelector('.motion-layer')?.childElementCount > 0 || document.getAnimations().length > 0;
  const ply = () => Number(document.querySelector('.table').dataset.ply);
  const first = ply();
  const end = performance.now() + 60_000;
  let last = 0;
  let still = 0;
  let touched = 0;
  for (;;) {
    const now = await new Promise(requestAnimationFrame);
    const moving = moves();
    if (last && moving) times.push(now - last);
    last = moving ? now : 0;
    still = moving ? 0 : still + 1;
    const done = ply() - first >= until;
    if (done && still > 30 && document.querySelector('.banner-ours, .banner-over')) return times.sort((a, b) => a - b);
    if (now > end) throw new Error(`after ${ply() - first} of ${until} moves: ${document.querySelector('.banner').innerText}`);
    if (done || still < 10 || now - touched < 300) continue;
    touched = now;
    (found('[data-place]:not(:disabled)') ?? found('.touch.open'))?.click();
  }
}

/** The times between two frames on a slow phone: of the last move of a round with its scoring and the next deal, or of moves. */
async function sceneTimes(rules, players, eve) {
  const { context, page } = await slowVisit(false);
  await page.addInitScript(
    (game) => {
      localStorage.setItem('azulejo.settings', JSON.stringify({ language: 'en', speed: 'normal' }));
      localStorage.setItem('azulejo.game', game);
    },
    gameOf(rules, players, eve),
  );
  await page.goto(url);
  await page.locator('[data-resume]').click();
  await page.locator('.banner-ours').waitFor();
  await page.waitForTimeout(500);
  const times = await page.evaluate(playAndTime, eve ? 1 : 5);
  await context.close();
  return times;
}

const share = (times, part) => times[Math.min(times.length - 1, Math.floor(times.length * part))];

report('interactive on a slow phone (4× CPU, 1.6 Mbit/s, 150 ms)', await best(3, firstVisit), 1.5, 's');
report('first load, compressed, playable bot included', sent / 1000, 250, 'kB');
const game = await newGame(1, 'off');
console.log(`     the first tile may be taken after ${(await best(2, firstMove)).toFixed(2)} s there, by somebody who plays at once`);
report("my move until the easy bot's answer is drawn", (await best(4, () => answer(game.page))) / 1000, 0.2, 's');
await game.context.close();
const tasks = [await longestTask(), await longestTask()].sort((a, b) => a.busy - b.busy)[0];
report('longest task while the strongest bot thinks, processor time', tasks.busy, 50, 'ms');
console.log(`     by the clock, with what else this machine did: ${tasks.clock.toFixed(0)} ms`);
const frames = [await frameTimes(), await frameTimes(), await frameTimes()].sort((a, b) => share(a, 0.95) - share(b, 0.95))[0];
report(`a frame of the animation on a slow phone (4× CPU), median of ${frames.length}`, share(frames, 0.5), 17, 'ms');
report('the same, 95 of 100 frames', share(frames, 0.95), 17, 'ms');
for (const [what, rules, players, eve] of [
  ['scoring and deal, base game', 'classic', 2, true],
  ['scoring and deal, four seats', 'classic', 4, true],
  ['moves of Duel', 'duel', 2, false],
  ['moves at four seats', 'classic', 4, false],
]) {
  const tries = [await sceneTimes(rules, players, eve), await sceneTimes(rules, players, eve)];
  const times = tries.sort((a, b) => share(a, 0.95) - share(b, 0.95))[0];
  report(`frames there of ${what}, median of ${times.length}`, share(times, 0.5), 17, 'ms');
  report('the same, 95 of 100 frames', share(times, 0.95), 17, 'ms');
}
await browser.close();
server.close();
process.exit(failed);
