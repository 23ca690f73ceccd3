import type { Translation } from './es.ts';

export const tr: Translation = {
  navigation: { campaigns: 'Kampanyalar', configuration: 'Yapılandırma', catalogue: 'Yapılandırma', actions: 'Eylemler', audit: 'Denetim', admin: 'Yönetim', users: 'Kullanıcılar' },
  shell: { signOut: 'Çıkış yap', light: 'Açık', dark: 'Koyu', system: 'Sistem', appearance: 'Görünüm' },
};
