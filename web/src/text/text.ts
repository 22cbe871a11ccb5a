/* All words of the page. A message is a whole sentence in a .ftl file; the three languages have the same keys. */
import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle';
import { laterWordsOf, wordsOf, type Language } from './languages';

export type Args = Record<string, FluentVariable>;
export type Translate = (id: string, args?: Args) => string;

/** "Zażółć": every letter widened and the text 40 % longer, to see what breaks. */
export function pseudo(text: string): string {
  const wide: Record<string, string> = { a: 'á', e: 'ë', i: 'ï', o: 'ö', u: 'ü', A: 'Å', E: 'É', O: 'Ö', n: 'ñ' };
  const pad = ' ~~~~'.repeat(Math.ceil(text.length / 12.5)).slice(0, Math.ceil(text.length * 0.4));
  return `[${[...text].map((c) => wide[c] ?? c).join('')}${pad}]`;
}

/** The words of the first page and of a game; with `all`, those of every screen. */
export async function loadWords(language: Language, pseudoLocale = false, all = false): Promise<Translate> {
  const words = await Promise.all([wordsOf(language), all ? laterWordsOf(language) : '']);
  return translator(language, words.join(''), pseudoLocale);
}

/** Dates and lists as the texts are written: the English ones are British. */
export const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language);

export function translator(language: Language, words: string, pseudoLocale = false): Translate {
  const bundle = new FluentBundle(localeOf(language), { useIsolating: false, transform: pseudoLocale ? pseudoWords : undefined });
  const sources = messagesIn(words);
  const learn = (id: string): void => {
    const source = sources.get(id);
    if (source === undefined) return;
    sources.delete(id);
    for (const [, name] of source.matchAll(REFERENCE)) learn(name!);
    bundle.addResource(new FluentResource(source));
  };
  return (id, args) => {
    learn(id);
    const pattern = bundle.getMessage(id)?.value;
    if (!pattern) return `⟨${id}⟩`;
    return bundle.formatPattern(pattern, args ?? null);
  };
}

const REFERENCE = /\{ ([a-z][\w-]*) \}/g;

/** The source of each message. A message is read when it is first wanted: the first page needs few of them. */
function messagesIn(words: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const source of words.split(/^(?=[a-z])/m)) {
    const id = /^([a-z][\w-]*) =/.exec(source)?.[1];
    if (id) found.set(id, source.replace(/^#.*$/gm, ''));
  }
  return found;
}

/** The transform sees pieces of a message, so the padding is added to each longer piece. */
const pseudoWords = (text: string): string => (text.trim().length < 3 ? text : pseudo(text));
