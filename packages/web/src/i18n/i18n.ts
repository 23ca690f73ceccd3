import { createStore, useStore } from '../lib/external-store.ts';
import { changeSettings } from '../lib/settings.ts';
import { ENGLISH_IN_SPANISH, es, type TextKey } from './es.ts';

export type { TextKey } from './es.ts';

/**
 * The shell's words in four languages. A library for this weighed 18 kB gzip on the first page for a table
 * of keys; here a key that does not exist, or that a language lacks, does not compile.
 */
export const LANGUAGES = ['es', 'en', 'tr', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];
/** Each in its own language, for people who read no other. */
export const LANGUAGE_NAMES: Record<Language, string> = { es: 'Español', en: 'English', tr: 'Türkçe', ar: 'العربية' };

interface Words {
  language: Language;
  text: (key: TextKey) => string;
  /** The title of an entry of the navbar, from the Spanish one. */
  title: (spanish: string) => string;
}

/** The entry of "shell.signOut" in a table of groups. */
function entryAt<T>(table: Record<string, Record<string, T>>, key: TextKey): T {
  const [group, name] = key.split('.') as [string, string];
  return table[group]![name]!;
}

const SPANISH: Words = { language: 'es', text: (key) => entryAt(es, key), title: (spanish) => spanish };
const current = createStore<Words>(SPANISH);

/** Only Spanish comes with the first load. */
async function wordsIn(language: Language): Promise<Words> {
  if (language === 'es') return SPANISH;
  const [{ TRANSLATIONS }, { TITLES }] = await Promise.all([import('./translations.ts'), import('./titles.ts')]);
  return {
    language,
    text: (key) => entryAt(TRANSLATIONS, key)[language],
    title: (spanish) => TITLES[spanish]?.[language] ?? spanish,
  };
}

/** The choice is kept per browser, not per user. */
const KEY = 'language';

function readChoice(): Language {
  try {
    const stored = localStorage.getItem(KEY);
    return LANGUAGES.find((language) => language === stored) ?? 'es';
  } catch {
    return 'es';
  }
}

function keepChoice(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Storage may be full or forbidden: then the next load is Spanish.
  }
}

/**
 * The words of the kept choice. Awaited before the first drawing, so that no Spanish flashes and nothing moves; a catalogue that
 * does not arrive leaves Spanish.
 */
export async function openLanguage(): Promise<void> {
  await wordsIn(readChoice()).then(current.set, () => undefined);
}

/** Arabic turns the direction, the others turn it back. Rejects, and changes nothing, when the words cannot be fetched. */
export async function changeLanguage(language: Language): Promise<void> {
  current.set(await wordsIn(language));
  keepChoice(language);
  changeSettings({ direction: language === 'ar' ? 'rtl' : 'ltr' });
}

export const useLanguage = (): Language => useStore(current).language;

/** The words of the chosen language, by key. */
export const useText = (): Words['text'] => useStore(current).text;

export const useTitle = (): Words['title'] => useStore(current).title;

/**
 * The `lang` of what stands in the chosen language, to be set where the shell's words begin: the document itself is in Spanish, as
 * the screens are (WCAG 3.1.2). With a key: of that text alone.
 */
export function useTextLang(): (key?: TextKey) => Language {
  const language = useLanguage();
  return (key) => (key && language === 'es' && ENGLISH_IN_SPANISH.has(key) ? 'en' : language);
}
