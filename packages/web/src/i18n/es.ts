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
    profile: 'My Profile',
    inbox: 'Inbox',
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
type Texts<T> = { [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };
/** Every key in every language: a missing one does not compile. */
export type Translation = Texts<typeof es>;

type Group = keyof typeof es;
/** "shell.signOut" */
export type TextKey = { [G in Group]: `${G}.${Extract<keyof (typeof es)[G], string>}` }[Group];

/** The specification quotes these in English: they stay so under Español, and say so to screen readers (decisions 10, UX-23). */
export const ENGLISH_IN_SPANISH: ReadonlySet<TextKey> = new Set<TextKey>(['shell.profile', 'shell.inbox']);
