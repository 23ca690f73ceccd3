import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { api } from '@campanero/contract';
import { aCampaignPage } from '../test/campaigns.ts';
import { aCheck, aSession } from '../test/people.ts';
import { renderApp } from '../test/render.tsx';
import { fail, refuse, reply, server } from '../test/server.ts';
import { aShellRecord } from '../test/shell-record.ts';

const noCampaigns = reply(api.campaigns.list, aCampaignPage([]));
beforeEach(() => server.use(noCampaigns, reply(api.auth.sessions, [])));

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const openMenu = async (user: ReturnType<typeof renderApp>['user']) => {
  await user.click(await screen.findByRole('button', { name: /Menú de usuario/ }));
  return screen.findByRole('menu');
};

test('the root leads to the campaigns, in the frame, with title and breadcrumbs', async () => {
  const { router } = renderApp('/', { as: aSession() });
  await heading('Campañas');
  expect(router.state.location.pathname).toBe('/campaigns');
  expect(document.title).toBe('Campañas · Campanero');
  expect(within(screen.getByRole('navigation', { name: 'Ruta' })).getByText('Call Center')).toBeTruthy();
  const entry = within(screen.getByRole('navigation', { name: 'Navegación principal' })).getByRole('link', {
    name: 'Campañas',
  });
  expect(entry.getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('link', { name: 'Saltar al contenido' }).getAttribute('href')).toBe('#contenido');
  expect(screen.getByText(/Sesión hasta las/)).toBeTruthy();
});

test('without a session every page leads to sign-in', async () => {
  const { router } = renderApp('/campaigns');
  expect(await screen.findByRole('button', { name: 'Ingresar' })).toBeTruthy();
  expect(router.state.location.state).toEqual({ from: '/campaigns' });
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('a guest sees the profile only', async () => {
  const { router } = renderApp('/campaigns', { as: aSession([]) });
  await heading('Mi perfil');
  expect(router.state.location.pathname).toBe('/pages/profile');
  expect(screen.queryByRole('link', { name: 'Campañas' })).toBeNull();
  expect(screen.getAllByText('Invitado').length).toBeGreaterThan(0);
});

test('an unknown address leads to /404, which says so', async () => {
  const { router } = renderApp('/no/existe', { as: aSession() });
  await heading('404');
  expect(router.state.location.pathname).toBe('/404');
  expect(screen.getByText('Sorry but we could not find the page you are looking for').getAttribute('lang')).toBe('en');
  expect(screen.getByRole('link', { name: 'Volver a Campañas' })).toBeTruthy();
});

test('signing out ends the session on the server and leaves nothing in the browser', async () => {
  let ended: string | null = null;
  server.use(reply(api.auth.logout, ({ request }) => void (ended = request.headers.get('authorization'))));
  const { user, router } = renderApp('/campaigns', { as: aSession() });
  const menu = await openMenu(user);
  await user.click(within(menu).getByRole('menuitem', { name: 'Cerrar sesión' }));
  expect(await screen.findByRole('button', { name: 'Ingresar' })).toBeTruthy();
  await waitFor(() => expect(ended).toBe('Bearer token-of-ana'));
  expect(localStorage.getItem('userInfo')).toBeNull();
  // Signing out does not remember the page: the next user may be another.
  expect(router.state.location.state).toEqual({ from: undefined });
});

test('a session the server no longer knows ends at the start, with its sentence', async () => {
  const { router } = renderApp('/pages/profile', { as: aSession(), check: refuse(api.auth.check, 'UNAUTHENTICATED') });
  expect(await screen.findByText('El token ha caducado. Por favor inicie sesión nuevamente.')).toBeTruthy();
  await waitFor(() => expect(router.state.location.pathname).toBe('/signin'));
  expect(router.state.location.state).toEqual({ from: '/pages/profile' });
});

test('an unreachable server does not end the session', async () => {
  renderApp('/campaigns', { as: aSession(), check: fail(api.auth.check) });
  expect(await heading('Campañas')).toBeTruthy();
});

test('the check brings name and roles up to date', async () => {
  const fresh = { ...aCheck(aSession(['Coordinador'])), name: 'Ana María Ledesma' };
  renderApp('/campaigns', { as: aSession(['Operador']), check: reply(api.auth.check, fresh) });
  const opener = await screen.findByRole('button', { name: /Menú de usuario/ });
  await waitFor(() => expect(opener.textContent).toBe('Ana María LedesmaCoordinadorALMenú de usuario'));
});

test('a password given by somebody else is changed first', async () => {
  const session = aSession();
  const { user, router } = renderApp('/campaigns', { as: session, mustChangePassword: true });
  await heading('Cambiar contraseña');
  // No menu whose pages would lead back here, and the first field is ready.
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Contraseña actual'));
  expect(screen.getByText('Antes de continuar debe cambiar la contraseña que recibió por una propia.')).toBeTruthy();
  let sent: unknown;
  server.use(
    reply(api.auth.changePassword, async ({ request }) => {
      sent = await request.json();
      return { message: 'ok' };
    }),
    reply(api.auth.check, aCheck(session)),
  );
  await user.type(screen.getByLabelText('Contraseña actual'), 'recibida-123');
  await user.type(screen.getByLabelText('Contraseña nueva'), 'veleta-azul-7');
  await user.type(screen.getByLabelText('Confirmar contraseña'), 'veleta-azul-7{Enter}');
  expect(await screen.findByText('Cambio de contraseña exitoso.')).toBeTruthy();
  expect(sent).toEqual({
    currentPassword: 'recibida-123',
    password: 'veleta-azul-7',
    passwordConfirmation: 'veleta-azul-7',
  });
  // Then to the user's start page.
  await heading('Campañas');
  expect(router.state.location.pathname).toBe('/campaigns');
});

test('appearance is chosen in the user menu and kept', async () => {
  const shell = aShellRecord();
  server.use(shell.saves());
  const { user } = renderApp('/campaigns', { as: aSession() });
  const menu = await openMenu(user);
  expect(within(menu).getByRole('menuitemradio', { name: 'Sistema', checked: true })).toBeTruthy();
  await user.click(within(menu).getByRole('menuitemradio', { name: 'Oscuro' }));
  expect(within(menu).getByRole('menuitemradio', { name: 'Oscuro', checked: true })).toBeTruthy();
  await waitFor(() => expect(shell.sent).toEqual([{ settings: { theme: { main: 'campanero-noche' } } }]));
});

test('the navbar can be put away and brought back', async () => {
  const { user } = renderApp('/campaigns', { as: aSession() });
  await user.click(await screen.findByLabelText('Ocultar navegación'));
  await user.click(await screen.findByLabelText('Mostrar navegación'));
  await waitFor(() => expect(screen.queryByLabelText('Mostrar navegación')).toBeNull());
});
