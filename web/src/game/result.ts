/* The end of a game in words and figures: who won and by how much, and where everybody's points came from. */
import { range } from '../model/counts';
import { EVENT_KINDS, type EventPart } from '../model/eventKinds';
import { isDuel, type LogEntry, type Rules, type TableState } from '../model/types';
import type { Language } from '../text/languages';
import { localeOf, type Translate } from '../text/text';

/** Where points come from: what a game that began in the middle brought along, then the parts of the scoring. */
export type Part = 'before' | EventPart;

const ORDER: readonly Part[] = ['before', ...new Set(Object.values(EVENT_KINDS).map(({ part }) => part))];

export interface Sum {
  part: Part;
  points: number[];
}

/** The points of all seats by where they came from. */
export function sumsOf(log: LogEntry[], scores: number[]): Sum[] {
  const sums = new Map<Part, number[]>(ORDER.map((part) => [part, scores.map(() => 0)]));
  for (const e of log.flatMap((entry) => entry.events)) sums.get(EVENT_KINDS[e.kind].part)![e.seat]! += e.points;
  const scored = scores.map((_, seat) => [...sums.values()].reduce((sum, row) => sum + row[seat]!, 0));
  sums.set(
    'before',
    scores.map((score, seat) => score - scored[seat]!),
  );
  return ORDER.map((part) => ({ part, points: sums.get(part)! })).filter(({ points }) => points.some((n) => n !== 0));
}

/** The key of a part's name. */
export const partKey = (part: Part, rules: Rules): string => (part === 'floor' && rules === 'duel' ? 'sum-broken' : `sum-${part}`);

const scoresOf = ({ position }: TableState): number[] => position.boards.map((b) => b.score);

/** The seats from the first place to the last; winners first, whatever their points. */
export function ranked(state: TableState): number[] {
  const scores = scoresOf(state);
  const won = (seat: number) => Number(state.winners.includes(seat));
  return range(scores.length).sort((a, b) => won(b) - won(a) || scores[b]! - scores[a]!);
}

/** Is this seat the one that is spoken to? */
const isYou = (state: TableState, seat: number): boolean => {
  const who = state.seats[seat];
  return who?.kind === 'person' && who.who === 'you';
};

function joined(language: Language, names: string[]): string {
  return new Intl.ListFormat(localeOf(language), { type: 'conjunction' }).format(names);
}

/** Who won and by how much, in a sentence. */
export function winnerWords(t: Translate, language: Language, state: TableState): string {
  const { winners, seats } = state;
  const scores = scoresOf(state);
  const [first] = winners;
  if (first === undefined) return t('game-over-nobody'); // a server's table was closed
  const you = winners.some((seat) => isYou(state, seat)) ? 'yes' : 'no';
  const who = seats[first]?.name ?? '';
  if (winners.length > 1) {
    const [your, others] = [winners.filter((seat) => isYou(state, seat)), winners.filter((seat) => !isYou(state, seat))];
    const names = [...your, ...others].map((seat) => seats[seat]?.name ?? '');
    return t('ending-shared', { you, who: joined(language, names) });
  }
  const next = Math.max(...scores.filter((_, seat) => seat !== first));
  const points = state.undecided ? -1 : scores[first]! - next;
  if (points > 0) return t('ending-won', { you, who, points });
  if (points === 0) return t(isDuel(state.position) ? 'ending-won-start' : 'ending-won-rows', { you, who });
  return t('ending-won-plain', { you, who }); // somebody resigned, for example
}

/** The place of the viewer, if the sentence has not said it; empty otherwise. */
export function placeWords(t: Translate, state: TableState): string {
  const order = ranked(state);
  const you = order.findIndex((seat) => isYou(state, seat));
  const scores = scoresOf(state);
  if (order.length < 3 || you < 0 || state.winners.length === 0 || state.winners.includes(order[you]!)) return '';
  const behind = scores[order[0]!]! - scores[order[you]!]!;
  const level = order.findIndex((seat) => scores[seat] === scores[order[you]!]! && !state.winners.includes(seat));
  return t(behind > 0 ? 'ending-place' : 'ending-place-plain', { place: level + 1, points: behind });
}
