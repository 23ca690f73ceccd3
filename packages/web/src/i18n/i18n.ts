import { createStore, useStore } from '../lib/external-store.ts';
import { es } from './es.ts';
import type { Translation } from './es.ts';

/**
 * The shell's words in four languages. A library for this weighed 18 kB gzip on the first page for a table
 * of keys with a fallback; here a key that does not exist does not compile.
 */
const LANGUAGES = ['es', 'en', 'tr', 'ar'] as const;
type Language = (typeof LANGUAGES)[number];

type Group = keyof typeof es;
/** "shell.signOut" */
export type TextKey = { [G in Group]: `${G}.${Extract<keyof (typeof es)[G], string>}` }[Group];

/** Only Spanish travels with the first load; the others come when they are chosen. */
const loaders: Record<Exclude<Language, 'es'>, () => Promise<Translation>> = {
  en: () => import('./en.ts').then((module) => module.en),
  tr: () => import('./tr.ts').then((module) => module.tr),
  ar: () => import('./ar.ts').then((module) => module.ar),
};

type Lookup = (key: TextKey) => string;

function lookupIn(translation: Translation): Lookup {
  return (key) => {
    const [group, name] = key.split('.') as [Group, string];
    const own = (translation[group] as Record<string, string> | undefined)?.[name];
    // What a translation lacks is said in Spanish.
    return own ?? (es[group] as Record<string, string>)[name]!;
  };
}

const spanish = lookupIn({});
const current = createStore<{ text: Lookup }>({ text: spanish });

export async function changeLanguage(language: Language): Promise<void> {
  const text = language === 'es' ? spanish : lookupIn(await loaders[language]());
  current.set({ text });
}

/** The words of the chosen language, by key. */
export const useText = (): Lookup => useStore(current).text;
