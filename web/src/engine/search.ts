/* Bots and hints: a Worker that thinks, so that the page never waits. */
import type { Advice, Move } from '../model/types';
import { compiled, type Answer, type Request } from './engine';

export interface Line {
  win: number[];
  score: number[];
  moves: Move[];
  /** Whose moves they are, as far as the line can be followed. */
  seats: number[];
}

export interface Found {
  move: Move;
  text: string;
  depth: number;
  nodes: number;
  timeUs: number;
  lines: Line[];
}

export interface Question {
  /** The text of a view: the search sees no more than the seat. */
  position: string;
  bot: string;
  timeMs?: number;
  nodes?: number;
  lines?: number;
  seed?: string;
}

/** What to advise in a position; or why `move` is better, than `other` where one is named. */
export interface AdviceQuestion {
  position: string;
  move?: Move | string;
  other?: Move | string;
  timeMs?: number;
  nodes?: number;
  seed?: string;
}

interface Asked {
  resolve: (answer: Answer<unknown>) => void;
  reject: (error: Error) => void;
}

export class Search {
  private worker: Promise<Worker> | null = null;
  private waiting = new Map<number, Asked>();
  private next = 1;

  go(question: Question): Promise<Answer<Found>> {
    return this.ask({ do: 'search', ...question });
  }

  advise(question: AdviceQuestion): Promise<Answer<Advice>> {
    return this.ask({ do: 'advise', ...question });
  }

  private ask<T>(request: Request): Promise<Answer<T>> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as Asked['resolve'], reject });
      const send = (worker: Worker) => this.waiting.has(id) && worker.postMessage({ id, request });
      this.thread().then(send, reject);
    });
  }

  /** Starts the thread before it is needed, so that the first answer is as quick as the others. */
  warm(): void {
    this.thread().catch(() => undefined); // an error is reported when a question is asked
  }

  /** Breaks off whatever is being thought about; the questions asked are never answered. */
  stop(): void {
    if (this.waiting.size > 0) this.close();
  }

  /** Ends the thread. */
  close(): void {
    this.worker?.then(
      (w) => w.terminate(),
      () => undefined,
    );
    this.worker = null;
    this.waiting.clear();
  }

  private thread(): Promise<Worker> {
    this.worker ??= this.start().catch((error) => {
      this.worker = null;
      throw error;
    });
    return this.worker;
  }

  private async start(): Promise<Worker> {
    const module = await compiled();
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<{ id: number; answer?: Answer<unknown>; error?: string }>) => {
      const asked = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.answer) asked?.resolve(data.answer);
      else asked?.reject(new Error(data.error));
    };
    worker.onerror = () => {
      const asked = [...this.waiting.values()];
      this.close();
      for (const { reject } of asked) reject(new Error('the search stopped'));
    };
    worker.postMessage({ module });
    return worker;
  }
}
