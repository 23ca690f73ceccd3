import { api } from '@campanero/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aContactWorld, CONTACT_PATH } from '../../test/contact-world.ts';
import { aSession } from '../../test/people.ts';
import { renderApp, renderPage } from '../../test/render.tsx';
import { A_DIAL, fail, reply, server } from '../../test/server.ts';

vi.setConfig({ testTimeout: 30_000 });

let world: ReturnType<typeof aContactWorld>['world'];
beforeEach(() => {
  sessionStorage.clear();
  const made = aContactWorld({ detail: { mobile: true } });
  world = made.world;
  server.use(...made.handlers);
});
const open = (settings = {}) => renderPage(CONTACT_PATH, { as: aSession(['Operador'], { settings }) });
/** What waits for a connection. */
const waiting = (): { key: string; body: { dialledAt?: string } }[] =>
  Object.entries(sessionStorage).flatMap(([name, stored]) =>
    name.endsWith(':registrations') ? JSON.parse(String(stored)) : [],
  );
const button = () => screen.findByRole('link', { name: /^Marcar el número/ });

test('number and button dial as the installation does; a page opens beside', async () => {
  server.use(
    reply(api.phone.dial, { ...A_DIAL, template: 'https://central.ciudad.gob.ar/?n={e164}&id={callId}', nine: true }),
  );
  open();
  const link = await button();
  const heading = screen.getByRole('heading', { level: 1, name: '11 5550 2847' });
  for (const each of [link, within(heading).getByRole('link')]) {
    expect(each.getAttribute('href')).toBe('https://central.ciudad.gob.ar/?n=%2B5491155502847&id=901');
    expect(each.getAttribute('target')).toBe('_blank');
    expect(each.getAttribute('rel')).toBe('noopener noreferrer');
  }
});

test('dials by the user’s own template, and by tel: if the installation’s is not known', async () => {
  open({ preferences: { dialTemplate: 'sip:{number}@central' } });
  expect((await button()).getAttribute('href')).toBe('sip:1155502847@central');
});

test('without the setting it dials with tel:', async () => {
  server.use(fail(api.phone.dial));
  open();
  expect((await button()).getAttribute('href')).toBe('tel:1155502847');
});

test('the help names the key', async () => {
  const { user } = renderApp(CONTACT_PATH, { as: aSession(['Operador']) });
  await button();
  await user.click(await screen.findByRole('button', { name: /^Atajos/ }));
  const help = await screen.findByRole('dialog', { name: 'Atajos de teclado' });
  expect(within(help).getByText('Marcar el número').parentElement?.textContent).toContain('Alt');
});

test('one key dials, and the moment goes with the registration', async () => {
  const { user } = open();
  const clicked = vi.fn<(event: Event) => void>((event) => event.preventDefault());
  (await button()).addEventListener('click', clicked);
  fireEvent.keyDown(document.body, { key: 'm', code: 'KeyM', altKey: true });
  expect(clicked).toHaveBeenCalledTimes(1);
  await user.click(await screen.findByRole('button', { name: /^Llamado/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Registrar llamado' });
  await user.click(within(dialog).getByRole('option', { name: /Contactado/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(world.registered).toHaveLength(1));
  const { dialledAt } = world.registered[0]!.body;
  expect(Math.abs(Date.parse(String(dialledAt)) - Date.now())).toBeLessThan(60_000);

  // The next registration was not dialled.
  await user.click(await screen.findByRole('button', { name: /^Llamado/ }));
  const again = await screen.findByRole('dialog', { name: 'Registrar llamado' });
  await user.click(within(again).getByRole('option', { name: /Contactado/ }));
  await user.click(within(again).getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(world.registered).toHaveLength(2));
  expect(world.registered[1]!.body).not.toHaveProperty('dialledAt');
});

// Last, because what waits for a connection goes on waiting.
test('the moment of dialling survives a reload and waits with the registration without a connection', async () => {
  const first = open();
  (await button()).addEventListener('click', (event) => event.preventDefault());
  fireEvent.keyDown(document.body, { key: 'm', code: 'KeyM', altKey: true });
  const dialled = Date.now();
  first.unmount();

  server.use(fail(api.calls.register));
  const { user } = open();
  await button();
  await user.click(await screen.findByRole('button', { name: /^Llamado/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Registrar llamado' });
  await user.click(within(dialog).getByRole('option', { name: /Contactado/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(waiting()).toHaveLength(1));
  expect(Math.abs(Date.parse(String(waiting()[0]!.body.dialledAt)) - dialled)).toBeLessThan(60_000);
});
