import type { Translation } from './es.ts';

export const tr: Translation = {
  navigation: { campaigns: 'Kampanyalar' },
  shell: { signOut: 'Çıkış yap', light: 'Açık', dark: 'Koyu', system: 'Sistem', appearance: 'Görünüm' },
};
