// The style of the page's sources, as TAP: the rules of oxlint (.oxlintrc.json), the layout of Prettier (.prettierrc.json), the
// queries of the style sheets (queries.mjs), and lines of at most 140 columns, which Prettier does not promise. `npm run format` mends
// the layout.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { queryFaults } from './queries.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const COLUMNS = 140;
const FOLDERS = ['src', 'tests', 'tools'];

function run(name, ...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join('node_modules', ...name), ...args], { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? [] : `${stdout}${stderr}`.trim().split('\n');
}

const sources = FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true }).map((file) => join(folder, String(file))));

function longLines() {
  return sources
    .filter((file) => /\.(tsx?|m?js|mts|css)$/.test(file))
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, i) => ([...line].length > COLUMNS ? [`${file}:${i + 1}: ${[...line].length} columns`] : [])),
    );
}

const sheets = () => sources.filter((file) => file.endsWith('.css'));

const CHECKS = {
  'the sources follow the rules of oxlint': () => run(['oxlint', 'bin', 'oxlint'], '--format=unix'),
  'the sources have the layout of Prettier (npm run format)': () => run(['prettier', 'bin', 'prettier.cjs'], '--check', '.'),
  'style sheets ask their containers for room, on few steps, and never the window': () =>
    sheets().flatMap((file) => queryFaults(readFileSync(join(ROOT, file), 'utf8')).map((fault) => `${file}:${fault}`)),
  [`lines have at most ${COLUMNS} columns`]: longLines,
};

let failed = false;
Object.entries(CHECKS).forEach(([name, check], i) => {
  const faults = check();
  failed ||= faults.length > 0;
  console.log(`${faults.length > 0 ? 'not ok' : 'ok'} ${i + 1} - ${name}`);
  for (const fault of faults) console.log(`# ${fault}`);
});
console.log(`1..${Object.keys(CHECKS).length}`);
process.exitCode = failed ? 1 : 0;
