/* Which screen is open after what. */
import { expect, it } from 'vitest';
import { firstState, reduce, type Action, type AppState } from '../src/appState';
import type { GameSource } from '../src/game/source';
import { routeOf } from '../src/model/route';

const game = (name: string) => ({ name }) as unknown as GameSource;
const after = (...actions: Action[]): AppState => actions.reduce(reduce, firstState(null, { to: 'start' }));

it.each([
  ['', null],
  ['#online', 'online'],
  ['#table=k3x9&key=s', 'online'],
  ['#login=token', 'online'],
  ['#game=abc', null],
])('the page begins where its address %s leads', (fragment, room) => {
  expect(firstState(null, routeOf(fragment)).room).toBe(room);
});

it('a game that was opened is shown, over any room', () => {
  const state = after({ type: 'entered', room: 'editor' }, { type: 'opening' }, { type: 'opened', source: game('a') });
  expect(state).toMatchObject({ source: { name: 'a' }, room: null, busy: false, fault: '' });
});

it('a game that could not be opened leads to the first page with the reason, and the next try takes it away', () => {
  const failed = after({ type: 'opened', source: game('a') }, { type: 'opening' }, { type: 'failed', words: 'no' });
  expect(failed).toMatchObject({ source: null, busy: false, fault: 'no' });
  expect(reduce(failed, { type: 'opening' })).toMatchObject({ busy: true, fault: '' });
});

it('a room lies over the game and uncovers it again', () => {
  const state = after({ type: 'opened', source: game('a') }, { type: 'entered', room: 'online' });
  expect(state).toMatchObject({ source: { name: 'a' }, room: 'online' });
  expect(reduce(state, { type: 'left-room' })).toMatchObject({ source: { name: 'a' }, room: null, remote: null });
});

it('a branch gives way to the game that it left', () => {
  const state = after({ type: 'opened', source: game('branch') }, { type: 'left-game', under: game('trunk') });
  expect(state.source).toEqual({ name: 'trunk' });
  expect(reduce(state, { type: 'left-game', under: null }).source).toBeNull();
});

it('help and settings lie over whatever is shown', () => {
  const state = after({ type: 'entered', room: 'editor' }, { type: 'help', topic: 'floor' });
  expect(state).toMatchObject({ room: 'editor', overlay: { kind: 'help', topic: 'floor' } });
  expect(reduce(state, { type: 'settings' }).overlay).toEqual({ kind: 'settings' });
  expect(reduce(state, { type: 'closed-overlay' })).toMatchObject({ room: 'editor', overlay: null });
});
