/** The shell's own words. Screens keep their Spanish text beside their code (decisions 10). */
export const es = {
  navigation: {
    campaigns: 'Campañas',
    configuration: 'Configuración',
    catalogue: 'Configuración',
    actions: 'Acciones',
    callbacks: 'Mis rellamados',
    statistics: 'Estadísticas',
    monitor: 'Monitor',
    monitorLive: 'En vivo',
    monitorGeneral: 'Monitoreo',
    monitorSingle: 'Individual',
    audit: 'Auditoría',
    admin: 'Admin',
    users: 'Usuarios',
  },
  shell: {
    skip: 'Saltar al contenido',
    sidebar: 'Barra lateral',
    navigation: 'Navegación principal',
    hideNavigation: 'Ocultar navegación',
    showNavigation: 'Mostrar navegación',
    closeNavigation: 'Cerrar navegación',
    breadcrumbs: 'Ruta',
    userMenu: 'Menú de usuario',
    signOut: 'Cerrar sesión',
    appearance: 'Apariencia',
    light: 'Claro',
    dark: 'Oscuro',
    system: 'Sistema',
    guest: 'Invitado',
    version: 'Versión',
    connected: 'Conectado',
    connecting: 'Conectando…',
    disconnected: 'Sin conexión',
    offline: 'Sin conexión. Lo escrito se conserva; reintentando…',
    sessionUntil: 'Sesión hasta las',
    shortcuts: 'Atajos',
  },
};
type Texts<T> = { [K in keyof T]?: T[K] extends string ? string : Texts<T[K]> };
/** A translation may be partial: what is missing falls back to Spanish. */
export type Translation = Texts<typeof es>;
