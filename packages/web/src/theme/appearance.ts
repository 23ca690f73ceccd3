import type { Settings, SettingsPatch } from '@campanero/contract/settings/schemas';
import { darkOf, isDarkScheme, lightOf, ownScheme, SHELL_PARTS } from './schemes.ts';

/** The quick choice in the user menu; the panels at the edge have every scheme. */
export const APPEARANCES = ['light', 'dark', 'system'] as const;
type Appearance = (typeof APPEARANCES)[number];

export function appearanceOf({ main }: Settings['theme']): Appearance {
  if (main === 'default') return 'system';
  return isDarkScheme(main) ? 'dark' : 'light';
}

/** The same family by day or by night, or our own as the system prefers; parts that wear the page's scheme go along. */
export function appearanceChange(theme: Settings['theme'], appearance: Appearance): SettingsPatch {
  const family = ownScheme(theme.main, false);
  const main = { light: lightOf(family), dark: darkOf(family), system: 'default' as const }[appearance];
  const alike = SHELL_PARTS.filter((part) => theme[part] === theme.main);
  return { theme: { main, ...Object.fromEntries(alike.map((part) => [part, main])) } };
}
