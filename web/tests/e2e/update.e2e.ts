/* A new version comes while a game is going on: the game goes on with what it began with until its player takes the new
 * version, by one touch, and then goes on in that. The page lies in a folder of its own, whose files change under it. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../../tools/browser.mjs';
import { compare, move, ready } from './play';
import { judge, playButton } from './stage';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
};
const folder = mkdtempSync(join(tmpdir(), 'azulejo-update-'));
let server: Server;
let browser: Browser;
let url: string;

beforeAll(async () => {
  cpSync(resolve(import.meta.dirname, '../../dist'), folder, { recursive: true });
  server = createServer((request, response) => {
    const path = join(folder, request.url === '/' ? 'index.html' : request.url!.split('?')[0]!);
    try {
      const body = readFileSync(path);
      response
        .writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream', 'Cache-Control': 'no-store' })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  server?.close();
  rmSync(folder, { recursive: true });
});

/** The host changes everything: other names for all files, another version of the list. */
function release(): void {
  const assets = join(folder, 'assets');
  const renames = readdirSync(assets).map((name) => [name, `next-${name}`] as const);
  const rewritten = (text: string) => renames.reduce((s, [from, to]) => s.replaceAll(from, to), text);
  for (const [from, to] of renames) {
    const path = join(assets, from);
    const body = /\.(js|css)$/.test(from) ? rewritten(readFileSync(path, 'utf8')) : readFileSync(path);
    rmSync(path);
    writeFileSync(join(assets, to), body);
  }
  for (const name of ['index.html', 'sw.js']) {
    const text = rewritten(readFileSync(join(folder, name), 'utf8'));
    writeFileSync(join(folder, name), text.replace(/const VERSION = '\w+'/, "const VERSION = 'thenextone'"));
  }
}

const caches = (page: Page): Promise<string[]> => page.evaluate(() => window.caches.keys());

it('an update never breaks a running game', async () => {
  const call = await judge();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await context.addInitScript(() => {
    if (location.protocol !== 'http:' || localStorage.getItem('azulejo.settings')) return;
    localStorage.setItem('azulejo.settings', JSON.stringify({ language: 'en', speed: 'off', theme: 'light' }));
    localStorage.setItem('azulejo.setup', JSON.stringify({ rules: 'classic', seats: [0, 2], starter: 0, seed: '4', tablets: null }));
  });
  const page = await context.newPage();
  await page.goto(url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload(); // from now on through the service worker
  await playButton(page).click();
  await ready(page);
  await move(
    page,
    (b) => b.click(),
    () => 0,
  );
  const [old] = await caches(page);

  release();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())!.update());
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())!.waiting !== null), { timeout: 60_000 })
    .toBe(true);
  await ready(page);
  await move(
    page,
    (b) => b.click(),
    () => 0,
  );
  await ready(page);
  await compare(page, call);
  await page.locator('[data-do="replay"]').click();
  await page.locator('.replay .button').last().click(); // a part that had not been fetched yet
  await page.locator('.review').waitFor();
  await page.reload(); // as often as one likes: the old version goes on, and says that there is a new one
  await page.locator('[data-update]').waitFor();
  await page.locator('[data-resume]').click();
  await ready(page);
  await compare(page, call);
  expect(await page.locator('[data-update]').count()).toBe(0); // nothing on the table says so, only its settings
  expect(await caches(page)).toContain(old);

  const other = await context.newPage(); // a second tab, begun with the old version
  await other.goto(url);
  await other.locator('h1').first().waitFor();

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.locator('[data-update]').click(); // one touch: the new version, and the same game
  await page.waitForFunction(() => document.documentElement.innerHTML.includes('next-boot')); // the old one is gone
  await ready(page);
  await compare(page, call);

  await other.locator('.start-links .button').nth(2).click(); // parts of the old version can still be fetched there
  await other.locator('.editor').waitFor();
  await other.close();
  await page.reload();
  await expect.poll(() => caches(page)).toEqual(['azulejo-thenextone']); // and are gone with the last such tab
  await context.close();
});

it('what the server says goes past the service worker; a server that comes late is found', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const served = (path: string) => page.waitForEvent('response', (r) => r.url() === `${url}${path}`).then((r) => r.fromServiceWorker());
  for (const [path, kept] of [
    ['healthz', false],
    ['api/session', false],
    ['icon.svg', true],
  ] as const) {
    const seen = served(path);
    await page.evaluate((p) => fetch(p).catch(() => undefined), path);
    expect(await seen, path).toBe(kept);
  }
  await page.locator('h1').first().waitFor();
  expect(await page.locator('[data-online]').count()).toBe(0);
  writeFileSync(join(folder, 'healthz'), 'alive\n');
  await page.locator('[data-online]').waitFor({ timeout: 20_000 });
  await context.close();
});
