import { api } from '@campanero/contract';
import type { PhoneCall } from '@campanero/contract/phone/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aContactWorld, CONTACT_PATH } from '../test/contact-world.ts';
import { anEntry } from '../test/contacts.ts';
import { aSession } from '../test/people.ts';
import { renderPage } from '../test/render.tsx';
import { A_DIAL, reply, server } from '../test/server.ts';

vi.setConfig({ testTimeout: 30_000 });

const session = aSession(['Operador']);
const aPhoneCall = (parts: Partial<PhoneCall> = {}): PhoneCall => ({
  startedAt: new Date(Date.now() - 60_000).toISOString(),
  user: { id: session.id, name: session.name },
  isOpen: false,
  isAnswered: false,
  ringSeconds: 25,
  talkSeconds: 0,
  end: 'noAnswer',
  entryId: null,
  ...parts,
});

let world: ReturnType<typeof aContactWorld>['world'];
let asked = 0;
function begin(calls: PhoneCall[], dial: Partial<typeof A_DIAL> = {}) {
  asked = 0;
  server.use(
    reply(api.phone.dial, { ...A_DIAL, hasEvents: true, causeStates: { noAnswer: 3 }, ...dial }),
    reply(api.phone.calls, () => {
      asked += 1;
      return calls;
    }),
  );
  return renderPage(CONTACT_PATH, { as: session });
}
beforeEach(() => {
  sessionStorage.clear();
  const made = aContactWorld();
  world = made.world;
  server.use(...made.handlers);
});

test('says what the phone did and proposes a state, which the user registers', async () => {
  const phoneCall = aPhoneCall();
  const { user } = begin([phoneCall]);
  expect(await screen.findByText('Sonó 25 s, no contestó')).toBeTruthy();
  expect(world.registered).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Registrar «No contesta»' }));
  const dialog = await screen.findByRole('dialog', { name: 'Registrar llamado' });
  expect(within(dialog).getByRole('option', { name: /No contesta/, selected: true })).toBeTruthy();
  expect(world.registered).toEqual([]);
  phoneCall.entryId = 901;
  await user.click(within(dialog).getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(world.registered.map(({ body }) => body['stateId'])).toEqual([3]));
  await waitFor(() => expect(asked).toBe(2));
  await waitFor(() => expect(screen.queryByText('Sonó 25 s, no contestó')).toBeNull());
});

test.each([
  ['while it rings', { isOpen: true, ringSeconds: null, end: null }, /^Sonando desde las \d\d:\d\d$/],
  ['while they talk', { isOpen: true, isAnswered: true, end: null }, /^Hablando desde las \d\d:\d\d$/],
  ['an end without a state of this campaign', { end: 'busy' as const, ringSeconds: 2 }, /^Sonó 2 s, ocupado$/],
] as const)('%s', async (_what, parts, words) => {
  begin([aPhoneCall(parts)], { causeStates: { noAnswer: 3, busy: 999 } });
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Registrar «/ })).toBeNull();
});

test.each([
  ['registered already', { entryId: 77 }],
  ['of another user', { user: { id: 99, name: 'Otro' } }],
  ['of yesterday', { startedAt: '2020-01-01T10:00:00.000Z' }],
])('a telephone call %s is no note', async (_what, parts) => {
  begin([aPhoneCall(parts)]);
  await waitFor(() => expect(asked).toBe(1));
  expect(await screen.findByText(/años/)).toBeTruthy();
  expect(screen.queryByText('Sonó 25 s, no contestó')).toBeNull();
});

test('the history says it of each registration', async () => {
  const entry = anEntry({ dialledAt: '2026-11-09T20:03:00.000Z' });
  server.use(reply(api.calls.history, [entry]));
  begin([
    aPhoneCall({ entryId: entry.id, isAnswered: true, ringSeconds: 14, talkSeconds: 120, end: 'answered' }),
    aPhoneCall({ entryId: entry.id, end: 'busy', ringSeconds: 2 }),
  ]);
  expect(await screen.findByText('Marcado a las 17:03 · Sonó 2 s, ocupado · Sonó 14 s, habló 2 min')).toBeTruthy();
});

test('without an exchange nothing is asked for', async () => {
  begin([aPhoneCall()], { hasEvents: false });
  await screen.findByText(/años/);
  await screen.findByRole('link', { name: /^Marcar/ });
  expect(asked).toBe(0);
});
