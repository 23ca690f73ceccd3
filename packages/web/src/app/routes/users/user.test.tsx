import { api } from '@campanero/contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { queryClient } from '../../../lib/query-client.ts';
import { aSession } from '../../../test/people.ts';
import { renderPage } from '../../../test/render.tsx';
import { refuse, reply, replyVersioned, server } from '../../../test/server.ts';
import { aUserDetail, aUserPage } from '../../../test/users.ts';

const admin = () => aSession(['Administrador'], { id: 7 });
const eva = aUserDetail({ id: 12, email: 'eva@demo.gob.ar' });
const phone = {
  id: 'a3a5f8f6-4a0a-4c7e-9d0f-3f8d1b0c9a11',
  createdAt: '2026-11-14T12:00:00.000Z',
  lastSeenAt: '2026-11-14T14:30:00.000Z',
  expiresAt: '2026-11-14T20:00:00.000Z',
  address: '10.0.0.8',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36',
  current: false,
};
const campaign = {
  id: 31,
  name: 'Vacunas',
  status: 'EN CURSO' as const,
  untouched: 8,
  touched: 3,
  pending: 10,
  callbacks: 2,
  held: 1,
  others: [{ id: 40, name: 'Ana Paz' }],
};

beforeEach(() => {
  server.use(
    reply(api.users.get, eva),
    reply(api.users.campaigns, [campaign]),
    reply(api.auth.userSessions, [phone]),
    reply(api.users.list, aUserPage([eva])),
  );
});

/** Pasted, not typed: each letter would draw the form again. */
async function write(user: UserEvent, label: string, text: string) {
  await user.click(await screen.findByLabelText(label));
  await user.paste(text);
}

describe('the detail', () => {
  test('shows data, campaigns and sessions, and ends these', async () => {
    let ended = 0;
    server.use(
      reply(api.auth.endUserSessions, () => {
        ended += 1;
        server.use(reply(api.auth.userSessions, []));
        return undefined;
      }),
    );
    const { user } = renderPage('/user/12', { as: admin() });
    expect(await screen.findByRole('heading', { name: 'Eva Luna' })).toBeTruthy();
    expect(screen.getByText('eva@demo.gob.ar')).toBeTruthy();
    expect(await screen.findByText('Vacunas')).toBeTruthy();
    expect(screen.getByText('EN CURSO')).toBeTruthy();
    expect(screen.getByText(/10 por llamar, 2 con rellamado agendado/)).toBeTruthy();
    expect(await screen.findByText('Chrome en Windows')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cerrar sesiones' }));
    expect(await screen.findByText('No tiene sesiones abiertas.')).toBeTruthy();
    expect(ended).toBe(1);
    expect(document.title).toBe('Eva Luna · Campanero');
  });

  test('sends the link in the catalogue’s words', async () => {
    server.use(reply(api.users.sendLink, { message: 'El link está en el correo del usuario solicitado' }));
    const { user } = renderPage('/user/12', { as: admin() });
    await user.click(await screen.findByRole('button', { name: 'Enviar enlace de recuperación' }));
    expect(await screen.findByText('El link está en el correo del usuario solicitado')).toBeTruthy();
  });

  test('says so when there is no such user', async () => {
    server.use(refuse(api.users.get, 'NOT_FOUND'));
    renderPage('/user/999', { as: admin() });
    expect(await screen.findByText('El usuario no existe.')).toBeTruthy();
  });
});

describe('creating', () => {
  test('checks each field and sends once valid', async () => {
    let body: unknown;
    server.use(
      reply(api.users.create, async ({ request }) => {
        body = await request.json();
        return { ...eva, invited: true };
      }),
    );
    const { user, router } = renderPage('/users/create', { as: admin() });
    const save = await screen.findByRole('button', { name: 'Crear usuario' });
    expect(save.getAttribute('aria-disabled')).toBe('true');
    await user.click(save);
    for (const text of [
      'El nombre es requerido',
      'El apellido es requerido',
      'El email es requerido',
      'Debe seleccionar al menos 1 rol',
    ])
      expect(await screen.findByText(text)).toBeTruthy();

    await write(user, 'Nombre', 'Al');
    expect(await screen.findByText('La longitud mínima es de 3 caracteres')).toBeTruthy();
    await write(user, 'Nombre', 'ma');
    await write(user, 'Apellido', 'Rey');
    await write(user, 'Correo', 'alma');
    expect(await screen.findByText('El formato del email no es correcto')).toBeTruthy();
    await write(user, 'Correo', '@demo.gob.ar');
    await user.click(screen.getByRole('checkbox', { name: 'Operador externo' }));
    await user.click(screen.getByRole('checkbox', { name: 'Operador' }));
    await waitFor(() => expect(save.getAttribute('aria-disabled')).toBe('false'));
    await user.click(save);
    expect(await screen.findByText('Usuario creado correctamente.')).toBeTruthy();
    expect(body).toEqual({ firstName: 'Alma', lastName: 'Rey', email: 'alma@demo.gob.ar', roles: [2, 1] });
    await waitFor(() => expect(router.state.location.pathname).toBe('/user/12'));
  });

  test('a mail that is taken is said at its field, and nothing typed is lost', async () => {
    server.use(
      refuse(api.users.create, 'EMAIL_TAKEN', {
        errors: [{ field: 'email', message: 'Ese correo ya está registrado.' }],
      }),
    );
    const { user } = renderPage('/users/create', { as: admin() });
    await write(user, 'Nombre', 'Alma');
    await write(user, 'Apellido', 'Rey');
    await write(user, 'Correo', 'eva@demo.gob.ar');
    await user.click(screen.getByRole('checkbox', { name: 'Operador' }));
    await user.click(screen.getByRole('button', { name: 'Crear usuario' }));
    expect(await screen.findAllByText('Ese correo ya está registrado.')).toHaveLength(2);
    expect(screen.getByLabelText('Correo').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Alma');
  });

  test('leaving with something typed asks first', async () => {
    const { user, router } = renderPage('/users/create', { as: admin() });
    await write(user, 'Nombre', 'Alma');
    await user.click(screen.getByRole('link', { name: 'Cancelar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Hay cambios sin guardar' });
    await user.click(within(dialog).getByRole('button', { name: 'Salir sin guardar' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/users'));
  });
});

describe('editing', () => {
  test('sends what was changed with its version, and shows the effect on calls beforehand', async () => {
    let body: unknown;
    server.use(
      reply(api.users.update, async ({ request }) => {
        body = await request.json();
        return { ...eva, version: 1 };
      }),
    );
    const { user, router } = renderPage('/user/edit/12', { as: admin() });
    const save = await screen.findByRole('button', { name: 'Guardar' });
    expect(save.getAttribute('aria-disabled')).toBe('true');
    await user.click(screen.getByRole('checkbox', { name: 'Coordinador' }));
    const held = await screen.findAllByText('10 por llamar, 2 con rellamado agendado, 1 abierto en su pantalla');
    expect(held.length).toBeGreaterThan(0);
    await waitFor(() => expect(save.getAttribute('aria-disabled')).toBe('false'));
    await user.click(save);
    expect(await screen.findByText('Usuario actualizado correctamente.')).toBeTruthy();
    expect(body).toEqual({ roles: [4, 2], version: 0, handover: { to: 'shared' } });
    await waitFor(() => expect(router.state.location.pathname).toBe('/user/12'));
  });

  test('one’s own roles cannot be ticked', async () => {
    server.use(reply(api.users.get, aUserDetail({ id: 7, roles: [5] })));
    renderPage('/user/edit/7', { as: admin() });
    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Operador' })).disabled).toBe(true);
    expect(screen.getByText('No puede cambiar los roles de su propia cuenta.')).toBeTruthy();
  });

  test('a draft from before a reload does not undo a colleague’s change: what both changed is chosen', async () => {
    let stored = eva;
    const sent: unknown[] = [];
    server.use(
      reply(api.users.get, () => stored),
      replyVersioned(
        api.users.update,
        () => stored.version,
        (body) => {
          sent.push(body);
          return { ...stored, version: stored.version + 1 };
        },
      ),
    );
    const page = renderPage('/user/edit/12', { as: admin() });
    await write(page.user, 'Apellido', ' Sol');
    const key = 'draft:7:user:12';
    await waitFor(() => expect(sessionStorage.getItem(key)).toContain('Luna Sol'));
    const kept = sessionStorage.getItem(key)!;
    // Unmounting drops the draft, a reload does not.
    page.unmount();
    queryClient.clear();
    sessionStorage.setItem(key, kept);

    stored = aUserDetail({ id: 12, firstName: 'Evangelina', lastName: 'Estrella', email: eva.email, version: 3 });
    const { user, router } = renderPage('/user/edit/12', { as: admin() });
    const save = await screen.findByRole('button', { name: 'Guardar' });
    const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
    await waitFor(() => expect(value('Apellido')).toBe('Luna Sol'));
    await waitFor(() => expect(save.getAttribute('aria-disabled')).toBe('false'));
    await user.click(save);
    const note = await screen.findByRole('alert');
    expect(note.textContent).toMatch(/Otra persona cambió estos datos.*Nombre: Eva → Evangelina/);
    expect([value('Nombre'), value('Apellido')]).toEqual(['Evangelina', 'Luna Sol']);
    expect(save.getAttribute('aria-disabled')).toBe('true');
    expect(within(note).getByRole('radio', { name: /Estrella/ })).toBeTruthy();
    await user.click(within(note).getByRole('radio', { name: /Luna Sol/ }));
    await waitFor(() => expect(save.getAttribute('aria-disabled')).toBe('false'));
    await user.click(save);
    await waitFor(() => expect(router.state.location.pathname).toBe('/user/12'));
    expect(sent).toEqual([{ lastName: 'Luna Sol', version: 3 }]);
  });
});

test('an administrator resets a lost second factor, after a question with the name; not the own one', async () => {
  const lost = aUserDetail({ id: 41, firstName: 'Eva', lastName: 'Luna', secondFactor: true });
  let resets = 0;
  server.use(
    reply(api.users.get, () => ({ ...lost, secondFactor: resets === 0 })),
    reply(api.secondFactor.reset, () => {
      resets += 1;
      return undefined;
    }),
  );
  const { user } = renderPage('/user/41', { as: admin() });
  await user.click(await screen.findByRole('button', { name: 'Restablecer' }));
  const dialog = await screen.findByRole('dialog', { name: 'Restablecer el segundo factor' });
  expect(dialog.textContent).toContain('Eva Luna');
  await user.click(within(dialog).getByRole('button', { name: 'Restablecer' }));
  expect(await screen.findByText('No lo activó.')).toBeTruthy();
  expect(resets).toBe(1);
});
