import { api } from '@campanero/contract';
import type { ExportDetail } from '@campanero/contract/exports/schemas';
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, test, vi } from 'vitest';
import { StatisticsExport } from '../../features/exports/export-menu.tsx';
import { now } from '../../lib/clock.ts';
import { aSession } from '../../test/people.ts';
import { renderPage, renderPiece } from '../../test/render.tsx';
import { refuse, reply, server } from '../../test/server.ts';

const ID = '3f0c1a52-7e3b-4a39-9d3f-0f2b7c0d1e21';
const HOUR = 3600;

const anExport = (parts: Partial<ExportDetail> = {}): ExportDetail => ({
  id: ID,
  kind: 'audience',
  format: 'csv',
  status: 'COMPLETED',
  progress: 1,
  ahead: null,
  rows: 17_905,
  total: 17_905,
  fileName: 'audiencia-12_10-11-2026.csv',
  bytes: 2_500_000,
  expires: Math.floor(now() / 1000) + 71 * HOUR + 60,
  failure: null,
  campaign: { id: 12, name: 'Relevamiento de vecinos' },
  operatorName: null,
  userName: 'Ana Paz',
  isOwn: true,
  createdAt: '2026-11-10T14:00:00.000Z',
  finishedAt: '2026-11-10T14:02:00.000Z',
  ...parts,
});

const open = (parts: Partial<ExportDetail>) => {
  server.use(reply(api.exports.detail, anExport(parts)));
  return renderPage(`/export/${ID}`, { as: aSession(['Coordinador']) });
};
afterEach(() => vi.restoreAllMocks());

test('a finished export says what it is and how long it stays, and is saved under its name', async () => {
  const { user } = open({});
  expect(await screen.findByText('audiencia-12_10-11-2026.csv')).toBeTruthy();
  expect(screen.getByText('vence en 71 h')).toBeTruthy();
  expect(screen.getByText(/17\.905 filas/)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Audiencia de Relevamiento de vecinos' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Relevamiento de vecinos' }).getAttribute('href')).toBe(
    '/campaign/detail/12',
  );
  let authorization: string | null = null;
  server.use(
    http.get(`*/api/export/${ID}`, ({ request }) => {
      authorization = request.headers.get('authorization');
      return new HttpResponse('\uFEFFTeléfono\r\n', { headers: { 'content-type': 'text/csv' } });
    }),
  );
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await user.click(screen.getByRole('button', { name: 'Descargar' }));
  await waitFor(() => expect(saved).toEqual(['audiencia-12_10-11-2026.csv']));
  expect(authorization).toMatch(/^Bearer /);
});

test('one that is being made shows how far it is and can be cancelled by its requester', async () => {
  const making = { status: 'RUNNING', progress: 0.347, rows: 6_213, finishedAt: null, expires: null } as const;
  const { user } = open(making);
  const bar = await screen.findByRole('progressbar', { name: 'Avance de la exportación' });
  expect(bar.getAttribute('aria-valuenow')).toBe('34');
  expect(screen.getByText('6.213 de 17.905 filas')).toBeTruthy();
  server.use(reply(api.exports.cancel, anExport({ ...making, status: 'CANCELLED' })));
  await user.click(screen.getByRole('button', { name: 'Cancelar exportación' }));
  expect(await screen.findByText('La exportación fue cancelada: no quedó ningún archivo.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Descargar' })).toBeNull();
});

test('one that waits says how many go first', async () => {
  open({ status: 'PENDING', ahead: 3, progress: 0, rows: 0, total: null, expires: null, finishedAt: null });
  expect(await screen.findByText(/^Espera su turno: 3 antes\./)).toBeTruthy();
});

test('one under way says how long it will take', async () => {
  let asked = 0;
  const making = { status: 'RUNNING' as const, fileName: null, bytes: null, expires: null, finishedAt: null };
  server.use(
    reply(api.exports.detail, () => {
      asked += 1;
      return anExport({ ...making, progress: asked / 100, rows: asked, total: 100 });
    }),
  );
  renderPage(`/export/${ID}`, { as: aSession(['Coordinador']) });
  // A hundredth every second and a half: some two and a half minutes.
  expect(await screen.findByText(/de 100 filas, quedan unos \d min$/, {}, { timeout: 10_000 })).toBeTruthy();
});

test('somebody else’s can be looked at and not cancelled', async () => {
  open({ status: 'PENDING', progress: 0, rows: 0, total: null, isOwn: false, expires: null, finishedAt: null });
  expect(await screen.findByText('0 filas')).toBeTruthy();
  expect(screen.getByText(/^Espera su turno\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancelar exportación' })).toBeNull();
});

test.each([
  [{ status: 'EXPIRED' as const }, /^La exportación venció: el archivo se guarda 72 horas/],
  // Nobody has asked the server since: the page's own clock knows.
  [{ expires: Math.floor(now() / 1000) - 1 }, /^La exportación venció/],
  [
    { status: 'ERROR' as const, expires: null },
    'No se pudo exportar la audiencia, por favor inténtelo de nuevo o contacte con el soporte.',
  ],
  [
    { status: 'ERROR' as const, expires: null, failure: 'No hay espacio en el servidor para guardar la exportación.' },
    'No hay espacio en el servidor para guardar la exportación.',
  ],
])('without a file it says why: %o', async (parts, sentence) => {
  open(parts);
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Descargar' })).toBeNull();
});

test('one that is not there, or not for this person, is not found', async () => {
  server.use(refuse(api.exports.detail, 'NOT_FOUND'));
  renderPage(`/export/${ID}`, { as: aSession(['Operador']) });
  expect(await screen.findByText('No se encontró la exportación')).toBeTruthy();
});

test('a download that has expired meanwhile says so', async () => {
  const { user } = open({});
  const button = await screen.findByRole('button', { name: 'Descargar' });
  server.use(refuse(api.exports.download, 'EXPORT_EXPIRED'));
  await user.click(button);
  expect(await screen.findByText(/^La exportación venció: el archivo se conserva 72 horas/)).toBeTruthy();
});

const menu = (status: 'EN CURSO' | 'PAUSADA') =>
  renderPiece(
    <StatisticsExport
      campaign={{ id: 12, status }}
      span={{ fromdate: '2026-11-01T03:00:00.000Z' }}
      linkTo={(id) => `/export/${id}`}
    />,
    { as: aSession(['Coordinador']) },
  );

test('the menu asks for each kind, says that it has begun and leads to the progress', async () => {
  const asked: string[] = [];
  for (const kind of ['audience', 'calls', 'statistics'] as const)
    server.use(
      reply(api.exports[kind], ({ query }) => {
        asked.push([kind, query.get('format'), query.get('fromdate')].filter(Boolean).join(' '));
        return { id: ID };
      }),
    );
  const { user } = menu('EN CURSO');
  for (const name of ['Audiencia CSV', 'Llamados CSV', 'Estadísticas XLSX', 'Estadísticas CSV']) {
    await user.click(screen.getByRole('button', { name: 'Exportar' }));
    expect(await screen.findByText('Llega un enlace por mail y a la campana.')).toBeTruthy();
    await user.click(await screen.findByRole('menuitem', { name }));
  }
  await waitFor(() =>
    expect(asked).toEqual([
      'audience',
      'calls',
      'statistics xlsx 2026-11-01T03:00:00.000Z',
      'statistics csv 2026-11-01T03:00:00.000Z',
    ]),
  );
  expect((await screen.findAllByText('Se está procesando su solicitud.')).length).toBeGreaterThan(0);
  expect(screen.getAllByRole('link', { name: 'Ver avance' })[0]!.getAttribute('href')).toBe(`/export/${ID}`);
});

test('a refusal says its reason, anything else the screen’s general sentence', async () => {
  server.use(refuse(api.exports.audience, 'TOO_MANY_EXPORTS'), refuse(api.exports.calls, 'INTERNAL'));
  const { user } = menu('EN CURSO');
  await user.click(screen.getByRole('button', { name: 'Exportar' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Audiencia CSV' }));
  expect(await screen.findByText(/^Ya tiene diez exportaciones en marcha/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Exportar' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Llamados CSV' }));
  expect(
    await screen.findByText('No se pudo procesar su solicitud, inténtelo de nuevo o contacte con el soporte.'),
  ).toBeTruthy();
});

test('outside EN CURSO and FINALIZADA the button is there and says why it does nothing', async () => {
  const { user } = menu('PAUSADA');
  const button = screen.getByRole('button', { name: 'Exportar' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('Se puede exportar mientras la campaña está en curso o finalizada.')).toBeTruthy();
  await user.click(button);
  expect(screen.queryByRole('menu')).toBeNull();
});
