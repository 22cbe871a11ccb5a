/* The one connection to the server: it reconnects by itself and brings every follower of a table up to date in one
 * round trip. */
import { Malformed, read, type Heard, type ServerMessage } from './messages';
import { openSession, socketAddress, type Person } from './api';
import { codeOf, Refused, type Answer, type EventMessage, type ServerRequest, type SyncMessage, type Welcome } from './protocol';

/** `offline`: the device has no network; `lost`: trying again; `banned`: the server refuses us, asked again after minutes. */
export type LinkState = 'connecting' | 'open' | 'lost' | 'offline' | 'banned';

/** Who follows a table. */
export interface Follower {
  table: string;
  /** The watch message that brings everything missed. */
  watch(): object;
  sync(message: SyncMessage): void;
  event(message: EventMessage): void;
  presence(online: boolean[]): void;
  /** The server has no such table any more. */
  removed(cause: string): void;
  refused(e: Refused): void;
}

interface Asked {
  message: ServerRequest;
  /** A move is kept until it is answered, over any number of connections. */
  keep: boolean;
  resolve: (answer: Answer) => void;
  reject: (e: Refused) => void;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const PING_MS = 20_000;
const PONG_MS = 8_000;
/** After a server could not read a table. */
const BUSY_WAIT_MS = 1_000;
/** From the first request to the server's welcome. */
const WELCOME_MS = 12_000;
/** A banned visitor asks again after minutes: sooner if the ban ends sooner. */
const BANNED_WAIT_MS = 10 * 60_000;
const BANNED_WAIT_LEAST_MS = 60_000;

export const randomId = (): string => [...crypto.getRandomValues(new Uint8Array(12))].map((b) => b.toString(16).padStart(2, '0')).join('');

export class Link {
  state: LinkState = 'connecting';
  person: Person | null = null;
  welcome: Welcome | null = null;
  /** When the ban ends, where the state is `banned`; 0: no end is set. */
  bannedUntil = 0;
  private socket: WebSocket | null = null;
  private asked = new Map<string, Asked>();
  private followers = new Set<Follower>();
  private listeners = new Set<() => void>();
  private tries = 0;
  private timer = 0;
  private pingTimer = 0;
  private silence = 0;
  private attempt = 0;
  private closed = false;
  /** The server's wall clock less ours, ms. */
  private skew = 0;

  constructor() {
    addEventListener('offline', this.wentOffline);
    addEventListener('online', this.reconnect);
    document.addEventListener('visibilitychange', this.looked);
    void this.connect();
  }

  subscribe(fn: () => void): () => void {
    this.listeners.add(fn);
    return () => this.listeners.delete(fn);
  }

  close(): void {
    this.closed = true;
    removeEventListener('offline', this.wentOffline);
    removeEventListener('online', this.reconnect);
    document.removeEventListener('visibilitychange', this.looked);
    this.drop();
  }

  /** Sends a request; fails with OFFLINE where there is no connection, unless it is one to keep. */
  ask(message: ServerRequest, keep = false, id = randomId()): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.state !== 'open' && !keep) {
        reject(new Refused('OFFLINE', 'no connection'));
        return;
      }
      const asked: Asked = { message: { ...message, id }, keep, resolve, reject };
      this.asked.set(id, asked);
      if (this.state === 'open') this.send(asked.message);
    });
  }

  follow(follower: Follower): () => void {
    this.followers.add(follower);
    if (this.state === 'open') this.watch(follower);
    return () => {
      this.followers.delete(follower);
      if (this.state === 'open') this.send({ t: 'unwatch', table: follower.table });
    };
  }

  /** Asks the server for what a follower has not seen. */
  watch(follower: Follower): void {
    this.ask({ t: 'watch', table: follower.table, ...follower.watch() }).catch((e: Refused) => {
      if (e.code === 'BUSY') window.setTimeout(() => this.watchAgain(follower), BUSY_WAIT_MS);
      else if (e.code !== 'OFFLINE') follower.refused(e);
    });
  }

  private watchAgain(follower: Follower): void {
    if (this.state === 'open' && this.followers.has(follower)) this.watch(follower);
  }

  /** A new person (login, logout) needs a new socket. */
  again(): void {
    this.drop();
    this.tries = 0;
    void this.connect();
  }

  /** The time of the server's wall clock, ms. */
  serverTime(): number {
    return Date.now() + this.skew;
  }

  readonly reconnect = (): void => {
    if (this.state === 'open' || this.state === 'banned' || this.closed) return;
    this.again();
  };

  private readonly looked = (): void => {
    const away = this.state === 'lost' || this.state === 'offline';
    if (document.visibilityState === 'visible' && away && navigator.onLine) this.reconnect();
  };

  private readonly wentOffline = (): void => {
    if (this.state === 'banned') return;
    this.drop();
    this.turn('offline');
  };

  private turn(state: LinkState): void {
    this.state = state;
    for (const fn of [...this.listeners]) fn();
  }

  private async connect(): Promise<void> {
    const attempt = ++this.attempt;
    if (this.state !== 'lost' && this.state !== 'banned') this.turn('connecting');
    this.expect(WELCOME_MS);
    try {
      this.person = await openSession();
    } catch (e) {
      if (attempt === this.attempt) this.failed(e);
      return;
    }
    if (attempt !== this.attempt || this.closed) return;
    const socket = new WebSocket(socketAddress());
    this.socket = socket;
    socket.onmessage = ({ data }: MessageEvent) => this.hear(data);
    socket.onclose = () => {
      if (this.socket === socket) this.lose();
    };
  }

  private drop(): void {
    this.attempt++;
    clearTimeout(this.timer);
    clearInterval(this.pingTimer);
    clearTimeout(this.silence);
    const { socket } = this;
    this.socket = null;
    socket?.close();
    for (const [id, asked] of this.asked) {
      if (asked.keep && !this.closed) continue;
      this.asked.delete(id);
      asked.reject(new Refused('OFFLINE', 'the connection was lost'));
    }
  }

  /** A network may drop everything silently, so after this much silence the link reconnects. */
  private expect(ms: number): void {
    this.silence = window.setTimeout(() => this.lose(), ms);
  }

  private lose(): void {
    this.drop();
    if (this.closed) return;
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.tries++) * (0.75 + Math.random() / 2);
    this.turn(navigator.onLine ? 'lost' : 'offline');
    this.timer = window.setTimeout(() => void this.connect(), wait);
  }

  private failed(e: unknown): void {
    if (codeOf(e) === 'BANNED') this.banned((e as Refused).until);
    else this.lose();
  }

  private banned(until: number): void {
    this.drop();
    if (this.closed) return;
    this.bannedUntil = until;
    const left = until > 0 ? until - this.serverTime() : BANNED_WAIT_MS;
    const wait = Math.max(BANNED_WAIT_LEAST_MS, Math.min(BANNED_WAIT_MS, left)) * (1 + Math.random() / 4);
    this.turn('banned');
    this.timer = window.setTimeout(() => void this.connect(), wait);
  }

  private send(message: object): void {
    this.socket?.send(JSON.stringify(message));
  }

  /** A message that cannot be read is dropped; if it answers a request, that request fails. */
  private hear(data: unknown): void {
    clearTimeout(this.silence);
    try {
      const heard = read(data);
      this.deliver(heard.message);
      this.answered(heard);
      if (heard.message.t === 'error' && heard.message.error.code === 'BANNED') this.banned(heard.message.error.until ?? 0);
    } catch (e) {
      if (!(e instanceof Malformed)) throw e;
      console.warn(`A message of the server was dropped: ${e.message}.`);
      if (e.id !== null) this.settle(e.id)?.reject(new Refused('NOT_UNDERSTOOD', e.message));
    }
  }

  private deliver(message: ServerMessage): void {
    if (message.t === 'welcome') this.welcomed(message.welcome);
    else if (message.t === 'sync') this.tell(message.sync.table, (f) => f.sync(message.sync));
    else if (message.t === 'event') this.tell(message.event.table, (f) => f.event(message.event));
    else if (message.t === 'presence') this.tell(message.table, (f) => f.presence(message.online));
    else if (message.t === 'removed') this.tell(message.table, (f) => f.removed(message.cause));
  }

  private tell(table: string, how: (f: Follower) => void): void {
    for (const f of [...this.followers]) if (f.table === table) how(f);
  }

  /** Takes the request with this id off the list of open ones. */
  private settle(id: string): Asked | undefined {
    const asked = this.asked.get(id);
    this.asked.delete(id);
    return asked;
  }

  private answered({ message, id, answer }: Heard): void {
    const asked = id === null ? undefined : this.settle(id);
    if (message.t !== 'error') return asked?.resolve(answer);
    const { code, text = '', fault, until } = message.error;
    asked?.reject(new Refused(code, text, fault, until));
  }

  /** Sends everything again that waited: first asks for missed events, then repeats unconfirmed moves. */
  private welcomed(welcome: Welcome): void {
    this.welcome = welcome;
    this.skew = (welcome.time ?? Date.now()) - Date.now();
    this.tries = 0;
    this.state = 'open';
    for (const f of this.followers) this.watch(f);
    for (const asked of this.asked.values()) if (asked.keep) this.send(asked.message);
    this.pingTimer = window.setInterval(() => this.ping(), PING_MS);
    this.turn('open');
  }

  private ping(): void {
    this.send({ t: 'ping' });
    this.expect(PONG_MS);
  }
}
