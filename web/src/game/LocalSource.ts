/* A game on this device: the C rules in the page decide, bots think in a Worker, every move is kept in the browser. */
import type { Engine } from '../engine/engine';
import type { LocalEngine } from '../engine/localEngine';
import type { Search } from '../engine/search';
import { componentsOf, explain, gameFrom, loadRecord, logOf, newGame, play, stateOf, takenBack, withKinds } from '../engine/verbs';
import type { SeatTags, StateAnswer } from '../engine/verbs';
import { botAt, botNamed, LEVELS } from '../model/bots';
import { refusalOf } from './faults';
import { noteGame } from './progress';
import { GAME_KEY, keepGame, storedGame, type SavedGame } from './saved';
import { keepPlayed, playedBy } from './tally';
import { SourceBase, type GameSource } from './source';
import { isSecret } from '../model/types';
import type {
  Advice,
  Components,
  GameOptions,
  LogEntry,
  Move,
  PlayResult,
  Position,
  Refusal,
  ScoreEvent,
  Seat,
  TableState,
} from '../model/types';

/** How a game on this device is played: kept in the browser or not, bots thinking or led by a script, or only looked at. */
export interface Ways {
  kept: boolean;
  bots: boolean;
  review?: boolean;
}

const NORMAL: Ways = { kept: true, bots: true };
const REVIEW: Ways = { kept: false, bots: false, review: true };

const drawn = (): string => crypto.getRandomValues(new Uint32Array(2)).join('');

/** Time between a bot's moves, so that people can follow. */
const BOT_PAUSE_MS = 650;
const CHAMPION_MS = 1500;
/** The bots that think for as long as they are given; the others have enough sooner. */
const BY_TIME = new Set([LEVELS.at(-1), 'champion']);
/** After a search that failed. */
const AGAIN_MS = 2000;
const HINT_MS = 700;

export class LocalSource extends SourceBase implements GameSource {
  private shown!: TableState;
  private version = 0;
  private turn = 0;
  private lastView = 0;
  private closed = false;
  private holding: Promise<void> = Promise.resolve();
  private log: LogEntry[] = [];
  /** The game before each takeback, until another move is made. */
  private undone: string[] = [];
  private components: Components | null = null;
  /** Tells this game from any other that is kept. */
  private id = drawn();
  /** Duel: the scoring tablets of the set-up, null where they were drawn; undefined if unknown. */
  private tablets?: string[] | null;
  again?: () => GameOptions;

  private constructor(
    private readonly engine: Engine,
    private readonly search: Search,
    /** The record of the game so far: all that the engine needs to know of it. */
    private game: string,
    private readonly seats: Seat[],
    private readonly seed: string,
    private readonly pauseFactor: () => number,
    private readonly ways: Ways = NORMAL,
  ) {
    super();
    window.addEventListener('storage', this.follow);
    if (ways.kept) this.again = () => this.rematch();
    if (ways.bots && seats.some((s) => s.kind === 'bot')) search.warm();
  }

  static start(engine: Engine, search: Search, options: GameOptions, pauseFactor: () => number, ways = NORMAL): LocalSource {
    const { seats, seed } = options;
    const game = seated(engine, newGame(engine, options), seats);
    const source = new LocalSource(engine, search, game, seats, seed, pauseFactor, ways);
    source.tablets = options.tablets;
    return source.begun();
  }

  static resume(engine: Engine, search: Search, saved: SavedGame, pauseFactor: () => number, ways = NORMAL): LocalSource {
    const game = loadRecord(engine, saved.record).record;
    const source = new LocalSource(engine, search, game, saved.seats, saved.seed, pauseFactor, ways);
    source.id = saved.id;
    source.tablets = saved.tablets;
    return source.begun();
  }

  /** A record from elsewhere, to look at: the game that is kept stays. `names`: for seats that it leaves nameless. Throws
   * the reason where it cannot be read. */
  static fromRecord(engine: Engine, search: Search, record: string, names: string[], pauseFactor: () => number): LocalSource {
    const { record: game, seats: tags } = loadRecord(engine, record);
    const seats = tags.map((s, i) => seatOf(s, names[i] ?? ''));
    return new LocalSource(engine, search, game, seats, drawn(), pauseFactor, REVIEW).begun();
  }

  /** A game from a position, text or JSON; throws the reason where it is impossible. */
  static fromPosition(
    engine: Engine,
    search: Search,
    position: string,
    seats: Seat[],
    pauseFactor: () => number,
    ways = NORMAL,
  ): LocalSource {
    const seed = drawn();
    const game = seated(engine, gameFrom(engine, position, seed), seats);
    return new LocalSource(engine, search, game, seats, seed, pauseFactor, ways).begun();
  }

  /** What if: a game that was played elsewhere, from decision `ply` on; it is not kept. `back`: where it was. */
  static whatIf(
    { engine, search, pauseFactor }: LocalEngine,
    record: string,
    ply: number,
    seats: Seat[],
    back: () => GameSource,
  ): LocalSource {
    const whole = loadRecord(engine, record).record;
    const game = seated(engine, takenBack(engine, whole, logOf(engine, whole).length - ply), seats);
    const side = new LocalSource(engine, search, game, seats, drawn(), pauseFactor, { kept: false, bots: true });
    side.back = back;
    return side.begun();
  }

  private begun(): this {
    this.refresh([]);
    return this;
  }

  state(): TableState {
    return this.shown;
  }

  hold(shown: Promise<void>): void {
    this.holding = shown;
  }

  at(ply: number): TableState {
    const { log, view, version } = this.shown;
    const past = stateOf(this.engine, { record: this.game, ply }, view);
    const seen = this.isOnlyFor(past.position) ? stateOf(this.engine, { record: this.game, ply }, 1 - view) : past;
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

  /** Hidden facts are left out when a running game is reviewed: either of two people may be looking at this screen. */
  private isOnlyFor(position: Position): boolean {
    const open = this.shown.position.phase === 'over' || this.here().length < 2;
    return !open && isSecret(position) && position.seat === this.shown.view;
  }

  /** A move in either form: an object, or its short text. */
  async play(move: Move | string): Promise<PlayResult> {
    const answer = play(this.engine, this.game, move, this.seed);
    if (!answer.ok) return { ok: false, refusal: refusalOf(answer) };
    this.game = answer.record;
    this.undone = [];
    this.refresh(answer.events, this.log.length);
    this.changed();
    return { ok: true, events: answer.events };
  }

  explain(move: Move): Refusal | null {
    const answer = explain(this.engine, { record: this.game }, move);
    return answer.ok ? null : refusalOf(answer);
  }

  /** Back to the last decision of a person. */
  async undo(): Promise<void> {
    const { log } = this.shown;
    const last = log.findLastIndex((e) => this.seats[e.seat]?.kind === 'person');
    if (last < 0) return;
    this.search.stop();
    this.undone.push(this.game);
    this.game = takenBack(this.engine, this.game, log.length - last);
    this.refresh([]);
    this.changed();
  }

  /** The last thing that was taken back, once more. */
  async redo(): Promise<void> {
    const game = this.undone.pop();
    if (game === undefined) return;
    this.search.stop();
    this.game = game;
    this.refresh([]);
    this.changed();
  }

  async hint(): Promise<Advice | null> {
    const { position, legal, version } = this.shown;
    if (position.seat === null || legal.length === 0) return null;
    const view = this.look(position.seat);
    const found = await this.search.advise({ position: view.text, timeMs: HINT_MS, seed: this.seed });
    return found.ok && version === this.version ? found : null;
  }

  get keptAs(): string | null {
    return this.ways.kept ? this.id : null;
  }

  close(): void {
    if (this.closed) return; // the search may be thinking for another game by now
    this.closed = true;
    window.removeEventListener('storage', this.follow);
    this.search.stop();
  }

  /** The record of the game, to keep or to share. */
  record(): string {
    return this.game;
  }

  /** What the seat to move may know before decision `ply`, for a search. */
  viewAt(ply: number): string {
    const seat = this.log[ply]?.seat ?? this.shown.position.seat ?? 0;
    return stateOf(this.engine, { record: this.game, ply }, seat).text;
  }

  saved(): SavedGame {
    const { rules, round, phase } = this.shown.position;
    const about = { rules, round, moves: this.log.length, over: phase === 'over' };
    return { id: this.id, record: this.record(), seats: this.seats, seed: this.seed, tablets: this.tablets, about };
  }

  /** Everybody moves on by one seat, and so the turn to begin does. */
  private rematch(): GameOptions {
    const { position } = this.shown;
    const { starter } = this.at(0).position;
    const seats = [...this.seats.slice(1), this.seats[0]!];
    const laid = position.rules === 'duel' ? position.tablets : null;
    return { rules: position.rules, seats, starter, seed: drawn(), tablets: this.tablets === undefined ? laid : this.tablets };
  }

  /** What if: the same game from decision `ply` on, beside the real one and not kept. The real one is closed, so that no
   * bot plays on in it, and opened again on the way back. */
  branch(ply: number): LocalSource {
    if (this.toReview) return this.playOn(ply);
    const trunk = this.saved();
    const side = this.sibling(ply, this.seats, { ...this.ways, kept: false });
    side.back = () => LocalSource.resume(this.engine, this.search, trunk, this.pauseFactor, this.ways);
    return side.begun();
  }

  /** A new source that continues from decision `ply`; this one ends. */
  private sibling(ply: number, seats: Seat[], ways: Ways): LocalSource {
    this.close();
    const game = takenBack(this.engine, this.game, this.log.length - ply);
    return new LocalSource(this.engine, this.search, game, seats, this.seed, this.pauseFactor, ways);
  }

  back?: () => GameSource;

  get toReview(): boolean {
    return this.ways.review === true;
  }

  /** A record becomes a game of its own from decision `ply` on. Bots stay bots; where only bots sat, a person takes the
   * seat to move. */
  private playOn(ply: number): LocalSource {
    const mover = this.log[ply]?.seat ?? this.shown.position.seat ?? 0;
    const person: Seat = { kind: 'person', name: this.seats[mover]!.name };
    const seats = this.seats.some((s) => s.kind === 'person') ? this.seats : this.seats.with(mover, person);
    const next = this.sibling(ply, seats, NORMAL);
    next.game = seated(this.engine, next.game, seats);
    return next.begun();
  }

  private look(seat: number): StateAnswer {
    return stateOf(this.engine, { record: this.game }, seat);
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
    const log = (this.log = [...this.log.slice(0, from), ...logOf(this.engine, this.game, from)]);
    this.components ??= componentsOf(this.engine, rules);
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
      canRedo: this.undone.length > 0,
      saved: true,
      tabletScores: tabletScores(seen, view),
      winners: seen.winners,
    };
    this.shown.saved = this.keep();
    if (this.ways.kept && seen.position.phase === 'over') noteGame(this.id, rules, this.seats, seen.winners);
    if (this.shown.thinking && this.ways.bots) void this.think(seat!);
  }

  private keep(): boolean {
    if (!this.ways.kept) return true;
    const { position, winners } = this.shown;
    const scores = position.boards.map((b) => b.score);
    if (position.phase === 'over') keepPlayed(playedBy(this.id, position.rules, this.seats, winners, scores));
    return keepGame(this.saved());
  }

  /** Another tab of the same game played on: follow it. */
  private readonly follow = (event: StorageEvent): void => {
    const other = event.key === GAME_KEY ? storedGame() : null;
    if (this.closed || !this.ways.kept || !other || other.id !== this.id || other.record === this.game) return;
    this.search.stop();
    try {
      this.game = loadRecord(this.engine, other.record).record;
      this.undone = [];
    } catch {
      return; // what the other tab wrote cannot be read: this game stays as it is
    }
    this.refresh([]);
    this.changed();
  };

  private async think(seat: number): Promise<void> {
    const turn = ++this.turn;
    const { version } = this;
    const who = this.seats[seat];
    const bot = who?.kind === 'bot' ? who.bot : botAt(1);
    const question = {
      position: this.look(seat).text,
      bot,
      seed: botSeed(this.seed, seat),
      ...(BY_TIME.has(bot) ? { timeMs: CHAMPION_MS } : {}),
    };
    const tiling = this.shown.position.phase === 'tiling'; // the scoring that is shown gives time enough
    const [found] = await Promise.all([this.search.go(question).catch(() => null), wait((tiling ? 0 : BOT_PAUSE_MS) * this.pauseFactor())]);
    await this.holding;
    if (this.closed || turn !== this.turn || version !== this.version) return;
    if (found?.ok && (await this.play(found.move)).ok) return;
    await wait(AGAIN_MS); // its thread died or could not be fetched, or the table is another than the one it thought about
    if (this.closed || turn !== this.turn || version !== this.version) return;
    this.refresh([]); // reads the table anew, and thinks again where it is still a bot's turn
    this.changed();
  }
}

/** A bot's seed: the same for the whole game, so that its noise does not change; another one for each seat. */
const botSeed = (seed: string, seat: number): string => `${seed}/${seat}`;

/** The record says who sits where, so that bots are bots wherever it is opened. */
function seated(engine: Engine, record: string, seats: Seat[]): string {
  return withKinds(
    engine,
    record,
    seats.map((s) => (s.kind === 'bot' ? `bot:${s.bot}` : 'person')),
  );
}

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

export function tabletScores(seen: StateAnswer, view: number): TableState['tabletScores'] {
  if (seen.position.rules !== 'duel') return [];
  return seen.position.tablets.map((tablet) => {
    const hits = (seen.standing[view] ?? []).filter((e) => e.kind === 'tablet' && e.tablet === tablet);
    return { tablet, points: hits.reduce((sum, e) => sum + e.points, 0), cells: hits.flatMap((e) => e.cells ?? []) };
  });
}

const BOT = /^bot:?/;

function seatOf({ name, kind }: SeatTags, otherwise: string): Seat {
  const bot = BOT.test(kind);
  const called = name || otherwise;
  return bot ? { kind: 'bot', bot: botNamed(kind.replace(BOT, '')), name: called } : { kind: 'person', name: called };
}
