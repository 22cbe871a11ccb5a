/* A table followed from event to event: nothing twice, nothing missed, nothing guessed. */
import { beforeEach, expect, it } from 'vitest';
import { Feed } from '../src/online/feed';
import type { Link } from '../src/online/link';
import { Refused, type EventMessage, type SyncMessage } from '../src/online/protocol';

const position = (ply: number) => ({ rules: 'classic', round: 1, seat: ply % 2, phase: 'offer' }) as never;
const move = (n: number, ply: number): EventMessage =>
  ({
    t: 'event',
    table: 'T',
    n,
    at: n,
    kind: 'move',
    seat: ply % 2,
    move_ply: ply,
    move: { from: 1, colour: 'B', to: 1 },
    text: '1B1',
    round: 1,
    taken: 2,
    scores: [],
    position: position(ply + 1),
    ply: ply + 1,
  }) as EventMessage;

const sync = (part: Partial<SyncMessage> = {}): SyncMessage => ({
  t: 'sync',
  table: 'T',
  n: 3,
  you: 0,
  maker: true,
  phase: 'live',
  commitment: 'c',
  key: 'k',
  events: [],
  position: position(0),
  ply: 0,
  options: { rules: 'classic', players: 2, clock: { kind: 'none' }, leaver: 'claim', public: false },
  seats: [
    { kind: 'person', name: 'A', ready: true },
    { kind: 'person', name: 'B', ready: true },
  ],
  ...part,
});

let watched: object[];
let feed: Feed;

beforeEach(() => {
  watched = [];
  const link = { follow: () => () => undefined, watch: (f: Feed) => watched.push(f.watch()) } as unknown as Link;
  feed = new Feed(link, 'T', 'k');
  feed.sync(sync());
});

it('takes events in order and drops what it has seen', () => {
  feed.event(move(4, 0));
  feed.event(move(4, 0));
  feed.event(move(3, 0));
  expect(feed.info).toMatchObject({ n: 4, ply: 1, version: 2 });
  expect(feed.info!.log).toHaveLength(1);
  expect(feed.info!.log[0]).toMatchObject({ ply: 0, round: 1, count: 2 });
});

it('asks again where an event is missing, from the last one seen', () => {
  feed.event(move(6, 1));
  expect(feed.info!.n).toBe(3);
  expect(watched).toEqual([{ from: 3, key: 'k' }]);
  feed.sync(sync({ n: 6, ply: 2, position: position(2), events: [move(5, 0), move(6, 1)] }));
  expect(feed.info!.log.map((e) => e.ply)).toEqual([0, 1]);
  expect(feed.info!.ply).toBe(2);
});

it('asks who it is when somebody sits down', () => {
  feed.sync(sync({ you: null, phase: 'open', position: undefined, ply: undefined }));
  feed.event({ t: 'event', table: 'T', n: 4, at: 4, kind: 'sit', seat: 1, name: 'B' });
  expect(feed.info!.seats[1]).toMatchObject({ kind: 'person', name: 'B' });
  expect(watched).toHaveLength(1);
});

it('begins again where the server knows less than we do', () => {
  feed.event(move(4, 0));
  feed.sync(sync({ n: 3 }));
  expect(feed.info).toBeNull();
  expect(watched).toEqual([{ from: 0, key: 'k' }]);
});

it('a sync that brings nothing new moves nothing', () => {
  feed.event(move(4, 0));
  const { version, log } = feed.info!;
  feed.sync(sync({ n: 4, ply: 1, position: position(1) }));
  expect(feed.info).toMatchObject({ version, log });
});

it('shows a step of two events at once', () => {
  let changes = 0;
  feed.subscribe(() => changes++);
  const { position: _p, ply: _q, ...first } = move(4, 0);
  feed.event(first as EventMessage);
  expect(changes).toBe(0);
  feed.event({
    t: 'event',
    table: 'T',
    n: 5,
    at: 5,
    kind: 'end',
    cause: 'normal',
    winners: [1],
    secret: 's',
    position: position(1),
    ply: 1,
  });
  expect(changes).toBe(1);
  expect(feed.info).toMatchObject({ phase: 'over', winners: [1], secret: 's', ply: 1 });
});

it('a takeback shortens the log and ends the offer', () => {
  feed.event(move(4, 0));
  feed.event({ t: 'event', table: 'T', n: 5, at: 5, kind: 'offer', seat: 0, offer: 'takeback', position: position(1), ply: 1 });
  expect(feed.info!.offer).toEqual({ offer: 'takeback', seat: 0, agreed: [0] });
  feed.event({ t: 'event', table: 'T', n: 6, at: 6, kind: 'takeback', to_ply: 0, position: position(0), ply: 0 });
  expect(feed.info).toMatchObject({ offer: null, ply: 0, log: [] });
});

const open = (part: Partial<SyncMessage> = {}): SyncMessage => sync({ phase: 'open', position: undefined, ply: undefined, ...part });
const left = (n: number, seat: number, more: object = {}): EventMessage => ({
  t: 'event',
  table: 'T',
  n,
  at: n,
  kind: 'leave',
  seat,
  ...more,
});

it('knows that the maker freed our seat, and asks who it is now', () => {
  feed.sync(open({ you: 1, maker: false }));
  feed.event(left(4, 1, { removed: true }));
  expect(feed.info).toMatchObject({ you: null, lost: 'removed' });
  expect(feed.info!.seats[1]).toEqual({ kind: 'empty' });
  expect(watched).toEqual([{ from: 4, key: 'k' }]);
  feed.sync(open({ n: 4, you: null, maker: false }));
  expect(feed.info).toMatchObject({ you: null, lost: 'removed' });
});

it('knows it too where the seat was freed while we were away, and not where somebody else lost it', () => {
  feed.sync(open({ you: 1, maker: false }));
  feed.sync(open({ n: 5, you: null, events: [left(4, 1, { removed: true }), { n: 5, at: 5, kind: 'sit', seat: 1, name: 'C' }] }));
  expect(feed.info!.lost).toBe('removed');
  feed.sync(open({ n: 6, you: 0, events: [left(6, 1, { removed: true })] }));
  expect(feed.info!.lost).toBeNull();
});

it('a seat that somebody else lost before we sat down on it is not our loss', () => {
  const link = { follow: () => () => undefined, watch: () => undefined } as unknown as Link;
  const fresh = new Feed(link, 'T', 'k');
  fresh.sync(
    open({
      you: 1,
      events: [
        { n: 1, at: 1, kind: 'sit', seat: 1, name: 'B' },
        left(2, 1, { removed: true }),
        { n: 3, at: 3, kind: 'sit', seat: 1, name: 'A' },
      ],
    }),
  );
  expect(fresh.info).toMatchObject({ you: 1, lost: null });
});

it('a player who leaves the seat has not lost it to others', () => {
  feed.sync(open({ you: 1, maker: false }));
  feed.event(left(4, 1));
  expect(feed.info).toMatchObject({ you: null, lost: null });
});

it('a player who was not ready in time sees why the seat is lost, until sitting down again', () => {
  feed.sync(open({ you: 1, maker: false, ready_by: 1000 }));
  expect(feed.info!.readyBy).toBe(1000);
  feed.event(left(4, 1, { at: 1000, late: true }));
  expect(feed.info!.lost).toBe('late');
  feed.sync(open({ n: 5, you: 1, maker: false }));
  expect(feed.info).toMatchObject({ you: 1, lost: null, readyBy: null });
});

it('asks until when to be ready as soon as the last seat is taken', () => {
  feed.sync(open({ seats: [{ kind: 'person', name: 'A' }, { kind: 'empty' }] }));
  feed.event({ t: 'event', table: 'T', n: 4, at: 4, kind: 'sit', seat: 1, name: 'B' });
  expect(watched).toEqual([{ from: 4, key: 'k' }]);
  feed.sync(open({ n: 4, ready_by: 9000 }));
  feed.event({ t: 'event', table: 'T', n: 5, at: 5, kind: 'start', position: position(0), ply: 0 });
  expect(feed.info!.readyBy).toBeNull();
});

it('a game that is played on is not removed', () => {
  feed.sync(sync({ expires_at: 5000 }));
  expect(feed.info!.expiresAt).toBe(5000);
  feed.event(move(4, 0));
  expect(feed.info!.expiresAt).toBeNull();
});

it('a closed game has an end without a winner', () => {
  feed.event({
    t: 'event',
    table: 'T',
    n: 4,
    at: 4,
    kind: 'end',
    cause: 'closed',
    winners: [],
    secret: 's',
    position: position(0),
    ply: 0,
  });
  expect(feed.info).toMatchObject({ phase: 'over', cause: 'closed', winners: [] });
});

it.each(['expired', 'closed', 'moved-to-the-moon'])('a table that is removed (%s) keeps what was seen', (cause) => {
  feed.event(move(4, 0));
  const { version } = feed.info!;
  feed.removed(cause);
  expect(feed.gone).toBe(cause);
  expect(feed.info).toMatchObject({ phase: 'over', ply: 1, version: version + 1 });
  feed.refused(new Refused('NO_TABLE', 'no such table')); // after a reconnect
  expect([feed.gone, feed.fault]).toEqual([cause, null]);
});

it('a table that vanished meanwhile is gone, one that was never seen is a fault', () => {
  feed.refused(new Refused('NO_TABLE', 'no such table'));
  expect([feed.gone, feed.fault]).toEqual(['', null]);
  const link = { follow: () => () => undefined, watch: () => undefined } as unknown as Link;
  const fresh = new Feed(link, 'T', 'k');
  fresh.refused(new Refused('NO_TABLE', 'no such table'));
  expect([fresh.gone, fresh.fault?.code]).toEqual([null, 'NO_TABLE']);
});

it('what a newer server says beyond this is passed over', () => {
  const newer = {
    t: 'event',
    table: 'T',
    n: 4,
    at: 4,
    kind: 'applause',
    seat: 7,
    loud: true,
    position: position(0),
    ply: 0,
  } as unknown as EventMessage;
  feed.event(newer);
  expect(feed.info).toMatchObject({ n: 4, phase: 'live', ply: 0 });
  feed.sync(
    sync({
      n: 6,
      weather: 'fine',
      events: [
        { n: 5, at: 5, kind: 'confetti' },
        { n: 6, at: 6, kind: 'end', cause: 'meteor', winners: [], secret: 's' },
      ],
      phase: 'over',
      cause: 'meteor',
    } as unknown as Partial<SyncMessage>),
  );
  expect(feed.info).toMatchObject({ n: 6, phase: 'over', cause: 'meteor' });
});
