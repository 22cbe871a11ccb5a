// How large everything on the table is, as a table: the share of my board in the window, the tiles of the walls, the smallest
// text and the smallest target, and how many windows high the page is. Words as arguments choose: npm run sizes -- duel 390x844
// With --against=FILE, what it printed for another build, the table is Markdown with the sizes of both.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { preview } from 'vite';
import { launch } from './browser.mjs';
import { measureSizes, positionAt } from './measured.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const WASM = process.env.AZULEJO_WASM ?? `${root}../build/azulejo.wasm`;
const WINDOWS = ['1440x900', '1280x720', '1920x1080', '3840x2160', '1024x768', '390x844', '360x640', '320x568'];
const TABLES = ['classic', 'grey', 'crystal1', 'crystal2'].flatMap((rules) => [2, 3, 4].map((n) => [rules, n])).concat([['duel', 2]]);

const HEAD = ['table', 'window', 'board', 'wall', 'rival', 'text', 'target', 'height'];

const words = process.argv.slice(2).filter((w) => !w.startsWith('--'));
const pictures = process.argv.includes('--pictures') ? `${root}gallery/sizes/` : '';
const dark = process.argv.includes('--dark');
const wanted = (...names) => words.every((w) => names.includes(w));

if (pictures) {
  rmSync(pictures, { recursive: true, force: true });
  mkdirSync(pictures, { recursive: true });
}
const outDir = process.env.DIST ?? `${root}dist`; // another build of the page can be measured too
const server = await preview({ root, build: { outDir }, preview: { port: 0, host: '127.0.0.1' }, logLevel: 'warn' });
const url = server.resolvedUrls.local[0];
const browser = await launch();
const against = process.argv.find((a) => a.startsWith('--against='))?.slice('--against='.length);
/** The sizes of the other build, by table and window. */
const others = new Map(
  (against ? readFileSync(against, 'utf8').split('\n') : [])
    .map((line) => line.replace(' %', '%').trim().split(/\s+/))
    .map(([rules, players, window, ...sizes]) => [`${rules} ${players} ${window}`, sizes]),
);
const cells = (...values) => values.map((v, i) => (i < 2 ? String(v).padEnd(11) : String(v).padStart(8))).join(' ');
const line = (table, window, ...sizes) => {
  if (!against) return cells(table, window, ...sizes);
  const before = others.get(`${table} ${window}`) ?? [];
  return `| ${[table, window, ...sizes.map((s, i) => `${before[i] ?? '?'} → ${s.replace(' %', '%')}`)].join(' | ')} |`;
};
console.log(against ? `| ${HEAD.join(' | ')} |` : cells(...HEAD));
if (against) console.log(`|${'---|'.repeat(HEAD.length)}`);
for (const [rules, players] of TABLES) {
  const windows = WINDOWS.filter((w) => wanted(`${rules}${players}`, w) || wanted(rules, w));
  if (windows.length === 0) continue;
  const game = await positionAt(WASM, rules, players);
  for (const name of windows) {
    const [width, height] = name.split('x').map(Number);
    const phone = width < 600;
    const options = { viewport: { width, height }, hasTouch: phone, reducedMotion: 'reduce', serviceWorkers: 'block' };
    const context = await browser.newContext(options);
    await context.addInitScript(
      ([kept, theme]) => {
        localStorage.setItem('azulejo.settings', JSON.stringify({ language: 'en', speed: 'off', theme }));
        localStorage.setItem('azulejo.game', kept);
      },
      [game, dark ? 'dark' : 'light'],
    );
    const page = await context.newPage();
    await page.goto(url);
    await page.locator('[data-resume]').click();
    await page.locator('.banner-ours').waitFor();
    const s = await page.evaluate(measureSizes);
    const text = `${s.text.toFixed(1)}`;
    const row = [`${s.own.toFixed(1)} %`, s.wall.toFixed(1), s.rival.toFixed(1), text, s.target.toFixed(0), s.height.toFixed(2)];
    console.log(line(`${rules} ${players}`, name, ...row) + (process.argv.includes('--why') ? `  ${s.textOf} | ${s.targetOf}` : ''));
    if (pictures) await page.screenshot({ path: `${pictures}${rules}${players}-${name}${dark ? '-dark' : ''}.png` });
    await context.close();
  }
}
await browser.close();
await new Promise((done) => server.httpServer.close(done));
