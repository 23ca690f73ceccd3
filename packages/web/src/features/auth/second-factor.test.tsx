import { api } from '@campanero/contract';
import type { SecondFactorState } from '@campanero/contract/auth/second-factor';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aCheck, aSession } from '../../test/people.ts';
import { renderApp, renderPiece } from '../../test/render.tsx';
import { refuse, reply, server } from '../../test/server.ts';
import { SecondFactorCard } from './second-factor-card.tsx';

const CODES = Array.from({ length: 10 }, (_, n) => `AAAA-BBBB-CCCC-DDD${'ABCDEFGHIJ'[n]}`);
const INACTIVE: SecondFactorState = { enabled: false, since: null, codesLeft: 0, required: false, readable: true };
const ACTIVE: SecondFactorState = { ...INACTIVE, enabled: true, since: '2026-03-10T13:00:00.000Z', codesLeft: 9 };
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const ENROLMENT = { secret: SECRET, uri: `otpauth://totp/Campanero:ana?secret=${SECRET}&issuer=Campanero` };

function openCard(state: SecondFactorState) {
  server.use(reply(api.secondFactor.state, state));
  return renderPiece(<SecondFactorCard account="ana@demo.gob.ar" />, { as: aSession([]) });
}

test('setting it up: password, QR and key in groups of four, code, and codes that must be kept', async () => {
  server.use(reply(api.secondFactor.begin, ENROLMENT), reply(api.secondFactor.confirm, { recoveryCodes: CODES }));
  const { user } = openCard(INACTIVE);
  await user.click(await screen.findByRole('button', { name: 'Activar' }));
  await user.type(await screen.findByLabelText('Contraseña'), 'campanero-demo{Enter}');
  expect(await screen.findByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeTruthy();
  expect(await screen.findByRole('img', { name: 'Código QR para la aplicación' })).toBeTruthy();
  const code = screen.getByLabelText('Código de la aplicación');
  expect([code.getAttribute('autocomplete'), code.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric']);
  server.use(reply(api.secondFactor.state, ACTIVE));
  await user.type(code, '123 456{Enter}');
  const list = await screen.findByRole('list', { name: 'Códigos de recuperación' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(CODES);
  // Only its own button leads on: Escape would lose what is not shown again.
  await user.keyboard('{Escape}');
  expect(screen.getByRole('list', { name: 'Códigos de recuperación' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Ya los guardé' }));
  expect(await screen.findByText(/Le quedan 9 códigos de recuperación/)).toBeTruthy();
});

test('a refused code is shown at its field and the input is kept', async () => {
  const wrong = 'El código no es correcto.';
  server.use(
    reply(api.secondFactor.begin, ENROLMENT),
    refuse(api.secondFactor.confirm, 'SECOND_FACTOR_WRONG', { errors: [{ field: 'code', message: wrong }] }),
  );
  const { user } = openCard(INACTIVE);
  await user.click(await screen.findByRole('button', { name: 'Activar' }));
  await user.type(await screen.findByLabelText('Contraseña'), 'campanero-demo{Enter}');
  await user.type(await screen.findByLabelText('Código de la aplicación'), '111111{Enter}');
  expect(await screen.findByText(wrong)).toBeTruthy();
  const field = screen.getByLabelText('Código de la aplicación');
  expect([field.getAttribute('aria-invalid'), (field as HTMLInputElement).value]).toEqual(['true', '111111']);
});

test('switching it off sends password and code; where a role requires it the window says so', async () => {
  let sent: unknown;
  server.use(
    reply(api.secondFactor.disable, async ({ request }) => {
      sent = await request.json();
      return undefined;
    }),
  );
  const { user } = openCard({ ...ACTIVE, required: true });
  await user.click(await screen.findByRole('button', { name: 'Desactivar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Desactivar el segundo factor' });
  expect(dialog.textContent).toContain('Su rol lo exige');
  await user.type(within(dialog).getByLabelText('Contraseña'), 'campanero-demo');
  server.use(reply(api.secondFactor.state, INACTIVE));
  await user.type(within(dialog).getByLabelText('Código'), '123456{Enter}');
  expect(await screen.findByRole('button', { name: 'Activar' })).toBeTruthy();
  expect(sent).toEqual({ password: 'campanero-demo', code: '123456' });
});

test('a changed key of the installation is said in words', async () => {
  openCard({ ...ACTIVE, readable: false });
  expect((await screen.findByRole('alert')).textContent).toContain('Desactívelo con un código de recuperación');
});

test('a user who must set it up is led there from every page', async () => {
  server.use(reply(api.secondFactor.state, { ...INACTIVE, required: true }));
  const { router } = renderApp('/campaigns', { as: aSession(['Coordinador']), mustSetSecondFactor: true });
  expect(await screen.findByText('Su rol exige el segundo factor. Actívelo para continuar.')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/pages/profile');
  expect(await screen.findByRole('button', { name: 'Activar' })).toBeTruthy();
  expect(screen.queryByText('Sesiones abiertas')).toBeNull();
});

test('the sign-in asks for the code, keeps what was typed and goes back', async () => {
  server.use(refuse(api.auth.login, 'SECOND_FACTOR_REQUIRED'));
  const { user } = renderApp('/signin');
  await user.type(await screen.findByLabelText('Correo'), 'ana@demo.gob.ar');
  await user.type(await screen.findByLabelText('Contraseña'), 'campanero-demo{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Segundo factor' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  const code = screen.getByLabelText('Código');
  expect(document.activeElement).toBe(code);
  expect([code.getAttribute('autocomplete'), code.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric']);

  server.use(refuse(api.auth.login, 'SECOND_FACTOR_WRONG'));
  await user.type(code, '111111{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('hora de su teléfono');
  expect((code as HTMLInputElement).value).toBe('111111');
  // The note was about that code, not about one of the other kind.
  await user.click(screen.getByRole('button', { name: 'Usar un código de recuperación' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());

  await user.click(screen.getByRole('button', { name: 'Volver' }));
  expect(await screen.findByLabelText('Correo')).toHaveProperty('value', 'ana@demo.gob.ar');
  expect(screen.getByLabelText('Contraseña')).toHaveProperty('value', 'campanero-demo');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a recovery code is sent with address and password, and signs in', async () => {
  const session = aSession([]);
  let sent: unknown;
  server.use(refuse(api.auth.login, 'SECOND_FACTOR_REQUIRED'));
  const { user } = renderApp('/signin');
  await user.type(await screen.findByLabelText('Correo'), 'ana@demo.gob.ar');
  await user.type(await screen.findByLabelText('Contraseña'), 'campanero-demo{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Usar un código de recuperación' }));
  const field = screen.getByLabelText('Código de recuperación');
  expect(document.activeElement).toBe(field);
  server.use(
    reply(api.auth.login, async ({ request }) => {
      sent = await request.json();
      return session;
    }),
    reply(api.auth.check, aCheck(session)),
    reply(api.auth.sessions, []),
    reply(api.secondFactor.state, ACTIVE),
  );
  await user.type(field, `${CODES[0]}{Enter}`);
  await waitFor(() => expect(sent).toEqual({ email: 'ana@demo.gob.ar', password: 'campanero-demo', code: CODES[0] }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Mi perfil' })).toBeTruthy();
});
