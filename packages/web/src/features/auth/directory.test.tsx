import { api } from '@campanero/contract';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aCheck, aSession } from '../../test/people.ts';
import { renderApp } from '../../test/render.tsx';
import { refuse, reply, server } from '../../test/server.ts';

/** Facts that the server writes into the page. */
function writeFact(name: string, content: string) {
  const meta = document.createElement('meta');
  Object.assign(meta, { name, content });
  document.head.append(meta);
}
const assign = vi.fn();
beforeEach(() => {
  writeFact('directory-name', 'la cuenta de la ciudad');
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
});
afterEach(() => {
  document.head.querySelectorAll('meta[name^="directory-"]').forEach((meta) => meta.remove());
  sessionStorage.clear();
  vi.restoreAllMocks();
  assign.mockReset();
});

const entry = () => screen.findByRole('button', { name: 'Entrar con la cuenta de la ciudad' });

test('the button stands under the form and leads to the directory', async () => {
  server.use(reply(api.directory.begin, { address: 'https://ingreso.example/auth?state=sign-in.x' }));
  const { user } = renderApp('/signin');
  expect(await screen.findByLabelText('Contraseña')).toBeTruthy();
  await user.click(await entry());
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://ingreso.example/auth?state=sign-in.x'));
});

test('without a directory there is no button; with it alone there is no form', async () => {
  document.head.querySelector('meta[name="directory-name"]')!.remove();
  const { unmount } = renderApp('/signin');
  expect(await screen.findByLabelText('Contraseña')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Entrar con/ })).toBeNull();
  unmount();
  writeFact('directory-name', 'la cuenta de la ciudad');
  writeFact('directory-only', 'true');
  renderApp('/signin');
  expect(await entry()).toBeTruthy();
  expect(screen.queryByLabelText('Contraseña')).toBeNull();
});

test('says why the directory cannot be opened, and people with a password go on', async () => {
  server.use(refuse(api.directory.begin, 'DIRECTORY_DOWN'));
  const { user } = renderApp('/signin');
  await user.click(await entry());
  expect((await screen.findByRole('alert')).textContent).toContain('no responde');
  expect((await screen.findByLabelText<HTMLInputElement>('Contraseña')).disabled).toBe(false);
});

test('the way back enters and returns to the page one came from, once', async () => {
  const session = aSession([]);
  let asked = 0;
  server.use(
    reply(api.directory.begin, { address: 'https://ingreso.example/' }),
    reply(api.directory.signIn, async ({ request }) => {
      asked += 1;
      expect(await request.json()).toEqual({ answer: 'code=1&state=sign-in.x' });
      return session;
    }),
    reply(api.auth.check, aCheck(session)),
    reply(api.auth.sessions, []),
  );
  const first = renderApp('/pages/profile?x=1');
  await first.user.click(await entry());
  await waitFor(() => expect(assign).toHaveBeenCalled());
  first.unmount();
  const { router } = renderApp('/signin/directory?code=1&state=sign-in.x');
  expect(await screen.findByRole('heading', { level: 1, name: 'Mi perfil' })).toBeTruthy();
  expect(router.state.location.pathname + router.state.location.search).toBe('/pages/profile?x=1');
  expect(asked).toBe(1);
});

test.each(['//otro.example/x', 'https://otro.example', '/\\otro.example'])('does not return to %s', async (from) => {
  sessionStorage.setItem('pageBeforeDirectory', from);
  const session = aSession([]);
  server.use(
    reply(api.directory.signIn, session),
    reply(api.auth.check, aCheck(session)),
    reply(api.auth.sessions, []),
  );
  const { router } = renderApp('/signin/directory?code=1&state=sign-in.x');
  expect(await screen.findByRole('heading', { level: 1, name: 'Mi perfil' })).toBeTruthy();
  expect(router.state.location.pathname).toBe('/pages/profile');
});

test('the answer leaves the address bar at once, and a refusal says what to do', async () => {
  server.use(refuse(api.directory.signIn, 'DIRECTORY_UNKNOWN_PERSON'));
  const { router } = renderApp('/signin/directory?code=secreto&state=sign-in.x');
  expect((await screen.findByRole('alert')).textContent).toContain('Pídalo a quien administra');
  expect(router.state.location.search).toBe('');
  expect(screen.getByRole('link', { name: 'Volver a Ingresar' }).getAttribute('href')).toBe('/signin');
});

test('asks for the second factor and sends the answer again with it', async () => {
  const session = aSession([]);
  server.use(refuse(api.directory.signIn, 'SECOND_FACTOR_REQUIRED'));
  const { user } = renderApp('/signin/directory?code=1&state=sign-in.x');
  const code = await screen.findByLabelText('Código');
  let sent: unknown;
  server.use(
    reply(api.directory.signIn, async ({ request }) => {
      sent = await request.json();
      return session;
    }),
    reply(api.auth.check, aCheck(session)),
    reply(api.auth.sessions, []),
  );
  await user.type(code, '123456');
  await user.click(screen.getByRole('button', { name: 'Ingresar' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Mi perfil' })).toBeTruthy();
  expect(sent).toEqual({ answer: 'code=1&state=sign-in.x', code: '123456' });
});

test('a link of the server signs in after a click, not by being opened', async () => {
  const session = aSession([]);
  let used = 0;
  server.use(
    reply(api.auth.signInLink, () => {
      used += 1;
      return session;
    }),
    reply(api.auth.check, aCheck(session)),
    reply(api.auth.sessions, []),
  );
  const { user, router } = renderApp('/signin/link/7?token=abc');
  const button = await screen.findByRole('button', { name: 'Ingresar' });
  expect([used, router.state.location.search]).toEqual([0, '']);
  await user.click(button);
  expect(await screen.findByRole('heading', { level: 1, name: 'Mi perfil' })).toBeTruthy();
});
