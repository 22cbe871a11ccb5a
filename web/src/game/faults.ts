/* What the engine refuses, in the words of the page. */
import type { Refused } from '../engine/engine';
import type { Translate } from '../text/text';
import { refusalWords } from './describe';
import type { Refusal } from '../model/types';

export function refusalOf(answer: Pick<Refused, 'refusal'>): Refusal {
  if (!answer.refusal) return { code: 'not-legal', args: {} };
  const { code, ...args } = answer.refusal;
  return { code: code.toLowerCase().replaceAll('_', '-'), args };
}

/** Why a record was refused: the place, the text there, and what would be right. */
export function recordFaultWords(t: Translate, record: string, { fault, refusal }: Refused): string {
  if (!fault) return `${t('bad-record')} ${refusalWords(t, refusalOf({ refusal }))}`;
  const { line, column, part } = fault;
  if (line === 0) return `${t('bad-record')} ${t('record-empty')}`;
  const found = wordAt(record, fault.offset);
  const where = t('record-where', { line, column, found: found || 'none' });
  const why = fault.refusal ? refusalWords(t, refusalOf(fault)) : t(`record-part-${part}`);
  return `${t('bad-record')} ${where} ${why}`;
}

/** The engine counts bytes. */
function wordAt(record: string, offset: number): string {
  const rest = new TextDecoder().decode(new TextEncoder().encode(record).slice(offset, offset + 120));
  const word = /^\S*/.exec(rest)![0];
  return word.length > 24 ? `${word.slice(0, 24)}…` : word;
}
