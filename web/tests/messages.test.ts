/* What the server sends is checked before it is used: what is malformed is dropped, what is merely unknown passes. */
import { expect, it } from 'vitest';
import { Malformed, read } from '../src/online/messages';

const OPTIONS = { rules: 'classic', players: 2, clock: { kind: 'none' }, leaver: 'claim', public: false };
const SYNC = {
  t: 'sync',
  id: 'a1',
  table: 'T',
  n: 2,
  you: null,
  maker: false,
  phase: 'open',
  options: OPTIONS,
  seats: [{ kind: 'person', name: 'Ana', ready: true }, { kind: 'empty' }],
  commitment: 'c0',
  events: [{ n: 1, at: 5, kind: 'sit', seat: 0, name: 'Ana' }],
};
const MOVE = {
  t: 'event',
  table: 'T',
  n: 3,
  at: 9,
  kind: 'move',
  seat: 0,
  move_ply: 0,
  move: { from: 1, colour: 'B', to: 1 },
  text: '1B1',
  round: 1,
  taken: 2,
  scores: [{ kind: 'tile', points: 1 }],
  position: { rules: 'classic', phase: 'offer', seat: 1 },
  ply: 1,
  clock: { left_ms: [1000, 2000], running: null },
};
const WELCOME = { t: 'welcome', person: 'p', name: 'Ana', grace_s: 60, levels: ['novice'], phrases: ['hello'] };
const SUMMARY = { ...OPTIONS, table: 'T', phase: 'live', you: 0, waits_for_you: true, seats: [], ply: 0, n: 1, at: 0 };

const GOOD: [string, object][] = [
  ['welcome', WELCOME],
  ['sync', SYNC],
  ['event', MOVE],
  ['event', { t: 'event', table: 'T', n: 4, at: 0, kind: 'end', cause: 'resigned', winners: [1], secret: 's' }],
  ['presence', { t: 'presence', table: 'T', online: [true, false] }],
  ['removed', { t: 'removed', table: 'T' }],
  ['error', { t: 'error', id: 'a', code: 'BANNED', text: 'no', until: 5 }],
  ['other', { t: 'ok', id: 'a' }],
  ['other', { t: 'pong', time: 5 }],
  ['other', { t: 'made', id: 'a', table: 'T', key: 'k' }],
  ['other', { t: 'mine', id: 'a', tables: [SUMMARY] }],
];

it.each(GOOD)('a good message passes: %s', (t, message) => {
  const heard = read(JSON.stringify(message));
  expect(heard.message.t).toBe(t);
  expect(heard.id).toBe((message as { id?: string }).id ?? null);
});

it('what a newer server adds passes: fields, kinds of messages and events, rule sets, clocks', () => {
  const newer = [
    { t: 'fireworks', table: 7, colours: [1, 2] },
    { ...WELCOME, anthem: { key: 'C' } },
    { t: 'event', table: 'T', n: 4, at: 0, kind: 'confetti', seat: 'everybody' },
    { ...SYNC, options: { ...OPTIONS, rules: 'hexagons', clock: { kind: 'sand', grains: 5 } }, mood: 'calm' },
    { t: 'constructor' },
  ];
  for (const message of newer) expect(() => read(JSON.stringify(message))).not.toThrow();
});

const BAD: [string, unknown][] = [
  ['t is not a string', {}],
  ['t is not a string', { t: 5 }],
  ['id is not a string', { t: 'ok', id: 5 }],
  ['phrases is not a list', { ...WELCOME, phrases: 'hello' }],
  ['levels[0] is not a string', { ...WELCOME, levels: [1] }],
  ['table is not a string', { ...SYNC, table: undefined }],
  ['n is not a whole number from 0 on', { ...SYNC, n: -1 }],
  ['you is not a whole number from 0 on', { ...SYNC, you: 'me' }],
  ['options is not an object', { ...SYNC, options: null }],
  ['options.clock is not an object', { ...SYNC, options: { ...OPTIONS, clock: 'none' } }],
  ['seats[1] is not an object', { ...SYNC, seats: [SYNC.seats[0], null] }],
  ['seats[0].kind is not a string', { ...SYNC, seats: [{}] }],
  ['events[0].seat is not a whole number from 0 on', { ...SYNC, events: [{ n: 1, at: 5, kind: 'sit', name: 'Ana' }] }],
  ['events is not a list', { ...SYNC, events: undefined }],
  ['the event.n is not a whole number from 0 on', { ...MOVE, n: 'three' }],
  ['the event.move is not an object', { ...MOVE, move: '1B1' }],
  ['the event.scores[0].points is not a number', { ...MOVE, scores: [{ kind: 'tile' }] }],
  ['position is not an object', { ...MOVE, position: [] }],
  ['clock.left_ms[0] is not a number', { ...MOVE, clock: { left_ms: [null], running: 0 } }],
  ['the event.winners is not a list', { t: 'event', table: 'T', n: 4, at: 0, kind: 'end', cause: 'time', winners: 1, secret: 's' }],
  ['online[1] is not true or false', { t: 'presence', table: 'T', online: [true, 1] }],
  ['code is not a string', { t: 'error', text: 'no' }],
  ['tables[0].table is not a string', { t: 'lobby', tables: [{ ...SUMMARY, table: 3 }] }],
];

it.each(BAD)('a malformed message is refused: %s', (problem, message) => {
  expect(() => read(JSON.stringify(message))).toThrow(problem);
});

it.each([
  ['no JSON', '{'],
  ['not an object', '[1]'],
  ['not an object', 'null'],
  ['no JSON', new ArrayBuffer(4)],
])('what is %s is refused', (problem, data) => {
  expect(() => read(data)).toThrow(problem);
});

it('a malformed answer still names the request that it belongs to', () => {
  try {
    read('{"t":"mine","id":"a7","tables":5}');
    expect.unreachable();
  } catch (e) {
    expect(e).toBeInstanceOf(Malformed);
    expect((e as Malformed).id).toBe('a7');
  }
});
