/**
 * The titles of the navbar's entries in the other languages, by the Spanish one, which stands where the page is declared
 * (app/pages.ts). Fetched with the language.
 */
export const TITLES: Readonly<Record<string, Record<'en' | 'tr' | 'ar', string>>> = {
  Campañas: { en: 'Campaigns', tr: 'Kampanyalar', ar: 'الحملات' },
  Configuración: { en: 'Configuration', tr: 'Yapılandırma', ar: 'الإعدادات' },
  Acciones: { en: 'Actions', tr: 'İşlemler', ar: 'الإجراءات' },
  'Mis rellamados': { en: 'My callbacks', tr: 'Geri aramalarım', ar: 'مكالماتي المؤجلة' },
  Estadísticas: { en: 'Statistics', tr: 'İstatistikler', ar: 'الإحصاءات' },
  Monitor: { en: 'Monitor', tr: 'İzleme', ar: 'المراقبة' },
  'En vivo': { en: 'Live', tr: 'Canlı', ar: 'مباشر' },
  Monitoreo: { en: 'Monitoring', tr: 'Genel izleme', ar: 'المراقبة العامة' },
  Individual: { en: 'Individual', tr: 'Bireysel izleme', ar: 'المراقبة الفردية' },
  Auditoría: { en: 'Audit log', tr: 'Denetim kayıtları', ar: 'سجل التدقيق' },
  Admin: { en: 'Admin', tr: 'Yönetim', ar: 'الإدارة' },
  'Listas de bloqueo': { en: 'Block lists', tr: 'Engelleme listeleri', ar: 'قوائم الحظر' },
  'Datos personales': { en: 'Personal data', tr: 'Kişisel veriler', ar: 'البيانات الشخصية' },
  'Conservación de datos': { en: 'Data retention', tr: 'Veri saklama', ar: 'الاحتفاظ بالبيانات' },
  'Estado del sistema': { en: 'System status', tr: 'Sistem durumu', ar: 'حالة النظام' },
  Usuarios: { en: 'Users', tr: 'Kullanıcılar', ar: 'المستخدمون' },
  'Primeros pasos': { en: 'First steps', tr: 'İlk adımlar', ar: 'الخطوات الأولى' },
  'Reglas de llamado': { en: 'Calling rules', tr: 'Arama kuralları', ar: 'قواعد الاتصال' },
  API: { en: 'API', tr: 'API', ar: 'واجهة API' },
};
