/* A real `azulejo serve` with the built page, and visitors who play on it. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Position } from '../../src/model/types';

const ROOT = resolve(import.meta.dirname, '../../..');
const DIST = process.env.AZULEJO_DIST ?? resolve(ROOT, 'web/dist');
const PROGRAM = process.env.AZULEJO ?? resolve(ROOT, 'build/azulejo');

/** Why there is nothing to test; empty where there is. */
export function missing(): string {
  if (!existsSync(PROGRAM)) return `${PROGRAM} is not built (AZULEJO names another program)`;
  const help = spawnSync(PROGRAM, ['serve', '--help'], { encoding: 'utf8' });
  return help.status === 0 ? '' : `${PROGRAM} was built without the server`;
}

export interface Host {
  url: string;
  /** Ends the server in the given way and starts it again on the same port and file. */
  restart(how: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  stop(): Promise<void>;
}

function serve(data: string, port: number): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(PROGRAM, ['serve', '--port', String(port), '--data', data, '--grace-s', '2'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr!.on('data', (d) => (said += d));
  return new Promise((done, fail) => {
    child.stdout!.on('data', (d) => {
      const url = /http:\S+/.exec(String(d))?.[0];
      if (url) done({ child, url });
    });
    child.once('exit', () => fail(new Error(`the server ended: ${said}`)));
  });
}

const ended = (child: ChildProcess, how: 'SIGTERM' | 'SIGKILL'): Promise<void> =>
  new Promise((done) => {
    child.removeAllListeners('exit').once('exit', () => done());
    child.kill(how);
  });

/** The program carries the page it was linked with; the tests mean the one just built. */
async function sameBuild(url: string): Promise<void> {
  const carried = await (await fetch(url)).text();
  if (carried !== readFileSync(join(DIST, 'index.html'), 'utf8'))
    throw new Error(`${PROGRAM} carries another page than web/dist: build the page, then the program`);
}

export async function openHost(): Promise<Host> {
  const folder = mkdtempSync(join(tmpdir(), 'azulejo-online-'));
  const data = join(folder, 'games.db');
  let now = await serve(data, 0);
  const { url } = now;
  await sameBuild(url);
  return {
    url,
    restart: async (how) => {
      await ended(now.child, how);
      now = await serve(data, Number(new URL(url).port));
    },
    stop: async () => {
      await ended(now.child, 'SIGTERM');
      rmSync(folder, { recursive: true });
    },
  };
}

/** The server's last message to a page, read from the wire and not from the page. */
export interface Wire {
  position: Position | null;
  ply: number;
  n: number;
  seat: number | null;
  syncs: number;
}

export interface Visitor {
  context: BrowserContext;
  page: Page;
  wire: Wire;
  faults: string[];
}

function listen(page: Page, wire: Wire): void {
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(String(payload));
      if (message.n !== undefined && /^(sync|event)$/.test(message.t)) wire.n = message.n;
      if (message.t === 'sync') Object.assign(wire, { seat: message.you, syncs: wire.syncs + 1 });
      if (message.position) Object.assign(wire, { position: message.position, ply: message.ply });
    }),
  );
}

export async function guest(
  browser: Browser,
  host: Host,
  name: string,
  options: BrowserContextOptions = {},
  settings: object = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width: 960, height: 640 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  });
  const stored = { settings: { language: 'en', speed: 'off', theme: 'light', ...settings }, name };
  await context.addInitScript((s) => {
    if (location.protocol !== 'http:' || localStorage.getItem('azulejo.settings')) return;
    localStorage.setItem('azulejo.settings', JSON.stringify(s.settings));
    localStorage.setItem('azulejo.name', JSON.stringify(s.name));
  }, stored);
  const faults: string[] = [];
  const wire: Wire = { position: null, ply: 0, n: 0, seat: null, syncs: 0 };
  const page = await context.newPage();
  page.on('pageerror', (e) => faults.push(`error: ${e.message}`));
  // A lost network is said in the console by the browser itself.
  page.on(
    'console',
    (m) =>
      m.type() === 'error' && !/Failed to load resource|WebSocket connection|ERR_/.test(m.text()) && faults.push(`console: ${m.text()}`),
  );
  listen(page, wire);
  await page.goto(host.url);
  await page.locator('h1').first().waitFor();
  return { context, page, wire, faults };
}
