/* The server's HTTP side: who we are. */
import { Refused } from './protocol';

export interface Person {
  person: string;
  name: string;
  account: boolean;
}

const at = (path: string): string => new URL(`./${path}`, location.href.split('#')[0]).href;

/** Is this page served by a program with tables? A plain file host answers something else. */
export async function hasServer(): Promise<boolean> {
  if (!navigator.onLine || !location.protocol.startsWith('http')) return false;
  try {
    const answer = await fetch(at('healthz'), { cache: 'no-store' });
    return answer.ok && (await answer.text()).trim() === 'alive';
  } catch {
    return false;
  }
}

async function refusal(answer: Response): Promise<Refused> {
  const body = (await answer.json().catch(() => null)) as { code?: string; text?: string; until?: number } | null;
  return new Refused(body?.code ?? 'OFFLINE', body?.text ?? answer.statusText, undefined, body?.until);
}

export async function post<T>(path: string, body: object = {}): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(at(`api/${path}`), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Refused('OFFLINE', 'no connection');
  }
  if (!answer.ok) throw await refusal(answer);
  return (await answer.json()) as T;
}

export async function get(path: string): Promise<string> {
  const answer = await fetch(at(`api/${path}`), { cache: 'no-store' });
  if (!answer.ok) throw await refusal(answer);
  return answer.text();
}

export const socketAddress = (): string => at('ws').replace(/^http/, 'ws');

export const openSession = (): Promise<Person> => post<Person>('session');
