import { type Language, LANGUAGES } from '@campanero/contract/settings/schemas';
import { useEffect } from 'react';
import { readLocal } from '../lib/browser/storage.ts';
import { createStore, useStore } from '../lib/external-store.ts';
import { changeSettings, getSettings, useSettings } from '../lib/settings.ts';
import { ENGLISH_IN_SPANISH, es, type TextKey } from './es.ts';

export type { TextKey } from './es.ts';

/** An i18n library would add 18 kB gzip to the first page. A missing key or language does not compile. */
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
  const { TITLES, TRANSLATIONS } = await import('./translations.ts');
  return {
    language,
    text: (key) => entryAt(TRANSLATIONS, key)[language],
    title: (spanish) => TITLES[spanish]?.[language] ?? spanish,
  };
}

/** A record without a language is of an older version: there only Arabic was written from right to left. */
const chosenIn = ({ language, direction }: ReturnType<typeof getSettings>): Language =>
  language ?? (direction === 'rtl' ? 'ar' : 'es');

/** On failure the words stay as they are. */
const showLanguage = (language: Language) =>
  wordsIn(language).then(
    (words) => chosenIn(getSettings()) === language && current.set(words),
    () => undefined,
  );

/** Where older versions kept the language. */
const FORMER_KEY = 'language';

/** Awaited before the first render, so that no Spanish flashes. */
export async function openLanguage(): Promise<void> {
  const former = LANGUAGES.find((language) => language === readLocal(FORMER_KEY));
  // Only for whoever is signed in: on a shared computer the next person has another language.
  if (former && getSettings().language === undefined) saveLanguage(former);
  if (former) localStorage.removeItem(FORMER_KEY);
  await showLanguage(chosenIn(getSettings()));
}

/** Language and direction are one choice of the user. Rejects, and changes nothing, if the texts cannot be loaded. */
export async function changeLanguage(language: Language): Promise<void> {
  current.set(await wordsIn(language));
  saveLanguage(language);
}

const saveLanguage = (language: Language) => changeSettings({ language, direction: language === 'ar' ? 'rtl' : 'ltr' });

/** Follows the user: at sign-in and sign-out, from another tab and from another computer. */
export function useChosenLanguage(): void {
  const chosen = chosenIn(useSettings());
  useEffect(() => void showLanguage(chosen), [chosen]);
}

export const useLanguage = (): Language => useStore(current).language;

export const useText = (): Words['text'] => useStore(current).text;

export const useTitle = (): Words['title'] => useStore(current).title;

/** `lang` for texts of the shell: the document is in Spanish (WCAG 3.1.2). With a key: of that text. */
export function useTextLang(): (key?: TextKey) => Language {
  const language = useLanguage();
  return (key) => (key && language === 'es' && ENGLISH_IN_SPANISH.has(key) ? 'en' : language);
}

export function useShellText() {
  const langOf = useTextLang();
  return { text: useText(), langOf, lang: langOf() };
}
