/* A game with a script: the learner may make exactly the move of the step, the rest plays by itself. */
import { sameMove } from '../game/choosing';
import type { LocalEngine } from '../engine/localEngine';
import { LocalSource } from '../game/LocalSource';
import { SourceBase, type GameSource } from '../game/source';
import type { Advice, Move, PlayResult, Refusal, Seat, TableState } from '../model/types';
import type { Lesson, LessonStep } from './lessons';

const SCRIPTED = { kept: false, bots: false };
/** Time between scripted moves: the rival's answer is followed, a longer stretch goes by quickly. */
const ANSWER_MS = 700;
const STRETCH_MS = 380;
/** A move that the rules allow but the lesson does not. */
const NOT_NOW: Refusal = { code: 'lesson', args: {} };

export class LessonSource extends SourceBase implements GameSource {
  private index = 0;
  private playing = false;
  private closed = false;
  private shown: Promise<void> = Promise.resolve();
  private game: LocalSource;

  constructor(
    private readonly localEngine: LocalEngine,
    private readonly lesson: Lesson,
    private readonly seats: Seat[],
  ) {
    super();
    this.game = this.gameAt(0);
  }

  /** The game before a step. */
  private gameAt(index: number): LocalSource {
    const { rules, seed, before, steps } = this.lesson;
    const { engine, search, pauseFactor } = this.localEngine;
    const options = { rules, seats: this.seats, starter: 0, seed, tablets: ['a1', 'b1', 'c1'] };
    const game = LocalSource.start(engine, search, options, pauseFactor, SCRIPTED);
    const played = steps.slice(0, index).flatMap(({ play, then = [] }) => (play ? [play, ...then] : []));
    for (const move of [...before, ...played]) void game.play(move);
    game.subscribe(() => game === this.game && this.changed());
    return game;
  }

  /** Which step, from 0. */
  number(): number {
    return this.index;
  }

  step(): LessonStep {
    return this.lesson.steps[this.index]!;
  }

  /** The step is to be read, or its move and the answer have been made. */
  canGoOn(): boolean {
    return !this.playing && !this.step().play;
  }

  next(): void {
    if (!this.canGoOn() || this.index + 1 >= this.lesson.steps.length) return;
    this.index++;
    this.changed();
  }

  canGoBack(): boolean {
    return !this.playing && this.index > 0;
  }

  /** The step before, with the table as it was then. */
  stepBack(): void {
    if (!this.canGoBack()) return;
    this.game.close();
    this.game = this.gameAt(--this.index);
    this.changed();
  }

  state(): TableState {
    const state = this.game.state();
    const { play } = this.step();
    const legal = this.playing ? [] : state.legal.filter((l) => l.text === play);
    const shownStep = this.playing ? this.lesson.steps[this.index + 1] : this.step();
    return {
      ...state,
      legal,
      allowed: state.legal,
      canUndo: false,
      thinking: this.playing,
      here: [0],
      beforeDeal: shownStep?.over ?? false,
    };
  }

  async play(move: Move): Promise<PlayResult> {
    const wanted = this.state().legal[0];
    if (!wanted || !sameMove(wanted.move, move)) return { ok: false, refusal: this.explain(move) ?? NOT_NOW };
    this.playing = true;
    const result = await this.game.play(move);
    await this.runOn(this.step().then ?? []);
    return result;
  }

  /** A move that is legal but not in the script is refused, too. */
  explain(move: Move): Refusal | null {
    const wanted = this.state().legal[0];
    if (wanted && sameMove(wanted.move, move)) return null;
    return this.playing ? NOT_NOW : (this.game.explain(move) ?? NOT_NOW);
  }

  private async runOn(moves: string[]): Promise<void> {
    const pause = moves.length > 2 ? STRETCH_MS : ANSWER_MS;
    for (const move of moves) {
      await new Promise((done) => setTimeout(done, pause * this.localEngine.pauseFactor()));
      await this.shown;
      if (this.closed) return;
      await this.game.play(move);
    }
    this.playing = false;
    this.index++;
    this.changed();
  }

  async undo(): Promise<void> {}
  async hint(): Promise<Advice | null> {
    const wanted = this.state().legal[0];
    return wanted ? { move: wanted.move, reasons: [] } : null;
  }
  hold(shown: Promise<void>): void {
    this.shown = shown;
  }
  at(ply: number): TableState {
    return this.game.at(ply);
  }
  record(): null {
    return null;
  }
  close(): void {
    this.closed = true;
    this.game.close();
  }
}
