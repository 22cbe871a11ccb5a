/* The connection gives up what stays silent, and comes back by itself. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Link, type Follower } from '../src/online/link';
import { Refused } from '../src/online/protocol';

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

it('reconnects when the page becomes visible, because a sleeping page gets no event when the network returns', async () => {
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

const refusal = (until?: number) => ({
  ok: false,
  statusText: 'Forbidden',
  json: async () => ({ code: 'BANNED', text: 'you are banned', until }),
});

it('asks a server that bans us again after minutes only, whatever happens meanwhile', async () => {
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  fetching.mockResolvedValue(refusal(0));
  link = new Link();
  await seconds(1);
  expect([link.state, link.bannedUntil]).toEqual(['banned', 0]);
  for (const name of ['offline', 'online']) events.dispatchEvent(new Event(name));
  Object.assign(document, { visibilityState: 'visible' }).dispatchEvent(new Event('visibilitychange'));
  await seconds(9 * 60);
  expect([fetching.mock.calls.length, Socket.all.length, link.state]).toEqual([1, 0, 'banned']);
  await seconds(51 * 60);
  expect(fetching.mock.calls.length).toBeGreaterThan(4);
  expect(fetching.mock.calls.length).toBeLessThan(8);
  fetching.mockResolvedValue(answer);
  await seconds(13 * 60);
  Socket.all[0]!.says(welcome);
  expect(link.state).toBe('open');
});

it('is in again soon after a ban has ended', async () => {
  const until = Date.now() + 3 * 60_000;
  fetching.mockResolvedValueOnce(refusal(until));
  link = new Link();
  await seconds(1);
  expect(link.bannedUntil).toBe(until);
  await seconds(170);
  expect(fetching).toHaveBeenCalledTimes(1);
  await seconds(60);
  expect(fetching.mock.calls.length).toBeGreaterThan(1);
});

it('is banned in the middle of a connection', async () => {
  link = new Link();
  await seconds(1);
  Socket.all[0]!.says(welcome);
  Socket.all[0]!.says({ t: 'error', code: 'BANNED', text: 'you are banned', until: 5 });
  expect([link.state, link.bannedUntil, Socket.all[0]!.closed]).toEqual(['banned', 5, true]);
  await seconds(50);
  expect(fetching).toHaveBeenCalledTimes(1);
});

it('tells the followers of a table that it was removed, and passes over what it does not know', async () => {
  link = new Link();
  await seconds(1);
  Socket.all[0]!.says(welcome);
  const heard: string[] = [];
  const follower = (table: string): Follower => ({
    table,
    watch: () => ({}),
    sync: () => undefined,
    event: () => undefined,
    presence: () => undefined,
    refused: () => undefined,
    removed: (cause) => heard.push(`${table} ${cause}`),
  });
  for (const table of ['T', 'U']) link.follow(follower(table));
  Socket.all[0]!.says({ t: 'removed', table: 'T', cause: 'expired' });
  Socket.all[0]!.says({ t: 'removed', table: 'V', cause: 'closed' });
  Socket.all[0]!.says({ t: 'fireworks', table: 'T', colours: [1, 2] });
  expect(heard).toEqual(['T expired']);
  expect(link.state).toBe('open');
});

it('knows the time of the server, whose clock may be another', async () => {
  link = new Link();
  await seconds(1);
  Socket.all[0]!.says({ ...welcome, time: Date.now() + 5000 });
  await seconds(2);
  expect(link.serverTime() - Date.now()).toBe(5000);
});

it('drops what is malformed, says so, and goes on; a request that waits for it fails', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  link = new Link();
  await seconds(1);
  const [socket] = Socket.all;
  socket!.onmessage!({ data: 'no JSON' });
  socket!.says({ ...welcome, phrases: null });
  expect(link.state).toBe('connecting');
  socket!.says(welcome);
  const asked = link.ask({ t: 'mine' }, false, 'a1').catch((e) => e.code);
  socket!.says({ t: 'mine', id: 'a1', tables: [{}] });
  expect(await asked).toBe('NOT_UNDERSTOOD');
  expect([link.state, warned.mock.calls.length]).toEqual(['open', 3]);
  warned.mockRestore();
});

it('asks for a table again that the server could not read', async () => {
  link = new Link();
  await seconds(1);
  Socket.all[0]!.says(welcome);
  const [refused, nothing] = [vi.fn(), () => undefined];
  const follower: Follower = { table: 't', watch: () => ({}), sync: nothing, event: nothing, presence: nothing, removed: nothing, refused };
  const ask = vi.spyOn(link, 'ask').mockRejectedValue(new Refused('BUSY', 'later'));
  const leave = link.follow(follower);
  await seconds(3.5);
  expect([ask.mock.calls.length, refused.mock.calls.length]).toEqual([4, 0]);
  leave();
  await seconds(3);
  expect(ask).toHaveBeenCalledTimes(4);
});
