export function queryFaults(css: string): string[];
