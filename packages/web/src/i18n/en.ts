import type { Translation } from './es.ts';

export const en: Translation = {
  navigation: { campaigns: 'Campaigns', configuration: 'Configuration', catalogue: 'Configuration', actions: 'Actions', audit: 'Audit', admin: 'Admin', users: 'Users' },
  shell: { signOut: 'Logout', light: 'Light', dark: 'Dark', system: 'System', appearance: 'Appearance' },
};
