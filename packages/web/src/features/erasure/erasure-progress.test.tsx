import { api } from '@campanero/contract';
import type { ErasureCandidate } from '@campanero/contract/erasure/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPiece } from '../../test/render.tsx';
import { refuse, reply, server } from '../../test/server.ts';
import { ErasureCandidates } from './erasure-progress.tsx';

const OPEN: ErasureCandidate = {
  id: 7,
  place: 'Notas de usuarios 12',
  personId: null,
  namedBy: 'partOfName',
  excerpt: 'Llamar a Ana Quirós',
  decision: null,
  reason: null,
  userName: null,
  decidedAt: null,
};
const page = (...candidates: ErasureCandidate[]) =>
  reply(api.erasure.candidates, { candidates, totalElementsCount: candidates.length, page: 0 });

test('a text is kept with a reason; one that names the person is refused in the dialog', async () => {
  server.use(page(OPEN), refuse(api.erasure.decide, 'REASON_NAMES_PERSON'));
  const { user } = renderPiece(<ErasureCandidates personId={5} />);
  expect(await screen.findByText('«Llamar a Ana Quirós»')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Dejar' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Motivo'), 'Es otra Ana Quirós');
  await user.click(dialog.getByRole('button', { name: 'Dejar' }));
  expect(await dialog.findByText('El motivo nombra a la persona que se borra. Escríbalo sin sus datos.')).toBeTruthy();
  const kept = { ...OPEN, excerpt: null, decision: 'KEEP', reason: 'Es de otra casa', userName: 'Ada Sosa' } as const;
  server.use(page({ ...kept, decidedAt: '2026-03-10T13:00:00Z' }), reply(api.erasure.decide, undefined));
  await user.clear(dialog.getByLabelText('Motivo'));
  await user.type(dialog.getByLabelText('Motivo'), 'Es de otra casa');
  await user.click(dialog.getByRole('button', { name: 'Dejar' }));
  expect(await screen.findByText(/Se dejó: Es de otra casa\. Ada Sosa/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Borrar' })).toBeNull());
});

test('another record of the same person is offered, and erased for the same request', async () => {
  const other: ErasureCandidate = {
    ...OPEN,
    place: 'También figura como ficha 31',
    personId: 31,
    namedBy: 'document',
    excerpt: 'Ana M. Quirós · documento 30111222',
  };
  server.use(page(other), reply(api.erasure.decide, undefined));
  const { user } = renderPiece(<ErasureCandidates personId={5} />);
  expect(await screen.findByText('También figura como ficha 31')).toBeTruthy();
  expect(screen.getByText('· por el mismo documento')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Borrar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Borrar la ficha' }));
  expect(dialog.getByText(/llamados de esta ficha, por el mismo pedido/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Borrar' }));
  expect(await screen.findByText('Se están borrando los datos de la ficha.')).toBeTruthy();
});

test('shows nothing without candidates', async () => {
  server.use(page());
  const { container } = renderPiece(<ErasureCandidates personId={5} />);
  await waitFor(() => expect(container.querySelector('section')).toBeNull());
});
