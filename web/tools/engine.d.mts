export type Call = (request: object) => any;
export function openEngine(path: string): Promise<Call>;
export function openTable(path: string): Promise<Call>;
