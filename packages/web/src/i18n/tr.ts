import type { Translation } from './es.ts';

export const tr: Translation = {
  navigation: {
    campaigns: 'Kampanyalar',
    configuration: 'Yapılandırma',
    catalogue: 'Yapılandırma',
    actions: 'Eylemler',
    callbacks: 'Geri aramalarım',
    statistics: 'İstatistikler',
    monitor: 'İzleme',
    monitorLive: 'Canlı',
    monitorGeneral: 'Genel izleme',
    monitorSingle: 'Bireysel',
    audit: 'Denetim',
    admin: 'Yönetim',
    users: 'Kullanıcılar',
  },
  shell: {
    shortcuts: 'Kısayollar',
    signOut: 'Çıkış yap',
    light: 'Açık',
    dark: 'Koyu',
    system: 'Sistem',
    appearance: 'Görünüm',
  },
};
