/* The connection gives up what stays silent, and comes back by itself. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Link } from '../src/online/link';

class Socket {
  static all: Socket[] = [];
  sent: string[] = [];
  closed = false;
  onmessage?: (e: { data: string }) => void;
  onclose?: () => void;
  constructor() {
    Socket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text).t);
  }
  close() {
    this.closed = true;
  }
  says(message: object) {
    this.onmessage!({ data: JSON.stringify(message) });
  }
}

const answer = { ok: true, json: async () => ({ person: 'p', name: 'Ana', account: false }) };
const welcome = { t: 'welcome', person: 'p', name: 'Ana', grace_s: 60, levels: [], phrases: [] };
const fetching = vi.fn();
let link: Link;

beforeEach(() => {
  vi.useFakeTimers();
  Socket.all = [];
  fetching.mockReset().mockResolvedValue(answer);
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('location', { href: 'http://club.example/' });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', new EventTarget());
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined);
  vi.stubGlobal('fetch', fetching);
  vi.stubGlobal('WebSocket', Socket);
});

afterEach(() => {
  link.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const seconds = (n: number) => vi.advanceTimersByTimeAsync(n * 1000);

it('is open when it is welcomed, and stays so while pings are answered', async () => {
  link = new Link();
  await seconds(1);
  Socket.all[0]!.says(welcome);
  expect(link.state).toBe('open');
  await seconds(21);
  expect(Socket.all[0]!.sent).toEqual(['ping']);
  Socket.all[0]!.says({ t: 'pong' });
  await seconds(15);
  expect(link.state).toBe('open');
  expect(Socket.all).toHaveLength(1);
});

it('begins anew where a ping is not answered', async () => {
  link = new Link();
  await seconds(1);
  Socket.all[0]!.says(welcome);
  await seconds(29);
  expect([Socket.all[0]!.closed, link.state]).toEqual([true, 'lost']);
  await seconds(1);
  Socket.all[1]!.says(welcome);
  expect(link.state).toBe('open');
});

it('asks once more where the first request is swallowed', async () => {
  fetching.mockReturnValueOnce(new Promise(() => undefined));
  link = new Link();
  await seconds(11);
  expect([fetching.mock.calls.length, link.state]).toEqual([1, 'connecting']);
  await seconds(2);
  expect([fetching.mock.calls.length, link.state]).toEqual([2, 'lost']);
  Socket.all[0]!.says(welcome);
  expect(link.state).toBe('open');
});

it('begins anew where a socket opens and nobody speaks', async () => {
  link = new Link();
  await seconds(13);
  expect(Socket.all[0]!.closed).toBe(true);
  expect(Socket.all).toHaveLength(2);
  Socket.all[1]!.says(welcome);
  await seconds(19);
  expect([Socket.all.length, link.state]).toEqual([2, 'open']);
});

it('waits longer from time to time, and never tries twice at once', async () => {
  fetching.mockRejectedValue(new Error('no network'));
  link = new Link();
  await seconds(8);
  const first = fetching.mock.calls.length;
  expect(first).toBeGreaterThan(3);
  expect(first).toBeLessThan(7);
  await seconds(60);
  expect(fetching.mock.calls.length - first).toBeLessThan(8);
});

it('comes back when it is looked at, though a sleeping page was not told that there is a network again', async () => {
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  const look = () => Object.assign(document, { visibilityState: 'visible' }).dispatchEvent(new Event('visibilitychange'));
  link = new Link();
  await seconds(1);
  Socket.all[0]!.says(welcome);
  vi.stubGlobal('navigator', { onLine: false });
  events.dispatchEvent(new Event('offline'));
  look();
  await seconds(60);
  expect([Socket.all.length, link.state]).toEqual([1, 'offline']);
  vi.stubGlobal('navigator', { onLine: true });
  look();
  await seconds(1);
  Socket.all[1]!.says(welcome);
  expect(link.state).toBe('open');
});
