/* What a viewer may set, kept in the browser. A browser that refuses storage gets the defaults and no error. */
import { browserLanguage, LANGUAGES, type Language } from '../text/languages';

export interface Settings {
  language: Language;
  theme: 'system' | 'light' | 'dark';
  contrast: boolean;
  letters: boolean;
  confirm: boolean;
  speed: 'off' | 'slow' | 'normal' | 'fast';
  sound: boolean;
  keys: boolean;
  /** Words 40 % longer, for tests and pictures; no screen offers it. */
  pseudo: boolean;
}

const KEY = 'azulejo.settings';

export const DEFAULTS: Settings = {
  language: 'en',
  theme: 'system',
  contrast: false,
  letters: false,
  confirm: false,
  speed: 'normal',
  sound: false,
  keys: true,
  pseudo: false,
};

/** How long motion and the pauses of bots take, against the normal speed. */
export const SPEED_FACTOR: Record<Settings['speed'], number> = { off: 0, slow: 1.8, normal: 1, fast: 0.5 };

export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** False when the browser keeps nothing (full, refused): the caller says so once. */
export function writeStored(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Keeps only values that a setting can have, whatever was stored. */
export function sanitise(stored: unknown, language: Language): Settings {
  const settings: Settings = { ...DEFAULTS, language };
  if (typeof stored !== 'object' || stored === null) return settings;
  const given = stored as Partial<Record<keyof Settings, unknown>>;
  const pick = <K extends keyof Settings>(key: K, allowed: readonly Settings[K][]): void => {
    const value = given[key] as Settings[K];
    if (allowed.includes(value)) settings[key] = value;
  };
  pick('language', LANGUAGES);
  pick('theme', ['system', 'light', 'dark']);
  pick('speed', ['off', 'slow', 'normal', 'fast']);
  for (const key of ['contrast', 'letters', 'confirm', 'sound', 'keys', 'pseudo'] as const) pick(key, [true, false]);
  return settings;
}

export const loadSettings = (): Settings => sanitise(readStored(KEY), browserLanguage());
export const saveSettings = (settings: Settings): boolean => writeStored(KEY, settings);

const night = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

/** Applies them now and whenever the device changes between day and night; returns the function that ends it. */
export function followSettings(settings: Settings): () => void {
  const apply = () => applySettings(settings);
  const device = night();
  apply();
  device.addEventListener('change', apply);
  return () => device.removeEventListener('change', apply);
}

/** Theme and options as attributes of the page, for the style sheets. */
export function applySettings(settings: Settings): void {
  const root = document.documentElement;
  root.lang = settings.language;
  root.dataset.theme = settings.theme === 'system' ? (night().matches ? 'dark' : 'light') : settings.theme;
  root.dataset.contrast = settings.contrast ? 'more' : 'normal';
  root.dataset.letters = settings.letters ? 'on' : 'off';
  root.dataset.motion = settings.speed === 'off' ? 'off' : 'on';
  // The browser's own bar follows the chosen theme, not the device's.
  const page = getComputedStyle(root).getPropertyValue('--page').trim();
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) bar.content = page;
}
