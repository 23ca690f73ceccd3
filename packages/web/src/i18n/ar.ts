import type { Translation } from './es.ts';

export const ar: Translation = {
  navigation: {
    campaigns: 'الحملات',
    configuration: 'الإعدادات',
    catalogue: 'الإعدادات',
    actions: 'الإجراءات',
    callbacks: 'معاودات الاتصال',
    statistics: 'الإحصاءات',
    monitor: 'المراقبة',
    monitorLive: 'مباشر',
    monitorGeneral: 'المراقبة العامة',
    monitorSingle: 'فردي',
    audit: 'التدقيق',
    admin: 'الإدارة',
    users: 'المستخدمون',
  },
  shell: {
    shortcuts: 'الاختصارات',
    signOut: 'تسجيل الخروج',
    light: 'فاتح',
    dark: 'داكن',
    system: 'النظام',
    appearance: 'المظهر',
  },
};
