import { audience } from '@campanero/contract/audience/endpoints';
import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { aSession } from '../../../test/people.ts';
import { renderPiece } from '../../../test/render.tsx';
import { refuse, reply, server } from '../../../test/server.ts';
import { SegmentDialog } from './segment-flow.tsx';

const campaign = {
  id: 31,
  validOperators: [
    { id: 21, name: 'Lucas Ferreyra' },
    { id: 22, name: 'Daniela Sosa' },
  ],
};
const changeFilters = vi.fn();
/** The dialog with nobody chosen yet; the flow around it chooses everybody at first. */
function Undecided({ parts }: { parts: Partial<typeof campaign> }) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<number[]>([]);
  return (
    <SegmentDialog
      campaign={{ ...campaign, ...parts }}
      filters={{}}
      tags={[]}
      typed={typed}
      onType={setTyped}
      chosen={chosen}
      onChoose={setChosen}
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
beforeEach(() => server.use(reply(audience.assigned, { operators: [] })));

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

  test('nothing that matches, and nobody to give it to', async () => {
    await openDialog(0, { validOperators: [] });
    expect(screen.getAllByText('No hay números sin operador que cumplan los filtros.').length).toBeGreaterThan(0);
    expect(screen.getByText('No hay operadores para agregar.')).toBeTruthy();
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
