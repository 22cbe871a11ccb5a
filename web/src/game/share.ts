/* A game in a link: the record, packed into the fragment, which no server ever sees. */
import { addressOf, currentRoute, replaceRoute, routeOf } from '../model/route';

/** No record is longer, with every move commented; what is gets no further than this file. */
export const RECORD_MAX = 2_000_000;

/** Larger than any record. */
export class TooLarge extends Error {}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** A small packet may unpack to gigabytes, so it is read piece by piece up to a limit. */
async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length <= RECORD_MAX) continue;
    await reader.cancel();
    throw new TooLarge();
  }
}

/** The record in a file. */
export async function recordOf(file: Blob): Promise<string> {
  if (file.size > RECORD_MAX) throw new TooLarge();
  return file.text();
}

export async function linkOf(record: string, base: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(record), new CompressionStream('deflate-raw'));
  const text = btoa(String.fromCharCode(...packed));
  return addressOf({ to: 'record', packed: text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') }, base);
}

/** The link has been followed: removes it, so that a reload does not follow it again. */
export function forgetLink(): void {
  if (currentRoute().to === 'record') replaceRoute({ to: 'start' });
}

/** The record in a fragment, null where there is none; throws where it is broken or too large. */
export async function recordIn(fragment: string): Promise<string | null> {
  const route = routeOf(fragment);
  if (route.to !== 'record') return null;
  const text = route.packed.replaceAll('-', '+').replaceAll('_', '/');
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return unpacked(packed);
}
