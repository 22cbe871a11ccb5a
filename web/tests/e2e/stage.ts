/* The built page in a real browser, and the engine beside it as the judge. */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { preview, type PreviewServer } from 'vite';
import { launch } from '../../tools/browser.mjs';
import { openTable, type Call } from '../../tools/engine.mjs';
import type { LegalMove, Position } from '../../src/model/types';

export interface Stage {
  browser: Browser;
  server: PreviewServer;
  url: string;
}

export async function openStage(): Promise<Stage> {
  const root = resolve(import.meta.dirname, '../..');
  const build = { outDir: process.env.AZULEJO_DIST ?? resolve(root, 'dist') }; // another build of the page can be looked at too
  const server = await preview({ root, build, preview: { port: 0, host: '127.0.0.1' }, logLevel: 'warn' });
  return { browser: await launch(), server, url: server.resolvedUrls!.local[0]! };
}

export async function closeStage(stage: Stage): Promise<void> {
  await stage.browser.close();
  await new Promise((done) => stage.server.httpServer.close(done));
}

const QUICK = { language: 'en', speed: 'off', theme: 'light' };

/** A fresh visitor with quick settings and a set-up; everything the page complains about is collected. */
export async function visit(stage: Stage, setup: object, options: BrowserContextOptions = {}, settings: object = {}) {
  const context = await stage.browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', ...options });
  await context.addInitScript(
    ([s, set]) => {
      if (location.protocol !== 'http:' || localStorage.getItem('azulejo.settings')) return;
      localStorage.setItem('azulejo.settings', s!);
      localStorage.setItem('azulejo.setup', set!);
    },
    [JSON.stringify({ ...QUICK, ...settings }), JSON.stringify(setup)],
  );
  const faults: string[] = [];
  watch(context, stage.url, faults);
  const page = await context.newPage();
  await page.goto(stage.url);
  await page.locator('h1').first().waitFor(); // drawn when its words have come
  return { context, page, faults };
}

function watch(context: BrowserContext, url: string, faults: string[]): void {
  context.on('page', (page) => {
    page.on('pageerror', (e) => faults.push(`error: ${e.message}`));
    page.on('console', (m) => m.type() === 'error' && faults.push(`console: ${m.text()}`));
    page.on('request', (r) => {
      if (!r.url().startsWith(url) && !/^(data|blob):/.test(r.url())) faults.push(`request: ${r.url()}`);
    });
  });
}

/** Looks in vain for a while rather than failing at once: the page may still be drawing. */
export const playButton = (page: Page) => page.locator('[data-play]');

/** The same engine outside the page. */
export async function judge(): Promise<Call> {
  const assets = resolve(process.env.AZULEJO_DIST ?? resolve(import.meta.dirname, '../../dist'), 'assets');
  return openTable(
    resolve(
      assets,
      readdirSync(assets).find((f) => f.endsWith('.wasm'))!,
    ),
  );
}

export interface Judged {
  position: Position;
  legal: LegalMove[];
}

/** What the engine says about the game that the page has kept, as the given seat sees it. */
export async function judged(page: Page, call: Call, seat: number): Promise<Judged> {
  const saved = JSON.parse((await page.evaluate(() => localStorage.getItem('azulejo.game'))) ?? 'null');
  const loaded = call({ do: 'load', record: saved.record, seed: saved.seed });
  if (!loaded.ok) throw new Error(`the page kept a bad record: ${loaded.fault.text}`);
  return call({ do: 'state', seat });
}
