import { api } from '@campanero/contract';
import type { ReportSubscription } from '@campanero/contract/reports/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aSession } from '../../test/people.ts';
import { renderPage } from '../../test/render.tsx';
import { refuse, reply, server } from '../../test/server.ts';

const open = () => renderPage('/monitor/general', { as: aSession(['Coordinador']) });
const GROUPS = ['Efectivos', 'Contactados', 'Volver a llamar', 'Sin contacto', 'Inválidos', 'Total'];
const nobody = { categories: [], operatorIds: [], series: GROUPS.map((name) => ({ name, data: [] })) };
const WEEKLY: ReportSubscription = {
  frequency: 'weekly',
  weekday: 1,
  hour: 9,
  isAlways: false,
  nextAt: '2026-03-16T12:00:00.000Z',
};
function serve(first: ReportSubscription | null) {
  const asked: unknown[] = [];
  server.use(
    reply(api.monitor.day, nobody),
    reply(api.reports.get, ({ query }) => {
      asked.push(Object.fromEntries(query));
      return first;
    }),
    reply(api.reports.save, async ({ request }) => {
      asked.push(await request.json());
      return WEEKLY;
    }),
    reply(api.reports.stop, ({ query }) => {
      asked.push(`stop ${query.toString()}`);
      return undefined;
    }),
  );
  return asked;
}
const dialog = () => screen.findByRole('dialog', { name: 'Recibir por correo' });
const field = async (name: string) => within(await dialog()).findByRole<HTMLInputElement>('combobox', { name });

test('who receives nothing yet is offered every day at eight; weekly asks for the day', async () => {
  const asked = serve(null);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Recibir por correo' }));
  expect((await field('Cuándo')).value).toBe('Todos los días');
  expect((await field('Hora')).value).toBe('08:00');
  expect(within(await dialog()).queryByRole('button', { name: 'Dejar de recibirlo' })).toBeNull();
  await user.click(await field('Cuándo'));
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
    'Todos los días',
    'Una vez por semana',
  ]);
  await user.click(screen.getByRole('option', { name: 'Una vez por semana' }));
  expect((await field('Día')).value).toBe('lunes');
  await user.click(within(await dialog()).getByRole('button', { name: 'Recibir' }));
  expect(await screen.findByText('Va a recibir el informe por correo.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked).toEqual([
    { page: 'monitor' },
    { page: 'monitor', campaignId: null, frequency: 'weekly', weekday: 1, hour: 8, isAlways: false },
  ]);
});

test('who receives one sees when the next comes, and stops it with one button', async () => {
  const asked = serve(WEEKLY);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Recibir por correo' }));
  expect(await screen.findByText(/el próximo, el 16-03-2026 ~ 09:00/)).toBeTruthy();
  expect((await field('Día')).value).toBe('lunes');
  await user.click(within(await dialog()).getByRole('button', { name: 'Dejar de recibirlo' }));
  expect(await screen.findByText('Ya no va a recibir el informe.')).toBeTruthy();
  expect(asked.at(-1)).toBe('stop page=monitor');
});

test('a refusal stays in the dialog', async () => {
  serve(null);
  server.use(refuse(api.reports.save, 'REPORT_OVER'));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Recibir por correo' }));
  await user.click(await within(await dialog()).findByRole('button', { name: 'Recibir' }));
  expect(await within(await dialog()).findByText(/La campaña ya está cerrada/)).toBeTruthy();
});
