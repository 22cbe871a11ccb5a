// wasm-speed.mjs PROGRAM WASM NET...: how fast the browser's engine searches beside the native one.
//
// Both search the same beginnings of games with the same number of nodes, so they do the same work; the
// times are taken in turn and the best of five counts. Prints nodes a second of both and their ratio,
// per rule set, and fails when the browser's engine has less than half the native speed.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [program, wasm, ...nets] = process.argv.slice(2);
const games = { classic: 300000, grey: 150000, crystal1: 150000, crystal2: 150000, duel: 20000 };
const { instance } = await WebAssembly.instantiate(readFileSync(wasm), { env: { now: () => performance.now() } });
const e = instance.exports;
e._initialize();

function give(bytes) {
  const at = e.request(bytes.length); // may move the memory
  new Uint8Array(e.memory.buffer, at, bytes.length).set(bytes);
}
for (const net of nets.map((file) => readFileSync(file))) {
  give(net);
  if (!e.net(net.length)) throw new Error('a network was refused');
}

function ask(request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  give(bytes);
  const length = e.call(bytes.length);
  return JSON.parse(new TextDecoder().decode(new Uint8Array(e.memory.buffer, e.answer(), length)));
}

const run = (verb, input) => execFileSync(program, verb, { input }).toString();
function beginning(rules) {
  const game = run(['trace', '--rules', rules, '--seed', '4', '--record'], '');
  const lines = run(['replay', '--positions', '-'], game).split('\n').map((line) => line.trim());
  return lines.find((line) => line.startsWith(`${rules} 2 1 offer`));
}

function browser(position, nodes) {
  const start = performance.now();
  const answer = ask({ do: 'search', position, bot: 'strong', nodes, lines: 1, seed: '7' });
  return answer.nodes / (performance.now() - start) / 1e3;
}

/* Until the answer has come the engine's input stays open: its end would end the search. */
function native(position, nodes) {
  const engine = spawn(program, ['engine']);
  let said = '';
  engine.stdin.write(`position ${position}\ngo nodes ${nodes}\n`);
  return new Promise((done) => {
    engine.stdout.on('data', (text) => {
      said += text;
      if (!said.includes('bestmove')) return;
      engine.stdin.end('quit\n');
      done(Number(said.match(/ nps (\d+)/g).pop().slice(5)) / 1e6);
    });
  });
}

let failed = false;
for (const [rules, nodes] of Object.entries(games)) {
  const position = beginning(rules);
  let [here, there] = [0, 0];
  for (let i = 0; i < 5; i++) {
    here = Math.max(here, browser(position, nodes));
    there = Math.max(there, await native(position, nodes));
  }
  failed ||= here / there < 0.5;
  console.log(`${rules}: browser ${here.toFixed(3)} M nodes/s, native ${there.toFixed(3)} M, ratio ${(here / there).toFixed(2)}`);
}
process.exit(failed ? 1 : 0);
