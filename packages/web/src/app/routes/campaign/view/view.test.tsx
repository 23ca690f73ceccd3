import { api } from '@campanero/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { aCampaign } from '../../../../test/campaign-world.ts';
import { aSession } from '../../../../test/people.ts';
import { renderPage } from '../../../../test/render.tsx';
import { refuse, reply, server } from '../../../../test/server.ts';
import { fakeSocket } from '../../../../test/socket.ts';

vi.setConfig({ testTimeout: 30_000 });

beforeEach(() =>
  server.use(
    reply(api.loads.list, []),
    reply(api.campaigns.progress, {
      total: 690,
      called: 475,
      pending: 215,
      unassigned: 12,
      reserve: 0,
      states: [
        { id: 1, name: 'Pendiente', color: '#e0e0e0', count: 215 },
        { id: 2, name: 'Contactado', color: '#2F80C2', count: 475 },
      ],
    }),
    reply(api.campaigns.events, [
      {
        id: 1,
        action: 'CAMPAÑA',
        subaction: 'CREAR',
        summary: 'Creó la campaña',
        userName: 'Néstor Villalba',
        createdAt: '2026-11-01T12:00:00.000Z',
      },
    ]),
  ),
);
const openPage = (role = 'Coordinador') => renderPage('/campaign/31', { as: aSession([role]) });

describe('the campaign', () => {
  test('shows facts at UTC-3, progress, people and what happened', async () => {
    server.use(
      reply(api.campaigns.detail, aCampaign({ status: 'EN CURSO', districtName: 'Buenos Aires', districtId: '06' })),
    );
    openPage();
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('31 Veredas de Flores');
    expect(screen.getByText('16-11-2026 ~ 09:00')).toBeTruthy();
    expect(screen.getByText('PBA')).toBeTruthy();
    expect(await screen.findByText('llamados · 68,8 %')).toBeTruthy();
    expect(within(screen.getByRole('list', { name: 'Operadores' })).getByText('Lucas Ferreyra')).toBeTruthy();
    expect(await screen.findByText('Creó la campaña')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Editar' }).getAttribute('href')).toBe('/campaign/edit/31');
    expect(document.title).toContain('Veredas de Flores');
  });

  test('says where its people came from, with a link to another campaign that may be seen', async () => {
    const past = {
      id: 7,
      source: 'campaign' as const,
      name: 'Vacunación',
      read: 2_000,
      loaded: 1_920,
      duplicates: 20,
      rejected: 40,
      skipped: 20,
      userName: 'Ana Ledesma',
      finishedAt: '2026-11-03T12:02:00.000Z',
      origin: { campaignId: 12, filters: [{ label: 'Estados', value: 'No contesta' }] },
    };
    const unseen = { ...past, id: 5, name: 'Otra campaña', rejected: 0, origin: { campaignId: null, filters: [] } };
    const file = { ...past, id: 3, source: 'csv' as const, name: 'vecinos.csv', origin: null };
    server.use(
      reply(api.campaigns.detail, aCampaign({ status: 'EN CURSO' })),
      reply(api.loads.list, [past, unseen, file]),
    );
    openPage();
    const list = await screen.findByRole('list', { name: 'Cargas' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Desde la campaña Vacunación (n.º 12), filtrada por Estados: No contesta: 1.920 cargadas · 40 rechazadas03-11-2026 ~ 09:02 · Ana Ledesma',
      'Desde la campaña Otra campaña: 1.920 cargadas03-11-2026 ~ 09:02 · Ana Ledesma',
      'Archivo vecinos.csv: 1.920 cargadas · 40 rechazadas03-11-2026 ~ 09:02 · Ana Ledesma',
    ]);
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/campaign/12']);
  });

  test('an operator sees it without what is for managers', async () => {
    server.use(reply(api.campaigns.detail, aCampaign({ status: 'EN CURSO' })));
    const { user } = openPage('Operador');
    await screen.findByRole('heading', { level: 1 });
    await screen.findByText('llamados · 68,8 %');
    expect(screen.queryByRole('link', { name: 'Editar' })).toBeNull();
    expect(screen.queryByText('Últimos movimientos')).toBeNull();
    expect(screen.queryByText('Identificador externo')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Más acciones' }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Ver Estadísticas',
    ]);
  });

  test('a finished one cannot be edited, only copied', async () => {
    server.use(reply(api.campaigns.detail, aCampaign({ status: 'FINALIZADA' })));
    const { user } = openPage();
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('link', { name: 'Editar' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Más acciones' }));
    const menu = await screen.findByRole('menu');
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toContain('Duplicar campaña');
    expect(within(menu).queryByText('Finalizar campaña')).toBeNull();
  });

  test('follows a status that changes elsewhere', async () => {
    let status: 'EN CURSO' | 'PAUSADA' = 'EN CURSO';
    server.use(reply(api.campaigns.detail, () => aCampaign({ status })));
    openPage();
    await screen.findByText('EN CURSO');
    await waitFor(() => expect(fakeSocket.isOpen()).toBe(true));
    status = 'PAUSADA';
    fakeSocket.fire('campaign', { id: 31, status });
    expect(await screen.findByText('PAUSADA')).toBeTruthy();
    expect(screen.getByText('Está pausada: no admite llamados hasta que se la reanude.')).toBeTruthy();
  });
});

describe('the next step is the filled button', () => {
  const filled = () =>
    [...document.querySelectorAll('.MuiButton-contained')].map((link) => [link.textContent, link.getAttribute('href')]);
  const SEGMENT = ['Segmentar', '/campaign/detail/31#segmentar'];
  test.each<[string, Parameters<typeof aCampaign>[0], string | undefined, unknown]>([
    ['no audience', { status: 'PENDIENTE' }, undefined, ['Cargar audiencia', '/campaign/detail/31/assign']],
    [
      'no audience, may not load',
      { status: 'PENDIENTE' },
      'Coordinador externo',
      ['Ver audiencia', '/campaign/detail/31'],
    ],
    ['free calls', { status: 'AUDIENCIA PROCESADA', assigned: false }, undefined, SEGMENT],
    ['free calls while running', { status: 'EN CURSO', assigned: false }, undefined, SEGMENT],
    ['running', { status: 'EN CURSO', assigned: true }, undefined, ['Ver en vivo', '/monitor/live']],
    [
      'external',
      { status: 'EN CURSO', assigned: true, external: 1 },
      undefined,
      ['Ver en vivo', '/monitor/live?external=1'],
    ],
    ['paused', { status: 'PAUSADA', assigned: true }, undefined, ['Ver audiencia', '/campaign/detail/31']],
    ['finished', { status: 'FINALIZADA', assigned: false }, undefined, ['Ver audiencia', '/campaign/detail/31']],
  ])('%s', async (_when, parts, role, expected) => {
    server.use(reply(api.campaigns.detail, aCampaign(parts)), refuse(api.live.view, 'BAD_REQUEST'));
    openPage(role);
    await screen.findByRole('heading', { level: 1 });
    expect(filled()).toEqual([expected]);
  });

  test('a new one says once that it has no audience, and lists its states', async () => {
    server.use(
      reply(api.campaigns.detail, aCampaign({ status: 'PENDIENTE' })),
      reply(api.campaigns.progress, { total: 0, called: 0, pending: 0, unassigned: 0, reserve: 0, states: [] }),
    );
    openPage();
    expect(await screen.findAllByText(/Todavía no tiene audiencia/)).toHaveLength(1);
    expect(await screen.findByRole('list', { name: 'Estados' })).toBeTruthy();
  });

  test('a running one has the forecast of the live board, and its states only with their calls', async () => {
    const onBoard = { id: 31, name: 'Veredas', total: 690, called: 475, pending: 215, neverCalled: 215, pace: 40 };
    const campaign = {
      ...onBoard,
      endDate: '2026-11-28T23:00:00.000Z',
      forecastDay: '2026-12-01',
      daysLate: 3,
      lastActivityAt: null,
      isInactive: false,
      closed: null,
    };
    server.use(
      reply(api.campaigns.detail, aCampaign({ status: 'EN CURSO' })),
      reply(api.live.view, {
        at: '2026-11-13T14:42:00.000Z',
        alertMinutes: 20,
        callingHours: { isLearned: true, isOpen: true, today: null },
        lastHour: { calls: 0, contacted: 0 },
        hourBefore: { calls: 0, contacted: 0 },
        today: { calls: 0, contacted: 0 },
        pending: 0,
        overdueCallbacks: 0,
        oldestCallbackAt: null,
        questions: { open: 0, oldestAt: null },
        operators: [],
        campaigns: [campaign],
      }),
    );
    openPage();
    expect((await screen.findByText('3 días tarde')).parentElement!.textContent).toBe('Termina el 01-12, 3 días tarde');
    expect(screen.queryByRole('list', { name: 'Estados' })).toBeNull();
  });
});

describe('its form', () => {
  const withForm = (formUrl: string) =>
    server.use(reply(api.campaigns.detail, aCampaign({ formId: '7', formName: 'Taller de huerta', formUrl })));

  test('shows free places; the refresh locks', async () => {
    withForm('https://formularios.example/7');
    let enrolled = 450;
    server.use(reply(api.forms.campaignCapacity, () => ({ slots: 500, enrolled, status: 'ABIERTO' })));
    const { user } = openPage();
    expect(await screen.findByText('libres de 500')).toBeTruthy();
    expect(screen.getByText('50')).toBeTruthy();
    enrolled = 500;
    const refresh = screen.getByRole('button', { name: 'Actualizar los cupos' });
    await user.click(refresh);
    expect(await screen.findByText(/Completo/)).toBeTruthy();
    expect(refresh.getAttribute('aria-disabled')).toBe('true');
    const link = screen.getByRole('link', { name: 'Taller de huerta' });
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
  });

  test('an unknown one is reported, and a harmful address is not a link', async () => {
    withForm('javascript:alert(1)');
    server.use(refuse(api.forms.campaignCapacity, 'FORM_UNKNOWN'));
    openPage();
    expect(await screen.findByText('El formulario no se encontró en el sistema de formularios.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Taller de huerta' })).toBeNull();
  });
});
