import type { Settings, SettingsPatch } from '@campanero/contract/settings/schemas';
import { darkOf, isDarkScheme, lightOf, ownScheme, SHELL_PARTS } from './schemes.ts';

export const APPEARANCES = ['light', 'dark', 'system'] as const;
type Appearance = (typeof APPEARANCES)[number];

export function appearanceOf({ main }: Settings['theme']): Appearance {
  if (main === 'default') return 'system';
  return isDarkScheme(main) ? 'dark' : 'light';
}

/** Changes the mode within the family; parts with the page's scheme follow. */
export function appearanceChange(theme: Settings['theme'], appearance: Appearance): SettingsPatch {
  const family = ownScheme(theme.main, false);
  const main = { light: lightOf(family), dark: darkOf(family), system: 'default' as const }[appearance];
  const alike = SHELL_PARTS.filter((part) => theme[part] === theme.main);
  return { theme: { main, ...Object.fromEntries(alike.map((part) => [part, main])) } };
}
