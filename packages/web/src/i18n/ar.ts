import type { Translation } from './es.ts';

export const ar: Translation = {
  navigation: { campaigns: 'الحملات' },
  shell: { signOut: 'تسجيل الخروج', light: 'فاتح', dark: 'داكن', system: 'النظام', appearance: 'المظهر' },
};
