import type { Browser } from 'playwright-core';
export function launch(more?: string[]): Promise<Browser>;
