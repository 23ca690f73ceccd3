import { api } from '@campanero/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aDataRequest } from '../../test/data-requests.ts';
import { aSession } from '../../test/people.ts';
import { renderPage, renderPiece } from '../../test/render.tsx';
import { refuse, reply, replyVersioned, server } from '../../test/server.ts';
import { AnswerForm, RequestSteps } from './request-steps.tsx';
import { RequestDialog } from './request-dialog.tsx';

const as = aSession(['Administrador']);
const answerField = () => screen.getByRole('textbox', { name: 'Qué se respondió' });
const stored = () => Object.keys(sessionStorage);

async function typeAnswer() {
  const view = renderPiece(<AnswerForm request={aDataRequest()} />, { as });
  await view.user.click(screen.getByRole('combobox', { name: 'Resultado' }));
  await view.user.click(await screen.findByRole('option', { name: /Rechazado/ }));
  await view.user.type(answerField(), 'No acreditó identidad.');
  return view;
}

test('an answer stays when the page is left, and what a colleague did meanwhile does not undo it', async () => {
  const first = await typeAnswer();
  first.unmount();
  // Somebody took the request.
  const now = aDataRequest({ attendedBy: { id: 8, name: 'Marta' }, version: 2 });
  let sent: unknown;
  server.use(
    reply(api.personalData.request, now),
    replyVersioned(
      api.personalData.answerRequest,
      () => now.version,
      (body) => {
        sent = body;
        return aDataRequest({ state: 'RECHAZADO', version: 3 });
      },
    ),
  );
  const { user } = renderPiece(<AnswerForm request={aDataRequest()} />, { as });
  expect(answerField()).toHaveProperty('value', 'No acreditó identidad.');
  const send = screen.getByRole('button', { name: 'Responder y cerrar' });
  await waitFor(() => expect(send.getAttribute('aria-disabled')).toBe('false'));
  await user.click(send);
  expect(await screen.findByText('El pedido fue respondido.')).toBeTruthy();
  expect(sent).toEqual({ state: 'RECHAZADO', answer: 'No acreditó identidad.', undoneReason: null, version: 2 });
  expect(stored()).toEqual([]);
});

test('a request that was closed, and perhaps emptied by an erasure, gets nothing from a draft', async () => {
  const { user, unmount } = await typeAnswer();
  server.use(refuse(api.personalData.answerRequest, 'REQUEST_ANSWERED'));
  await user.click(screen.getByRole('button', { name: 'Responder y cerrar' }));
  expect(await screen.findByText('El pedido ya fue respondido y no se puede cambiar.')).toBeTruthy();
  expect(stored()).toEqual(['draft:7:answer:5']);
  unmount();
  server.use(
    reply(
      api.personalData.request,
      aDataRequest({
        state: 'CUMPLIDO',
        asker: '(borrado)',
        answer: '(borrado)',
        answeredAt: '2026-11-11T12:00:00.000Z',
      }),
    ),
  );
  renderPage('/personal-data/requests/5', { as });
  expect(await screen.findAllByText('(borrado)')).toHaveLength(2);
  expect(stored()).toEqual([]);
});

test('of two identifications one is chosen', async () => {
  const theirs = aDataRequest({ identification: { means: 'CORREO', note: '' }, version: 2 });
  const sent: unknown[] = [];
  server.use(
    reply(api.personalData.request, theirs),
    replyVersioned(
      api.personalData.changeRequest,
      () => theirs.version,
      (body) => {
        sent.push(body);
        return aDataRequest({ identification: { means: 'DNI', note: '' }, version: 3 });
      },
    ),
  );
  const { user } = renderPiece(<RequestSteps request={aDataRequest()} />, { as });
  await user.click(screen.getByRole('radio', { name: 'Mostró su DNI' }));
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await user.click(await screen.findByRole('radio', { name: /Lo que usted escribió\s*Mostró su DNI/ }));
  expect(screen.getByRole('radio', { name: /Lo guardado ahora\s*Escribió desde su correo/ })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(sent).toEqual([{ identification: { means: 'DNI', note: '' }, version: 2 }]));
});

test('a new request survives a lost session, and goes when the dialog is closed', async () => {
  const onClose = vi.fn<() => void>();
  const dialog = <RequestDialog person={{ id: 4, name: 'Zulemina' }} onClose={onClose} onSaved={vi.fn<() => void>()} />;
  const { user, unmount } = renderPiece(dialog, { as });
  await user.type(screen.getByRole('textbox', { name: /En sus palabras/ }), 'Que no la llamen');
  expect(stored()).toEqual(['draft:7:request:4']);
  const kept = sessionStorage.getItem('draft:7:request:4')!;
  unmount();
  expect(stored()).toEqual([]);
  sessionStorage.setItem('draft:7:request:4', kept);
  renderPiece(dialog, { as });
  expect(screen.getByRole('textbox', { name: /En sus palabras/ })).toHaveProperty('value', 'Que no la llamen');
});
