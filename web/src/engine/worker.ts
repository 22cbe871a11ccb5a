/* The search's own thread, with its own instance of the engine: the page sends the compiled code first. */
import { Engine, type Request } from './engine';
import { netUrl } from './nets';

let engine: Promise<Engine>;
const asked = new Map<string, Promise<void>>();

/** Fetches the network of this game, once. Without it the engine judges by its hand-made evaluation. */
function prepare(url: string): Promise<void> {
  const before = asked.get(url);
  if (before) return before;
  const now = fetch(url)
    .then((response) => (response.ok ? response.arrayBuffer() : Promise.reject(new Error(String(response.status)))))
    .then(async (file) => void (await engine).addNet(new Uint8Array(file)))
    .catch(() => void asked.delete(url));
  asked.set(url, now);
  return now;
}

self.onmessage = async ({ data }: MessageEvent<{ module: WebAssembly.Module } | { id: number; request: Request }>) => {
  if ('module' in data) {
    engine = Engine.of(data.module);
    return;
  }
  try {
    const url = netUrl(await engine, data.request);
    if (url) await prepare(url);
    self.postMessage({ id: data.id, answer: (await engine).call(data.request) });
  } catch (error) {
    self.postMessage({ id: data.id, error: String(error) });
  }
};
