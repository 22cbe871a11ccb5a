/* Moves and score steps in words. */
import type { Translate } from '../text/text';
import type { LogEntry, Move, Refusal, Rules, ScoreEvent } from '../model/types';

type Taking = Extract<Move, { to: unknown }>;

export function describeMove(t: Translate, who: string, entry: Pick<LogEntry, 'move' | 'count'>): string {
  const { move, count } = entry;
  if ('to' in move) return describeTake(t, who, move, count);
  if ('plate' in move) return t('log-plate', { who, type: move.plate[0]!, slot: move.slot });
  if ('chip' in move) return t('log-chip', { who, n: move.chip });
  if ('draw' in move) return t('log-draw', { who });
  if ('stop' in move) return t('log-stop', { who });
  if ('return' in move) return t('log-return', { who });
  if ('column' in move) return t('log-column', { who, line: move.line, column: move.column });
  if ('skip' in move) return t('log-skip', { who, line: move.line });
  const args = { who, line: move.line, column: move.cell[1], n: move.spend?.length ?? 0 };
  return t(move.spend?.length ? 'log-cell-chips' : 'log-column', args);
}

/** A move as advice: "take blue from factory 3 → line 2". */
export function adviceWords(t: Translate, move: Move): string {
  if ('to' in move) return describeTake(t, '', move, 0).trim();
  if ('plate' in move) return t('advise-plate', { type: move.plate[0]!, slot: move.slot });
  if ('chip' in move) return t('advise-chip', { n: move.chip });
  if ('draw' in move) return t('advise-draw');
  if ('stop' in move) return t('advise-stop');
  if ('return' in move) return t('advise-return', { type: move.return[0]! });
  if ('skip' in move) return t('advise-skip', { line: move.line });
  return t('advise-cell', { line: move.line, column: 'column' in move ? move.column : move.cell[1] });
}

function describeTake(t: Translate, who: string, move: Taking, count: number): string {
  const colour = 'moon' in move ? move.moon : move.colour;
  const to = typeof move.to === 'number' ? t('place-line', { n: move.to }) : t(`place-${move.to}`);
  return t('log-take', { who, count, colour, from: sourceWords(t, move), to });
}

function sourceWords(t: Translate, move: Taking): string {
  if ('moon' in move) return t('source-moon');
  if ('sun' in move) return move.sun === 'large' ? t('source-sun-large') : t('source-sun', { n: move.sun });
  return move.from === 'centre' ? t('source-centre') : t('source-factory', { n: move.from });
}

/** One score step as a sentence that also says why. */
export function describeEvent(t: Translate, who: string, e: ScoreEvent, rules: Rules): string {
  const args = {
    who,
    points: Math.abs(e.points),
    row: e.row ?? e.line ?? 0,
    column: e.column ?? 0,
    colour: e.colour ?? 'none',
    h: e.h ?? 0,
    v: e.v ?? 0,
    times: e.times ?? 1,
    count: e.count ?? 0,
    score: e.score,
    game: rules === 'duel' ? 'duel' : 'classic',
  };
  if (e.kind === 'tile') return t(tileKey(e), args);
  if (e.kind === 'tablet')
    return t(e.points < 0 ? 'event-tablet-lost' : 'event-tablet', { ...args, tablet: t(`tablet-${e.tablet ?? 'a1'}`) });
  return t(`event-${e.kind.replace('_', '-')}`, args);
}

function tileKey(e: ScoreEvent): string {
  const runs = (e.h ?? 1) > 1 && (e.v ?? 1) > 1 ? 'both' : (e.h ?? 1) > 1 ? 'row' : (e.v ?? 1) > 1 ? 'column' : 'alone';
  return `event-tile-${runs}`;
}

/** Why a move is refused; a reason without a sentence of its own gets the general one. */
export function refusalWords(t: Translate, { code, args }: Refusal): string {
  const words = t(`refusal-${code}`, args);
  return words.startsWith('⟨') ? t('refusal-not-legal') : words;
}
