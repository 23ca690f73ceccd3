import { api } from '@campanero/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aSession } from '../../test/people.ts';
import { renderPage } from '../../test/render.tsx';
import { refuse, reply, server } from '../../test/server.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
const openSession = (id: string, userAgent: string, current: boolean) => ({
  id,
  userAgent,
  current,
  address: '10.0.0.8',
  createdAt: '2026-11-16T15:00:00.000Z',
  lastSeenAt: '2026-11-16T15:30:00.000Z',
  expiresAt: '2026-11-16T23:00:00.000Z',
});
const here = openSession('018f6a3e-0000-7000-8000-000000000001', CHROME, true);
const there = openSession('018f6a3e-0000-7000-8000-000000000002', FIREFOX, false);

test('lists the open sessions and ends one', async () => {
  let open = [here, there];
  let ended: string | undefined;
  server.use(
    reply(api.auth.sessions, () => open),
    reply(api.auth.endSession, ({ params }) => {
      ended = params['id'];
      open = [here];
      return undefined;
    }),
  );
  const { user } = renderPage('/pages/profile', { as: aSession() });
  const list = await screen.findByRole('list', { name: 'Sesiones abiertas' });
  const [first, second] = within(list).getAllByRole('listitem');
  expect(first!.textContent).toContain('Chrome en Windows');
  expect(first!.textContent).toContain('16-11-2026 ~ 12:30');
  expect(within(first!).getByText('Esta sesión')).toBeTruthy();
  await user.click(within(second!).getByRole('button', { name: 'Cerrar la sesión de Firefox en Linux' }));
  expect(await screen.findByText('Sesión cerrada.')).toBeTruthy();
  expect(ended).toBe(there.id);
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
});

test('a list that cannot be loaded says so and can be asked again', async () => {
  server.use(refuse(api.auth.sessions, 'FORBIDDEN'));
  const { user } = renderPage('/pages/profile', { as: aSession() });
  expect((await screen.findByRole('alert')).textContent).toContain('Su rol no permite esta acción.');
  server.use(reply(api.auth.sessions, [here]));
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('Chrome en Windows')).toBeTruthy();
});
