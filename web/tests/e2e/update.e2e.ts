/* A new version comes while a game is going on: the game goes on with what it began with, the next visit gets the new
 * one. The page lies in a folder of its own, whose files change under it. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
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

/** The new version takes over when no page of the old one is left, which the browser notices in its own time. */
async function nextVisit(context: BrowserContext): Promise<Page> {
  for (let tries = 0; tries < 40; tries++) {
    const page = await context.newPage();
    await page.goto(url);
    if ((await caches(page)).join() === 'azulejo-thenextone') return page;
    await page.close();
    await new Promise((done) => setTimeout(done, 500));
  }
  throw new Error('the new version never took over');
}

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
  await page.reload();
  await page.locator('[data-resume]').click();
  await ready(page);
  await compare(page, call);
  expect(await caches(page)).toContain(old);

  await page.close();
  const later = await nextVisit(context);
  await later.reload();
  await later.locator('[data-resume]').click();
  await ready(later);
  await compare(later, call);
  expect(await later.evaluate(() => document.documentElement.innerHTML)).toContain('next-boot');
  await context.close();
});
