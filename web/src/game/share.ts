/* A game in a link: the record, packed into the fragment, which no server ever sees. */

const MARK = '#game=';

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

export async function linkOf(record: string, base: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(record), new CompressionStream('deflate-raw'));
  const text = btoa(String.fromCharCode(...packed));
  return base.split('#')[0] + MARK + text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The link has been followed: a reload shall not follow it again. */
export function forgetLink(): void {
  if (location.hash.startsWith(MARK)) history.replaceState(history.state, '', location.href.split('#')[0]);
}

/** The record in a fragment, null where there is none; throws where it is broken. */
export async function recordIn(fragment: string): Promise<string | null> {
  if (!fragment.startsWith(MARK)) return null;
  const text = fragment.slice(MARK.length).replaceAll('-', '+').replaceAll('_', '/');
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return new TextDecoder().decode(await through(packed, new DecompressionStream('deflate-raw')));
}
