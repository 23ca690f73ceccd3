import { sample, type SampleView } from '@campanero/contract/audience/sample';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aSession } from '../../../test/people.ts';
import { renderPiece } from '../../../test/render.tsx';
import { refuse, reply, server } from '../../../test/server.ts';
import { SampleDialog } from './sample-dialog.tsx';

let view: SampleView;
/** Bodies that were sent. */
let sent: unknown[];
const DRAWN: NonNullable<SampleView['sample']> = {
  seed: 4711,
  bySection: true,
  drawnAt: '2026-11-17T15:00:00Z',
  drawnBy: 'Paula Coordina',
  version: 3,
  inUse: 300,
  inReserve: 1_700,
  sections: [
    { name: 'Comuna 1', inUse: 100, inReserve: 700 },
    { name: null, inUse: 200, inReserve: 1_000 },
  ],
};
beforeEach(() => {
  sent = [];
  view = { free: 2_000, sample: null };
  server.use(
    reply(sample.view, () => view),
    reply(sample.draw, async ({ request }) => {
      sent.push(await request.json());
      view = { free: 300, sample: DRAWN };
      return view;
    }),
    reply(sample.release, async ({ request }) => {
      sent.push(await request.json());
      view = { free: 350, sample: { ...DRAWN, version: 4, inUse: 350, inReserve: 1_650 } };
      return view;
    }),
    reply(sample.remove, () => {
      sent.push('removed');
      view = { free: 2_000, sample: null };
      return view;
    }),
  );
});
const close = vi.fn();
const open = async () => {
  const rendered = renderPiece(<SampleDialog campaign={{ id: 31, name: 'Vecinos' }} onClose={close} />, {
    as: aSession(),
  });
  const dialog = await screen.findByRole('dialog', { name: 'Muestra al azar' });
  return { ...rendered, dialog };
};

test('draws with the amount, the sections and a seed, and shows what is in use and in reserve', async () => {
  const { user, dialog } = await open();
  expect(await within(dialog).findByText(/2\.000 contactos sin operador/)).toBeTruthy();
  await user.type(screen.getByLabelText('Cuántos se usan'), '300');
  await user.click(screen.getByRole('switch', { name: 'Según la sección' }));
  await user.type(screen.getByLabelText(/Semilla/), '4711');
  await user.click(screen.getByRole('button', { name: 'Sortear' }));
  await screen.findByText(/con la semilla/);
  expect(sent).toEqual([{ amount: 300, bySection: true, seed: 4711 }]);
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'SecciónEn usoEn reserva',
    'Toda la audiencia3001.700',
    'Comuna 1100700',
    'Sin sección2001.000',
  ]);
});

test('what is no amount or no seed is said at its field, and nothing is sent', async () => {
  const { user } = await open();
  await user.type(await screen.findByLabelText('Cuántos se usan'), 'veinte');
  await user.type(screen.getByLabelText(/Semilla/), '0');
  await user.click(screen.getByRole('button', { name: 'Sortear' }));
  expect(await screen.findByText('Ingrese una cantidad entera mayor que cero.')).toBeTruthy();
  expect(screen.getByText('Ingrese un número entero entre 1 y 999.999.999.')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('more than there are: the sentence of the server, and what was typed stays', async () => {
  const { user } = await open();
  server.use(refuse(sample.draw, 'AMOUNT_OVER_TOTAL'));
  await user.type(await screen.findByLabelText('Cuántos se usan'), '2001');
  await user.click(screen.getByRole('button', { name: 'Sortear' }));
  expect(await screen.findByText('No se puede asignar una cantidad mayor al total de números.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Cuántos se usan').value).toBe('2001');
});

test('releases a part with the version that was shown', async () => {
  view = { free: 300, sample: DRAWN };
  const { user } = await open();
  await user.type(await screen.findByLabelText('Cuántos más se usan'), '50');
  await user.click(screen.getByRole('button', { name: 'Liberar' }));
  await screen.findByText('1.650');
  expect(sent).toEqual([{ amount: 50, version: 3 }]);
  expect(screen.getByLabelText<HTMLInputElement>('Cuántos más se usan').value).toBe('');
  expect(await screen.findByText('50 contactos dejaron la reserva: ya se pueden segmentar.')).toBeTruthy();
});

test('a colleague released meanwhile: it says so and shows the newer numbers', async () => {
  view = { free: 300, sample: DRAWN };
  const { user } = await open();
  await user.type(await screen.findByLabelText('Cuántos más se usan'), '50');
  view = { free: 350, sample: { ...DRAWN, version: 4, inUse: 350, inReserve: 1_650 } };
  server.use(refuse(sample.release, 'CONFLICT'));
  await user.click(screen.getByRole('button', { name: 'Liberar' }));
  await screen.findByText('1.650');
  expect(screen.getByRole('alert').textContent).toMatch(/./);
  expect(screen.getByLabelText<HTMLInputElement>('Cuántos más se usan').value).toBe('50');
});

test('removing asks first and leads back to the draw', async () => {
  view = { free: 300, sample: DRAWN };
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Quitar la muestra' }));
  const asked = await screen.findByRole('dialog', { name: 'Quitar la muestra' });
  expect(asked.textContent).toContain('1.700 contactos dejan la reserva');
  await user.click(within(asked).getByRole('button', { name: 'Quitar' }));
  await waitFor(() => expect(sent).toEqual(['removed']));
  expect(await screen.findByLabelText('Cuántos se usan')).toBeTruthy();
});

test('nobody to draw from, and nobody left in reserve, say why nothing can be done', async () => {
  view = { free: 0, sample: null };
  const { user, unmount } = await open();
  const draw = await screen.findByRole('button', { name: /Sortear/ });
  expect(draw.getAttribute('aria-disabled')).toBe('true');
  await user.hover(draw);
  expect(await screen.findByText('No hay contactos sin operador entre los que sortear.')).toBeTruthy();
  unmount();
  view = { free: 0, sample: { ...DRAWN, inUse: 2_000, inReserve: 0, sections: [] } };
  await open();
  expect((await screen.findByRole('button', { name: /Liberar/ })).getAttribute('aria-disabled')).toBe('true');
});
