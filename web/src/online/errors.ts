/* The server's error codes (docs/server.md) as keys of the texts. */

/** Codes with a sentence of their own. */
const SPOKEN = [
  'NOT_OPEN',
  'NOT_LIVE',
  'NOT_OVER',
  'NO_SEAT',
  'SEAT_TAKEN',
  'SEATED',
  'NOT_SEATED',
  'REMOVED',
  'NOT_YOUR_TURN',
  'STALE',
  'ILLEGAL',
  'TIME_UP',
  'NO_OFFER',
  'OFFERED',
  'NO_DRAW',
  'NO_TAKEBACK',
  'NO_CLAIM',
  'TOO_MUCH',
  'NO_TABLE',
  'PRIVATE',
  'NOT_OWNER',
  'TOO_MANY',
  'TOO_MANY_GAMES',
  'BAD_OPTIONS',
  'BAD_NAME',
  'NAME_TAKEN',
  'DAMAGED',
  'FULL',
  'BUSY',
  'TOO_FAST',
  'NOT_STORED',
  'BANNED',
  'OFFLINE',
];

/** A page that fits the server causes none of these; they mean that the page is outdated. */
const MISMATCHES = [
  'NOT_UNDERSTOOD',
  'BAD_LEVEL',
  'BAD_PHRASE',
  'BAD_CONTRIBUTION',
  'NOT_FOUND',
  'ORIGIN',
  'NOT_SURE',
  'NO_SESSION',
  'HAS_ACCOUNT',
  'NO_ACCOUNT',
];

/** Codes that mean something else, or exist only, where an account is made or used. */
const ACCOUNT = ['BAD_NAME', 'BAD_PASSWORD', 'WRONG', 'PLAYING'];

const dashed = (code: string): string => code.toLowerCase().replaceAll('_', '-');

/** The key by which the table says it; a code that the page does not know is said as a plain refusal. */
export function refusalCode(code: string): string {
  if (MISMATCHES.includes(code)) return 'online-mismatch';
  return SPOKEN.includes(code) ? `online-${dashed(code)}` : 'online-refused';
}

export const errorKey = (code: string): string => `refusal-${refusalCode(code)}`;

export const accountErrorKey = (code: string): string => (ACCOUNT.includes(code) ? `account-${dashed(code)}` : errorKey(code));
