/* A game in a link: the record, packed into the fragment, which no server ever sees. */
import { addressOf, currentRoute, replaceRoute, routeOf } from '../model/route';

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

export async function linkOf(record: string, base: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(record), new CompressionStream('deflate-raw'));
  const text = btoa(String.fromCharCode(...packed));
  return addressOf({ to: 'record', packed: text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') }, base);
}

/** The link has been followed: a reload shall not follow it again. */
export function forgetLink(): void {
  if (currentRoute().to === 'record') replaceRoute({ to: 'start' });
}

/** The record in a fragment, null where there is none; throws where it is broken. */
export async function recordIn(fragment: string): Promise<string | null> {
  const route = routeOf(fragment);
  if (route.to !== 'record') return null;
  const text = route.packed.replaceAll('-', '+').replaceAll('_', '/');
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return new TextDecoder().decode(await through(packed, new DecompressionStream('deflate-raw')));
}
