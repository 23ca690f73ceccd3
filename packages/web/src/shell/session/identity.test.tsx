import { api } from '@campanero/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ErasureCandidates } from '../../features/erasure/erasure-progress.tsx';
import { noteIdentityProved } from '../../lib/identity.ts';
import { getSession } from '../../lib/session.ts';
import { aSession } from '../../test/people.ts';
import { renderApp, renderPiece } from '../../test/render.tsx';
import { refuse, reply, server } from '../../test/server.ts';
import { fakeSocket } from '../../test/socket.ts';
import { IdentityKeeper } from './session-keeper.tsx';

const WITH_CODE = { password: true, code: true, directory: false };
const open = () => renderApp('/pages/profile', { as: aSession(['Coordinador']) });

test('a locked session asks for the password over the page, and the requests that waited go on', async () => {
  server.use(refuse(api.auth.sessions, 'SESSION_LOCKED'));
  const { user, router } = open();
  const dialog = await screen.findByRole('dialog', { name: 'Sesión bloqueada' });
  expect(dialog.textContent).toContain('sigue donde estaba');
  // Escape does not close it.
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Sesión bloqueada' })).toBeTruthy();

  server.use(refuse(api.identity.confirm, 'WRONG_PASSWORD'));
  await user.type(screen.getByLabelText('Contraseña'), 'otra cosa');
  await user.click(screen.getByRole('button', { name: 'Desbloquear' }));
  expect(await screen.findByText('La contraseña actual no es correcta.')).toBeTruthy();

  let sent: unknown;
  let asked = 0;
  server.use(
    reply(api.identity.confirm, async ({ request }) => {
      sent = await request.json();
      return undefined;
    }),
    reply(api.auth.sessions, () => {
      asked += 1;
      return [];
    }),
  );
  await user.clear(screen.getByLabelText('Contraseña'));
  await user.type(screen.getByLabelText('Contraseña'), 'siete perros amarillos');
  await user.click(screen.getByRole('button', { name: 'Desbloquear' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual({ password: 'siete perros amarillos' });
  await waitFor(() => expect(asked).toBe(1));
  expect(router.state.location.pathname).toBe('/pages/profile');
  expect(getSession()).not.toBeNull();
});

test('the live connection of a locked session comes back after unlocking, and what was missed is fetched', async () => {
  let asked = 0;
  const { user } = open();
  server.use(
    reply(api.auth.sessions, () => {
      asked += 1;
      return [];
    }),
  );
  await waitFor(() => expect(fakeSocket.isOpen()).toBe(true));
  await waitFor(() => expect(asked).toBe(1));
  act(() => fakeSocket.fire('connect_error', new Error('SESSION_LOCKED')));
  server.use(reply(api.identity.confirm, undefined));
  await user.type(await screen.findByLabelText('Contraseña'), 'siete perros amarillos');
  expect(asked).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Desbloquear' }));
  await waitFor(() => expect(asked).toBe(2));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('confirming the identity in another tab closes the dialog and continues waiting requests', async () => {
  server.use(refuse(api.auth.sessions, 'SESSION_LOCKED'));
  open();
  await screen.findByRole('dialog', { name: 'Sesión bloqueada' });
  let asked = 0;
  server.use(
    reply(api.auth.sessions, () => {
      asked += 1;
      return [];
    }),
  );
  const hear = (newValue: string | null) =>
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'identityProved', newValue })));
  hear(null);
  expect(screen.getByRole('dialog', { name: 'Sesión bloqueada' })).toBeTruthy();
  hear('1');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(asked).toBe(1));
});

test('a locked session can be left', async () => {
  server.use(refuse(api.auth.sessions, 'SESSION_LOCKED'), reply(api.auth.logout, undefined));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Cerrar sesión' }));
  await waitFor(() => expect(getSession()).toBeNull());
});

test.each(['SESSION_LOCKED', 'CONFIRMATION_REQUIRED'] as const)(
  '%s offers no code to those who have no second factor',
  async (refusal) => {
    let asked = 0;
    server.use(
      refuse(api.auth.sessions, refusal),
      reply(api.identity.ways, () => {
        asked += 1;
        return { ...WITH_CODE, code: false };
      }),
    );
    open();
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(asked).toBeGreaterThan(0));
    await within(dialog).findByLabelText('Contraseña');
    expect(within(dialog).queryByRole('button', { name: /código/ })).toBeNull();
  },
);

test('erasing a suspicious text asks for the identity once', async () => {
  const decided: unknown[] = [];
  const candidates = [7, 8].map((id) => ({
    id,
    place: `Notas de usuarios ${id}`,
    personId: null,
    namedBy: 'partOfName' as const,
    excerpt: `Llamar a Ana ${id}`,
    decision: null,
    reason: null,
    userName: null,
    decidedAt: null,
  }));
  server.use(
    reply(api.erasure.candidates, { candidates, totalElementsCount: 2, page: 0 }),
    refuse(api.erasure.decide, 'CONFIRMATION_REQUIRED'),
  );
  const { user } = renderPiece(
    <>
      <IdentityKeeper />
      <ErasureCandidates personId={5} />
    </>,
    { as: aSession(['Administrador']) },
  );
  const erase = async (place: number) => {
    await user.click((await screen.findAllByRole('button', { name: 'Borrar' }))[place]!);
    const dialog = await screen.findByRole('dialog', { name: 'Borrar el texto' });
    await user.click(within(dialog).getByRole('button', { name: 'Borrar' }));
  };
  await erase(0);
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirme su identidad' }));
  server.use(
    reply(api.identity.confirm, undefined),
    reply(api.erasure.decide, ({ params }) => {
      decided.push(params['id']);
      return undefined;
    }),
  );
  await user.type(await dialog.findByLabelText('Contraseña'), 'siete perros amarillos');
  await user.click(dialog.getByRole('button', { name: 'Confirmar' }));
  await waitFor(() => expect(decided).toEqual(['7']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await erase(1);
  await waitFor(() => expect(decided).toEqual(['7', '8']));
});

test('a change that asks for it is confirmed with a code and repeated once', async () => {
  let attempts = 0;
  server.use(refuse(api.auth.sessions, 'CONFIRMATION_REQUIRED'), reply(api.identity.ways, WITH_CODE));
  const { user } = open();
  await screen.findByRole('dialog', { name: 'Confirme su identidad' });
  await user.click(await screen.findByRole('button', { name: 'Usar un código del segundo factor' }));
  let sent: unknown;
  server.use(
    reply(api.identity.confirm, async ({ request }) => {
      sent = await request.json();
      return undefined;
    }),
    reply(api.auth.sessions, () => {
      attempts += 1;
      return [];
    }),
  );
  await user.type(screen.getByLabelText('Código'), '123456');
  await user.click(screen.getByRole('button', { name: 'Confirmar' }));
  await waitFor(() => expect(attempts).toBe(1));
  expect(sent).toEqual({ code: '123456' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('somebody without a password confirms with the directory, in a window of its own', async () => {
  const meta = Object.assign(document.createElement('meta'), {
    name: 'directory-name',
    content: 'la cuenta de la ciudad',
  });
  document.head.append(meta);
  const replace = vi.fn();
  vi.spyOn(window, 'open').mockReturnValue({ location: { replace } } as unknown as Window);
  server.use(
    refuse(api.auth.sessions, 'CONFIRMATION_REQUIRED'),
    reply(api.identity.ways, { password: false, code: false, directory: true }),
    reply(api.directory.beginConfirm, { address: 'https://ingreso.example/auth' }),
  );
  const { user } = open();
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirme su identidad' }));
  await user.click(await dialog.findByRole('button', { name: 'Confirmar con la cuenta de la ciudad' }));
  await waitFor(() => expect(replace).toHaveBeenCalledWith('https://ingreso.example/auth'));
  expect(dialog.queryByLabelText('Contraseña')).toBeNull();
  server.use(reply(api.auth.sessions, []));
  noteIdentityProved();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  vi.restoreAllMocks();
  meta.remove();
});
