/* The C rules in the page: one stateless function, a JSON request in, a JSON answer out. */

export interface Engine {
  call<Answer>(request: EngineRequest): Promise<Answer>;
}

export interface EngineRequest {
  op: string;
  [argument: string]: unknown;
}

export class EngineError extends Error {
  constructor(
    readonly code: string,
    readonly args: Record<string, string | number>,
  ) {
    super(code);
  }
}
