import { keepLocal, readLocal } from '../lib/browser/storage.ts';
import { createStore, useStore } from '../lib/external-store.ts';
import { changeSettings } from '../lib/settings.ts';
import { ENGLISH_IN_SPANISH, es, type TextKey } from './es.ts';

export type { TextKey } from './es.ts';

/** An i18n library would add 18 kB gzip to the first page. A missing key or language does not compile. */
export const LANGUAGES = ['es', 'en', 'tr', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = { es: 'Español', en: 'English', tr: 'Türkçe', ar: 'العربية' };

type Words = { language: Language; text: (key: TextKey) => string; title: (spanish: string) => string };

function entryAt<T>(table: Record<string, Record<string, T>>, key: TextKey): T {
  const [group, name] = key.split('.') as [string, string];
  return table[group]![name]!;
}

const SPANISH: Words = { language: 'es', text: (key) => entryAt(es, key), title: (spanish) => spanish };
const current = createStore<Words>(SPANISH);

async function wordsIn(language: Language): Promise<Words> {
  if (language === 'es') return SPANISH;
  const [{ TRANSLATIONS }, { TITLES }] = await Promise.all([import('./translations.ts'), import('./titles.ts')]);
  return {
    language,
    text: (key) => entryAt(TRANSLATIONS, key)[language],
    title: (spanish) => TITLES[spanish]?.[language] ?? spanish,
  };
}

/** Kept per browser, not per user. */
const KEY = 'language';

const readChoice = (): Language => LANGUAGES.find((language) => language === readLocal(KEY)) ?? 'es';

/** Awaited before the first render, so that no Spanish flashes; on failure Spanish stays. */
export async function openLanguage(): Promise<void> {
  await wordsIn(readChoice()).then(current.set, () => undefined);
}

/** Sets the direction as well. Rejects, and changes nothing, if the texts cannot be loaded. */
export async function changeLanguage(language: Language): Promise<void> {
  current.set(await wordsIn(language));
  keepLocal(KEY, language);
  changeSettings({ direction: language === 'ar' ? 'rtl' : 'ltr' });
}

export const useLanguage = (): Language => useStore(current).language;

export const useText = (): Words['text'] => useStore(current).text;

export const useTitle = (): Words['title'] => useStore(current).title;

/** `lang` for texts of the shell: the document is in Spanish (WCAG 3.1.2). With a key: of that text. */
export function useTextLang(): (key?: TextKey) => Language {
  const language = useLanguage();
  return (key) => (key && language === 'es' && ENGLISH_IN_SPANISH.has(key) ? 'en' : language);
}

/** The texts of the shell and their `lang`. */
export function useShellText() {
  const langOf = useTextLang();
  return { text: useText(), langOf, lang: langOf() };
}
