import { type Shortcut, SHORTCUTS } from '../../lib/shortcuts.ts';

/** What the help tells of a shortcut; the keys of an open form are no shortcuts and are only told. */
export type HelpEntry = Pick<Shortcut, 'label' | 'caps' | 'always'>;
export interface HelpSection {
  title: string;
  entries: readonly HelpEntry[];
}

const { call, next, copy, observations, tab1, tab2, tab3, tab4, tab5, save, saveNext, search, help, close } = SHORTCUTS;
const inTab = (tab: HelpEntry): HelpEntry => ({ ...tab, label: `Pestaña ${tab.label}` });

export const HELP_SECTIONS: readonly HelpSection[] = [
  { title: 'Contacto', entries: [call, next, copy, observations] },
  {
    title: 'Al registrar un llamado',
    entries: [{ label: 'Elegir un estado', caps: '1 – 9', always: true }, saveNext, save, close],
  },
  { title: 'En la lista, la campaña y su audiencia', entries: [{ ...next, label: 'Empezar a llamar' }] },
  { title: 'Pestañas del contacto', entries: [tab1, tab2, tab3, tab4, tab5].map(inTab) },
  { title: 'En todas las páginas', entries: [search, help] },
];

const SPOKEN: Record<string, string> = { '⇧': 'Mayús', '↵': 'Intro', '⌥': 'Opción', '⌘': 'Comando', '–': 'a' };

/** "Ctrl ⇧ ↵" as a screen reader should say it. */
export const capsInWords = (caps: string) =>
  caps
    .split(' ')
    .map((cap) => SPOKEN[cap] ?? cap)
    .join(' ');
