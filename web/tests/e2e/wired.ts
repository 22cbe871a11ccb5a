/* Visitors of the built page who meet a server that exists only in the browser. */
import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { visit, type Stage } from './stage';
import { openWire, type Wire } from './wire';

/** A visitor of that server, at the given place. */
export async function visitWire(
  stage: Stage,
  prepare: (wire: Wire, context: BrowserContext) => void | Promise<void>,
  fragment: string,
  options: BrowserContextOptions = {},
  settings: object = {},
) {
  const visitor = await visit(stage, {}, { bypassCSP: true, serviceWorkers: 'block', ...options }, settings);
  const wire = await openWire(visitor.context);
  await prepare(wire, visitor.context);
  await visitor.page.goto('about:blank');
  await visitor.page.goto(`${stage.url}${fragment}`);
  return { ...visitor, wire };
}
