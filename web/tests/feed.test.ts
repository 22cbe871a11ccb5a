/* A table followed from event to event: nothing twice, nothing missed, nothing guessed. */
import { beforeEach, expect, it } from 'vitest';
import { Feed } from '../src/online/feed';
import type { Link } from '../src/online/link';
import type { EventMessage, SyncMessage } from '../src/online/protocol';

const position = (ply: number) => ({ rules: 'classic', round: 1, seat: ply % 2, phase: 'offer' }) as never;
const move = (n: number, ply: number): EventMessage =>
  ({ t: 'event', table: 'T', n, at: n, kind: 'move', seat: ply % 2, move_ply: ply, move: { from: 1, colour: 'B', to: 1 }, text: '1B1', round: 1, taken: 2, scores: [], position: position(ply + 1), ply: ply + 1 }) as EventMessage;

const sync = (part: Partial<SyncMessage> = {}): SyncMessage => ({
  t: 'sync', table: 'T', n: 3, you: 0, maker: true, phase: 'live', commitment: 'c', key: 'k', events: [], position: position(0), ply: 0,
  options: { rules: 'classic', players: 2, clock: { kind: 'none' }, leaver: 'claim', public: false },
  seats: [{ kind: 'person', name: 'A', ready: true }, { kind: 'person', name: 'B', ready: true }],
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
  feed.event({ t: 'event', table: 'T', n: 5, at: 5, kind: 'end', cause: 'normal', winners: [1], secret: 's', position: position(1), ply: 1 });
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
