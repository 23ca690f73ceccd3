import { api } from '@campanero/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aSession } from '../../test/people.ts';
import { renderApp } from '../../test/render.tsx';
import { refuse, reply, server } from '../../test/server.ts';

const fillIn = async (password: string, confirmation: string, options = {}) => {
  const view = renderApp('/reset/12?token=secreto', options);
  await view.user.type(await screen.findByLabelText('Contraseña'), password);
  await view.user.type(screen.getByLabelText('Confirmar contraseña'), `${confirmation}{Enter}`);
  return view;
};

test('takes the secret out of the address bar and still sends it', async () => {
  let sent: { token: string | null; id: string | undefined; body: unknown } | undefined;
  server.use(
    reply(api.auth.reset, async ({ request, params, query }) => {
      sent = { token: query.get('token'), id: params['id'], body: await request.json() };
      return { message: 'Cambio de contraseña exitoso.' };
    }),
  );
  const { router } = await fillIn('veleta-azul-7', 'veleta-azul-7');
  await waitFor(() => expect(router.state.location.pathname).toBe('/signin'));
  expect(router.state.location.search).toBe('');
  expect((await screen.findByRole('status')).textContent).toContain('Cambio de contraseña exitoso.');
  expect(sent).toEqual({
    token: 'secreto',
    id: '12',
    body: { password: 'veleta-azul-7', passwordConfirmation: 'veleta-azul-7' },
  });
  expect(localStorage.getItem('userDetails')).toBeNull();
});

test('the address bar is clean before anything is sent', async () => {
  const { router } = renderApp('/reset/12?token=secreto');
  await screen.findByLabelText('Contraseña');
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test.each([
  ['corta', 'corta', 'La contraseña debe tener al menos 8 caracteres.'],
  ['veleta-azul-7', 'veleta-azul-8', 'Las contraseñas no coinciden.'],
])('refuses %s / %s', async (password, confirmation, text) => {
  await fillIn(password, confirmation);
  expect(await screen.findByText(text)).toBeTruthy();
});

test.each([
  ['RESET_FAILED', 'Error. Por favor inténtelo de nuevo.'],
  ['PASSWORD_TOO_COMMON', 'Esa contraseña es muy fácil de adivinar. Elija otra.'],
] as const)('a refusal %s is said and the page stays', async (code, text) => {
  server.use(refuse(api.auth.reset, code));
  const { router } = await fillIn('veleta-azul-7', 'veleta-azul-7');
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(router.state.location.pathname).toBe('/reset/12');
});

test('a session that was open in this browser ends with the reset', async () => {
  server.use(reply(api.auth.reset, { message: 'Cambio de contraseña exitoso.' }));
  const { router } = await fillIn('veleta-azul-7', 'veleta-azul-7', { as: aSession() });
  await waitFor(() => expect(router.state.location.pathname).toBe('/signin'));
  expect(localStorage.getItem('userInfo')).toBeNull();
});

test.each(['/reset/12', '/reset/12?token=', '/reset/abc?token=secreto'])(
  '%s lacks a part of the link: the sentence, and the way to another',
  async (address) => {
    renderApp(address);
    expect((await screen.findByRole('alert')).textContent).toBe('Error. Por favor inténtelo de nuevo.');
    expect(screen.queryByRole('button', { name: 'Restablecer' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Pedir otro enlace' }).getAttribute('href')).toBe('/recover');
  },
);

test('the refusal of a password is shown at its field, and the input is kept', async () => {
  const message = 'Esa contraseña es muy fácil de adivinar. Elija otra.';
  server.use(refuse(api.auth.reset, 'PASSWORD_TOO_COMMON', { errors: [{ field: 'password', message }] }));
  await fillIn('veleta-azul-7', 'veleta-azul-7');
  expect(await screen.findByText(message)).toBeTruthy();
  const field = screen.getByLabelText<HTMLInputElement>('Contraseña');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(field.value).toBe('veleta-azul-7');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an installation that asks for more says so beforehand', async () => {
  document.head.insertAdjacentHTML('beforeend', '<meta name="password-min" content="14">');
  await fillIn('veleta-azul-7', 'veleta-azul-7');
  expect(await screen.findByText('La contraseña debe tener al menos 14 caracteres.')).toBeTruthy();
  document.head.querySelectorAll('meta').forEach((meta) => meta.remove());
});
