/* The search's own thread, with its own instance of the engine. */
import { Engine, type Request } from './engine';

const engine = Engine.load();

self.onmessage = async ({ data }: MessageEvent<{ id: number; request: Request }>) => {
  try {
    self.postMessage({ id: data.id, answer: (await engine).call(data.request) });
  } catch (error) {
    self.postMessage({ id: data.id, error: String(error) });
  }
};
