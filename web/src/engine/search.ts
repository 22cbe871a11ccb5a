/* Bots and hints: a Worker that thinks, so that the page never waits. */
import type { Move } from '../game/types';
import type { Answer } from './engine';

export interface Line {
  win: number[];
  score: number[];
  moves: string[];
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

/** Bots by level, easiest first. */
export const LEVELS = ['novice', 'learner', 'casual', 'regular', 'expert', 'master', 'champion'] as const;

export class Search {
  private worker: Worker | null = null;
  private waiting = new Map<number, { resolve: (a: Answer<Found>) => void; reject: (e: Error) => void }>();
  private next = 1;

  go(question: Question): Promise<Answer<Found>> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.thread().postMessage({ id, request: { do: 'search', ...question } });
    });
  }

  /** Starts the thread before it is needed, so that the first answer is as quick as the others. */
  warm(): void {
    this.thread();
  }

  /** Breaks off whatever is being thought about; the questions asked are never answered. */
  stop(): void {
    if (this.waiting.size === 0) return;
    this.worker?.terminate();
    this.worker = null;
    this.waiting.clear();
  }

  private thread(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<{ id: number; answer?: Answer<Found>; error?: string }>) => {
      const asked = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.answer) asked?.resolve(data.answer);
      else asked?.reject(new Error(data.error));
    };
    worker.onerror = () => {
      for (const { reject } of this.waiting.values()) reject(new Error('the search stopped'));
      this.waiting.clear();
    };
    return (this.worker = worker);
  }
}
