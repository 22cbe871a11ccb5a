/* All words of the page. A message is a whole sentence in a .ftl file; the three languages have the same keys. */
import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle';
import { wordsOf, type Language } from './languages';

export type Args = Record<string, FluentVariable>;
export type Translate = (id: string, args?: Args) => string;

/** "Zażółć": every letter widened and the text 40 % longer, to see what breaks. */
export function pseudo(text: string): string {
  const wide: Record<string, string> = { a: 'á', e: 'ë', i: 'ï', o: 'ö', u: 'ü', A: 'Å', E: 'É', O: 'Ö', n: 'ñ' };
  const pad = ' ~~~~'.repeat(Math.ceil(text.length / 12.5)).slice(0, Math.ceil(text.length * 0.4));
  return `[${[...text].map((c) => wide[c] ?? c).join('')}${pad}]`;
}

export async function loadWords(language: Language, pseudoLocale = false): Promise<Translate> {
  return translator(language, await wordsOf(language), pseudoLocale);
}

export function translator(language: Language, words: string, pseudoLocale = false): Translate {
  const bundle = new FluentBundle(language, { useIsolating: false, transform: pseudoLocale ? pseudoWords : undefined });
  bundle.addResource(new FluentResource(words));
  return (id, args) => {
    const pattern = bundle.getMessage(id)?.value;
    if (!pattern) return `⟨${id}⟩`;
    return bundle.formatPattern(pattern, args ?? null);
  };
}

/** The transform sees pieces of a message, so the padding is added to each longer piece. */
const pseudoWords = (text: string): string => (text.trim().length < 3 ? text : pseudo(text));
