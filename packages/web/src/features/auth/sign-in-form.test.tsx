import { api } from '@campanero/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aCheck, aSession } from '../../test/people.ts';
import { renderApp } from '../../test/render.tsx';
import { fail, refuse, reply, server } from '../../test/server.ts';

const mail = () => screen.findByLabelText('Correo');
const password = () => screen.findByLabelText('Contraseña');
const button = () => screen.findByRole('button', { name: 'Ingresar' });

test('Ingresar stays disabled, with its reason, until both fields are valid', async () => {
  const { user } = renderApp('/signin');
  expect((await button()).getAttribute('aria-disabled')).toBe('true');
  expect(document.getElementById((await button()).getAttribute('aria-describedby')!)?.textContent).toBe(
    'Complete su correo y su contraseña.',
  );
  await user.type(await mail(), 'ana@demo.gob.ar');
  expect((await button()).getAttribute('aria-disabled')).toBe('true');
  await user.type(await password(), 'campanero-demo');
  expect((await button()).getAttribute('aria-disabled')).toBe('false');
});

test('says what is wrong with each field, tied to it', async () => {
  const { user } = renderApp('/signin');
  await user.type(await mail(), 'ana');
  await user.tab();
  expect(await screen.findByText('Debes ingresar un correo válido.')).toBeTruthy();
  expect((await mail()).getAttribute('aria-invalid')).toBe('true');
  await user.clear(await mail());
  expect(await screen.findByText('Debes ingresar un correo.')).toBeTruthy();
  await user.click(await button());
  expect(await screen.findByText('Por favor escriba su contraseña.')).toBeTruthy();
  expect(document.activeElement).toBe(await mail());
});

test('a refusal is shown above the button and the input is kept', async () => {
  server.use(refuse(api.auth.login, 'INVALID_CREDENTIALS'));
  const { user } = renderApp('/signin');
  await user.type(await mail(), 'ana@demo.gob.ar');
  await user.type(await password(), 'otra-clave{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Correo electrónico o contraseña inválidos');
  expect((await mail()) as HTMLInputElement).toHaveProperty('value', 'ana@demo.gob.ar');
  expect((await password()) as HTMLInputElement).toHaveProperty('value', 'otra-clave');
  expect(localStorage.getItem('userDetails')).toBeNull();
});

test('too many attempts say how long to wait', async () => {
  server.use(refuse(api.auth.login, 'TOO_MANY_ATTEMPTS', { retryAfter: 840 }));
  const { user } = renderApp('/signin');
  await user.type(await mail(), 'ana@demo.gob.ar');
  await user.type(await password(), 'otra-clave{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Demasiados intentos fallidos. Espere 14 minutos e inténtelo de nuevo.',
  );
});

test('a network failure is shown', async () => {
  server.use(fail(api.auth.login));
  const { user } = renderApp('/signin');
  await user.type(await mail(), 'ana@demo.gob.ar');
  await user.type(await password(), 'campanero-demo{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'No hay conexión con el servidor. Revise su red e inténtelo de nuevo.',
  );
});

test('keeps the session under the two keys and returns to the page one came from', async () => {
  const session = aSession([]);
  let sent: unknown;
  server.use(
    reply(api.auth.login, async ({ request }) => {
      sent = await request.json();
      expect(request.headers.get('authorization')).toBeNull();
      return session;
    }),
    reply(api.auth.check, aCheck(session)),
    reply(api.auth.sessions, []),
  );
  const { user, router } = renderApp('/pages/profile?x=1');
  await user.type(await mail(), 'ana@demo.gob.ar');
  await user.type(await password(), 'campanero-demo{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Mi perfil' })).toBeTruthy();
  expect(router.state.location.pathname + router.state.location.search).toBe('/pages/profile?x=1');
  expect(sent).toEqual({ email: 'ana@demo.gob.ar', password: 'campanero-demo' });
  expect(localStorage.getItem('userDetails')).toBe('token-of-ana');
  expect(JSON.parse(localStorage.getItem('userInfo')!)).toEqual({
    userId: 7,
    name: 'Ana Ledesma',
    permissions: [],
    roles: [],
    mail: 'ana@demo.gob.ar',
    expires: session.expires,
  });
});

test('the password can be shown and hidden, and managers recognise the fields', async () => {
  const { user } = renderApp('/signin');
  expect((await mail()).getAttribute('autocomplete')).toBe('username');
  expect((await password()).getAttribute('autocomplete')).toBe('current-password');
  const toggle = await screen.findByRole('button', { name: 'Mostrar contraseña', pressed: false });
  await user.click(toggle);
  expect(toggle.getAttribute('aria-pressed')).toBe('true');
  expect((await password()).getAttribute('type')).toBe('text');
});

test('a signed-in user is led past the sign-in page', async () => {
  server.use(reply(api.auth.sessions, []));
  const { router } = renderApp('/signin', { as: aSession([]) });
  expect(await screen.findByRole('heading', { level: 1, name: 'Mi perfil' })).toBeTruthy();
  expect(router.state.location.pathname).toBe('/pages/profile');
});

test('a click on a link works although the field it leaves shows an error', async () => {
  const { user, router } = renderApp('/signin');
  await user.type(await mail(), 'ana');
  const link = screen.getByRole('link', { name: '¿Olvidó su contraseña?' });
  await user.pointer({ keys: '[MouseLeft>]', target: link });
  expect(screen.queryByText('Debes ingresar un correo válido.')).toBeNull();
  await user.pointer('[/MouseLeft]');
  await waitFor(() => expect(router.state.location.pathname).toBe('/recover'));
});
