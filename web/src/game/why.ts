/* Why a move is better, in words: what the boards show when the round is over. */
import { isDuel, type Advice, type Move, type Position, type Reason, type Seat } from '../model/types';
import { TABLET_POINTS } from '../model/tablets';
import type { Translate } from '../text/text';
import { adviceWords } from './describe';

/** The mover and the seats as the viewer calls them. */
export interface Company {
  mover: number;
  seats: Seat[];
  position: Position;
}

/** One difference as the rest of a sentence: "it saves 5 points on your floor line". */
export function reasonWords(t: Translate, r: Reason, { mover, seats, position }: Company): string {
  const duel = isDuel(position);
  const tablet = (duel && r.tablet && position.tablets.find((id) => id.startsWith(r.tablet!))) || '';
  const args = {
    who: seats[r.seat]?.name ?? '',
    points: Math.max(1, Math.round(r.size)),
    n: r.row ?? r.column ?? 0,
    colour: r.colour ?? 'none',
    tablet: TABLET_POINTS[tablet] ?? r.tablet ?? '', // the letter stands on no tablet
    game: duel ? 'duel' : 'classic',
  };
  const named = r.row || r.column || r.colour || r.tablet || !NAMED.has(r.kind) ? r.kind : 'bonus';
  return t(`why-${named}-${r.seat === mover ? 'own' : 'rival'}`, args);
}

/** Kinds that say which row, column, colour or tablet, where that is known. */
const NAMED = new Set<Reason['kind']>(['row', 'column', 'colour', 'tablet']);

const bare = (words: string): string => words.replace(/\.$/, '');

/** The largest difference to the other move; empty where there is none to tell. */
export function adviceReason(t: Translate, advice: Pick<Advice, 'other' | 'reasons'>, company: Company): string {
  const [first] = advice.reasons;
  if (!first || !advice.other) return '';
  return t('why-than', { move: bare(adviceWords(t, advice.other)), why: reasonWords(t, first, company) });
}

/** All differences, the largest first, a sentence each. */
export function allReasons(t: Translate, reasons: Reason[], company: Company): string[] {
  return reasons.map((r) => t('why-sentence', { why: reasonWords(t, r, company) }));
}

/** Where to look first, without the whole move. */
export function whereWords(t: Translate, move: Move): string {
  if ('moon' in move) return t('hint-where', { colour: move.moon, from: t('source-moon') });
  if ('from' in move)
    return t('hint-where', {
      colour: move.colour,
      from: move.from === 'centre' ? t('source-centre') : t('source-factory', { n: move.from }),
    });
  if ('sun' in move)
    return t('hint-where', {
      colour: move.colour,
      from: move.sun === 'large' ? t('source-sun-large') : t('source-sun', { n: move.sun }),
    });
  if ('plate' in move) return t('hint-where-plate');
  return 'chip' in move ? t('hint-where-chip') : t('hint-where-marked');
}
