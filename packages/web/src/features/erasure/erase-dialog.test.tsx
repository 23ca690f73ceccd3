import { api } from '@campanero/contract';
import type { ErasureBody, ErasureView } from '@campanero/contract/erasure/endpoints';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { renderPiece } from '../../test/render.tsx';
import { refuse, reply, server } from '../../test/server.ts';
import { EraseDialog } from './erase-dialog.tsx';

const REQUEST = { id: 3, receivedOn: '2026-03-10', isIdentified: true, keepsBlock: false };
const VIEW: ErasureView = {
  personId: 5,
  name: 'Ana Quirós',
  doNotCall: false,
  confirmWith: 'lastName',
  numbers: [{ number: '1155502847', isShared: false }],
  calls: 1,
  closed: 1,
  passedOn: 0,
  callbacks: 0,
  entries: 0,
  records: 2,
  requests: [REQUEST],
  last: null,
};

test.each<[what: string, view: Partial<ErasureView>, isKept: boolean, says: RegExp]>([
  ['nothing about calls', {}, false, /^La persona pidió que tampoco se la llame/],
  ['No llamar', { doNotCall: true }, true, /^La persona está marcada como No llamar: el número queda bloqueado/],
  [
    'a request that asks for both',
    { requests: [{ ...REQUEST, keepsBlock: true }] },
    true,
    /^El pedido es también de no llamarla más: el número queda bloqueado/,
  ],
])('%s: what becomes of the number is said, and sent', async (_what, view, isKept, says) => {
  const sent: ErasureBody[] = [];
  const answer = { ...VIEW, ...view };
  server.use(
    reply(api.erasure.view, answer),
    reply(api.erasure.ask, async ({ request }) => {
      sent.push((await request.json()) as ErasureBody);
      return answer;
    }),
  );
  const { user } = renderPiece(<EraseDialog personId={5} onClose={() => {}} />);
  const block = await screen.findByRole<HTMLInputElement>('switch', { name: says });
  // Persons marked No llamar stay blocked: the switch is disabled.
  expect([block.checked, block.disabled]).toEqual([isKept, isKept]);
  const erase = screen.getByRole('button', { name: 'Borrar los datos' });
  await user.click(erase);
  expect(erase.getAttribute('aria-disabled')).toBe('true');
  expect(document.getElementById(erase.getAttribute('aria-describedby')!)?.textContent).toBe(
    'Escriba el apellido de la persona.',
  );
  await user.type(screen.getByRole('textbox', { name: /apellido/ }), 'Quirós');
  await user.click(erase);
  await expect
    .poll(() => sent)
    .toEqual([{ requestId: 3, confirmation: 'Quirós', keepBlock: isKept, closeRequest: false }]);
});

test('without an open request one is registered once, also if the last name is wrong at first', async () => {
  const registered: boolean[] = [];
  const sent: ErasureBody[] = [];
  server.use(
    reply(api.erasure.view, () => ({ ...VIEW, requests: registered.length > 0 ? [REQUEST] : [] })),
    refuse(api.erasure.ask, 'ERASURE_NOT_CONFIRMED'),
  );
  const register = (alsoNoCalls: boolean) => {
    registered.push(alsoNoCalls);
    return Promise.resolve(REQUEST.id);
  };
  const { user } = renderPiece(
    <EraseDialog personId={5} ownRequest={{ fields: 'Canal', isReady: true, register }} onClose={() => {}} />,
  );
  await user.click(await screen.findByRole('switch', { name: /tampoco se la llame/ }));
  await user.type(screen.getByRole('textbox', { name: /apellido/ }), 'Otro');
  await user.click(screen.getByRole('button', { name: 'Borrar los datos' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  await queryClient.invalidateQueries();
  expect(await screen.findByRole('combobox', { name: 'Pedido' })).toBeTruthy();
  server.use(
    reply(api.erasure.ask, async ({ request }) => {
      sent.push((await request.json()) as ErasureBody);
      return VIEW;
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Borrar los datos' }));
  await expect
    .poll(() => sent)
    .toEqual([{ requestId: REQUEST.id, confirmation: 'Otro', keepBlock: true, closeRequest: true }]);
  expect(registered).toEqual([true]);
});
