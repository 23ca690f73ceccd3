import { api } from '@campanero/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aCampaignPage } from '../test/campaigns.ts';
import { aContactWorld, CONTACT_PATH } from '../test/contact-world.ts';
import { aCallback } from '../test/contacts.ts';
import { aSession } from '../test/people.ts';
import { renderPage } from '../test/render.tsx';
import { refuse, reply, server } from '../test/server.ts';

vi.setConfig({ testTimeout: 30_000 });
const NEXT_PATH = '/campaign/detail/31/contact/902/1155509134';

let world: ReturnType<typeof aContactWorld>['world'];
beforeEach(() => {
  sessionStorage.clear();
  const made = aContactWorld();
  world = made.world;
  server.use(...made.handlers, reply(api.campaigns.list, aCampaignPage([])));
});
const open = async (role = 'Operador') => {
  const view = renderPage(CONTACT_PATH, { as: aSession([role]) });
  await screen.findByText(/años/);
  return view;
};
const pressAlt = (letter: string) =>
  fireEvent.keyDown(document.body, { key: letter, code: `Key${letter.toUpperCase()}`, altKey: true });

test('holds an operator’s own contact while it is open, and releases it and the reserved one on leaving', async () => {
  const { router } = await open();
  await waitFor(() => expect(world.holds).toEqual([901]));
  pressAlt('l');
  await screen.findByText('11 5550 9134');
  expect(world.nexts).toEqual([901]);
  await act(() => router.navigate('/campaigns'));
  await waitFor(() => expect(world.releases.toSorted((a, b) => a - b)).toEqual([901, 902]));
});

test('requests the reserved contact once, opens it at once and releases the previous one', async () => {
  const { router } = await open();
  pressAlt('l');
  await screen.findByText('11 5550 9134');
  pressAlt('s');
  await waitFor(() => expect(router.state.location.pathname).toBe(NEXT_PATH));
  await screen.findByRole('heading', { level: 1, name: '11 5550 9134' });
  await waitFor(() => expect(world.releases).toEqual([901]));
  expect(world.nexts).toEqual([901]);
  expect(world.holds).toEqual([901]);
});

test('a manager holds and reserves only from Llamado until closing', async () => {
  await open('Coordinador');
  expect(world.holds).toEqual([]);
  pressAlt('l');
  await waitFor(() => expect(world.holds).toEqual([901]));
  fireEvent.keyDown(await screen.findByRole('combobox', { name: 'Estado' }), { key: 'Escape', code: 'Escape' });
  await waitFor(() => expect(world.releases).toContain(901));
});

test('a call that somebody else holds shows who, and cannot be registered', async () => {
  server.use(refuse(api.calls.hold, 'CALL_HELD'));
  world.detail = { ...world.detail, heldBy: null };
  const view = renderPage(CONTACT_PATH, { as: aSession(['Operador']) });
  await screen.findByText(/años/);
  world.detail = { ...world.detail, heldBy: { id: 9, name: 'Daniela Sosa' } };
  expect((await screen.findAllByText(/tiene abierto este contacto en este momento\./)).length).toBeGreaterThan(0);
  expect(screen.getByRole('button', { name: /^Llamado/ }).getAttribute('aria-disabled')).toBe('true');
  view.unmount();
});

test('a number that is open in another campaign: Llamado is disabled with the reason, a made call can be registered', async () => {
  server.use(refuse(api.calls.hold, 'NUMBER_HELD'));
  renderPage(CONTACT_PATH, { as: aSession(['Operador']) });
  await screen.findByText(/años/);
  expect((await screen.findAllByText(/tiene abierto este número en otra campaña/)).length).toBeGreaterThan(0);
  expect(screen.getByRole('button', { name: /^Llamado/ }).getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'Registrar lo hablado' }));
  expect(await screen.findByRole('combobox', { name: 'Estado' })).toBeTruthy();
});

test.each([
  ['a refusal', () => server.use(refuse(api.calls.next, 'NO_MORE_CONTACTS'))],
  ['the same number', () => server.use(reply(api.calls.next, { callId: 901, number: '1155502847' }))],
])('%s means that there is none left', async (_what, prepare) => {
  prepare();
  const { router } = await open();
  pressAlt('s');
  expect(await screen.findByText('No hay más contactos para llamar.')).toBeTruthy();
  expect(router.state.location.pathname).toBe(CONTACT_PATH);
});

test('links to a callback that is due meanwhile', async () => {
  const due = aCallback({ callId: 950, number: '1155501234' });
  server.use(reply(api.calls.callbacks, [{ ...due, callbackAt: new Date(Date.now() - 60_000).toISOString() }]));
  await open();
  const link = await screen.findByRole('link', { name: /^Rellamado de las \d\d:\d\d · 11 5550 1234 Ir$/ });
  expect(link.getAttribute('href')).toBe('/campaign/detail/31/contact/950/1155501234');
});

test('Siguiente opens the callback that the notice names, each once, then the next contact', async () => {
  const at = new Date(Date.now() - 60_000).toISOString();
  server.use(
    reply(api.calls.callbacks, [
      { ...aCallback({ callId: 960, number: '1155501111' }), callbackAt: at, openForCalls: false },
      { ...aCallback({ callId: 961, number: '1155502222', campaignId: 31 }), callbackAt: at, openForCalls: true },
    ]),
  );
  const { router } = await open();
  const link = await screen.findByRole('link', { name: /11 5550 2222 Ir$/ });
  expect(link.textContent).toContain('Alt S');
  pressAlt('s');
  await waitFor(() => expect(router.state.location.pathname).toBe('/campaign/detail/31/contact/961/1155502222'));
  await act(() => router.navigate(CONTACT_PATH));
  expect((await screen.findByRole('link', { name: /11 5550 2222 Ir$/ })).textContent).not.toContain('Alt S');
  pressAlt('s');
  await waitFor(() => expect(router.state.location.pathname).toBe(NEXT_PATH));
});

test('a key pressed while the contact is fetched opens the form when it is there, with the digit after it', async () => {
  let arrive = () => {};
  const fetched = new Promise<void>((resolve) => (arrive = resolve));
  server.use(
    reply(api.contacts.detail, async () => {
      await fetched;
      return world.detail;
    }),
  );
  renderPage(CONTACT_PATH, { as: aSession(['Operador']) });
  await screen.findByRole('button', { name: /^Llamado/ });
  pressAlt('l');
  fireEvent.keyDown(document.body, { key: '1', code: 'Digit1' });
  arrive();
  const form = within(await screen.findByRole('dialog', { name: 'Registrar llamado' }));
  expect((await form.findByRole('option', { selected: true })).textContent).toContain('No contesta');
  expect(world.registered).toEqual([]);
});

test('the tabs have shortcuts', async () => {
  await open();
  fireEvent.keyDown(document.body, { key: '3', code: 'Digit3', altKey: true });
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Observación');
});
