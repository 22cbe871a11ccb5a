/* Which languages there are, and which one the visitor wants. A language is two files: `<code>.ftl` here (page and
 * terminal) and `terminal/<code>.ftl` (terminal only, never part of the page). */

/** The two halves of a language's file (vite.config.ts divides it), each fetched when it is wanted: what the first page
 * and a game say, and what lessons, rules, practice, editor, review and online tables say. */
const FIRST = import.meta.glob<string>('./*.ftl', { query: '?first', import: 'default' });
const LATER = import.meta.glob<string>('./*.ftl', { query: '?later', import: 'default' });

/** A code like `nl`. */
export type Language = string;
export const LANGUAGES: readonly Language[] = Object.keys(FIRST).map((file) => file.slice('./'.length, -'.ftl'.length));

/** What a language calls itself, with a capital letter: Nederlands, English. */
export function languageName(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

export const wordsOf = (language: Language): Promise<string> => FIRST[`./${language}.ftl`]!();
export const laterWordsOf = (language: Language): Promise<string> => LATER[`./${language}.ftl`]!();

export function browserLanguage(): Language {
  for (const tag of navigator.languages ?? []) {
    const found = LANGUAGES.find((l) => tag.toLowerCase().startsWith(l));
    if (found) return found;
  }
  return 'en';
}
