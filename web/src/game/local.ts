/* A game on this device: the C rules in the page decide, bots think in a Worker, every move is kept in the browser. */
import type { Answer, Engine } from '../engine/engine';
import { LEVELS, type Search } from '../engine/search';
import { sameMove } from './choosing';
import { refusalOf, Unreadable } from './faults';
import { GAME_KEY, keepGame, storedGame, type SavedGame } from './saved';
import { SourceBase, type GameSource } from './source';
import { type Components, type GameOptions, type LegalMove, type LogEntry, type Move, type PlayResult, type Position, type ScoreEvent, type Seat, type TableState } from './types';

export interface StateAnswer {
  position: Position & { viewer?: number };
  text: string;
  plies: number;
  legal: LegalMove[];
  standing: ScoreEvent[][];
  winners: number[];
}

/** How a game on this device is played: kept in the browser or not, bots thinking or led by a script, or only looked at. */
export interface Ways {
  kept: boolean;
  bots: boolean;
  review?: boolean;
}

const NORMAL: Ways = { kept: true, bots: true };
const REVIEW: Ways = { kept: false, bots: false, review: true };

const drawn = (): string => crypto.getRandomValues(new Uint32Array(2)).join('');

const must = <T>(answer: Answer<T>): T => {
  if (!answer.ok) throw new Unreadable(answer);
  return answer;
};

/** Time between a bot's moves, so that people can follow. */
const BREATH_MS = 650;
const CHAMPION_MS = 1500;
/** After a search that failed. */
const AGAIN_MS = 2000;
const HINT_MS = 700;

/** The game that an engine holds: it holds one, so the next one ends it. */
const held = new WeakMap<Engine, LocalSource>();

export class LocalSource extends SourceBase implements GameSource {
  private shown!: TableState;
  private version = 0;
  private turn = 0;
  private lastView = 0;
  private closed = false;
  private holding: Promise<void> = Promise.resolve();
  private log: LogEntry[] = [];
  private components: Components | null = null;
  /** Tells this game from any other that is kept. */
  private id = drawn();

  private constructor(
    private readonly engine: Engine,
    private readonly search: Search,
    private seats: Seat[],
    private seed: string,
    private readonly breath: () => number,
    private readonly ways: Ways = NORMAL,
  ) {
    super();
    held.get(engine)?.close();
    held.set(engine, this);
    window.addEventListener('storage', this.follow);
    if (ways.bots && seats.some((s) => s.kind === 'bot')) search.warm();
  }

  static start(engine: Engine, search: Search, options: GameOptions, breath: () => number, ways = NORMAL): LocalSource {
    const source = new LocalSource(engine, search, options.seats, options.seed, breath, ways);
    const { rules, starter, seed, tablets } = options;
    must(engine.call({ do: 'new', rules, players: options.seats.length, starter, seed, tablets: rules === 'duel' ? tablets : undefined }));
    source.seated();
    return source;
  }

  static resume(engine: Engine, search: Search, saved: SavedGame, breath: () => number, ways = NORMAL): LocalSource {
    must(engine.call({ do: 'load', record: saved.record, seed: saved.seed }));
    const source = new LocalSource(engine, search, saved.seats, saved.seed, breath, ways);
    source.id = saved.id;
    source.refresh([]);
    return source;
  }

  /** A record from elsewhere, to look at: the game that is kept stays. `names`: for seats that it leaves nameless. Throws the reason where it cannot be read. */
  static fromRecord(engine: Engine, search: Search, record: string, names: string[], breath: () => number): LocalSource {
    const seed = drawn();
    const told = must(engine.call<{ seats: SeatTags[] }>({ do: 'load', record, seed })).seats;
    const source = new LocalSource(engine, search, told.map((s, i) => seatOf(s, names[i] ?? '')), seed, breath, REVIEW);
    source.refresh([]);
    return source;
  }

  /** A game from a position, text or JSON; throws the reason where it is impossible. */
  static fromPosition(engine: Engine, search: Search, position: string, seats: Seat[], breath: () => number): LocalSource {
    const seed = drawn();
    must(engine.call({ do: 'start', position, seed }));
    const source = new LocalSource(engine, search, seats, seed, breath);
    source.seated();
    return source;
  }

  state(): TableState {
    return this.shown;
  }

  hold(shown: Promise<void>): void {
    this.holding = shown;
  }

  at(ply: number): TableState {
    const { log, view, version } = this.shown;
    const seen = must(this.engine.call<StateAnswer>({ do: 'state', seat: view, ply }));
    const last = log[ply - 1];
    return {
      ...this.shown,
      position: seen.position,
      legal: [],
      lastMove: last ? { seat: last.seat, move: last.move, count: last.count } : null,
      log: log.slice(0, ply),
      events: [],
      version,
      tabletScores: tabletScores(seen, view),
      winners: seen.winners,
    };
  }

  /** A move in either form: an object, or its short text. */
  async play(move: Move | string): Promise<PlayResult> {
    const answer = this.engine.call<{ events: ScoreEvent[] }>({ do: 'play', move });
    if (!answer.ok) return { ok: false, refusal: refusalOf(answer) };
    this.refresh(answer.events, this.log.length);
    this.changed();
    return { ok: true, events: answer.events };
  }

  /** Back to the last decision of a person. */
  async undo(): Promise<void> {
    const { log } = this.shown;
    const last = log.findLastIndex((e) => this.seats[e.seat]?.kind === 'person');
    if (last < 0) return;
    this.search.stop();
    must(this.engine.call({ do: 'undo', plies: log.length - last }));
    this.refresh([]);
    this.changed();
  }

  async hint(): Promise<LegalMove | null> {
    const { position, legal, version } = this.shown;
    if (position.seat === null || legal.length === 0) return null;
    const view = this.look(position.seat);
    const found = await this.search.go({ position: view.text, bot: 'strong', timeMs: HINT_MS, seed: this.seed });
    if (!found.ok || version !== this.version) return null;
    return legal.find((l) => sameMove(l.move, found.move)) ?? null;
  }

  close(): void {
    if (this.closed) return; // the search may be thinking for another game by now
    this.closed = true;
    window.removeEventListener('storage', this.follow);
    this.search.stop();
  }

  /** The record of the game, to keep or to share. */
  record(): string {
    return must(this.engine.call<{ record: string }>({ do: 'record' })).record;
  }

  /** What the seat to move may know before decision `ply`, for a search. */
  viewAt(ply: number): string {
    const seat = this.log[ply]?.seat ?? this.shown.position.seat ?? 0;
    return must(this.engine.call<StateAnswer>({ do: 'state', seat, ply })).text;
  }

  saved(): SavedGame {
    const { rules, round, phase } = this.shown.position;
    const about = { rules, round, moves: this.log.length, over: phase === 'over' };
    return { id: this.id, record: this.record(), seats: this.seats, seed: this.seed, about };
  }

  /** What if: the same game from decision `ply` on, beside the real one and not kept. The engine holds one game, so
   * the way back loads the real one again. */
  branch(ply: number): LocalSource {
    if (this.toReview) return this.playOn(ply);
    const trunk = this.saved();
    const side = new LocalSource(this.engine, this.search, this.seats, this.seed, this.breath, { ...this.ways, kept: false });
    side.back = () => LocalSource.resume(this.engine, this.search, trunk, this.breath, this.ways);
    const later = this.log.length - ply;
    this.close();
    if (later > 0) must(this.engine.call({ do: 'undo', plies: later }));
    side.refresh([]);
    return side;
  }

  back?: () => LocalSource;

  get toReview(): boolean {
    return this.ways.review === true;
  }

  /** A record becomes a game of its own from decision `ply` on. Bots stay bots; where only bots sat, a person takes the
   * seat to move. */
  private playOn(ply: number): LocalSource {
    const mover = this.log[ply]?.seat ?? this.shown.position.seat ?? 0;
    const person: Seat = { kind: 'person', name: this.seats[mover]!.name };
    const seats = this.seats.some((s) => s.kind === 'person') ? this.seats : this.seats.with(mover, person);
    const game = new LocalSource(this.engine, this.search, seats, this.seed, this.breath);
    const later = this.log.length - ply;
    this.close();
    if (later > 0) must(this.engine.call({ do: 'undo', plies: later }));
    game.seated();
    return game;
  }

  /** The record tells who sits where, so that bots are bots wherever it is opened. */
  private seated(): void {
    must(this.engine.call({ do: 'seats', kinds: this.seats.map((s) => (s.kind === 'bot' ? `bot:${LEVELS[s.level - 1]}` : 'person')) }));
    this.refresh([]);
  }

  private look(seat: number): StateAnswer {
    return must(this.engine.call<StateAnswer>({ do: 'state', seat }));
  }

  private here(): number[] {
    return this.seats.flatMap((s, i) => (s.kind === 'person' ? [i] : []));
  }

  /** The board in front: the person to move, else the one who moved last. */
  private viewer(seat: number | null): number {
    const here = this.here();
    if (seat !== null && here.includes(seat)) this.lastView = seat;
    return here.includes(this.lastView) ? this.lastView : (here[0] ?? 0);
  }

  /** `from`: how many decisions of the log are known already. */
  private refresh(events: ScoreEvent[], from = 0): void {
    let seen = this.look(this.viewer(null));
    const { seat, rules } = seen.position;
    const view = this.viewer(seat);
    if (seen.position.viewer !== view) seen = this.look(view);
    const fresh = must(this.engine.call<{ log: LogEntry[] }>({ do: 'log', from })).log;
    const log = (this.log = [...this.log.slice(0, from), ...fresh]);
    if (from === 0 || !this.components) this.components = must(this.engine.call<Components>({ do: 'components', rules }));
    const ours = seat !== null && this.here().includes(seat);
    const last = log.at(-1);
    this.version++;
    this.shown = {
      position: seen.position,
      components: this.components,
      seats: this.seats,
      view,
      here: this.here(),
      legal: ours ? seen.legal : [],
      lastMove: last ? { seat: last.seat, move: last.move, count: last.count } : null,
      log,
      events,
      version: this.version,
      thinking: seat !== null && !ours,
      canUndo: log.some((e) => this.seats[e.seat]?.kind === 'person'),
      saved: true,
      tabletScores: tabletScores(seen, view),
      winners: seen.winners,
    };
    this.shown.saved = this.keep();
    if (this.shown.thinking && this.ways.bots) void this.think(seat!);
  }

  private keep(): boolean {
    return !this.ways.kept || keepGame(this.saved());
  }

  /** Another tab of the same game played on: follow it. */
  private readonly follow = (event: StorageEvent): void => {
    const other = event.key === GAME_KEY ? storedGame() : null;
    if (this.closed || !this.ways.kept || !other || other.id !== this.id || other.record === this.record()) return;
    this.search.stop();
    if (!this.engine.call({ do: 'load', record: other.record, seed: other.seed }).ok) return;
    this.refresh([]);
    this.changed();
  };

  private async think(seat: number): Promise<void> {
    const turn = ++this.turn;
    const { version } = this;
    const level = this.seats[seat]?.kind === 'bot' ? (this.seats[seat] as { level: number }).level : 1;
    const question = {
      position: this.look(seat).text,
      bot: LEVELS[level - 1] ?? LEVELS[0],
      seed: `${this.shown.log.length + 1}`,
      ...(level === LEVELS.length ? { timeMs: CHAMPION_MS } : {}),
    };
    const [found] = await Promise.all([this.search.go(question).catch(() => null), wait(BREATH_MS * this.breath())]);
    await this.holding;
    if (this.closed || turn !== this.turn || version !== this.version) return;
    if (found?.ok && (await this.play(found.move)).ok) return;
    await wait(AGAIN_MS); // its thread died or could not be fetched, or the table is another than the one it thought about
    if (this.closed || turn !== this.turn || version !== this.version) return;
    this.refresh([]); // reads the table anew, and thinks again where it is still a bot's turn
    this.changed();
  }
}

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

export function tabletScores(seen: StateAnswer, view: number): TableState['tabletScores'] {
  if (seen.position.rules !== 'duel') return [];
  return seen.position.tablets.map((tablet) => {
    const hits = (seen.standing[view] ?? []).filter((e) => e.kind === 'tablet' && e.tablet === tablet);
    return { tablet, points: hits.reduce((sum, e) => sum + e.points, 0), cells: hits.flatMap((e) => e.cells ?? []) };
  });
}

/** Who sat where as far as a record tells: empty where it does not. */
interface SeatTags {
  name: string;
  kind: string;
}

const BOT = /^bot:?/;
/** A bot of another program plays at a middle level. */
const MIDDLE = 3;

function seatOf({ name, kind }: SeatTags, otherwise: string): Seat {
  const bot = BOT.test(kind);
  const called = name || otherwise;
  const level = LEVELS.findIndex((l) => l === kind.replace(BOT, '')) + 1;
  return bot ? { kind: 'bot', level: level || MIDDLE, name: called } : { kind: 'person', name: called };
}
