import { api } from '@campanero/contract';
import type { QuotaBoard, QuotaCell, QuotasBody } from '@campanero/contract/surveys/quota-schemas';
import { sampleItem } from '@campanero/contract/test/survey-samples';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { renderPiece } from '../../../test/render.tsx';
import { refuse, reply, replyVersioned, server } from '../../../test/server.ts';
import { QuotaBoardCard } from './quota-board.tsx';

const ANYBODY = { sectionId: null, sectionName: null, gender: null, ageFrom: null, ageTo: null, answer: null };
const CELLS: QuotaCell[] = [
  { ...ANYBODY, id: 1, gender: 'F', ageFrom: 18, ageTo: 29, target: 40, isOff: false, filled: 12 },
  { ...ANYBODY, id: 2, answer: { questionId: 3, value: 1 }, target: 10, isOff: false, filled: 11 },
  { ...ANYBODY, id: 3, sectionId: '07', sectionName: 'Haedo', target: 5, isOff: true, filled: 0 },
];

let sent: QuotasBody[];
function open({ mayChange = true, cells = CELLS } = {}) {
  sent = [];
  server.use(
    reply(api.surveys.quotas, { version: 4, cells }),
    reply(api.surveys.ofCampaign, {
      id: 9,
      name: 'Barrio',
      number: 1,
      items: [sampleItem(3, 'yesNo', { text: '¿Vive con chicos?' })],
    }),
    reply(api.surveys.saveQuotas, async ({ request }): Promise<QuotaBoard> => {
      const body = (await request.json()) as QuotasBody;
      const { cells: given } = body;
      sent.push(body);
      return {
        version: 5,
        cells: given.map((each, place) => ({ ...each, id: each.id ?? 100 + place, sectionName: null, filled: 0 })),
      };
    }),
  );
  renderPiece(
    <QuotaBoardCard
      campaign={{ id: 31, survey: { id: 9 } }}
      mayChange={mayChange}
      sections={[{ id: '07', name: 'Haedo' }]}
    />,
  );
}
beforeEach(() => {
  sent = [];
});

test('says of each cell whom it is for, how full it is and whether it is closed', async () => {
  open();
  const rows = within(await screen.findByRole('region', { name: 'Cupos' }));
  const women = (await rows.findByText('Mujeres, 18 a 29 años')).closest('li')!;
  expect(women.textContent).toContain('12 de 40');
  const answered = (await rows.findByText('¿Vive con chicos? Sí')).closest('li')!;
  expect(answered.textContent).toContain('Completo');
  expect(rows.getByText('Haedo').closest('li')!.textContent).toContain('Cerrado a mano');
  expect(rows.getByRole('progressbar', { name: 'Mujeres, 18 a 29 años: 12 de 40' })).toBeTruthy();
});

test('a switch closes a cell by hand and sends all cells with their version', async () => {
  open();
  await userEvent.click(await screen.findByRole('switch', { name: 'Entregar contactos de: Mujeres, 18 a 29 años' }));
  expect(sent).toMatchObject([
    {
      version: 4,
      cells: [
        { id: 1, isOff: true },
        { id: 2, isOff: false },
        { id: 3, isOff: true },
      ],
    },
  ]);
});

test('on a slow server the switch is where it was put, and a second press sends nothing', async () => {
  open();
  const answered = Promise.withResolvers<void>();
  const bodies: QuotasBody[] = [];
  server.use(
    reply(api.surveys.saveQuotas, async ({ request }): Promise<QuotaBoard> => {
      bodies.push((await request.json()) as QuotasBody);
      await answered.promise;
      return { version: 5, cells: CELLS.with(0, { ...CELLS[0]!, isOff: true }) };
    }),
  );
  const women = await screen.findByRole<HTMLInputElement>('switch', { name: /Mujeres/ });
  await userEvent.click(women);
  await waitFor(() => expect(women.checked).toBe(false));
  await userEvent.click(women);
  answered.resolve();
  await screen.findAllByText('Cerrado a mano');
  expect(bodies).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a new cell needs somebody and a number; each mistake is said', async () => {
  open({ cells: [] });
  await userEvent.click(await screen.findByRole('button', { name: 'Agregar cupo' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Agregar un cupo' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }));
  expect(await dialog.findByText(/Ingrese un número entre 1 y/)).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Cuántas entrevistas completas'), '25');
  await userEvent.type(dialog.getByLabelText(/Edad desde/), '60');
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }));
  await screen.findByText('Desde 60 años');
  expect(sent).toEqual([
    {
      version: 4,
      cells: [{ sectionId: null, gender: null, ageFrom: 60, ageTo: null, answer: null, target: 25, isOff: false }],
    },
  ]);
});

test('a colleague changed them meanwhile: it says so and keeps what was typed', async () => {
  open();
  server.use(refuse(api.surveys.saveQuotas, 'CONFLICT'));
  await userEvent.click(await screen.findByRole('button', { name: 'Cambiar el cupo: Haedo' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cambiar el cupo' }));
  const target = dialog.getByLabelText('Cuántas entrevistas completas');
  await userEvent.clear(target);
  await userEvent.type(target, '7');
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }));
  expect(await dialog.findByRole('alert')).toBeTruthy();
  expect((target as HTMLInputElement).value).toBe('7');
});

test('after a colleague changed them, the next press is on what they left', async () => {
  open();
  const left = CELLS.slice(1);
  await screen.findByText('Haedo');
  server.use(
    reply(api.surveys.quotas, { version: 8, cells: left }),
    replyVersioned(
      api.surveys.saveQuotas,
      () => 8,
      () => ({ version: 9, cells: left.slice(0, 1) }),
    ),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Quitar el cupo: Haedo' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/^Mujeres/)).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Quitar el cupo: Haedo' }));
  await waitFor(() => expect(screen.queryByText('Haedo')).toBeNull());
});

test('who only reads has no buttons, and sees nothing where there are no cells', async () => {
  open({ mayChange: false });
  await screen.findByText('Mujeres, 18 a 29 años');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('switch')).toBeNull();
});
