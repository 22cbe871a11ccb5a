/* What the page may fetch and run stands in one header file, for the server and for the built page on any other host. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import config from '../vite.config';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

const rules = (policy: string): string[] => policy.split(';').map((rule) => rule.trim());

/** The policy in the head of the built page. */
function pagePolicy(): string {
  const plugin = (config.plugins as Plugin[]).find((p) => p.name === 'content-security-policy')!;
  const [tag] = (plugin.transformIndexHtml as () => HtmlTagDescriptor[])();
  expect(tag).toMatchObject({ tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy' } });
  return tag!.attrs!.content as string;
}

it('the built page has the policy of the header file, without what only a header can say', () => {
  const page = rules(pagePolicy());
  expect(page.length).toBeGreaterThan(5);
  expect(page.slice(0, 2)).toEqual(["default-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"]);
  for (const rule of page) expect(rule).toMatch(/^(default|script|style|img|worker|object)-src |^(base-uri|form-action) /);
});

it('the server sends the same policy, and forbids to frame the page', () => {
  expect(read('../../src/server/conn_http.c')).toContain(`"content-security-policy: " CONTENT_POLICY "; frame-ancestors 'none'\\r\\n"`);
});
