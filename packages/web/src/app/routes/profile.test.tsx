import { api } from '@campanero/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getSettings } from '../../lib/settings.ts';
import { aCampaignPage } from '../../test/campaigns.ts';
import { aBell, aNotification } from '../../test/notifications.ts';
import { aSession } from '../../test/people.ts';
import { renderApp } from '../../test/render.tsx';
import { refuse, reply, server } from '../../test/server.ts';
import { aShellRecord } from '../../test/shell-record.ts';
import { fakeSocket } from '../../test/socket.ts';

const shell = aShellRecord();
beforeEach(() => {
  shell.sent.length = 0;
  server.use(shell.saves(), reply(api.auth.sessions, []), reply(api.campaigns.list, aCampaignPage([])));
});
afterEach(() => vi.unstubAllGlobals());

const open = async (roles = ['Coordinador'], overrides = {}) => {
  const view = renderApp('/pages/profile', { as: aSession(roles, overrides) });
  await screen.findByRole('heading', { name: 'Preferencias' });
  return view;
};
const choose = async (user: Awaited<ReturnType<typeof open>>['user'], name: RegExp, option: string) => {
  await user.click(screen.getByRole('button', { name }));
  await user.click(await screen.findByRole('menuitemradio', { name: option }));
};

test('each preference holds at once and is saved by itself', async () => {
  const { user } = await open();
  await choose(user, /^Página de inicio/, 'En vivo');
  await choose(user, /^Filas por página/, '50');
  await user.click(screen.getByRole('button', { name: 'Compacta' }));
  await user.click(screen.getByRole('switch', { name: 'Sonido de los rellamados' }));
  await user.click(screen.getByRole('switch', { name: 'Atajos de teclado' }));
  const chosen = { startPage: 'monitorLive', rowsPerPage: 50, density: 'compact', sound: true, shortcutKeys: false };
  expect(getSettings().preferences).toEqual(chosen);
  expect(document.documentElement.dataset.density).toBe('compact');
  await waitFor(() => expect(shell.record.settings).toEqual({ preferences: chosen }));
  expect(await screen.findByText('User data saved to campanero')).toBeTruthy();
});

test('an own way of dialling is saved when it can be used', async () => {
  const { user } = await open(['Operador']);
  const field = screen.getByRole('textbox', { name: 'Cómo marcar' });
  await user.type(field, 'javascript:alert({{number})');
  await user.tab();
  expect(await screen.findByText(/^Empiece con tel:/)).toBeTruthy();
  await user.clear(field);
  await user.type(field, 'tel:{{e164}');
  await user.tab();
  await waitFor(() => expect(shell.record.settings).toMatchObject({ preferences: { dialTemplate: 'tel:{e164}' } }));
});

test('the own extension is saved, and one of another user is refused at the field', async () => {
  const saved: unknown[] = [];
  server.use(refuse(api.phone.setExtension, 'EXTENSION_TAKEN'));
  const { user } = await open(['Operador']);
  const field = await screen.findByRole('textbox', { name: 'Interno' });
  await user.type(field, '204');
  await user.tab();
  expect(await screen.findByText('Otra persona ya usa ese interno.')).toBeTruthy();
  server.use(
    http.put('*/api/phone/extension', async ({ request }) => {
      saved.push(await request.json());
      return HttpResponse.json({ extension: '2045' });
    }),
  );
  await user.type(field, '5');
  await user.tab();
  expect(await screen.findByText('Interno guardado.')).toBeTruthy();
  expect(saved).toEqual([{ extension: '2045' }]);
});

test('the start page is used while it is allowed', async () => {
  const { user } = await open(['Operador']);
  await user.click(screen.getByRole('button', { name: /^Página de inicio/ }));
  const names = (await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent);
  expect(names).toContain('Mis rellamados');
  expect(names).not.toContain('Usuarios');
});

test.each([
  ['the chosen page', ['Coordinador'], 'audit', '/audit'],
  ['one that is no longer allowed', ['Operador'], 'users', '/campaigns'],
  ['one that no longer exists', ['Coordinador'], 'calendar', '/campaigns'],
  ['none, as a guest', [], 'audit', '/pages/profile'],
])('the bare address with %s', async (_what, roles, startPage, expected) => {
  server.use(reply(api.auditLog.list, { audit: [], totalElementsCount: 0, page: 0, pageSize: 10 }));
  const { router } = renderApp('/', { as: aSession(roles, { settings: { preferences: { startPage } } }) });
  await waitFor(() => expect(router.state.location.pathname).toBe(expected));
});

test('the preferred rows per page apply to lists without a size in the address', async () => {
  let asked: string | null = null;
  server.use(
    reply(api.campaigns.list, ({ request }) => {
      asked = new URL(request.url).searchParams.get('pageSize');
      return aCampaignPage([]);
    }),
  );
  const preferring = aSession(['Coordinador'], { settings: { preferences: { rowsPerPage: 25 } } });
  const { unmount } = renderApp('/campaigns', { as: preferring });
  await waitFor(() => expect(asked).toBe('25'));
  unmount();
  renderApp('/campaigns?pageSize=10', { as: preferring });
  await waitFor(() => expect(asked).toBe('10'));
});

test('a guest has preferences in this browser', async () => {
  const { user } = await open([]);
  expect(screen.queryByRole('button', { name: /^Página de inicio/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Compacta' }));
  expect(getSettings().preferences.density).toBe('compact');
  expect(JSON.parse(localStorage.getItem('shell') ?? '')).toMatchObject({
    settings: { preferences: { density: 'compact' } },
  });
  expect(shell.sent).toEqual([]);
});

/** Counts the notes that begin. */
function listen() {
  const heard = { notes: 0, claimed: [] as string[] };
  const node = { connect: (next: unknown) => next };
  class FakeAudio {
    state = 'running';
    currentTime = 0;
    destination = {};
    createOscillator = () => ({ ...node, frequency: {}, start: () => (heard.notes += 1), stop: () => {} });
    createGain = () => ({
      ...node,
      gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} },
    });
  }
  vi.stubGlobal('AudioContext', FakeAudio);
  const locks = {
    request: async (name: string, _options: unknown, run: (lock: unknown) => unknown) => {
      const isFree = !heard.claimed.includes(name);
      heard.claimed.push(name);
      return run(isFree ? {} : null);
    },
  };
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: true }, configurable: true });
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  return heard;
}

test('"Probar" rings; a due callback rings once if the user wants it', async () => {
  const heard = listen();
  const { bell, handlers } = aBell();
  server.use(...handlers);
  const { user } = await open(['Operador'], { settings: { preferences: { sound: true } } });
  await user.click(screen.getByRole('button', { name: 'Probar' }));
  await waitFor(() => expect(heard.notes).toBe(2));

  await waitFor(() => expect(fakeSocket.isOpen()).toBe(true));
  await waitFor(() => expect(bell.asked).toBeGreaterThan(0));
  bell.rows = [aNotification({ id: 900, action: 'CALLBACK', status: { status: 'DUE' } })];
  fakeSocket.fire('notification', { id: 900 });
  await waitFor(() => expect(heard.notes).toBe(4));
  expect(heard.claimed).toEqual(['callback sound 900']);

  // Another tab of the same person has it already.
  const { playCallbackAlert } = await import('../../lib/browser/callback-sound.ts');
  playCallbackAlert(900);
  expect(heard.notes).toBe(4);
});

test('a callback does not ring without the preference', async () => {
  const heard = listen();
  const { bell, handlers } = aBell();
  server.use(...handlers);
  await open(['Operador']);
  await waitFor(() => expect(fakeSocket.isOpen()).toBe(true));
  await waitFor(() => expect(bell.asked).toBeGreaterThan(0));
  bell.rows = [aNotification({ action: 'CALLBACK', status: { status: 'DUE' } })];
  fakeSocket.fire('notification', { id: 1 });
  await screen.findByRole('button', { name: 'Notificaciones, 1 sin leer' });
  expect(heard.claimed).toEqual([]);
});

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);
const picturesOf = (container: Element) => container.querySelectorAll('img').length;

test('a picture is previewed, saved, shown in the shell and removed', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:foto', revokeObjectURL: () => {} }));
  server.use(
    reply(api.profile.setPicture, { photoURL: '/api/profile/picture/abc' }),
    http.get('*/api/profile/picture/abc', () => new HttpResponse(PNG, { headers: { 'content-type': 'image/webp' } })),
    reply(api.profile.removePicture, undefined),
  );
  const { user, container } = await open();
  const group = screen.getByRole('group', { name: 'Foto' });
  const input = within(group).getByTestId('picture-input');
  await user.upload(input, new File([PNG], 'yo.png', { type: 'image/png' }));
  await within(group).findByText('Se guarda el centro de la imagen, como se ve aquí.');
  // The preview alone: nothing is kept yet.
  expect(picturesOf(container)).toBe(1);
  await user.click(within(group).getByRole('button', { name: 'Guardar foto' }));
  await screen.findByText('Foto guardada.');
  // Profile, navbar and user menu.
  await waitFor(() => expect(picturesOf(container)).toBe(3));
  await user.click(within(group).getByRole('button', { name: 'Quitar foto' }));
  await screen.findByText('Foto quitada.');
  expect(picturesOf(container)).toBe(0);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Subir foto'));
});

test('another file is refused before sending; a refusal of the server is shown and can be dismissed', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:foto', revokeObjectURL: () => {} }));
  server.use(refuse(api.profile.setPicture, 'IMAGE_UNREADABLE'));
  const { user } = await open();
  const group = screen.getByRole('group', { name: 'Foto' });
  const input = within(group).getByTestId('picture-input');
  await user.upload(input, new File(['<svg/>'], 'yo.png', { type: 'image/png' }));
  expect((await within(group).findByRole('alert')).textContent).toBe('«yo.png» no es un archivo JPG, PNG o WebP.');
  await user.upload(input, new File([PNG], 'yo.png', { type: 'image/png' }));
  await user.click(await within(group).findByRole('button', { name: 'Guardar foto' }));
  expect((await within(group).findByRole('alert')).textContent).toContain('No se pudo leer la imagen.');
  await user.click(within(group).getByRole('button', { name: 'Cancelar' }));
  expect(within(group).queryByRole('alert')).toBeNull();
});
