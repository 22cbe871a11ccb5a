// Firefox and WebKit from node, without a library: Firefox by WebDriver BiDi over its socket, WebKit by the W3C WebDriver
// protocol over HTTP. Both give the same functions: goto, run (a function in the page, its JSON value), click (with the
// mouse, wherever it is on the page), close.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const STARTS_MS = 60_000;

/** Waits until a process says what is looked for. */
function heard(child, pattern) {
  return new Promise((done, fail) => {
    let said = '';
    const timer = setTimeout(() => fail(new Error(`it never said ${pattern}: ${said}`)), STARTS_MS);
    const hear = (data) => {
      said += data;
      const found = pattern.exec(said);
      if (!found) return;
      clearTimeout(timer);
      done(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => fail(new Error(`it ended with ${code}: ${said}`)));
  });
}

/** A click in the form that both protocols share. */
const clickAt = (x, y) => [
  {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  },
];

const call = (body) => `(async () => JSON.stringify((await (${body})) ?? null))()`;

/** Firefox without a window. */
export async function openFirefox() {
  const profile = mkdtempSync(join(tmpdir(), 'azulejo-firefox-'));
  const child = spawn(
    process.env.FIREFOX ?? 'firefox-esr',
    ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const [, address] = await heard(child, /WebDriver BiDi listening on (ws:\S+)/);
  const socket = new WebSocket(`${address}/session`);
  await new Promise((done, fail) => Object.assign(socket, { onopen: done, onerror: fail }));
  const waiting = new Map();
  let last = 0;
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(data);
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  };
  const send = async (method, params = {}) => {
    const id = ++last;
    socket.send(JSON.stringify({ id, method, params }));
    const answer = await new Promise((done) => waiting.set(id, done));
    if (answer.type === 'error') throw new Error(`${method}: ${answer.error}: ${answer.message}`);
    return answer.result;
  };
  await send('session.new', { capabilities: {} });
  const { contexts } = await send('browsingContext.getTree');
  const { context } = contexts[0];
  await send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 800 } });
  return {
    name: 'Firefox',
    goto: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    run: async (fn, ...args) => {
      const expression = call(`(${fn})(...${JSON.stringify(args)})`);
      const { result, exceptionDetails } = await send('script.evaluate', { expression, target: { context }, awaitPromise: true });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return JSON.parse(result.value);
    },
    click: (x, y) => send('input.performActions', { context, actions: clickAt(x, y) }),
    close: async () => {
      await send('session.end').catch(() => undefined);
      socket.close();
      child.removeAllListeners('exit');
      const ended = new Promise((done) => child.once('exit', done));
      child.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** WebKit (GTK), on the display that DISPLAY names: xvfb-run gives one. */
export async function openWebKit() {
  const port = 20_000 + (process.pid % 20_000);
  const driver = spawn(process.env.WEBKIT_DRIVER ?? 'WebKitWebDriver', [`--port=${port}`], { stdio: ['ignore', 'pipe', 'pipe'] });
  const base = `http://127.0.0.1:${port}`;
  const ask = async (method, path, body) => {
    const answer = await fetch(base + path, { method, body: body === undefined ? undefined : JSON.stringify(body) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${value?.error}: ${value?.message}`);
    return value;
  };
  for (let tries = 0; ; tries++) {
    const there = await ask('GET', '/status').catch(() => null);
    if (there) break;
    if (tries > 100) throw new Error('WebKitWebDriver does not answer');
    await new Promise((done) => setTimeout(done, 100));
  }
  const { sessionId } = await ask('POST', '/session', { capabilities: { alwaysMatch: {} } });
  const path = `/session/${sessionId}`;
  await ask('POST', `${path}/timeouts`, { script: 120_000, pageLoad: 60_000 });
  await ask('POST', `${path}/window/rect`, { width: 1280, height: 800 }).catch(() => undefined);
  return {
    name: 'WebKit',
    goto: (url) => ask('POST', `${path}/url`, { url }),
    run: async (fn, ...args) => {
      const asked = call(`(${fn})(...${JSON.stringify(args)})`);
      const script = `const done = arguments[arguments.length - 1]; ${asked}.then(done, (e) => done('!' + e));`;
      const value = await ask('POST', `${path}/execute/async`, { script, args: [] });
      if (String(value).startsWith('!')) throw new Error(value);
      return JSON.parse(value);
    },
    click: (x, y) => ask('POST', `${path}/actions`, { actions: clickAt(x, y) }),
    close: async () => {
      await ask('DELETE', path).catch(() => undefined);
      driver.kill();
    },
  };
}
