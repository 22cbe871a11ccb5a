/// <reference types="vitest/config" />
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { GROUND, iconSvg, paletteCss } from './src/art/palette.ts';

/** Where `make wasm` put the engine. */
const WASM = resolve(process.env.AZULEJO_WASM ?? '../build/azulejo.wasm');
/** The same for browsers without SIMD. */
const WASM_PLAIN = join(dirname(WASM), 'azulejo-plain.wasm');

const BOOT = /src\/(boot|settings\/settings|text\/languages)\.ts$|vite\/preload-helper/;
const PAGE =
  /node_modules\/(preact|@fluent)|virtual:levels|src\/(main|App|art\/|ui\/|model\/|screens\/(Start|Hero|SetupForm|SetupParts|SettingsDialog)|text\/text|board\/Tablet|game\/(saved|share|faults|describe\.|names|opening|setup)|engine\/engine|offline\/|online\/(api|protocol))/;

/** The strings of the header file from which the server has it, too. */
const policyText = (): string =>
  [...readFileSync('../src/server/content_policy.h', 'utf8').matchAll(/"([^"]*)"/g)].map(([, piece]) => piece).join('');

/** The policy stands in the built page too, so that it holds on any host. Vite's own server needs inline styles. */
const policy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policyText() }, injectTo: 'head-prepend' },
  ],
};

const PALETTE = 'virtual:palette.css';

/** The colours of src/art/palette.ts as a style sheet, as the icon, and as the colour of the browser's own bar. */
const palette: Plugin = {
  name: 'palette',
  resolveId: (id) => (id === PALETTE ? `\0${PALETTE}` : null),
  load: (id) => (id === `\0${PALETTE}` ? paletteCss() : null),
  transformIndexHtml: (html) => html.replace(/%page-(light|dark)%/g, (_, theme: 'light' | 'dark') => GROUND[theme].page),
  configureServer: (server) => {
    server.middlewares.use('/icon.svg', (_, response) => response.setHeader('Content-Type', 'image/svg+xml').end(iconSvg()));
  },
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'icon.svg', source: iconSvg() });
  },
};

const LEVELS = 'virtual:levels';

/** The names in one of the tables of bots that the engine is built from. */
function botNames(table: string): string[] {
  const rows = new RegExp(`ai_bot ${table}\\[\\] = \\{([^;]*)\\};`).exec(readFileSync('../src/ai/bots.c', 'utf8'))?.[1] ?? '';
  const names = [...rows.matchAll(/^ {4}\{"([\w-]+)"/gm)].map(([, name]) => name!);
  if (names.length === 0) throw new Error(`src/ai/bots.c has no table ${table}`);
  return names;
}

const BOT_TABLES = { LEVELS: 'levels', FORMER: 'former', EDITIONS: 'editions' };

const botModule = (): string =>
  Object.entries(BOT_TABLES)
    .map(([name, table]) => `export const ${name} = ${JSON.stringify(botNames(table))};`)
    .join('\n');

const levels: Plugin = {
  name: 'levels',
  resolveId: (id) => (id === LEVELS ? `\0${LEVELS}` : null),
  load: (id) => (id === `\0${LEVELS}` ? botModule() : null),
};

/**
 * The words of a language as two modules, cut at the `###` comment of its file: `?first` is what the first page, the
 * set-up and a game say, `?later` the rest.
 */
const words: Plugin = {
  name: 'words',
  load(id) {
    const [, file, part] = /^(.*\.ftl)\?(first|later)$/.exec(id) ?? [];
    if (!file) return null;
    this.addWatchFile(file);
    const parts = readFileSync(file, 'utf8').split(/^(?:###.*\n)+/m);
    if (parts.length !== 2) throw new Error(`${file}: one ### comment must divide the words`);
    const text = parts[part === 'first' ? 0 : 1]!.replace(/^(?:#.*)?\n/gm, '');
    return { code: `export default ${JSON.stringify(text)}`, moduleType: 'js' };
  },
};

/** The entry is a few lines that fetch the page: the browser is told of the rest at once. */
const preloads: Plugin = {
  name: 'preload-main',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((f) => f.type === 'chunk');
      const main = chunks.find((c) => c.moduleIds.some((id) => id.endsWith('src/main.tsx')));
      if (!main) throw new Error('the page has no main chunk');
      const wanted = [main.fileName, ...main.imports].filter((f) => !html.includes(f));
      return wanted.map((f) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `./${f}` },
        injectTo: 'head' as const,
      }));
    },
  },
};

/** The service worker with the list of everything that was built; its version changes with any of it. */
const offline: Plugin = {
  name: 'service-worker',
  apply: 'build',
  // After everybody else: only what is really written may be on the list, or the worker would not install.
  writeBundle({ dir }) {
    const files = readdirSync(dir!, { recursive: true, withFileTypes: true })
      .filter((e) => e.isFile() && e.name !== 'sw.js')
      .map((e) => relative(dir!, join(e.parentPath, e.name)))
      .sort();
    const hash = createHash('sha256');
    for (const file of files) hash.update(readFileSync(join(dir!, file)));
    const source = readFileSync('src/offline/service-worker.js', 'utf8')
      .replace('__VERSION__', hash.digest('hex').slice(0, 12))
      .replace('__FILES__', JSON.stringify(['./', ...files.filter((f) => f !== 'index.html')]));
    writeFileSync(join(dir!, 'sw.js'), source);
  },
};

// Relative addresses, so that the page works under any path of a host.
export default defineConfig({
  base: './',
  plugins: [palette, levels, words, policy, preloads, offline],
  resolve: {
    alias: [
      { find: /^azulejo\.wasm/, replacement: WASM },
      { find: /^azulejo-plain\.wasm/, replacement: WASM_PLAIN },
    ],
  },
  css: { transformer: 'lightningcss' },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Two files for the first page: the entry, which asks for the words at once, and all that is drawn with them.
    rolldownOptions: {
      output: {
        advancedChunks: {
          groups: [
            { name: 'boot', test: BOOT, priority: 2 },
            { name: 'page', test: PAGE, priority: 1 },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  test: { include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'] },
});
