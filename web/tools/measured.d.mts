export interface Sizes {
  own: number;
  wall: number;
  rival: number;
  text: number;
  textOf: string;
  target: number;
  targetOf: string;
  height: number;
}
export function positionAt(wasm: string, rules: string, players: number, round?: number, plies?: number): Promise<string>;
export function measureSizes(): Sizes;
