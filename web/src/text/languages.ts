/* Which languages there are, and which one the visitor wants. */
export const LANGUAGES = ['nl', 'en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = { nl: 'Nederlands', en: 'English', de: 'Deutsch' };

/** Each language is a file of its own, fetched when it is wanted. */
const SOURCES: Record<Language, () => Promise<{ default: string }>> = {
  nl: () => import('./nl.ftl?raw'),
  en: () => import('./en.ftl?raw'),
  de: () => import('./de.ftl?raw'),
};

export const wordsOf = async (language: Language): Promise<string> => (await SOURCES[language]()).default;

export function browserLanguage(): Language {
  for (const tag of navigator.languages ?? []) {
    const found = LANGUAGES.find((l) => tag.toLowerCase().startsWith(l));
    if (found) return found;
  }
  return 'en';
}
