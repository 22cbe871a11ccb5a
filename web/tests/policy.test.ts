/* What the page may fetch and run is said twice: by the server in a header, and in the built page for any other host. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

/** The pieces of string literals after a name, put together, up to where the expression ends. */
const literal = (source: string, from: RegExp): string => {
  const start = from.exec(source)!;
  const rest = source.slice(start.index + start[0].length);
  return [...rest.slice(0, rest.indexOf(';\n')).matchAll(/"([^"]*)"/g)].map(([, piece]) => piece).join('');
};

const rules = (policy: string): string[] =>
  policy
    .split(';')
    .map((rule) => rule.trim())
    .filter((rule) => rule !== '');

/** Browsers ignore it in a page, and complain. */
const HEADER_ONLY = /^frame-ancestors /;

it('the policy of the server and that of the page are the same', () => {
  const header = literal(read('../../src/server/conn_http.c'), /SECURITY\[\] =/);
  const server = rules(/^content-security-policy: (.*?)\\r\\n/.exec(header)![1]!);
  const page = rules(literal(read('../vite.config.ts'), /const POLICY =/));
  expect(page.length).toBeGreaterThan(5);
  expect(page.filter((rule) => HEADER_ONLY.test(rule))).toEqual([]);
  expect(server.filter((rule) => !HEADER_ONLY.test(rule))).toEqual(page);
  expect(server.filter((rule) => HEADER_ONLY.test(rule))).toEqual(["frame-ancestors 'none'"]);
});
