import type { Translation } from './es.ts';

export const en: Translation = {
  navigation: {
    campaigns: 'Campaigns',
    configuration: 'Configuration',
    catalogue: 'Configuration',
    actions: 'Actions',
    callbacks: 'My callbacks',
    statistics: 'Statistics',
    monitor: 'Monitor',
    monitorLive: 'Live',
    monitorGeneral: 'Monitoring',
    monitorSingle: 'Individual',
    audit: 'Audit',
    admin: 'Admin',
    users: 'Users',
  },
  shell: {
    shortcuts: 'Shortcuts',
    signOut: 'Logout',
    light: 'Light',
    dark: 'Dark',
    system: 'System',
    appearance: 'Appearance',
  },
};
