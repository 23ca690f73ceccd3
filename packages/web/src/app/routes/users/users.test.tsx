import { api } from '@campanero/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aCampaignPage } from '../../../test/campaigns.ts';
import { aSession } from '../../../test/people.ts';
import { renderApp, renderPiece } from '../../../test/render.tsx';
import { refuse, reply, server } from '../../../test/server.ts';
import { aUserDetail, aUserPage } from '../../../test/users.ts';
import { UsersPage } from './users.tsx';

beforeAll(() => import('../../../components/list/filter-dialog.tsx'));

const admin = () => aSession(['Administrador'], { id: 7 });
const eva = aUserDetail({ id: 12, email: 'eva@demo.gob.ar' });

let asked: Record<string, string>[] = [];
const listing = (users = [eva]) =>
  reply(api.users.list, ({ query }) => {
    asked.push(Object.fromEntries(query));
    return aUserPage(users);
  });
beforeEach(() => {
  asked = [];
  server.use(listing());
});
const openPage = (path = '/users') => renderPiece(<UsersPage />, { path, as: admin() });
const switchOf = (name: string) =>
  screen.findByRole<HTMLInputElement>('switch', { name: `Habilitar o deshabilitar a ${name}` });

describe('the list', () => {
  test('shows everybody with roles, last sign-in and state, and leads to the detail', async () => {
    server.use(
      listing([
        eva,
        aUserDetail({ id: 11, firstName: 'Leo', lastName: 'Paz', roles: [5, 4], disable: true }),
        aUserDetail({ id: 10, firstName: 'Ada', lastName: 'Gil', roles: [], lastLogin: null, invited: true }),
      ]),
    );
    renderApp('/users', { as: admin() });
    const row = (await screen.findByText('Eva Luna')).closest('tr')!;
    const texts = within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(texts.slice(1, 6)).toEqual([
      '12',
      'ELEva Lunaeva@demo.gob.ar',
      'Operador',
      '14-11-2026 ~ 11:30',
      'Habilitado',
    ]);
    expect(screen.getByRole('row', { name: /Leo Paz/ }).textContent).toContain('Administrador, Coordinador');
    expect(screen.getByRole('row', { name: /Leo Paz/ }).textContent).toContain('Deshabilitado');
    expect(screen.getByRole('row', { name: /Ada Gil/ }).textContent).toContain('InvitadoTodavía no entró');
    expect(screen.getByText('3 usuarios')).toBeTruthy();
    expect(within(row).getByRole('link').getAttribute('href')).toBe('/user/12');
    // The row itself leads on: there is no menu beside it.
    expect(within(row).queryByRole('button')).toBeNull();
    expect(screen.getByRole('link', { name: 'Crear Usuario' }).getAttribute('href')).toBe('/users/create');
    expect(screen.getByRole('link', { name: 'Usuarios' }).getAttribute('aria-current')).toBe('page');
    expect(asked[0]).toEqual({ pageNumber: '0', pageSize: '10' });
    expect(document.title).toBe('Usuarios · Campanero');
  });

  test('a click anywhere in a row leads to the detail, one on its switch does not', async () => {
    server.use(reply(api.users.campaigns, []));
    const { user, router } = openPage();
    await user.click(await switchOf('Eva Luna'));
    await user.click(await screen.findByRole('button', { name: 'Cancelar' }));
    expect(router.state.location.pathname).toBe('/users');
    await user.click(screen.getByText('eva@demo.gob.ar'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/user/12'));
  });

  test.each([['Coordinador'], ['Operador externo']])('a %s is led to the campaigns', async (role) => {
    server.use(reply(api.campaigns.list, aCampaignPage([])));
    const { router } = renderApp('/users', { as: aSession([role]) });
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns'));
    expect(screen.queryByRole('link', { name: 'Usuarios' })).toBeNull();
    expect(screen.queryByText('Admin')).toBeNull();
  });

  test('is empty or fails in the catalogue’s words', async () => {
    server.use(listing([]));
    const { unmount } = openPage('/users?name=zzz');
    expect(await screen.findByText('No se encontraron registros')).toBeTruthy();
    expect(screen.getByText('Nombre: zzz')).toBeTruthy();
    unmount();
    server.use(refuse(api.users.list, 'BAD_REQUEST'));
    openPage('/users?name=otra');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Hubo un fallo con el servidor. Por favor refresque la página e inténtelo de nuevo.',
    );
  });

  test('filters by name, role and state, sending only what was filled in', async () => {
    const { user, router } = openPage();
    await screen.findByText('Eva Luna');
    await user.click(screen.getByRole('button', { name: 'Filtros' }));
    const dialog = await screen.findByRole('dialog', { name: 'Filtros' });
    expect(within(dialog).getByRole('button', { name: 'Aplicar' }).getAttribute('aria-disabled')).toBe('true');
    await user.click(within(dialog).getByLabelText('Nombre'));
    await user.paste('eva');
    await user.click(within(dialog).getByLabelText('Rol'));
    await user.click(await screen.findByRole('option', { name: 'Operador' }));
    await user.click(within(dialog).getByRole('button', { name: 'Deshabilitado' }));
    await user.click(within(dialog).getByRole('button', { name: 'Aplicar' }));
    await waitFor(() =>
      expect(asked.at(-1)).toEqual({ pageNumber: '0', pageSize: '10', name: 'eva', roles: '2', state: 'disabled' }),
    );
    expect(router.state.location.search).toBe('?name=eva&state=disabled&roles=2');
    expect(screen.getByText('Rol: Operador')).toBeTruthy();
    expect(screen.getByText('Estado: deshabilitado')).toBeTruthy();
  });
});

describe('the switch', () => {
  const campaign = {
    id: 1,
    name: 'Vacunas',
    status: 'EN CURSO' as const,
    untouched: 1200,
    touched: 1,
    pending: 1201,
    callbacks: 1,
    held: 0,
    others: [
      { id: 40, name: 'Ana Paz' },
      { id: 41, name: 'Luz Ríos' },
    ],
  };

  test('asks for confirmation with the name and the effect on calls, and changes after the response', async () => {
    let sent: unknown;
    server.use(
      reply(api.users.campaigns, [campaign, { ...campaign, id: 2, status: 'FINALIZADA', untouched: 50 }]),
      reply(api.users.disable, async ({ params, request }) => {
        sent = await request.json();
        expect(params.id).toBe('12');
        server.use(listing([{ ...eva, disable: true, version: 1 }]));
        return { ...eva, disable: true, version: 1 };
      }),
    );
    const { user } = openPage();
    await user.click(await switchOf('Eva Luna'));
    const dialog = await screen.findByRole('dialog', { name: 'Deshabilitar usuario' });
    expect(dialog.textContent).toContain('Eva Luna ya no podrá ingresar');
    // A finished campaign does not count.
    const held = await within(dialog).findAllByText('1.201 por llamar, 1 con rellamado agendado');
    expect(held).toHaveLength(2);
    await user.click(within(dialog).getByRole('combobox', { name: 'Entregar los de Vacunas a' }));
    await user.click(await screen.findByRole('option', { name: 'Luz Ríos' }));
    expect(sent).toBeUndefined();
    await user.click(within(dialog).getByRole('button', { name: 'Deshabilitar' }));
    await waitFor(() => expect(sent).toEqual({ handover: { to: 'shared', campaigns: [{ id: 1, to: 41 }] } }));
    expect(await screen.findByText('Usuario deshabilitado correctamente.')).toBeTruthy();
    await waitFor(async () => expect((await switchOf('Eva Luna')).checked).toBe(false));
    await waitFor(() => expect(screen.getByText('Deshabilitado')).toBeTruthy());
  });

  test('changes nothing when it is cancelled', async () => {
    server.use(reply(api.users.campaigns, []));
    const { user } = openPage();
    await user.click(await switchOf('Eva Luna'));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('No tiene llamados por hacer en campañas abiertas.')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Habilitado')).toBeTruthy();
  });

  test('enables in the same way', async () => {
    server.use(listing([{ ...eva, disable: true }]), reply(api.users.enable, eva));
    const { user } = openPage();
    await user.click(await switchOf('Eva Luna'));
    const dialog = await screen.findByRole('dialog', { name: 'Habilitar usuario' });
    expect(dialog.textContent).toContain('Eva Luna podrá volver a ingresar con su contraseña.');
    await user.click(within(dialog).getByRole('button', { name: 'Habilitar' }));
    expect(await screen.findByText('Usuario habilitado correctamente.')).toBeTruthy();
  });

  test('says in the dialog why it was refused', async () => {
    server.use(reply(api.users.campaigns, []), refuse(api.users.disable, 'LAST_ADMINISTRATOR'));
    const { user } = openPage();
    await user.click(await switchOf('Eva Luna'));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Deshabilitar' }));
    expect((await within(dialog).findByRole('alert')).textContent).toBe(
      'Debe quedar al menos un Administrador habilitado.',
    );
  });

  test('of one’s own account stays where it is', async () => {
    server.use(listing([aUserDetail({ id: 7, firstName: 'Ana', lastName: 'Ledesma', roles: [5] })]));
    openPage();
    expect((await switchOf('Ana Ledesma')).disabled).toBe(true);
  });
});

describe('several at once', () => {
  test('are chosen by their checkboxes and changed in one request, and each result is shown', async () => {
    let sent: unknown;
    const leo = aUserDetail({ id: 11, firstName: 'Leo', lastName: 'Paz', roles: [5] });
    server.use(
      listing([eva, leo]),
      reply(api.users.held, { campaigns: 2, pending: 30, callbacks: 3, held: 1 }),
      reply(api.users.changeMany, async ({ request }) => {
        sent = await request.json();
        return {
          results: [
            { id: 12, name: 'Eva Luna', outcome: 'changed' as const, reason: null, given: 30, freed: 0 },
            { id: 11, name: 'Leo Paz', outcome: 'refused' as const, reason: 'Debe quedar uno.', given: 0, freed: 0 },
          ],
        };
      }),
    );
    const { user, router } = openPage();
    await user.click(await screen.findByRole('checkbox', { name: 'Elegir a Eva Luna' }));
    await user.click(screen.getByRole('checkbox', { name: 'Elegir a Leo Paz' }));
    expect(router.state.location.pathname).toBe('/users');
    const bar = screen.getByRole('region', { name: 'Usuarios elegidos' });
    expect(bar.textContent).toContain('2 usuarios elegidos');
    expect(within(bar).getByRole<HTMLButtonElement>('button', { name: 'Habilitar' }).disabled).toBe(true);
    await user.click(within(bar).getByRole('button', { name: 'Deshabilitar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Deshabilitar usuarios' });
    expect(await within(dialog).findByText(/Tienen 30 por llamar, 3 con rellamado agendado/)).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Deshabilitar' }));
    const results = await screen.findByRole('list', { name: 'Resultado de cada usuario' });
    expect(sent).toEqual({ ids: [12, 11], disable: true, handover: { to: 'shared' } });
    expect(
      within(results)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Leo PazDebe quedar uno.', 'Eva LunaCambiado: 30 llamados entregados.']);
    await user.click(screen.getByRole('button', { name: 'Listo' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Usuarios elegidos' })).toBeNull());
  });

  test('the box in the head chooses everybody of the page, and lets them go again', async () => {
    server.use(listing([eva, aUserDetail({ id: 11, firstName: 'Leo', lastName: 'Paz' })]));
    const { user } = openPage();
    await user.click(await screen.findByRole('checkbox', { name: 'Elegir a Eva Luna' }));
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Elegir a todos los de esta página' });
    const state = () => [all.checked, all.dataset['indeterminate']];
    expect(state()).toEqual([false, 'true']);
    await user.click(all);
    expect(state()).toEqual([true, 'false']);
    expect(screen.getByRole('region', { name: 'Usuarios elegidos' }).textContent).toContain('2 usuarios elegidos');
    await user.click(all);
    expect(state()).toEqual([false, 'false']);
    expect(screen.queryByRole('region', { name: 'Usuarios elegidos' })).toBeNull();
  });

  test('on a phone too: a box before each, one for all, and the row still leads to its user', async () => {
    const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } };
    const width = window.innerWidth;
    happyDOM.setViewport({ width: 390 });
    try {
      server.use(listing([eva, aUserDetail({ id: 11, firstName: 'Leo', lastName: 'Paz' })]));
      const { user, router } = openPage();
      await user.click(await screen.findByRole('checkbox', { name: 'Elegir a Eva Luna' }));
      expect(screen.queryByRole('table')).toBeNull();
      expect(router.state.location.pathname).toBe('/users');
      const bar = () => screen.getByRole('region', { name: 'Usuarios elegidos' }).textContent;
      expect(bar()).toContain('1 usuario elegido');
      await user.click(screen.getByRole('checkbox', { name: 'Elegir a todos los de esta página' }));
      expect(bar()).toContain('2 usuarios elegidos');
    } finally {
      happyDOM.setViewport({ width });
    }
  });

  test('new roles have to be chosen first', async () => {
    let sent: unknown;
    server.use(
      reply(api.users.held, { campaigns: 0, pending: 0, callbacks: 0, held: 0 }),
      reply(api.users.changeMany, async ({ request }) => {
        sent = await request.json();
        return { results: [{ id: 12, name: 'Eva Luna', outcome: 'same' as const, reason: null, given: 0, freed: 0 }] };
      }),
    );
    const { user } = openPage();
    await user.click(await screen.findByRole('checkbox', { name: 'Elegir a Eva Luna' }));
    await user.click(screen.getByRole('button', { name: 'Cambiar roles' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cambiar roles' });
    await user.click(within(dialog).getByRole('button', { name: 'Cambiar roles' }));
    expect(await within(dialog).findByText('Debe seleccionar al menos 1 rol')).toBeTruthy();
    await user.click(within(dialog).getByRole('checkbox', { name: 'Coordinador' }));
    await user.click(within(dialog).getByRole('button', { name: 'Cambiar roles' }));
    expect(await screen.findByText('Ya estaba así.')).toBeTruthy();
    expect(sent).toEqual({ ids: [12], roles: [4], handover: { to: 'shared' } });
  });
});

test('Seguridad shows which roles require the second factor and saves the change', async () => {
  let sent: unknown;
  server.use(
    reply(api.secondFactor.roles, { roles: [5], version: 3 }),
    reply(api.identity.idleLimits, { limits: [{ roleId: 2, minutes: 30 }], version: 0 }),
    reply(api.secondFactor.requireRoles, async ({ request }) => {
      sent = await request.json();
      return { roles: [5, 4], version: 4 };
    }),
  );
  const { user } = openPage();
  await user.click(await screen.findByRole('button', { name: 'Seguridad' }));
  const dialog = await screen.findByRole('dialog', { name: 'Seguridad' });
  const administrators = await within(dialog).findByRole<HTMLInputElement>('checkbox', {
    name: 'Segundo factor: Administrador',
  });
  expect(administrators.checked).toBe(true);
  const save = within(dialog).getByRole('button', { name: 'Guardar' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  await user.click(within(dialog).getByRole('checkbox', { name: 'Segundo factor: Coordinador' }));
  await user.click(save);
  expect(await screen.findByText('Cambios guardados.')).toBeTruthy();
  expect(sent).toEqual({ roles: [5, 4], version: 3 });
});

test('Seguridad sets after how many minutes without activity the sessions of a role are locked', async () => {
  let sent: unknown;
  server.use(
    reply(api.secondFactor.roles, { roles: [], version: 0 }),
    reply(api.identity.idleLimits, { limits: [{ roleId: 2, minutes: 30 }], version: 4 }),
    reply(api.identity.setIdleLimits, async ({ request }) => {
      sent = await request.json();
      return { limits: [], version: 5 };
    }),
  );
  const { user } = openPage();
  await user.click(await screen.findByRole('button', { name: 'Seguridad' }));
  const dialog = await screen.findByRole('dialog', { name: 'Seguridad' });
  const operators = await within(dialog).findByRole<HTMLInputElement>('textbox', {
    name: 'Bloqueo por inactividad: Operador',
  });
  expect(operators.value).toBe('30');
  await user.clear(operators);
  const administrators = within(dialog).getByRole('textbox', { name: 'Bloqueo por inactividad: Administrador' });
  await user.type(administrators, '3');
  expect(within(dialog).getByText(/Ingrese de 5 a 480 minutos/)).toBeTruthy();
  await user.type(administrators, '0');
  await user.click(within(dialog).getByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText('Cambios guardados.')).toBeTruthy();
  expect(sent).toEqual({ limits: [{ roleId: 5, minutes: 30 }], version: 4 });
});
