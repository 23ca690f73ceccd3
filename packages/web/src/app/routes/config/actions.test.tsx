import { api } from '@campanero/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { aState } from '../../../test/catalogue.ts';
import { aSession } from '../../../test/people.ts';
import { renderPage } from '../../../test/render.tsx';
import { refuse, reply, server } from '../../../test/server.ts';

const { saveActions, objectives, states } = api.configuration;
const none = { callback: false, contactability: false, effectiveness: false };
let stored = [aState()];
beforeEach(() => {
  stored = [
    aState({ ...none, id: 6, name: 'Volver a llamar', callback: true }),
    aState({ ...none, id: 4, name: 'Ocupado' }),
    aState({ ...none, id: 17, name: 'Inválido' }),
  ];
  server.use(
    reply(objectives, []),
    reply(states, () => stored),
  );
});
const open = () => renderPage('/config/actions', { as: aSession(['Coordinador']) });
const tick = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const save = () => screen.getByRole('button', { name: 'Guardar' });

test('one table: a row per state that users choose, a tick per action', async () => {
  open();
  await screen.findByRole('row', { name: /Ocupado/ });
  expect(screen.getAllByRole('columnheader').map(({ firstChild }) => firstChild?.textContent)).toEqual([
    'Estado',
    'Volver a llamar',
    'Contactabilidad',
    'Efectividad',
  ]);
  expect(screen.getAllByRole('rowheader').map((head) => head.textContent)).toEqual(['Ocupado', 'Volver a llamar']);
  expect(tick('Volver a llamar: Volver a llamar').checked).toBe(true);
  expect(tick('Ocupado: Efectividad').checked).toBe(false);
});

test('saves what was changed, one request per action, and then waits for the next change', async () => {
  const sent: object[] = [];
  server.use(
    reply(saveActions, async ({ request, query }) => {
      sent.push({ action: query.get('action'), ...((await request.json()) as object) });
      stored = stored.map((state) => ({ ...state, callback: state.id === 4, effectiveness: state.id === 4 }));
      return { has: [], hasNo: [] };
    }),
  );
  const { user } = open();
  await screen.findByRole('row', { name: /Ocupado/ });
  expect(save().getAttribute('aria-disabled')).toBe('true');
  await user.click(tick('Ocupado: Volver a llamar'));
  await user.click(tick('Volver a llamar: Volver a llamar'));
  await user.click(tick('Ocupado: Efectividad'));
  await user.click(tick('Ocupado: Contactabilidad'));
  await user.click(tick('Ocupado: Contactabilidad'));
  expect(screen.getByText('3 cambios sin guardar')).toBeTruthy();
  await user.click(save());
  expect(await screen.findByText('Estados actualizados correctamente.')).toBeTruthy();
  expect(sent).toEqual([
    { action: 'callback', has: [4], hasNo: [6] },
    { action: 'effectiveness', has: [4], hasNo: [] },
  ]);
  await waitFor(() => expect(save().getAttribute('aria-disabled')).toBe('true'));
  expect(tick('Ocupado: Efectividad').checked).toBe(true);
});

test('a failure says so and keeps the changes; a reload keeps them, leaving asks', async () => {
  server.use(refuse(saveActions, 'INTERNAL'));
  const first = open();
  await screen.findByRole('row', { name: /Ocupado/ });
  await first.user.click(tick('Ocupado: Efectividad'));
  await first.user.click(save());
  expect(
    await screen.findByText(
      'No fue posible actualizar los estados. Por favor inténtelo nuevamente o contacte con el soporte.',
    ),
  ).toBeTruthy();
  expect(tick('Ocupado: Efectividad').checked).toBe(true);
  const kept = Object.entries(sessionStorage) as [string, string][];
  first.unmount();
  // A real reload runs no clean-up. Meanwhile somebody changed another tick, and a state was added.
  for (const [key, value] of kept) sessionStorage.setItem(key, value);
  stored = [...stored.map((state) => ({ ...state, contactability: true })), aState({ id: 30, name: 'Nuevo' })];
  const sent: unknown[] = [];
  server.use(
    reply(saveActions, async ({ request }) => {
      sent.push(await request.json());
      return { has: [], hasNo: [] };
    }),
  );
  const { router, user } = open();
  await screen.findByRole('row', { name: /Ocupado/ });
  expect(tick('Ocupado: Efectividad').checked).toBe(true);
  await router.navigate('/config/general');
  expect(await screen.findByRole('dialog', { name: 'Hay cambios sin guardar' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Seguir editando' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(save());
  await waitFor(() => expect(sent).toEqual([{ has: [4], hasNo: [] }]));
  expect(await screen.findByRole('row', { name: /Nuevo/ })).toBeTruthy();
  expect(tick('Ocupado: Contactabilidad').checked).toBe(true);
});
