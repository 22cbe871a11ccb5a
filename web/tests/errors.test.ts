/* Every error code of the server has a sentence in every language. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accountErrorKey, errorKey, refusalCode } from '../src/online/errors';
import { LANGUAGES } from '../src/text/languages';
import { translator } from '../src/text/text';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

const TABLE = [
  'NOT_OPEN',
  'NOT_LIVE',
  'NOT_OVER',
  'NO_SEAT',
  'SEAT_TAKEN',
  'SEATED',
  'NOT_SEATED',
  'NOT_YOUR_TURN',
  'STALE',
  'ILLEGAL',
  'TIME_UP',
  'NO_OFFER',
  'OFFERED',
  'NO_DRAW',
  'NO_TAKEBACK',
  'NO_CLAIM',
  'BAD_LEVEL',
  'BAD_PHRASE',
  'TOO_MUCH',
  'NO_TABLE',
  'PRIVATE',
  'NOT_OWNER',
  'TOO_MANY',
  'TOO_MANY_GAMES',
  'BAD_OPTIONS',
  'BAD_NAME',
  'NAME_TAKEN',
  'BAD_CONTRIBUTION',
  'DAMAGED',
  'FULL',
  'BUSY',
  'NOT_UNDERSTOOD',
  'TOO_FAST',
  'NOT_STORED',
  'REMOVED',
  'BANNED',
  'OFFLINE',
];
const ACCOUNT = [
  'BAD_NAME',
  'NAME_TAKEN',
  'BAD_PASSWORD',
  'WRONG',
  'PLAYING',
  'BUSY',
  'TOO_FAST',
  'NOT_STORED',
  'BANNED',
  'NO_SESSION',
  'HAS_ACCOUNT',
  'NO_ACCOUNT',
  'NOT_FOUND',
  'ORIGIN',
  'NOT_SURE',
  'OFFLINE',
];

/** Codes of downloads, which the browser saves or shows itself. */
const DOWNLOADS = ['NO_RECORD', 'NOT_READ', 'TOO_LONG'];

/** Codes named in docs/server.md: the paragraph about errors, and those that the HTTP table mentions. */
function documented(): string[] {
  const doc = read('../../docs/server.md');
  const [errors, http] = doc.slice(doc.indexOf('Errors of the game:')).split('## HTTP\n');
  const spans = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].flatMap(([, span]) => span!.split(/\s+/));
  return [...spans(errors!), ...spans(http!.split('\n## ')[0]!)].filter(
    (word) => /^[A-Z]{2,}(_[A-Z]+)*$/.test(word) && !/^(GET|POST|ID|HOST|TOKEN)$/.test(word) && !DOWNLOADS.includes(word),
  );
}

describe.each(LANGUAGES)('%s', (l) => {
  const t = translator(l, read(`../src/text/${l}.ftl`));
  const refused = t('refusal-online-refused');
  it.each(TABLE)('%s at a table', (code) => {
    expect(t(errorKey(code))).toMatch(/^\p{L}.*[.]$/u);
    expect(t(errorKey(code))).not.toBe(refused);
  });
  it.each(ACCOUNT)('%s of an account', (code) => {
    expect(t(accountErrorKey(code))).toMatch(/^\p{L}.*[._]$/u);
    expect(t(accountErrorKey(code))).not.toBe(refused);
  });
  it('a code of a newer server is a plain refusal', () => {
    expect(t(errorKey('NOT_ON_SUNDAYS'))).toBe(refused);
    expect(refused).not.toContain('⟨');
  });
});

it('no code that the document names is missing here', () => {
  const found = documented();
  expect(found.length).toBeGreaterThan(35);
  expect(found.filter((code) => !TABLE.includes(code) && !ACCOUNT.includes(code))).toEqual([]);
  expect(found.filter((code) => refusalCode(code) === 'online-refused' && accountErrorKey(code) === 'refusal-online-refused')).toEqual([]);
});
