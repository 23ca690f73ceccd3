import { api } from '@campanero/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { aSession } from '../../../test/people.ts';
import { renderPage } from '../../../test/render.tsx';
import { refuse, reply, server } from '../../../test/server.ts';

const { actions, saveActions, objectives } = api.configuration;
const LISTS = {
  has: [{ id: 6, name: 'Volver a llamar' }],
  hasNo: [
    { id: 2, name: 'Contactado' },
    { id: 17, name: 'Inválido' },
    { id: 4, name: 'Ocupado' },
    { id: 1, name: 'Pendiente' },
  ],
};
let asked: string[] = [];
beforeEach(() => {
  asked = [];
  server.use(
    reply(objectives, []),
    reply(actions, ({ query }) => {
      asked.push(query.get('action') ?? '');
      return LISTS;
    }),
  );
});
const open = (path = '/config/actions') => renderPage(path, { as: aSession(['Coordinador']) });
const options = (name: string) =>
  within(screen.getByRole('listbox', { name }))
    .queryAllByRole('option')
    .map((option) => option.textContent);
const save = () => screen.getByRole('button', { name: 'Guardar' });

test('three tabs, each with the states that have the action and those that do not', async () => {
  const { router, user } = open();
  await screen.findByRole('option', { name: 'Ocupado' });
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Volver a llamar',
    'Contactabilidad',
    'Efectividad',
  ]);
  expect(options('La tienen')).toEqual(['Volver a llamar']);
  expect(options('No la tienen')).toEqual(['Contactado', 'Ocupado']);
  await user.click(screen.getByRole('tab', { name: 'Efectividad' }));
  await waitFor(() => expect(asked).toEqual(['callback', 'effectiveness']));
  expect(router.state.location.search).toBe('?tab=efectividad');
});

test('saves only what was moved, says so, and then waits for the next change', async () => {
  let body: unknown;
  server.use(
    reply(saveActions, async ({ request, query }) => {
      body = { action: query.get('action'), ...((await request.json()) as object) };
      return { has: [LISTS.hasNo[2]!], hasNo: [LISTS.has[0]!, LISTS.hasNo[0]!] };
    }),
  );
  const { user } = open();
  await screen.findByRole('option', { name: 'Ocupado' });
  expect(save().getAttribute('aria-disabled')).toBe('true');
  await user.dblClick(screen.getByRole('option', { name: 'Ocupado' }));
  await user.dblClick(screen.getByRole('option', { name: 'Volver a llamar' }));
  await user.click(save());
  expect(await screen.findByText('Estados actualizados correctamente.')).toBeTruthy();
  expect(body).toEqual({ action: 'callback', has: [4], hasNo: [6] });
  expect(options('La tienen')).toEqual(['Ocupado']);
  await waitFor(() => expect(save().getAttribute('aria-disabled')).toBe('true'));
});

test('a failure says so and keeps what was moved; so does looking at another tab', async () => {
  server.use(refuse(saveActions, 'INTERNAL'));
  const { router, user } = open();
  await user.dblClick(await screen.findByRole('option', { name: 'Ocupado' }));
  await user.click(save());
  expect(
    await screen.findByText(
      'No fue posible actualizar los estados. Por favor inténtelo nuevamente o contacte con el soporte.',
    ),
  ).toBeTruthy();
  expect(options('La tienen')).toEqual(['Ocupado', 'Volver a llamar']);
  await user.click(screen.getByRole('tab', { name: 'Contactabilidad' }));
  await waitFor(() => expect(options('La tienen')).toEqual(['Volver a llamar']));
  await user.click(screen.getByRole('tab', { name: /Volver a llamar.*sin guardar/ }));
  expect(options('La tienen')).toEqual(['Ocupado', 'Volver a llamar']);
  await router.navigate('/config/general');
  expect(await screen.findByRole('dialog', { name: 'Hay cambios sin guardar' })).toBeTruthy();
});
