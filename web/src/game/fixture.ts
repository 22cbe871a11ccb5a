/* A recorded game as a source: any legal move goes on to the next recorded position. For pictures and for tests. */
import { sameMove } from './choosing';
import { SourceBase, type GameSource } from './source';
import type { Components, LegalMove, LogEntry, Move, PlayResult, Position, Rules, ScoreEvent, Seat, TableState } from './types';
import { COLOURS } from './types';

export interface RecordedPly {
  position: Position;
  legal: LegalMove[];
  move: Move | null;
  count: number;
  events: ScoreEvent[];
  winners?: number[];
}

const PLATES: Record<string, string> = {};
'YK/TS KS/TR SK/RB YB/KS TR/BS YS/KR BK/ST ST/YB SY/BR'.split(' ').forEach((p, i) => (PLATES[`S${i + 1}`] = p));
'JB/TK TR/BJ KY/RJ TY/JK YR/JB TK/RJ RT/YJ TB/JY RJ/BK'.split(' ').forEach((p, i) => (PLATES[`J${i + 1}`] = p));

const WALLS: Record<Rules, string[]> = {
  classic: COLOURS.map((_, r) => COLOURS.map((_c, c) => COLOURS[(c - r + 5) % 5]).join('')),
  grey: ['.....', '.....', '.....', '.....', '.....'],
  crystal1: ['...K.', 'T....', '..Y..', '....B', '.R...'],
  crystal2: ['.....', '.B.R.', '..T..', '.K.Y.', '.....'],
  duel: [],
};

export function recordedComponents(rules: Rules): Components {
  const crystal = rules.startsWith('crystal');
  return {
    wall: WALLS[rules],
    doubled: rules === 'crystal1',
    penalties: rules === 'duel' ? [-1, -3, -6, -10] : crystal ? [-1, 0, -1, -2, -1, -2, -3] : [-1, -1, -2, -2, -2, -3, -3],
    plates: PLATES,
    special: rules === 'duel' ? [1, 2, 3, 4, 5, 6] : [],
  };
}

export class FixtureSource extends SourceBase implements GameSource {
  private version = 0;
  private shown: TableState;

  constructor(
    private readonly plies: RecordedPly[],
    private ply: number,
    private readonly seats: Seat[],
  ) {
    super();
    this.shown = this.stateAt(false);
  }

  state(): TableState {
    return this.shown;
  }

  async play(move: Move): Promise<PlayResult> {
    const now = this.plies[this.ply]!;
    if (!now.legal.some((l) => sameMove(l.move, move))) return { ok: false, refusal: { code: 'not-legal', args: {} } };
    this.ply = Math.min(this.ply + 1, this.plies.length - 1);
    this.go(true);
    return { ok: true, events: now.events };
  }

  async undo(): Promise<void> {
    this.ply = Math.max(0, this.ply - 1);
    this.go(false);
  }

  async hint(): Promise<LegalMove | null> {
    return this.plies[this.ply]!.legal[0] ?? null;
  }

  hold(): void {}

  at(ply: number): TableState {
    const source = new FixtureSource(this.plies, Math.min(ply, this.ply), this.seats);
    return { ...source.state(), legal: [], version: this.version };
  }

  async newGame(): Promise<void> {
    this.ply = 0;
    this.go(false);
  }

  record(): null {
    return null;
  }

  close(): void {}

  private go(forward: boolean): void {
    this.version++;
    this.shown = this.stateAt(forward);
    this.changed();
  }

  private stateAt(forward: boolean): TableState {
    const now = this.plies[this.ply]!;
    const before = this.plies[this.ply - 1];
    const here = this.seats.flatMap((s, i) => (s.kind === 'person' ? [i] : []));
    const seat = now.position.seat;
    return {
      position: now.position,
      components: recordedComponents(now.position.rules),
      seats: this.seats,
      view: seat !== null && here.includes(seat) ? seat : here[0] ?? 0,
      here,
      legal: seat !== null && here.includes(seat) ? now.legal : [],
      lastMove: before?.move ? { seat: before.position.seat ?? 0, move: before.move, count: before.count } : null,
      log: this.plies.slice(0, this.ply).map(logEntry),
      events: forward && before ? before.events : [],
      version: this.version,
      thinking: false,
      canUndo: this.ply > 0,
      saved: true,
      tabletScores: [],
      winners: now.winners ?? [],
    };
  }
}

function logEntry(ply: RecordedPly, index: number): LogEntry {
  return { ply: index, round: ply.position.round, seat: ply.position.seat ?? 0, move: ply.move!, count: ply.count, events: ply.events };
}
