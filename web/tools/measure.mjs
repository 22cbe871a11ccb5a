// Size and speed of the built page, printed and held against what was promised. Serves web/dist compressed.
import { createServer } from 'node:http';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { launch } from './browser.mjs';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.webmanifest': 'application/manifest+json' };
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
  console.log(`${ok ? 'ok  ' : 'OVER'} ${what}: ${value.toFixed(value < 10 ? 2 : 0)} ${unit} (limit ${limit})`);
};

/** A visit on a slow phone: 4× slower CPU; fast 3G as Chromium's tools have it. */
async function slowVisit(network, rate = 4) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate });
  if (network) {
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 });
  }
  return { context, page };
}

const load = await slowVisit(true);
const began = performance.now();
await load.page.goto(url, { waitUntil: 'commit' });
await load.page.locator('.start .button.primary').waitFor();
report('interactive on a slow phone (4× CPU, 1.6 Mbit/s, 150 ms)', (performance.now() - began) / 1000, 1.5, 's');
await load.page.waitForLoadState('networkidle');
report('first load, compressed, playable bot included', sent / 1000, 250, 'kB');
await load.context.close();

const game = await slowVisit(false, 1);
await game.page.addInitScript(() => {
  localStorage.setItem('azulejo.settings', JSON.stringify({ language: 'en', speed: 'off' }));
  localStorage.setItem('azulejo.setup', JSON.stringify({ rules: 'classic', seats: [0, 1], starter: 0, seed: '5' }));
  window.longest = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((e) => (window.longest = Math.max(window.longest, e.duration)))).observe({ entryTypes: ['longtask'] });
});
await game.page.goto(url);
await game.page.locator('.start .button.primary').click();
await game.page.locator('.take.open').first().waitFor();
await game.page.waitForTimeout(500);
await game.page.evaluate(() => (window.longest = 0));
let worst = 0;
for (let i = 0; i < 4; i++) {
  await game.page.locator('.take.open, .heap.open').first().click();
  const line = game.page.locator('.line.open, .floor-spaces.open').first();
  await line.waitFor();
  const before = await game.page.evaluate(() => localStorage.getItem('azulejo.game'));
  const asked = performance.now();
  await line.click();
  await game.page.waitForFunction((old) => localStorage.getItem('azulejo.game') !== old && document.querySelector('.banner-ours'), before);
  worst = Math.max(worst, performance.now() - asked);
}
report("my move until the easy bot's answer is drawn", worst / 1000, 0.2, 's');
report('longest task of the page meanwhile', await game.page.evaluate(() => window.longest), 50, 'ms');
await browser.close();
server.close();
process.exit(failed);
