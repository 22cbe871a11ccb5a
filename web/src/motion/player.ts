/* Shows a game as a queue of scenes: what is drawn follows the true state. The queue can be ended at any moment; then
 * the true state is drawn. Drawing and motion are passed in, so that this file runs without a browser, too. */
import type { LogEntry, Position, ScoreEvent, TableState } from '../model/types';
import type { Flight } from './pieces';
import { paced, scenesOf, SCORING_MS, type Scene } from './scenes';

/** What the viewer is shown. */
export interface Shown {
  state: TableState;
  /** The scene that is running; null: the truth is shown. */
  scene: Scene | null;
  /** The step of the scoring that is being shown. */
  step: ScoreEvent | null;
}

/** The pieces of a scene, which other code moves. */
export interface ScenePlayer<P = unknown> {
  /** `atOnce`: the page is up to date when it returns; else soon, and always before what is drawn next. */
  draw: (shown: Shown, atOnce: boolean) => void;
  lift: (scene: Scene) => P;
  aim: (pieces: P) => void;
  fly: (pieces: P, scene: Scene, ms: number) => void;
  land: (scene: Scene, ms: number) => void;
  clear: () => void;
  /** How much slower than normal; 0: nothing moves. */
  pace: () => number;
  hidden: () => boolean;
  now: () => number;
  wait: (ms: number, cut: Promise<void>) => Promise<void>;
}

interface Play {
  from: TableState;
  to: TableState;
  scenes: Scene[];
}

/** More changes than this are not worth waiting for: the older ones are shown as they ended. */
const QUEUE_MAX = 2;
/** When scenes are late by more than this, the page drops some. */
const LATE_MS = 350;
/** The part of a scoring scene in which its tile is on its way. */
const FLIGHT_SHARE = 0.42;

export class Player<P> {
  private shown: Shown;
  private queue: Play[] = [];
  /** The last state that was asked for: shown now, or at the end of the queue. */
  private target: TableState;
  private running = false;
  private cut: () => void = () => undefined;
  /** Increases with every cut: a scene that was started with an older value must end. */
  private turn = 0;
  private idle: Promise<void> = Promise.resolve();
  private settle: () => void = () => undefined;
  private scoring = { round: -1, ms: 0 };
  /** States that a cut has not shown because the table waits before the deal. */
  private waiting = false;

  constructor(
    state: TableState,
    private readonly scenePlayer: ScenePlayer<P>,
  ) {
    this.target = state;
    this.shown = { state, scene: null, step: null };
  }

  current(): Shown {
    return this.shown;
  }

  isRunning(): boolean {
    return this.running;
  }

  /** Resolves when nothing runs any more. */
  done(): Promise<void> {
    return this.idle;
  }

  /** A new state to be shown: by scenes where it is one move further, else at once. */
  show(next: TableState): void {
    const from = this.target;
    this.target = next;
    const entry = nextEntry(from, next);
    if (!entry) {
      if (samePlace(from, next)) this.refresh(next);
      else this.jump(next);
      return;
    }
    const scenes = this.scenesFor(from.position, entry, next);
    if (this.waiting) this.queue = []; // what waited is over
    this.waiting = false;
    this.queue.push({ from, to: next, scenes });
    if (this.scenePlayer.pace() === 0 || this.scenePlayer.hidden()) return void this.finish();
    if (this.queue.length > QUEUE_MAX) this.cutTo(this.queue.length - 1);
    if (!this.running) this.begin();
  }

  /** Ends everything that runs; true if something did. A table that waits before a deal stays before it. */
  finish(atOnce = false): boolean {
    if (this.waiting || this.queue.length === 0) return false;
    const last = this.queue.at(-1)!;
    const paused = last.to.beforeDeal ? last.scenes.findIndex((s) => s.kind === 'deal') : -1;
    this.stop();
    if (paused >= 0) {
      this.queue = [{ ...last, scenes: last.scenes.slice(paused) }];
      this.waiting = true;
      this.put(last, last.scenes[paused - 1]?.after ?? last.from.position, null, null, atOnce);
    } else {
      this.queue = [];
      this.waiting = false;
      this.draw({ state: this.target, scene: null, step: null }, atOnce);
    }
    return true;
  }

  close(): void {
    this.stop();
    this.queue = [];
  }

  private scenesFor(before: Position, entry: LogEntry, next: TableState): Scene[] {
    if (this.scoring.round !== before.round) this.scoring = { round: before.round, ms: 0 };
    const scenes = scenesOf(before, entry, next.position, next.components.penalties.length);
    const quick = paced(scenes, next.position, SCORING_MS - this.scoring.ms);
    this.scoring.ms += quick.taken;
    return quick.scenes;
  }

  /** The same position with other words around it: names, clocks, what may be touched. */
  private refresh(next: TableState): void {
    const last = this.queue.at(-1);
    if (!last) return this.draw({ state: next, scene: null, step: null });
    last.to = next;
    if (this.waiting && !next.beforeDeal) {
      this.waiting = false;
      if (this.scenePlayer.pace() === 0 || this.scenePlayer.hidden()) this.finish();
      else this.begin();
    }
  }

  private jump(next: TableState): void {
    this.stop();
    this.queue = [];
    this.waiting = false;
    this.draw({ state: next, scene: null, step: null });
  }

  private stop(): void {
    this.turn++;
    this.cut();
    this.running = false;
    this.scenePlayer.clear();
    this.settle();
  }

  /** Leaves out what lies further back than `left` changes. */
  private cutTo(at: number): void {
    const rest = this.queue.slice(at);
    this.stop();
    this.queue = rest;
    const { from } = rest[0]!;
    this.draw({ state: from, scene: null, step: null });
  }

  private draw(shown: Shown, atOnce = false): void {
    this.shown = shown;
    this.scenePlayer.draw(shown, atOnce);
  }

  /** Draws a position on the way from one state to the next. */
  private put({ from, to }: Play, position: Position, scene: Scene | null, step: ScoreEvent | null, atOnce = true): void {
    const { components, seats, here, lastMove, canUndo, saved, online } = to;
    const state = {
      ...from,
      components,
      seats,
      here,
      lastMove,
      canUndo,
      saved,
      position,
      legal: [],
      events: [],
      thinking: false,
      winners: [],
    };
    this.draw({ state: online ? { ...state, online } : state, scene, step }, atOnce);
  }

  /** Runs after the caller has finished, because the caller may be drawing now. */
  private begin(): void {
    this.running = true;
    const turn = ++this.turn;
    this.idle = new Promise((resolve) => (this.settle = resolve));
    const cut = new Promise<void>((resolve) => (this.cut = resolve));
    void Promise.resolve().then(() => this.run(turn, cut));
  }

  private async run(turn: number, cut: Promise<void>): Promise<void> {
    if (turn !== this.turn) return;
    let planned = this.scenePlayer.now();
    for (let play = this.queue[0]; play; play = this.queue[0]) {
      for (const scene of play.scenes) {
        if (scene.kind === 'deal' && play.to.beforeDeal) {
          play.scenes = [scene];
          this.waiting = true;
          this.running = false;
          this.settle();
          return;
        }
        const ms = scene.ms * this.scenePlayer.pace();
        planned += ms;
        if (this.scenePlayer.now() - planned + ms > LATE_MS) continue; // the page cannot keep up: it skips to the present step
        await this.play(play, scene, ms, cut);
        if (turn !== this.turn) return;
      }
      this.queue.shift();
      this.draw({ state: play.to, scene: null, step: null });
    }
    this.running = false;
    this.settle();
  }

  private async play(play: Play, scene: Scene, ms: number, cut: Promise<void>): Promise<void> {
    const { scenePlayer, turn } = this;
    const step = scene.events[0] ?? null;
    if (scene.before) this.put(play, scene.before, scene, step);
    const pieces = scenePlayer.lift(scene);
    if (scene.flights.length > 0) {
      // Only to see where everything will lie: nothing is painted in between.
      if (!scene.flights.every(toSpace)) this.put(play, scene.after, scene, step);
      scenePlayer.aim(pieces);
      this.put(play, scene.during, scene, step);
      const flight = scene.events.length > 0 ? ms * FLIGHT_SHARE : ms;
      scenePlayer.fly(pieces, scene, flight);
      await scenePlayer.wait(flight, cut);
      if (turn !== this.turn) return;
      scenePlayer.clear();
      ms -= flight;
    }
    this.put(play, scene.after, scene, step);
    scenePlayer.land(scene, ms);
    if (ms > 0) await scenePlayer.wait(ms, cut);
    if (turn === this.turn) scenePlayer.clear();
  }
}

/** Does a piece go to a space that is drawn whether or not something lies on it? */
const toSpace = ({ to }: Flight): boolean => !to || /^\d\/(line|wall|floor|slot|start)/.test(to.at);

/** The one decision by which `next` is further than `from`. */
function nextEntry(from: TableState, next: TableState): LogEntry | null {
  const { length } = from.log;
  if (next.log.length !== length + 1 || from.position.rules !== next.position.rules) return null;
  return length === 0 || same(from.log[length - 1]!, next.log[length - 1]!) ? next.log[length]! : null;
}

const same = (a: LogEntry, b: LogEntry): boolean =>
  a === b || (a.ply === b.ply && a.seat === b.seat && JSON.stringify(a.move) === JSON.stringify(b.move));

/** Is it the same point of the same game? */
function samePlace(a: TableState, b: TableState): boolean {
  if (a.log.length !== b.log.length || a.position.phase !== b.position.phase || a.view !== b.view) return false;
  const last = a.log.length - 1;
  return (last < 0 || same(a.log[last]!, b.log[last]!)) && JSON.stringify(a.position) === JSON.stringify(b.position);
}
