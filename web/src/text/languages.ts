/* Which languages there are, and which one the visitor wants. A language is two files: `<code>.ftl` here (page and
 * terminal) and `terminal/<code>.ftl` (terminal only, never part of the page). */

/** Each language is a file of its own, fetched when it is wanted. */
const SOURCES = import.meta.glob<string>('./*.ftl', { query: '?raw', import: 'default' });

/** A code like `nl`. */
export type Language = string;
export const LANGUAGES: readonly Language[] = Object.keys(SOURCES).map((file) => file.slice('./'.length, -'.ftl'.length));

/** What a language calls itself, with a capital letter: Nederlands, English. */
export function languageName(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

export const wordsOf = (language: Language): Promise<string> => SOURCES[`./${language}.ftl`]!();

export function browserLanguage(): Language {
  for (const tag of navigator.languages ?? []) {
    const found = LANGUAGES.find((l) => tag.toLowerCase().startsWith(l));
    if (found) return found;
  }
  return 'en';
}
