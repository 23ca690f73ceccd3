import { NO_RULES } from '@campanero/contract/calling-rules/schemas';
import { api } from '@campanero/contract';
import type { HistoryEntry } from '@campanero/contract/calls/schemas';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { anEntry } from '../../../test/contacts.ts';
import { aSession } from '../../../test/people.ts';
import { renderPiece } from '../../../test/render.tsx';
import { refuse, reply, server } from '../../../test/server.ts';
import type { OutcomeState } from '../outcome-states.ts';
import { CorrectionDialog } from './correction-dialog.tsx';

const flags = { callback: false, contactability: false, effectiveness: false };
const STATES: readonly OutcomeState[] = [
  { id: 3, name: 'No contesta', color: '#8D99A6', substates: [], ...flags },
  { id: 10, name: 'Participa', color: '#1F8A4C', substates: [{ id: 5, name: 'En persona' }], ...flags },
  { id: 6, name: 'Volver a llamar', color: '#E08A1E', substates: [], ...flags, callback: true },
];

const CALENDAR = { rules: NO_RULES, holidays: new Map<string, string>() };

function open(parts: Partial<HistoryEntry> = {}) {
  const entry = anEntry({ id: 77, observations: 'Cortó', ...parts });
  const onClose = vi.fn<() => void>();
  const view = renderPiece(
    <CorrectionDialog
      campaignId={31}
      callId={901}
      entry={entry}
      states={STATES}
      calendar={CALENDAR}
      onClose={onClose}
    />,
    { as: aSession(['Coordinador']) },
  );
  const choose = async (name: string) => {
    await view.user.click(screen.getByRole('combobox', { name: 'Estado' }));
    await view.user.click(await screen.findByRole('option', { name }));
  };
  return { ...view, entry, onClose, choose };
}
const button = () => screen.getByRole('button', { name: 'Corregir' });
const reason = () => screen.getByRole('textbox', { name: 'Motivo de la corrección' });

test('another outcome and its reason are sent once, and the dialog closes on the server’s word', async () => {
  let sent: unknown;
  let address = {};
  server.use(
    reply(api.calls.correct, async ({ request, params }) => {
      sent = await request.json();
      address = params;
      return anEntry({ correctsId: 77 });
    }),
  );
  const { user, choose, onClose } = open();
  expect(screen.getByRole('dialog', { name: 'Corregir resultado' }).textContent).toContain(
    'No contesta · 09-11-2026 ~ 17:05 · Lucas Ferreyra.',
  );
  expect(screen.getByText('Cambie el resultado para corregirlo.')).toBeTruthy();
  expect(screen.queryByRole('group', { name: 'Subestado' })).toBeNull();
  await choose('Participa');
  await user.click(screen.getByRole('button', { name: 'En persona' }));
  await user.click(button());
  expect(screen.getAllByText('El motivo es requerido.').length).toBeGreaterThan(1);
  expect(sent).toBeUndefined();
  await user.type(reason(), ' Marcó el de al lado ');
  await user.click(button());
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(sent).toEqual({ stateId: 10, substateId: 5, observations: 'Cortó', reason: 'Marcó el de al lado' });
  expect(address).toMatchObject({ id: '31', callId: '901', entryId: '77' });
  expect(await screen.findByText('El resultado fue corregido.')).toBeTruthy();
});

test('a refusal stands in the dialog, with everything that was typed', async () => {
  server.use(refuse(api.calls.correct, 'ALREADY_CORRECTED'));
  const { user, choose, onClose } = open();
  await choose('Participa');
  await user.type(reason(), 'Otro motivo');
  await user.click(button());
  expect(await screen.findByText('Ese resultado ya fue corregido: corrija el más reciente.')).toBeTruthy();
  expect(reason()).toHaveProperty('value', 'Otro motivo');
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});
