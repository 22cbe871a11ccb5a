/* The search's own thread, with its own instance of the engine: the page sends the compiled code first. */
import { Engine, type Request } from './engine';

let engine: Promise<Engine>;

self.onmessage = async ({ data }: MessageEvent<{ module: WebAssembly.Module } | { id: number; request: Request }>) => {
  if ('module' in data) {
    engine = Engine.of(data.module);
    return;
  }
  try {
    self.postMessage({ id: data.id, answer: (await engine).call(data.request) });
  } catch (error) {
    self.postMessage({ id: data.id, error: String(error) });
  }
};
