import type { Translation } from './es.ts';

export const en: Translation = {
  navigation: { campaigns: 'Campaigns' },
  shell: { signOut: 'Logout', light: 'Light', dark: 'Dark', system: 'System', appearance: 'Appearance' },
};
