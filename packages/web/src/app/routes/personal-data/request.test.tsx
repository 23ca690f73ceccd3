import { api } from '@campanero/contract';
import type { ErasureView } from '@campanero/contract/erasure/endpoints';
import { type DataRequest, REQUEST_KINDS, type RequestKind } from '@campanero/contract/personal-data/request-schemas';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../../lib/query-client.ts';
import { aContact } from '../../../test/contacts.ts';
import { aDataRequest } from '../../../test/data-requests.ts';
import { aSession } from '../../../test/people.ts';
import { renderPage } from '../../../test/render.tsx';
import { reply, server } from '../../../test/server.ts';

const ALL = Object.keys(REQUEST_KINDS) as RequestKind[];
const DONE_AT = '2026-11-11T12:00:00.000Z';
const ACTIONS: Record<RequestKind, string> = {
  ACCESO: 'Hacer informe',
  RECTIFICACION: 'Rectificar',
  OPOSICION: 'No llamar',
  SUPRESION: 'Borrar datos',
};
const ERASURE: ErasureView = {
  personId: 4,
  name: 'Zulemina Quiroga',
  doNotCall: false,
  confirmWith: 'lastName',
  numbers: [],
  calls: 0,
  closed: 0,
  passedOn: 0,
  callbacks: 0,
  entries: 0,
  records: 0,
  requests: [{ id: 5, receivedOn: '2026-11-10', isIdentified: true, keepsBlock: false }],
  last: null,
};

/** A request of everything, of a person who was identified. */
const aWholeRequest = (done: readonly RequestKind[], parts: Partial<DataRequest> = {}) =>
  aDataRequest({
    kinds: ALL.map((kind) => ({ kind, doneAt: done.includes(kind) ? DONE_AT : null, doneBy: null })),
    person: { id: 4, name: 'Zulemina Quiroga' },
    identification: { means: 'DNI', note: '' },
    ...parts,
  });
let request: DataRequest;
beforeEach(() =>
  server.use(
    reply(api.personalData.request, () => request),
    reply(api.erasure.view, ERASURE),
  ),
);
async function open(given: DataRequest) {
  request = given;
  queryClient.clear();
  const view = renderPage('/personal-data/requests/5', { as: aSession(['Administrador']) });
  await screen.findByRole('heading', { name: /^Responder y cerrar/ });
  return view;
}
const button = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name });
/** Which buttons there are, and whether each can be pressed. */
const offered = () =>
  Object.fromEntries(
    ALL.flatMap((kind) => {
      const found = button(ACTIONS[kind]);
      return found ? [[kind, !found.disabled]] : [];
    }),
  );

test('everything but an opposition waits for the identification, and erasing for what needs the data', async () => {
  const { unmount } = await open(aWholeRequest([], { identification: null }));
  expect(offered()).toEqual({ ACCESO: false, RECTIFICACION: false, OPOSICION: true, SUPRESION: false });
  unmount();
  const identified = await open(aWholeRequest([]));
  await waitFor(() =>
    expect(offered()).toEqual({ ACCESO: true, RECTIFICACION: true, OPOSICION: true, SUPRESION: false }),
  );
  identified.unmount();
  await open(aWholeRequest(['ACCESO', 'RECTIFICACION', 'OPOSICION']));
  await waitFor(() => expect(offered()).toEqual({ SUPRESION: true }));
});

test('a request without a person offers no steps', async () => {
  await open(aWholeRequest([], { person: null }));
  expect(offered()).toEqual({});
  expect(screen.getAllByText('Indique antes de quién son los datos.')).toHaveLength(4);
});

test('the report and the mark «No llamar» are asked for on the page of the request', async () => {
  const sent: unknown[] = [];
  server.use(
    reply(api.exports.personalData, ({ params, query }) => {
      sent.push([params['id'], query.get('requestId')]);
      return { id: 'f3b7c2d0-0000-4000-8000-000000000001' };
    }),
    reply(api.personalData.markDoNotCall, async ({ request: asked }) => {
      sent.push(await asked.json());
      request = aWholeRequest(['OPOSICION'], { version: 2 });
      return request;
    }),
  );
  const { user } = await open(aWholeRequest([]));
  await user.click(button('Hacer informe')!);
  await waitFor(() => expect(sent).toEqual([['4', '5']]));
  await user.click(button('No llamar')!);
  expect(await screen.findByText('La persona quedó marcada como No llamar.')).toBeTruthy();
  expect(sent[1]).toEqual({ version: 1 });
  await waitFor(() => expect(button('No llamar')).toBeNull());
});

test('rectifying and erasing open their dialogs on the page of the request', async () => {
  server.use(
    reply(api.lookups.locations, []),
    reply(api.personalData.person, {
      person: aContact({ id: 4 }),
      name: 'Zulemina Quiroga',
      createdAt: DONE_AT,
      updatedAt: DONE_AT,
      erasedAt: null,
      inReview: null,
      fields: [],
      flags: [],
      numbers: [],
      loads: [],
      requests: [],
    }),
  );
  const first = await open(aWholeRequest(['ACCESO']));
  await first.user.click(button('Rectificar')!);
  expect(await screen.findByRole('dialog', { name: 'Rectificar datos' })).toBeTruthy();
  first.unmount();
  const second = await open(aWholeRequest(['ACCESO', 'RECTIFICACION']));
  await second.user.click(button('Borrar datos')!);
  expect(await screen.findByRole('button', { name: 'Borrar los datos' })).toBeTruthy();
});

test('the answer is offered when all is done, as fulfilled; before that it asks for an outcome and a reason', async () => {
  const { user, unmount } = await open(aWholeRequest(['ACCESO', 'RECTIFICACION', 'OPOSICION']));
  const outcome = () => screen.queryByRole('combobox', { name: 'Resultado' });
  expect(outcome()).toBeNull();
  await user.click(button('Responder ya')!);
  expect(outcome()).toHaveProperty('value', '');
  await user.click(button('Responder y cerrar')!);
  expect(await screen.findByText('Elija el resultado.')).toBeTruthy();
  await user.click(outcome()!);
  await user.click(await screen.findByRole('option', { name: 'Cumplido, por un motivo, sin hacer todo' }));
  expect(screen.getByRole('textbox', { name: 'Por qué se lo da por cumplido' })).toBeTruthy();
  expect(screen.getByText(/^No se hizo: supresión\./)).toBeTruthy();
  unmount();
  sessionStorage.clear();
  await open(aWholeRequest(ALL));
  expect(outcome()).toHaveProperty('value', 'Cumplido: se hizo lo que pidió');
  expect(screen.queryByRole('textbox', { name: 'Por qué se lo da por cumplido' })).toBeNull();
  expect(button('Responder ya')).toBeNull();
});
