import { api } from '@campanero/contract';
import type { DataRequest } from '@campanero/contract/personal-data/request-schemas';
import type { PersonalDataRecord } from '@campanero/contract/personal-data/schemas';
import { onlineManager } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { queryClient } from '../../../lib/query-client.ts';
import { aContact } from '../../../test/contacts.ts';
import { aDataRequest } from '../../../test/data-requests.ts';
import { aSession } from '../../../test/people.ts';
import { renderPage } from '../../../test/render.tsx';
import { fail, refuse, reply, server } from '../../../test/server.ts';

const AT = '2026-11-11T12:00:00.000Z';
const FOUND = {
  id: 4,
  name: 'Zulemina Quiroga',
  document: '',
  birthday: null,
  place: '',
  numbers: [],
  isErased: false,
};
const admin = () => ({ as: aSession(['Administrador']) });
const page = (requests: DataRequest[], total = requests.length) => ({ requests, totalElementsCount: total, page: 0 });

beforeEach(() => {
  queryClient.clear();
  server.use(
    reply(api.personalData.calls, { calls: [], totalElementsCount: 0, page: 0 }),
    reply(api.personalData.records, { records: [], totalElementsCount: 0, page: 0 }),
    reply(api.personalData.copies, {
      exports: [],
      rejectedRows: [],
      notifications: [],
      mails: [],
      notes: [],
      isCut: false,
    }),
    refuse(api.erasure.view, 'NOT_FOUND'),
  );
});

test('begins with the open requests, first what is due; each leads to its page, and all are one link away', async () => {
  const asked: string[] = [];
  server.use(
    reply(api.personalData.requests, ({ query }) => {
      asked.push(query.toString());
      return page([aDataRequest(), aDataRequest({ id: 6, asker: '' })], 12);
    }),
  );
  renderPage('/personal-data', admin());
  const table = await screen.findByRole('table', { name: 'Pedidos abiertos' });
  expect((await within(table).findByRole('link', { name: /Zulemina Quiroga/ })).getAttribute('href')).toBe(
    '/personal-data/requests/5',
  );
  expect(within(table).getByRole('link', { name: /Datos borrados/ })).toBeTruthy();
  expect(asked).toEqual(['state=ABIERTO&pageNumber=0&pageSize=10']);
  expect(screen.getByText('12')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver todos los pedidos' }).getAttribute('href')).toBe(
    '/personal-data/requests',
  );
});

test('without open requests it says so, and a failed list can be asked for again', async () => {
  server.use(fail(api.personalData.requests));
  const { user } = renderPage('/personal-data', admin());
  const again = await screen.findByRole('button', { name: 'Reintentar' });
  server.use(reply(api.personalData.requests, page([])));
  await user.click(again);
  expect(await screen.findByText('No hay pedidos abiertos')).toBeTruthy();
});

test('a search without network fails with words, keeps what was typed and works when the network is back', async () => {
  server.use(reply(api.personalData.requests, page([])), fail(api.personalData.search));
  const { user } = renderPage('/personal-data', admin());
  await screen.findByText('No hay pedidos abiertos');
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  const field = await screen.findByRole('textbox', { name: /^Número, documento/ });
  await user.type(field, 'Quiroga{Enter}');
  const again = await screen.findByRole('button', { name: 'Reintentar' });
  expect(field).toHaveProperty('value', 'Quiroga');
  server.use(reply(api.personalData.search, { persons: [FOUND], hasMore: false }));
  await user.click(again);
  expect((await screen.findByRole('link', { name: 'Zulemina Quiroga' })).getAttribute('href')).toBe(
    '/personal-data/person/4',
  );
});

const record = (isSet: boolean, parts: Partial<PersonalDataRecord> = {}): PersonalDataRecord => ({
  person: aContact({ id: 4, version: 3 }),
  name: 'Zulemina Quiroga',
  createdAt: AT,
  updatedAt: AT,
  erasedAt: null,
  inReview: null,
  fields: [],
  flags: [{ label: 'No llamar', isSet, userName: null, at: null }],
  numbers: [],
  loads: [],
  requests: [],
  ...parts,
});

test.each([
  [false, 'Marcar No llamar', 'La persona quedó marcada como No llamar.'],
  [true, 'Quitar No llamar', 'La marca No llamar se quitó.'],
])('No llamar is changed with a reason (set: %s)', async (isSet, name, done) => {
  const sent: unknown[] = [];
  server.use(
    reply(api.personalData.person, () => record(sent.length > 0 ? !isSet : isSet)),
    reply(api.contacts.rectify, async ({ request }) => {
      sent.push(await request.json());
      return undefined;
    }),
  );
  const { user } = renderPage('/personal-data/person/4', admin());
  await user.click(await screen.findByRole('button', { name }));
  const dialog = await screen.findByRole('dialog');
  const confirm = within(dialog).getByRole('button', { name: name.split(' ')[0]! });
  await user.click(confirm);
  expect(await within(dialog).findByText('Indique el motivo, con al menos 5 caracteres.')).toBeTruthy();
  await user.type(within(dialog).getByRole('textbox', { name: 'Motivo' }), 'Lo pidió por teléfono');
  await user.click(confirm);
  expect(await screen.findByText(done)).toBeTruthy();
  expect(sent).toEqual([{ doNotCall: !isSet, reason: 'Lo pidió por teléfono', version: 3 }]);
  await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
});

test('with an open request of opposition, marking counts for it and asks for no reason', async () => {
  const request = aDataRequest({
    kinds: [{ kind: 'OPOSICION', doneAt: null, doneBy: null }],
    person: { id: 4, name: 'Zulemina Quiroga' },
  });
  const sent: unknown[] = [];
  server.use(
    reply(api.personalData.person, () => record(false, { requests: [request] })),
    reply(api.personalData.markDoNotCall, async ({ params, request: asked }) => {
      sent.push([params['id'], await asked.json()]);
      return request;
    }),
  );
  const { user } = renderPage('/personal-data/person/4', admin());
  await user.click(await screen.findByRole('button', { name: 'Marcar No llamar' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/Cuenta para el pedido 5/)).toBeTruthy();
  expect(within(dialog).queryByRole('textbox', { name: 'Motivo' })).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Marcar' }));
  await waitFor(() => expect(sent).toEqual([['5', { version: 1 }]]));
});
