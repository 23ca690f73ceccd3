import { audience } from '@campanero/contract/audience/endpoints';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aSession } from '../../../test/people.ts';
import { renderPiece } from '../../../test/render.tsx';
import { refuse, reply, server } from '../../../test/server.ts';
import { SegmentDialog, type SplitInput } from './segment-flow.tsx';

const campaign = {
  id: 31,
  endDate: '2026-11-28T23:00:00.000Z',
  validOperators: [
    { id: 21, name: 'Lucas Ferreyra' },
    { id: 22, name: 'Daniela Sosa' },
  ],
};
const changeFilters = vi.fn();
/** The dialog with nobody chosen yet; the flow around it chooses everybody at first. */
function Undecided({ parts }: { parts: Partial<typeof campaign> }) {
  const [choice, setChoice] = useState<SplitInput>({ typed: '', split: 'equal', chosen: [] });
  return (
    <SegmentDialog
      campaign={{ ...campaign, ...parts }}
      filters={{}}
      tags={[]}
      choice={choice}
      onChoice={setChoice}
      onChangeFilters={changeFilters}
      onClose={vi.fn()}
    />
  );
}
async function openDialog(total: number, parts: Partial<typeof campaign> = {}) {
  server.use(reply(audience.segmentable, { total }));
  const view = renderPiece(<Undecided parts={parts} />, { as: aSession() });
  return { ...view, dialog: await screen.findByRole('dialog', { name: /\(\d/ }) };
}
beforeEach(() => server.use(reply(audience.assigned, { operators: [], workingWeekdays: [1, 2, 3, 4, 5] })));

const choose = (name: RegExp) => fireEvent.click(screen.getByRole('option', { name }));
const typeAmount = (value: string) =>
  fireEvent.change(screen.getByLabelText('Cantidad a repartir'), { target: { value } });
const submitButton = () => screen.getByRole('button', { name: /^Segmentar/ });

describe('what cannot be handed out', () => {
  test('is said under the amount before the server is asked', async () => {
    const { dialog, user } = await openDialog(40_000);
    expect(within(dialog).getByRole('heading').textContent).toBe('Segmentar la audiencia (40.000)');
    choose(/Lucas Ferreyra/);
    choose(/Daniela Sosa/);
    expect(screen.getByLabelText('Cantidad a repartir').getAttribute('aria-invalid')).toBe('true');
    expect(
      screen.getAllByText('Se puede asignar hasta un máximo de 15.000 números por operador.').length,
    ).toBeGreaterThan(0);
    expect(submitButton().getAttribute('aria-disabled')).toBe('true');
    typeAmount('40001');
    expect(screen.getAllByText('No se puede asignar una cantidad mayor al total de números.').length).toBeGreaterThan(
      0,
    );
    typeAmount('30000');
    expect(submitButton().textContent).toBe('Segmentar 30.000');
    expect(submitButton().getAttribute('aria-disabled')).toBe('false');
    await user.click(screen.getByRole('button', { name: 'Cambiar filtros' }));
    expect(changeFilters).toHaveBeenCalledOnce();
  });

  test('no matching calls, and no operator to assign them to', async () => {
    await openDialog(0, { validOperators: [] });
    expect(screen.getAllByText('No hay números sin operador que cumplan los filtros.').length).toBeGreaterThan(0);
    expect(screen.getByText('No hay operadores para agregar.')).toBeTruthy();
  });
});

describe('by pace', () => {
  // A Tuesday.
  beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-17T15:00:00Z'), shouldAdvanceTime: true }));
  afterEach(() => void vi.useRealTimers());
  const known = (paces: [pace: number | null, perDay: number | null][]) =>
    server.use(
      reply(audience.assigned, {
        operators: campaign.validOperators.map(({ id, name }, place) => ({
          id,
          name,
          assigned: 0,
          pending: 0,
          disable: false,
          isMember: true,
          pace: paces[place]![0],
          perDay: paces[place]![1],
        })),
        workingWeekdays: [1, 2, 3, 4, 5],
      }),
    );
  const shares = () =>
    within(screen.getByRole('list', { name: 'Así queda el reparto' }))
      .getAllByRole('listitem')
      .map((row) => row.textContent);
  const chooseBoth = () => {
    choose(/Lucas Ferreyra/);
    choose(/Daniela Sosa/);
  };

  test('gives more to faster operators, shows when each is done, and sends the kind of split', async () => {
    const sent: unknown[] = [];
    server.use(
      reply(audience.segment, async ({ request }) => {
        sent.push(await request.json());
        return { segmentationId: 4, total: 1200, operators: [] };
      }),
    );
    known([
      [20, 100],
      [10.5, 50],
    ]);
    const { user } = await openDialog(1200);
    await screen.findAllByText('libre');
    chooseBoth();
    expect(shares()).toEqual([
      'Lucas Ferreyratermina el 24-11+600 → , queda con 600',
      'Daniela Sosatermina el 02-12+600 → , queda con 600',
    ]);
    expect(screen.getByText(/^Terminaría el 02-12, 4 días después de su fin/).parentElement!.textContent).toBe(
      'Terminaría el 02-12, 4 días después de su fin (28-11). Según su ritmo terminaría el 27-11.',
    );
    await user.click(screen.getByRole('button', { name: 'Según su ritmo' }));
    expect(screen.getByText('20,0/h · libre')).toBeTruthy();
    expect(shares()).toEqual([
      'Lucas Ferreyratermina el 26-11+787 → , queda con 787',
      'Daniela Sosatermina el 27-11+413 → , queda con 413',
    ]);
    await user.click(submitButton());
    await waitFor(() => expect(sent).toEqual([{ operators: [21, 22], amount: null, split: 'pace' }]));
  });

  test('says how many more operators the end date needs', async () => {
    known([
      [10, 50],
      [null, null],
    ]);
    await openDialog(1500);
    await screen.findAllByText('libre');
    chooseBoth();
    expect(await screen.findByText('Terminaría el 07-12, 9 días después de su fin (28-11).')).toBeTruthy();
    expect(screen.getByText(/Con 2 operadores más terminaría el 26-11\./)).toBeTruthy();
  });

  test('without any history it is equal, and says so; there is nothing to forecast', async () => {
    known([
      [null, null],
      [null, null],
    ]);
    const { user } = await openDialog(5);
    await screen.findAllByText('libre');
    chooseBoth();
    await user.click(screen.getByRole('button', { name: 'Según su ritmo' }));
    expect(screen.getByText('Nadie tiene registros en las últimas dos semanas: se reparte por igual.')).toBeTruthy();
    expect(shares()).toEqual(['Lucas Ferreyra+3 → , queda con 3', 'Daniela Sosa+2 → , queda con 2']);
    expect(screen.queryByText(/Terminaría/)).toBeNull();
  });
});

describe('a refusal', () => {
  test.each([
    ['TOO_MANY_PER_OPERATOR' as const, 'Se puede asignar hasta un máximo de 15.000 números por operador.'],
    ['AMOUNT_OVER_TOTAL' as const, 'No se puede asignar una cantidad mayor al total de números.'],
    ['INTERNAL' as const, 'No fue posible segmentar la audiencia. Por favor intente nuevamente.'],
  ])('with %s stays in the dialog with what was chosen', async (code, text) => {
    server.use(refuse(audience.segment, code));
    const { user, dialog } = await openDialog(10);
    choose(/Daniela Sosa/);
    expect(within(dialog).getByText('10 números para 1 operador')).toBeTruthy();
    await user.click(submitButton());
    expect((await within(dialog).findByRole('alert')).textContent).toBe(text);
    expect(within(dialog).getByText('1 de 2')).toBeTruthy();
  });
});
