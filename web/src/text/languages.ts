/* Which languages there are, and which one the visitor wants. A language is a line of this list and two files:
 * `<code>.ftl` here (page and terminal) and `terminal/<code>.ftl` (terminal only, never part of the page). */
export const LANGUAGE_NAMES = {
  nl: 'Nederlands',
  en: 'English',
  de: 'Deutsch',
} as const;

export type Language = keyof typeof LANGUAGE_NAMES;
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[];

/** Each language is a file of its own, fetched when it is wanted. */
const SOURCES = import.meta.glob<string>('./*.ftl', { query: '?raw', import: 'default' });

export const wordsOf = (language: Language): Promise<string> => SOURCES[`./${language}.ftl`]!();

export function browserLanguage(): Language {
  for (const tag of navigator.languages ?? []) {
    const found = LANGUAGES.find((l) => tag.toLowerCase().startsWith(l));
    if (found) return found;
  }
  return 'en';
}
