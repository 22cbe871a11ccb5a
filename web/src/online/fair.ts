/* Was the shuffle fair? The secret is the one promised before the first move, our own part of the seed is in it, and
 * the deals of the record come out of it (docs/server.md, "The fair shuffle"). Hashing is the browser's. */
import type { Engine } from '../engine/engine';
import { redeal } from '../engine/verbs';
import { readStored, writeStored } from '../settings/settings';
import type { TableInfo } from './feed';

const KEY = 'azulejo.promises';
const KEPT = 50;

interface Promised {
  table: string;
  commitment: string;
  contribution: string;
  /** The version of the shuffle; a note of an older page has none. */
  shuffle?: number;
}

const promises = (): Promised[] => (Array.isArray(readStored(KEY)) ? (readStored(KEY) as Promised[]) : []);

/** Notes the promise before the first move, so that a later change is noticed. */
export function remember({ table, commitment, shuffle }: Pick<TableInfo, 'table' | 'commitment' | 'shuffle'>, contribution = ''): void {
  const known = promises().find((p) => p.table === table);
  if (known && (known.contribution || !contribution)) return;
  const rest = promises().filter((p) => p.table !== table);
  writeStored(KEY, [...rest, { table, commitment, shuffle, ...known, contribution }].slice(-KEPT));
}

export type Verdict = { fair: true; deals: number; promised: boolean } | { fair: false; why: 'secret' | 'contribution' | 'deals' } | null;

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(hex.match(/../g) ?? [], (b) => parseInt(b, 16));
const hexOf = (bytes: ArrayBuffer): string => [...new Uint8Array(bytes)].map((b) => b.toString(16).padStart(2, '0')).join('');

async function hmac(key: Uint8Array<ArrayBuffer>, text: string, ...more: Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer>> {
  const how = { name: 'HMAC', hash: 'SHA-256' };
  const signing = await crypto.subtle.importKey('raw', key, how, false, ['sign']);
  const message = await new Blob([text, ...more]).arrayBuffer();
  return new Uint8Array(await crypto.subtle.sign(how, signing, message));
}

/** What seeds the deals: 64 hexadecimal digits each; in version 1 numbers of 64 bits, in decimal. */
export async function dealSeeds(secret: string, contributions: string[], deals: number, version: number): Promise<string[]> {
  const seed = await hmac(bytesOf(secret), 'azulejo seed 1', ...contributions.map(bytesOf));
  const seeds: string[] = [];
  for (let k = 0; k < deals; k++) {
    const number = new Uint8Array(4);
    new DataView(number.buffer).setUint32(0, k);
    const mac = await hmac(seed, 'azulejo deal', number);
    seeds.push(version === 1 ? new DataView(mac.buffer).getBigUint64(0).toString() : hexOf(mac.buffer));
  }
  return seeds;
}

/** Null: this browser offers no hashing here (a page without https on another machine). */
export async function checkShuffle(engine: Engine, info: TableInfo, record: string): Promise<Verdict> {
  if (!globalThis.crypto?.subtle) return null;
  const noted = promises().find((p) => p.table === info.table);
  const commitment = hexOf(await crypto.subtle.digest('SHA-256', bytesOf(info.secret)));
  if (commitment !== info.commitment || (noted && commitment !== noted.commitment)) return { fair: false, why: 'secret' };
  if (noted?.contribution && info.contributions[info.you ?? 0] !== noted.contribution) return { fair: false, why: 'contribution' };
  const version = noted?.shuffle ?? info.shuffle; // a server that names another version later is found out by the deals
  const count = redeal(engine, record, []);
  const dealt = count.ok ? redeal(engine, record, await dealSeeds(info.secret, info.contributions, count.deals, version)) : count;
  if (!dealt.ok || !dealt.fair) return { fair: false, why: 'deals' };
  return { fair: true, deals: dealt.deals, promised: noted !== undefined };
}
