// What tools and tests measure on a table, and the position at which they do it.
import { openTable } from './engine.mjs';

const TABLETS = ['a1', 'b2', 'c1', 'd2'];
const BOTS = ['casual', 'novice', 'casual', 'novice'];

/** A game between bots in its second round, with my move to come, as the page keeps it. */
export async function positionAt(wasm, rules, players, round = 2, plies = players) {
  const call = await openTable(wasm);
  call({ do: 'new', rules, players, starter: 0, seed: '3', ...(rules === 'duel' ? { tablets: TABLETS } : {}) });
  for (let inRound = 0, seed = 0; seed < 400; seed++) {
    const { seat } = call({ do: 'state' }).position;
    const { position, text } = call({ do: 'state', seat });
    if (position.round >= round && position.phase === 'offer' && ++inRound > plies && seat === 0) break;
    call({ do: 'play', move: call({ do: 'search', position: text, bot: BOTS[seat], nodes: 200, seed: String(seed) }).move });
  }
  const bots = ['Ana', 'Bruno', 'Clara'].slice(0, players - 1).map((name) => ({ kind: 'bot', level: 1, name }));
  return JSON.stringify({ record: call({ do: 'record' }).record, seats: [{ kind: 'person', name: 'You' }, ...bots], seed: '1' });
}

/** Runs in the page. The share of my board in the window (%), the width of a space of my wall and of a rival's (0: folded
 * away), the smallest text and the smallest target with what they are, and the height of the page in windows. */
export function measureSizes() {
  const box = (selector) => document.querySelector(selector)?.getBoundingClientRect();
  const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !e.closest('.unseen, .on-focus');
  const own = box('.own .player-board');
  const nameOf = (e) => `${e.tagName.toLowerCase()}.${String(e.className).replaceAll(' ', '.')}`;
  const least = (found) => found.reduce((a, b) => (b[0] < a[0] ? b : a), [Infinity, '']);
  const hasWords = (e) => e.dataset?.text || [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim() !== '');
  const drawnAs = (e) => (e instanceof SVGGraphicsElement ? e.getScreenCTM().a : 1); // words in a drawing shrink with it
  const size = (e) => parseFloat(getComputedStyle(e, e.dataset?.text ? '::before' : null).fontSize) * drawnAs(e);
  const texts = [...document.querySelectorAll('.table *')]
    .filter((e) => hasWords(e) && shown(e) && size(e) > 0)
    .map((e) => [size(e), nameOf(e)]);
  const side = (e) => {
    const { width, height } = e.getBoundingClientRect();
    return Math.min(width, height);
  };
  // What is repeated as a large button when it may be touched counts there.
  const targets = [...document.querySelectorAll('.table :is(button, input, select, a[href])')]
    .filter((e) => shown(e) && !e.matches(':disabled, [aria-disabled="true"]'))
    .map((e) => [side(e), nameOf(e)]);
  const [text, textOf] = least(texts);
  const [target, targetOf] = least(targets);
  return {
    own: (100 * own.width * own.height) / (innerWidth * innerHeight),
    wall: box('.own :is(.wall, .dome-cells) .space').width,
    rival: box('.rival :is(.wall, .dome-cells) .space').width,
    text,
    textOf,
    target,
    targetOf,
    height: document.documentElement.scrollHeight / innerHeight,
  };
}
