import { api } from '@campanero/contract';
import type { ServiceAccountDetail } from '@campanero/contract/service-accounts/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { aCampaignPage, aCampaignRow } from '../../../test/campaigns.ts';
import { aSession } from '../../../test/people.ts';
import { renderPage } from '../../../test/render.tsx';
import { refuse, reply, replyVersioned, server } from '../../../test/server.ts';

beforeAll(() => import('../../../features/service-accounts/account-form.tsx'));

const { serviceAccounts } = api;
const admin = () => aSession(['Administrador'], { id: 7 });

const board: ServiceAccountDetail = {
  id: 45,
  name: 'Tablero de datos',
  scopes: ['campaign.detail', 'export'],
  external: false,
  campaignIds: null,
  campaigns: null,
  addresses: ['10.0.0.0/8'],
  expires: '2027-05-01',
  expired: false,
  disable: false,
  lastUsedAt: '2026-11-14T14:30:00.000Z',
  createdAt: '2026-10-01T12:00:00.000Z',
  createdBy: 'Ana Paz',
  version: 3,
  keys: [
    {
      id: 9,
      prefix: 'cpn_Ab12Cd',
      createdAt: '2026-10-01T12:00:00.000Z',
      createdBy: 'Ana Paz',
      validUntil: null,
      lastUsedAt: '2026-11-14T14:30:00.000Z',
      lastAddress: '10.1.2.3',
    },
  ],
  days: [{ day: '2026-11-14', calls: 12, refused: 2 }],
  routes: [{ route: 'GET /api/campaign/:id', calls: 12, refused: 2 }],
};
const rowOf = ({ keys, ...account }: typeof board) => ({ ...account, prefixes: keys.map(({ prefix }) => prefix) });
const KEY = `cpn_${'k'.repeat(43)}`;

const listing = (accounts: ServiceAccountDetail[]) =>
  reply(serviceAccounts.list, { accounts: accounts.map(rowOf), totalElementsCount: accounts.length, page: 0 });
beforeEach(() => server.use(listing([board]), reply(serviceAccounts.get, board)));

describe('the list', () => {
  test('shows keys, side, campaigns, last use, expiry and state, and leads to the detail', async () => {
    server.use(
      listing([
        board,
        { ...board, id: 44, name: 'Central', external: true, campaignIds: [1, 2], disable: true, lastUsedAt: null },
        { ...board, id: 43, name: 'Viejo', expires: '2026-01-01', expired: true, keys: [] },
      ]),
    );
    renderPage('/users/services', { as: admin() });
    const row = (await screen.findByText('Tablero de datos')).closest('tr')!;
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
        .slice(0, 6),
    ).toEqual([
      'Tablero de datosVer campañas, audiencias y contactos, Exportar',
      'cpn_Ab12Cd…',
      'InternaTodas las campañas',
      '14-11-2026 ~ 11:30',
      '01-05-2027',
      'Habilitada',
    ]);
    expect(within(row).getByRole('link').getAttribute('href')).toBe('/users/service/45');
    const second = screen.getByRole('row', { name: /Central/ }).textContent;
    for (const text of ['Externa', '2 campañas', 'Nunca se usó', 'Deshabilitada']) expect(second).toContain(text);
    const third = screen.getByRole('row', { name: /Viejo/ }).textContent;
    for (const text of ['Ninguna', 'Vencida']) expect(third).toContain(text);
    expect(screen.getByText('3 cuentas')).toBeTruthy();
  });

  test('says what to do while there is none', async () => {
    server.use(listing([]));
    renderPage('/users/services', { as: admin() });
    expect(await screen.findByText(/Cree una por cada sistema de la ciudad/)).toBeTruthy();
  });
});

describe('creating', () => {
  const openForm = async () => {
    const page = renderPage('/users/services', { as: admin() });
    await page.user.click((await screen.findAllByRole('button', { name: 'Crear cuenta' }))[0]!);
    const dialog = await screen.findByRole('dialog', { name: 'Crear cuenta de servicio' });
    return { ...page, dialog: within(dialog) };
  };

  test('sends what was chosen, shows the key once with a copy, and goes to the account', async () => {
    const sent: unknown[] = [];
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    server.use(
      reply(serviceAccounts.create, async ({ request }) => {
        sent.push(await request.json());
        return { id: 45, key: KEY };
      }),
      reply(api.campaigns.list, aCampaignPage([aCampaignRow({ id: 31, name: 'Vacunas', external: 1 })])),
    );
    const { user, dialog, router } = await openForm();
    await user.click(dialog.getByLabelText('Nombre'));
    await user.paste('Tablero de datos');
    await user.click(dialog.getByRole('checkbox', { name: 'Leer la auditoría' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Exportar' }));
    await user.click(dialog.getByRole('radio', { name: 'Externa' }));
    // What an external account may not have is taken away and says why.
    const auditScope = dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Leer la auditoría' });
    expect([auditScope.checked, auditScope.disabled]).toEqual([false, true]);
    expect(dialog.getAllByText('Solo cuentas internas con todas las campañas.').length).toBeGreaterThan(0);
    await user.click(dialog.getByRole('radio', { name: 'Algunas' }));
    await user.click(dialog.getByLabelText('Cuáles'));
    await user.click(await screen.findByRole('option', { name: 'Vacunas' }));
    await user.click(dialog.getByLabelText('Direcciones permitidas'));
    await user.paste('10.0.0.0/8\n192.0.2.7');
    await user.click(dialog.getByRole('button', { name: 'Crear y ver la clave' }));
    const shown = within(await screen.findByRole('dialog', { name: 'Clave de Tablero de datos' }));
    expect(shown.getByText(KEY)).toBeTruthy();
    await user.click(shown.getByRole('button', { name: 'Copiar' }));
    expect(copied).toHaveBeenCalledWith(KEY);
    await user.click(shown.getByRole('button', { name: 'Ya la guardé' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/users/service/45'));
    await waitFor(() => expect(screen.queryByText(KEY)).toBeNull());
    expect(sent).toEqual([
      {
        name: 'Tablero de datos',
        scopes: ['export'],
        external: true,
        campaignIds: [31],
        addresses: ['10.0.0.0/8', '192.0.2.7'],
        expires: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
      },
    ]);
  });

  test('says what is missing or wrong', async () => {
    const { user, dialog } = await openForm();
    await user.click(dialog.getByLabelText('Nombre'));
    await user.paste('Tablero');
    await user.click(dialog.getByLabelText('Direcciones permitidas'));
    await user.paste('ciudad.gob.ar');
    expect(await dialog.findByText('Escriba direcciones IP o rangos como 10.1.0.0/16, uno por línea.')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Crear y ver la clave' }));
    expect(await dialog.findByText('Elija al menos un permiso.')).toBeTruthy();
  });

  test('a taken name stands at its field, and the form stays', async () => {
    const message = 'Ya existe otra cuenta de servicio con ese nombre.';
    server.use(refuse(serviceAccounts.create, 'NAME_TAKEN', { errors: [{ field: 'name', message }] }));
    const { user, dialog } = await openForm();
    await user.click(dialog.getByLabelText('Nombre'));
    await user.paste('Tablero');
    await user.click(dialog.getByRole('checkbox', { name: 'Exportar' }));
    await user.click(dialog.getByRole('button', { name: 'Crear y ver la clave' }));
    expect(await dialog.findByText(message)).toBeTruthy();
  });
});

describe('the detail', () => {
  const openPage = () => renderPage('/users/service/45', { as: admin() });

  test('shows facts, keys and use', async () => {
    openPage();
    expect(await screen.findByRole('heading', { name: 'Tablero de datos' })).toBeTruthy();
    const keys = within(screen.getByRole('list', { name: 'Claves' }));
    expect(keys.getByText('cpn_Ab12Cd…')).toBeTruthy();
    expect(keys.getByText(/último uso 14-11-2026 ~ 11:30, desde 10.1.2.3/)).toBeTruthy();
    const routes = within(screen.getByRole('list', { name: 'Qué usa' }));
    expect(routes.getByRole('listitem').textContent).toBe('GET /api/campaign/:id12 · 2 con error');
    expect(screen.getByText('10.0.0.0/8')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ver su actividad en Auditoría' }).getAttribute('href')).toBe(
      '/audit?userId=45',
    );
    expect(document.title).toBe('Tablero de datos · Campanero');
  });

  test('is disabled after a question', async () => {
    const sent: unknown[] = [];
    server.use(
      reply(serviceAccounts.setState, async ({ request }) => {
        sent.push(await request.json());
        return { ...board, disable: true };
      }),
    );
    const { user } = openPage();
    await user.click(await screen.findByRole('button', { name: 'Deshabilitar' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Deshabilitar la cuenta' }));
    await user.click(dialog.getByRole('button', { name: 'Deshabilitar' }));
    expect(await screen.findByText('Deshabilitada')).toBeTruthy();
    expect(sent).toEqual([{ disable: true }]);
    expect(screen.getByRole('button', { name: 'Habilitar' })).toBeTruthy();
  });

  test('rotates the key, which is shown once, and ends one', async () => {
    const ended: string[] = [];
    server.use(
      replyVersioned(
        serviceAccounts.rotate,
        () => 3,
        () => ({ key: KEY }),
      ),
      reply(serviceAccounts.endKey, ({ params }) => {
        ended.push(params['keyId']!);
        return { ...board, keys: [] };
      }),
    );
    const { user } = openPage();
    await user.click(await screen.findByRole('button', { name: 'Rotar' }));
    await user.click(await screen.findByRole('button', { name: 'Rotar y ver la clave' }));
    expect(await screen.findByText(KEY)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Ya la guardé' }));
    await waitFor(() => expect(screen.queryByText(KEY)).toBeNull());
    await user.click(await screen.findByRole('button', { name: 'Anular la clave cpn_Ab12Cd' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Anular la clave' })).getByRole('button', { name: 'Anular' }),
    );
    expect(await screen.findByRole('button', { name: 'Crear clave' })).toBeTruthy();
    expect(ended).toEqual(['9']);
  });

  test('editing sends every field with the version', async () => {
    const sent: Record<string, unknown>[] = [];
    server.use(
      replyVersioned(
        serviceAccounts.update,
        () => 3,
        (body) => {
          sent.push(body);
          return { ...board, name: 'Otro nombre', version: 4 };
        },
      ),
    );
    const { user } = openPage();
    await user.click(await screen.findByRole('button', { name: 'Editar' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Editar cuenta de servicio' }));
    await user.clear(dialog.getByLabelText('Nombre'));
    await user.paste('Otro nombre');
    await user.click(dialog.getByRole('button', { name: 'Guardar' }));
    expect(await screen.findByRole('heading', { name: 'Otro nombre' })).toBeTruthy();
    const { name, scopes, external, campaignIds, addresses, expires } = board;
    expect({ name, sent }).toEqual({
      name,
      sent: [{ name: 'Otro nombre', scopes, external, campaignIds, addresses, expires, version: 3 }],
    });
  });

  test('one that does not exist leads back to the list', async () => {
    server.use(refuse(serviceAccounts.get, 'NOT_FOUND'));
    openPage();
    expect((await screen.findByRole('link', { name: 'Volver a Cuentas de servicio' })).getAttribute('href')).toBe(
      '/users/services',
    );
  });
});
