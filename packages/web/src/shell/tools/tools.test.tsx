import { api } from '@campanero/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PAGES } from '../../app/pages.ts';
import { changeLanguage } from '../../i18n/i18n.ts';
import { ENGLISH_IN_SPANISH, es, type TextKey } from '../../i18n/es.ts';
import { TRANSLATIONS } from '../../i18n/translations.ts';
import { changeFontSize, openFontSize } from '../../lib/browser/font-size.ts';
import { mayAccess } from '../../lib/can.ts';
import { queryClient } from '../../lib/query-client.ts';
import { getSettings } from '../../lib/settings.ts';
import { stopWaitingForSocket } from '../../lib/live/socket.ts';
import { aBell, aNotification } from '../../test/notifications.ts';
import { aCampaignPage, aCampaignRow } from '../../test/campaigns.ts';
import { aSession } from '../../test/people.ts';
import { renderApp, renderPiece } from '../../test/render.tsx';
import { reply, server } from '../../test/server.ts';
import { findDestinations, placesFor, type Destination } from './destinations.ts';
import { cutAtMatch } from './marked.tsx';
import { ToolbarTools } from './toolbar.tsx';

type User = ReturnType<typeof renderApp>['user'];

beforeEach(() =>
  server.use(
    reply(api.shell.update, async ({ request }) => ({
      ...SAVED,
      data: { ...SAVED.data, ...((await request.json()) as typeof SENT).user.data },
    })),
  ),
);
const SENT = { user: { data: { settings: {}, shortcuts: [] as string[] } } };
const SAVED = {
  uuid: '1',
  from: 'campanero',
  role: ['Administrador'],
  data: {
    displayName: 'Ana',
    email: 'ana@prueba.gob.ar',
    photoURL: '',
    settings: {},
    shortcuts: ['calendar', 'mail', 'contacts', 'todo'],
  },
};

const button = (name: string | RegExp) => screen.findByRole('button', { name });
/** The toolbar's tools without a page. */
const openTools = (as = aSession()) =>
  renderPiece(
    <>
      <ToolbarTools at="start" />
      <ToolbarTools at="end" />
    </>,
    { as },
  );

describe('the language', () => {
  afterEach(() => act(() => changeLanguage('es')));

  test('is chosen by its own name, translates the shell and turns the direction', async () => {
    const { user } = openTools();
    await user.click(await button('Idioma: Español, ES'));
    const menu = await screen.findByRole('menu', { name: 'Idioma' });
    expect(
      within(menu)
        .getAllByRole('menuitemradio')
        .map((item) => [item.lang, item.textContent]),
    ).toEqual([
      ['es', 'Españoles'],
      ['en', 'Englishen'],
      ['tr', 'Türkçetr'],
      ['ar', 'العربيةar'],
    ]);
    await user.click(within(menu).getByRole('menuitemradio', { name: 'العربية' }));
    expect(await button('اللغة: العربية, AR')).toBeTruthy();
    expect(getSettings().direction).toBe('rtl');
    await user.click(await button('اللغة: العربية, AR'));
    await user.click(await screen.findByRole('menuitemradio', { name: 'English' }));
    expect(await button('Font size')).toBeTruthy();
    expect(getSettings().direction).toBe('ltr');
  });

  // The names of persons and of their roles are data.
  const ROLE = 'Coordinador';
  test.each(['en', 'tr', 'ar'] as const)(
    '%s has no Spanish word left in the toolbar and the bell',
    async (language) => {
      server.use(...aBell(aNotification()).handlers);
      const { user } = openTools(aSession([ROLE]));
      // Without a connection the bell would wait.
      act(stopWaitingForSocket);
      const bell = await button('Notificaciones, 1 sin leer');
      await act(() => changeLanguage(language));
      const word = (name: keyof typeof es.notifications) => TRANSLATIONS.notifications[name][language];
      const label = `${word('title')}, 1 ${word('unread')}`;
      const spoken = screen.getAllByRole('button').map((each) => each.getAttribute('aria-label') ?? each.textContent);
      const spanish = Object.entries(es.tools).filter(([key]) => !ENGLISH_IN_SPANISH.has(`tools.${key}` as TextKey));
      for (const [, name] of spanish) expect(spoken).not.toContain(name);
      await user.click(await button(label));
      const drawer = await screen.findByRole('dialog', { name: word('title') });
      expect(drawer.lang).toBe(language);
      for (const name of [word('clear'), word('close')])
        expect(within(drawer).getByRole('button', { name })).toBeTruthy();
      expect(within(drawer).getAllByRole('heading', { level: 3 })[0]!.textContent).toBe(word('today'));
      expect(within(drawer).getByRole('button', { name: new RegExp(`^${word('remove')}: `) })).toBeTruthy();
      expect(bell.getAttribute('aria-label')).toBe(label);
    },
  );
});

describe('the letter size', () => {
  afterEach(() => changeFontSize(100));
  const rootSize = () => document.documentElement.style.fontSize;

  test('moves in steps of ten between 70 and 130 %, by buttons too, and is there again after a reload', async () => {
    const { user } = openTools();
    await user.click(await button('Tamaño de letra'));
    const slider = await screen.findByRole('slider', { name: 'Tamaño de letra' });
    expect(slider).toMatchObject({ min: '70', max: '130', step: '10', value: '100' });
    expect(rootSize()).toBe('');
    const [smaller, larger] = [await button('Letra más chica'), await button('Letra más grande')];
    for (let press = 0; press < 5; press += 1) await user.click(larger);
    expect(rootSize()).toBe('130%');
    expect(larger.getAttribute('aria-disabled')).toBe('true');
    for (let press = 0; press < 8; press += 1) await user.click(smaller);
    expect(rootSize()).toBe('70%');
    document.documentElement.style.fontSize = '';
    openFontSize()();
    expect(rootSize()).toBe('70%');
    await user.click(await button('Volver al tamaño normal'));
    expect(rootSize()).toBe('');
  });

  test.each(['65', '75', '140', 'mucho', ''])('a kept size of "%s" counts as none', (kept) => {
    localStorage.setItem('fontSize', kept);
    openFontSize()();
    expect(rootSize()).toBe('');
  });
});

describe('full screen', () => {
  const fill = (element: Element | null) => {
    Object.defineProperty(document, 'fullscreenElement', { value: element, configurable: true });
    act(() => void document.dispatchEvent(new Event('fullscreenchange')));
  };
  afterEach(() => {
    fill(null);
    for (const name of ['fullscreenElement', 'fullscreenEnabled']) Reflect.deleteProperty(document, name);
    Reflect.deleteProperty(document.documentElement, 'requestFullscreen');
  });

  test('follows the browser’s state, also after Esc', async () => {
    Object.defineProperty(document, 'fullscreenEnabled', { value: true, configurable: true });
    const enter = vi.fn(async () => fill(document.documentElement));
    document.documentElement.requestFullscreen = enter;
    const { user } = openTools();
    await user.click(await button('Pantalla completa'));
    expect(enter).toHaveBeenCalledOnce();
    expect(await button('Salir de la pantalla completa')).toBeTruthy();
    fill(null);
    expect(await button('Pantalla completa')).toBeTruthy();
  });

  test('is not offered where the browser has none', async () => {
    openTools();
    await button('Tamaño de letra');
    expect(screen.queryByRole('button', { name: 'Pantalla completa' })).toBeNull();
  });
});

describe('the search', () => {
  const openSearch = async (user: User) => {
    await button('Search');
    await user.keyboard('{Control>}k{/Control}');
    return screen.findByRole('combobox', { name: 'Search' });
  };
  let asked: Record<string, string>[] = [];
  const ask = (path: string) => asked.filter((query) => query['path'] === path);
  beforeEach(() => {
    asked = [];
    server.use(
      reply(api.campaigns.list, ({ query }) => {
        asked.push({ path: 'campaigns', ...Object.fromEntries(query) });
        return aCampaignPage([]);
      }),
      reply(api.users.list, ({ query }) => {
        asked.push({ path: 'users', ...Object.fromEntries(query) });
        return { users: [], totalElementsCount: 0, page: 0 };
      }),
    );
  });
  const suggestions = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

  test('finds pages without accents, the first one chosen, and Enter opens it', async () => {
    const { user, router } = openTools();
    const field = await openSearch(user);
    expect(document.activeElement).toBe(field);
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.type(field, 'AUDITORIA');
    expect(suggestions()).toEqual(['Auditoría']);
    expect(screen.getByRole('option').querySelector('b')?.textContent).toBe('Auditoría');
    await user.clear(field);
    await user.type(field, 'i');
    const [first, second] = screen.getAllByRole('option');
    expect(field.getAttribute('aria-activedescendant')).toBe(first?.id);
    await user.keyboard('{ArrowDown}');
    expect(field.getAttribute('aria-activedescendant')).toBe(second?.id);
    // Nor does the answer about campaigns move it.
    await waitFor(() => expect(ask('campaigns').at(-1)).toMatchObject({ name: 'i' }));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(field.getAttribute('aria-activedescendant')).toBe(second?.id);
    await user.clear(field);
    await user.type(field, 'inbox{Enter}');
    expect(router.state.location.pathname).toBe('/apps/mail');
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search' })).toBeNull());
  });

  test('says when there is nothing, and Esc clears it and goes back to where the person was', async () => {
    const { user } = openTools();
    const star = await button('Elegir accesos directos');
    star.focus();
    const field = await openSearch(user);
    await user.type(field, 'zzz');
    expect((await screen.findAllByText('No results..')).length).toBeGreaterThan(0);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search' })).toBeNull());
    expect(document.activeElement).toBe(star);
    expect((await openSearch(user)).getAttribute('value')).toBe('');
  });

  test('below the pages stand campaigns and users, ten in all, reached with the arrows', async () => {
    const user9 = {
      id: 9,
      firstName: 'Néstor',
      lastName: 'Villalba',
      name: 'Néstor Auditor',
      email: 'nestor@prueba.gob.ar',
      roles: [],
      disable: false,
      lastLogin: null,
      invited: false,
      secondFactor: false,
      directorySince: null,
      createdAt: '2026-11-01T12:00:00.000Z',
      version: 0,
    };
    const campaigns = Array.from({ length: 8 }, (_, n) => aCampaignRow({ id: 100 + n, name: `Auditoría ${n}` }));
    server.use(
      reply(api.campaigns.list, ({ query }) => {
        asked.push({ path: 'campaigns', ...Object.fromEntries(query) });
        return aCampaignPage(campaigns);
      }),
      reply(api.users.list, { users: [user9, { ...user9, id: 10 }], totalElementsCount: 2, page: 0 }),
    );
    const { user, router } = openTools(aSession(['Administrador']));
    const field = await openSearch(user);
    // At once, so that a slow machine asks only for the whole text.
    await user.click(field);
    await user.paste('audi');
    // The pages do not wait.
    expect(suggestions()).toEqual(['Auditoría']);
    const group = within(await screen.findByRole('group', { name: 'Campañas' }, { timeout: 5000 }));
    expect(group.getAllByRole('option')).toHaveLength(8);
    expect(
      within(await screen.findByRole('group', { name: 'Usuarios' }, { timeout: 5000 })).getAllByRole('option'),
    ).toHaveLength(1);
    expect(ask('campaigns')).toEqual([{ path: 'campaigns', pageNumber: '0', pageSize: '10', name: 'audi' }]);
    expect(group.getAllByRole('option')[0]!.textContent).toBe('Auditoría 0');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(router.state.location.pathname).toBe('/campaign/100');
  });

  test('a number is asked as one; "No results.." waits for the answer and stays away when campaigns match', async () => {
    const { promise: later, resolve: answer } = Promise.withResolvers<void>();
    server.use(
      reply(api.campaigns.list, async ({ query }) => {
        asked.push({ path: 'campaigns', ...Object.fromEntries(query) });
        await later;
        return aCampaignPage([aCampaignRow({ id: 1287, name: 'Relevamiento' })]);
      }),
    );
    const { user } = openTools(aSession(['Operador']));
    await user.click(await openSearch(user));
    await user.paste('1287');
    await waitFor(() => expect(ask('campaigns')).toHaveLength(1));
    expect(ask('campaigns')[0]).toMatchObject({ general: '1287' });
    expect(screen.queryByText('No results..')).toBeNull();
    answer();
    expect((await screen.findByRole('option')).textContent).toBe('Relevamiento · 1287');
    expect(screen.queryByText('No results..')).toBeNull();
    expect(ask('users')).toEqual([]);
  });

  test('a text longer than the server reads is not sent', async () => {
    const { user } = openTools();
    const field = await openSearch(user);
    await user.click(field);
    await user.paste('a'.repeat(100_000));
    expect((await screen.findAllByText('No results..')).length).toBeGreaterThan(0);
    expect(asked).toEqual([]);
  });

  test('offers only what one may open', async () => {
    const { user } = openTools(aSession(['Operador']));
    await user.type(await openSearch(user), 'usuarios');
    expect(screen.queryAllByRole('option')).toEqual([]);
  });

  const NO_EXCLUSIONS = ['campaigns', 'callbacks', 'audit', 'mail', 'profile'];
  const CREATORS = [...NO_EXCLUSIONS, 'campaignCreate', 'questions', 'surveys'];
  const MONITOR = ['monitorGeneral', 'monitorLive', 'monitorSingle'];
  const ALL_BUT_USERS = [...CREATORS, ...MONITOR, 'statistics', 'configActions', 'configGeneral', 'surveyCreate'];
  const PEOPLE = ['personalData', 'dataRequests', 'retention'];
  const ADMIN = [
    'users',
    'userCreate',
    'userImport',
    'serviceAccounts',
    'userDirectory',
    'firstDay',
    'callingRules',
    'blockLists',
    'events',
    ...PEOPLE,
    'status',
    'api',
  ];
  test.each([
    [[], ['profile']],
    [['Operador externo'], NO_EXCLUSIONS],
    [['Operador'], NO_EXCLUSIONS],
    [['Coordinador externo'], CREATORS],
    [['Coordinador'], ALL_BUT_USERS],
    [['Administrador'], [...ALL_BUT_USERS, ...ADMIN]],
  ])('%s: every page with an address of its own, and none besides', (roles, ids) => {
    const session = aSession(roles);
    const places = placesFor(session);
    expect(places.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    // Only pages without an id in the address.
    const open = Object.entries(PAGES).filter(
      ([, { path, access }]) => !path.includes(':') && mayAccess(access, session),
    );
    const missing = open.map(([id]) => id).filter((id) => !places.some((place) => place.id === id));
    expect(missing.filter((id) => id !== 'configCreate' && id !== 'configEdit')).toEqual([]);
  });

  test('offers the profile alone while something has to be set right first', async () => {
    const { user } = renderPiece(<ToolbarTools at="end" />, { as: aSession(), mustChangePassword: true });
    const field = await openSearch(user);
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    await user.type(field, 'a');
    expect(screen.queryAllByRole('option')).toEqual([]);
    await user.clear(field);
    await user.type(field, 'perfil');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['My Profile · Mi perfil']);
  });

  test('gives at most ten, the best first, and understands Spanish in every language', () => {
    const page = (title: string, spanish = title) => ({ id: title, title, spanish }) as Destination;
    const pages = Array.from({ length: 12 }, (_, place) => page(`Página ${place}`));
    expect(findDestinations(pages, 'pagina')).toHaveLength(10);
    expect(findDestinations(pages, '  ')).toEqual([]);
    const turkish = [page('Canlı izleme', 'En vivo'), page('Denetim', 'Auditoría'), page('Yeni denetim')];
    expect(findDestinations(turkish, 'denetim').map(({ title }) => title)).toEqual(['Denetim', 'Yeni denetim']);
    expect(findDestinations(turkish, 'vivo').map(({ title }) => title)).toEqual(['Canlı izleme']);
  });

  test.each([
    ['Auditoría', 'TORI', ['Audi', 'torí', 'a']],
    ['En vivo', 'n v', ['E', 'n v', 'ivo']],
    ['İzleme', 'izl', ['', 'İzl', 'eme']],
    ['Campañas', 'x', undefined],
  ])('of %s what matches %s is marked', (title, typed, parts) => {
    expect(cutAtMatch(title, typed)).toEqual(parts);
  });
});

describe('shortcuts', () => {
  // The open menu hides the rest of the page from screen readers.
  const bar = () => screen.findByRole('navigation', { name: 'Accesos directos', hidden: true });

  test('show only pages that exist; the star adds and removes them, and the menu stays', async () => {
    let saved: string[] | undefined;
    server.use(
      reply(api.shell.update, async ({ request }) => {
        saved = ((await request.json()) as typeof SENT).user.data.shortcuts;
        return { ...SAVED, data: { ...SAVED.data, shortcuts: saved } };
      }),
    );
    const { user } = openTools(aSession(['Coordinador'], { shortcuts: SAVED.data.shortcuts }));
    const links = async () =>
      within(await bar())
        .getAllByRole('link', { hidden: true })
        .map((link) => link.getAttribute('aria-label'));
    await waitFor(async () => expect(await links()).toEqual(['Inbox']));
    await user.click(await button('Elegir accesos directos'));
    const field = await screen.findByRole('searchbox', { name: 'Search for an app or page' });
    expect(document.activeElement).toBe(field);
    await user.type(field, 'estad');
    await user.click(await button('Agregar a los accesos directos: Estadísticas'));
    expect(await links()).toEqual(['Inbox', 'Estadísticas']);
    await user.clear(field);
    await user.click(await button('Quitar de los accesos directos: Inbox'));
    // It stays listed until the menu closes.
    expect(await button('Agregar a los accesos directos: Inbox')).toBeTruthy();
    await user.type(field, 'zzz');
    expect(await screen.findByText('No results..')).toBeTruthy();
    // Unknown ids are kept: their page may return.
    await waitFor(() => expect(saved).toEqual(['calendar', 'contacts', 'todo', 'statistics']));
  });
});

test('a guest has the view tools and a link to sign in', async () => {
  server.use(reply(api.auth.logout, undefined), reply(api.auth.sessions, []));
  const { user } = renderApp('/pages/profile', { as: aSession([]) });
  expect(await button('Search')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Buscar quién llama' })).toBeNull();
  await user.click(await button(/Menú de usuario/));
  const menu = await screen.findByRole('menu', { name: 'Menú de usuario' });
  expect(within(menu).getByRole('menuitem', { name: 'My Profile' })).toBeTruthy();
  for (const name of ['Inbox', 'Cerrar sesión']) expect(within(menu).queryByRole('menuitem', { name })).toBeNull();
  await user.click(within(menu).getByRole('menuitem', { name: 'Iniciar sesión' }));
  expect(await button('Ingresar')).toBeTruthy();
});
