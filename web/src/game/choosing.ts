/* Choosing a move in steps, purely by filtering the legal moves: every move is a path of step keys (take, then place,
 * then …). What the player has chosen so far is a prefix; what may be touched next are the keys that follow it. */
import type { LegalMove, Move, Preview } from '../model/types';

export type Step = string;

/** The steps in which a player states a move, first touch first. */
export function stepsOf(move: Move): Step[] {
  if ('from' in move) return [`take:${move.from}:${move.colour}`, `to:${move.to}`];
  if ('sun' in move) return sunSteps(move);
  if ('moon' in move) return [`moon:${move.moon}`, `to:${move.to}`];
  if ('plate' in move) return [`plate:${move.plate}`, `slot:${move.slot}`, `turn:${move.turn}`];
  if ('chip' in move) return [`chip:${move.chip}`];
  if ('draw' in move) return ['draw'];
  if ('stop' in move) return ['stop'];
  if ('return' in move) return [`return:${move.return}`];
  if ('column' in move) return [`cell:${move.line}:${move.column}`];
  if ('skip' in move) return ['skip'];
  return [`cell:${move.cell[0]}:${move.cell[1]}`, `spend:${(move.spend ?? []).join('+')}`];
}

function sunSteps(move: Extract<Move, { sun: unknown }>): Step[] {
  const steps = [`sun:${move.sun}:${move.colour}`, `to:${move.to}`];
  return move.stack === undefined ? steps : [...steps, `stack:${move.stack}`];
}

/** What the steps that may come next are about: "take", "slot", "stack", …; empty where there is none. */
export function kindOf(steps: Iterable<Step>): string {
  for (const step of steps) return step.split(':')[0]!;
  return '';
}

export interface LegalOption {
  step: Step;
  moves: LegalMove[];
}

export interface Choice {
  chosen: Step[];
  /** What may be touched next, in the engine's order. */
  options: LegalOption[];
  /** The one move that the steps name, when they name one. */
  complete: LegalMove | null;
}

const startsWith = (path: Step[], prefix: Step[]): boolean => prefix.every((step, i) => path[i] === step);

/** Moves that agree with the steps chosen so far. */
export function matching(legal: LegalMove[], chosen: Step[]): LegalMove[] {
  return legal.filter((m) => startsWith(stepsOf(m.move), chosen));
}

function optionsAfter(moves: LegalMove[], depth: number): LegalOption[] {
  const found = new Map<Step, LegalMove[]>();
  for (const m of moves) {
    const step = stepsOf(m.move)[depth];
    if (step === undefined) continue;
    const list = found.get(step);
    if (list) list.push(m);
    else found.set(step, [m]);
  }
  return [...found].map(([step, list]) => ({ step, moves: list }));
}

/** Steps the page never asks about when only one answer exists; a turned plate is always shown before it is laid, and
 * chips are never spent unseen. */
const silent = (step: Step): boolean => step.startsWith('stack:') || step === 'spend:';

/** The state of choosing after the given steps; stale steps (the list has changed) are dropped. */
export function choose(legal: LegalMove[], steps: Step[]): Choice {
  let chosen = steps;
  while (chosen.length > 0 && matching(legal, chosen).length === 0) chosen = chosen.slice(0, -1);
  let moves = matching(legal, chosen);
  let options = optionsAfter(moves, chosen.length);
  while (chosen.length > 0 && options.length === 1 && silent(options[0]!.step)) {
    chosen = [...chosen, options[0]!.step];
    moves = options[0]!.moves;
    options = optionsAfter(moves, chosen.length);
  }
  const complete = chosen.length > 0 && options.length === 0 && moves.length === 1 ? moves[0]! : null;
  return { chosen, options, complete };
}

/** A touch on something: the next step, a new first step, or (touched again) taking it back. */
export function touch(legal: LegalMove[], steps: Step[], step: Step): Step[] {
  const { chosen, options } = choose(legal, steps);
  if (chosen.includes(step)) return chosen.slice(0, chosen.indexOf(step));
  for (let keep = chosen.length; keep >= 0; keep--) {
    const prefix = chosen.slice(0, keep);
    const here = keep === chosen.length ? options : optionsAfter(matching(legal, prefix), keep);
    if (here.some((o) => o.step === step)) return choose(legal, [...prefix, step]).chosen;
  }
  return chosen;
}

/** The preview to show on a step: the one its moves share, or the best of them. */
export function previewOf(moves: LegalMove[]): Preview | undefined {
  let best: Preview | undefined;
  for (const { preview } of moves) {
    if (preview && (!best || preview.change > best.change)) best = preview;
  }
  return best;
}

/** Until it is confirmed, a target that was touched can be exchanged for another one: the targets it was chosen among. */
export function otherTargets(legal: LegalMove[], { chosen, complete }: Choice): LegalOption[] {
  const depth = complete ? chosen.findIndex((step) => step.startsWith('to:')) : -1;
  if (depth < 0) return [];
  return optionsAfter(matching(legal, chosen.slice(0, depth)), depth).filter((o) => o.step !== chosen[depth]);
}

export const sameMove = (a: Move, b: Move): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

function sorted(move: Move): [string, unknown][] {
  return Object.entries(move).sort(([x], [y]) => (x < y ? -1 : 1));
}
