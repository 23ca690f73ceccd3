import { api } from '@campanero/contract';
import type { Question } from '@campanero/contract/questions/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { aSession } from '../../test/people.ts';
import { renderPage } from '../../test/render.tsx';
import { refuse, reply, server } from '../../test/server.ts';
import { setWindowSize } from '../../test/window-size.ts';

beforeAll(() => import('../../features/questions/answer-dialog.tsx'));

const waiting: Question = {
  id: 7,
  question: 'Quiere cambiar el día de la visita',
  askedAt: '2026-11-14T14:30:00.000Z',
  askedBy: { id: 12, name: 'Eva Luna' },
  campaign: { id: 31, name: 'Vacunas' },
  callId: 520,
  number: '1155502847',
  contactName: 'Graciela Fernández',
  stateName: 'Participa',
  stateColor: '#4caf50',
  answer: null,
  closedBy: null,
  closedAt: null,
};
const closed: Question = {
  ...waiting,
  id: 6,
  answer: 'Puede ir el jueves.',
  closedBy: { id: 7, name: 'Ana Paz' },
  closedAt: '2026-11-14T15:00:00.000Z',
};

let open = [waiting];
beforeEach(() => {
  open = [waiting];
  server.use(
    reply(api.questions.list, ({ query }) => {
      const questions = query.get('closed') === '1' ? [closed] : open;
      return { questions, totalElementsCount: questions.length, page: 0 };
    }),
  );
});
afterEach(() => setWindowSize({ width: 1024 }));
const openPage = (role = 'Coordinador') => renderPage('/questions', { as: aSession([role], { id: 7 }) });

test('shows who waits, in which campaign and with what, and leads to the contact', async () => {
  openPage();
  const row = (await screen.findByText('Quiere cambiar el día de la visita')).closest('tr')!;
  for (const text of ['Graciela Fernández', 'Vacunas', 'Eva Luna', 'hace']) expect(row.textContent).toContain(text);
  expect(within(row).getByRole('link').getAttribute('href')).toBe('/campaign/detail/31/contact/520/1155502847');
  expect(screen.getByText('1 espera')).toBeTruthy();
});

test('an answer is sent and the question leaves the list', async () => {
  const sent: unknown[] = [];
  server.use(
    reply(api.questions.answer, async ({ request, params }) => {
      sent.push([params['id'], await request.json()]);
      open = [];
      return { id: 7, closedAt: '2026-11-14T15:00:00.000Z' };
    }),
  );
  const { user } = openPage();
  await user.click(await screen.findByRole('button', { name: 'Responder a Eva Luna' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Responder la consulta' }));
  expect(dialog.getByText('Quiere cambiar el día de la visita')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Responder y cerrar' }));
  expect(sent).toEqual([]);
  await user.click(dialog.getByLabelText('Respuesta'));
  await user.paste('Puede ir el jueves.');
  await user.click(dialog.getByRole('button', { name: 'Responder y cerrar' }));
  expect(await screen.findByText('La respuesta le llegó a Eva Luna.')).toBeTruthy();
  expect(sent).toEqual([['7', { answer: 'Puede ir el jueves.' }]]);
  expect(await screen.findByText(/Ninguna consulta espera/)).toBeTruthy();
});

test('on a phone the button answers, and only the rest of the row leads to the contact', async () => {
  setWindowSize({ width: 390 });
  const { user, router } = openPage();
  const button = await screen.findByRole('button', { name: 'Responder a Eva Luna' });
  expect(button.closest('a')).toBeNull();
  await user.click(button);
  expect(await screen.findByRole('dialog', { name: 'Responder la consulta' })).toBeTruthy();
  expect(router.state.location.pathname).toBe('/questions');
});

test('it can be closed without an answer', async () => {
  const sent: unknown[] = [];
  server.use(
    reply(api.questions.answer, async ({ request }) => {
      sent.push(await request.json());
      return { id: 7, closedAt: '2026-11-14T15:00:00.000Z' };
    }),
  );
  const { user } = openPage();
  await user.click(await screen.findByRole('button', { name: 'Responder a Eva Luna' }));
  await user.click(await screen.findByRole('button', { name: 'Cerrar sin responder' }));
  await waitFor(() => expect(sent).toEqual([{ answer: '' }]));
  expect(await screen.findByText('Consulta cerrada.')).toBeTruthy();
});

test('what a colleague closed meanwhile says so', async () => {
  server.use(refuse(api.questions.answer, 'QUESTION_CLOSED'));
  const { user } = openPage();
  await user.click(await screen.findByRole('button', { name: 'Responder a Eva Luna' }));
  await user.click(await screen.findByLabelText('Respuesta'));
  await user.paste('Puede ir el jueves.');
  await user.click(screen.getByRole('button', { name: 'Responder y cerrar' }));
  expect(await screen.findByText('Otra persona ya cerró esta consulta.')).toBeTruthy();
});

test('closed ones show their answer and who gave it', async () => {
  const { user } = openPage();
  await user.click(await screen.findByRole('tab', { name: 'Cerradas' }));
  expect(await screen.findByText('Respuesta: Puede ir el jueves.')).toBeTruthy();
  expect(screen.getByText('Ana Paz')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Responder/ })).toBeNull();
});
